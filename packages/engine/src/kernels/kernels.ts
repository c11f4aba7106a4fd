import { addressOf, type Exports } from './address.ts';
import { bindAll } from './generated/bindings.ts';
import * as functions from './generated/functions.ts';

/**
 * Every kernel: the exported functions of all files *.kernel.ts, which take typed arrays and numbers. Their signatures
 * and comments hold for both back ends, and both give the same bits. The list of them and the bindings are made from
 * their signatures. README.md says how one is written.
 */
export type KernelFunctions = typeof functions;

/**
 * The heavy loops of the engine. Kernels take typed arrays and counts, allocate nothing and check nothing.
 * With the name `webassembly` all arrays must come from the arena the kernels were made for.
 */
export interface Kernels extends Readonly<KernelFunctions> {
  readonly name: 'typescript' | 'webassembly';
}

/** The kernels in plain TypeScript: they work on any arrays, and say what the fast ones must compute. */
export const typescriptKernels: Kernels = { name: 'typescript', ...functions };

/** Kernels that call the module's exports on arrays in the memory that the module was given. */
export function bindKernels(exports: object): Kernels {
  return { name: 'webassembly', ...bindAll(exports as Exports<KernelFunctions>, addressOf) };
}
