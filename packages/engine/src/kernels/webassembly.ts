/** The little of the WebAssembly interface that the engine uses; it compiles without browser or Node types. */
export interface Memory {
  readonly buffer: ArrayBuffer;
}

/** A compiled module: opaque, immutable, shared by all instances. */
export type Module = object;

export interface WebAssemblyApi {
  validate(bytes: Uint8Array): boolean;
  Module: new (bytes: Uint8Array) => Module;
  Instance: new (module: Module, imports: object) => { readonly exports: object };
  Memory: new (size: { initial: number; maximum: number }) => Memory;
}

/** The host's WebAssembly, or undefined where there is none. */
export function webAssembly(): WebAssemblyApi | undefined {
  return (globalThis as { WebAssembly?: WebAssemblyApi }).WebAssembly;
}
