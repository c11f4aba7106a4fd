import type { Arena } from './arena.ts';
import { decodeBase64 } from './base64.ts';
import { MODULE_BASE64 } from './generated/module.ts';
import { bindKernels, type Kernels, typescriptKernels } from './kernels.ts';
import { type Module, webAssembly } from './webassembly.ts';

export { type Allocator, type Arena, allocateWithin, createArena, measure } from './arena.ts';
export type { Kernels } from './kernels.ts';

/** Which back end to take; `auto` is the fastest that the host can run. */
export type KernelChoice = 'auto' | 'typescript' | 'webassembly';

/** Compiled once per process: undefined before the first use, null if this host cannot run it. */
let compiled: Module | null | undefined;

function compile(): Module | null {
  const api = webAssembly();
  if (!api) return null;
  try {
    const bytes = decodeBase64(MODULE_BASE64);
    // Refuses hosts without SIMD as well: their validator does not know the instructions.
    return api.validate(bytes) ? new api.Module(bytes) : null;
  } catch {
    return null;
  }
}

/**
 * Kernels for the arrays of one arena. Where WebAssembly or its SIMD is missing or forbidden, the TypeScript kernels
 * come instead, with the same results; `name` says which ones they are.
 */
export function createKernels(arena: Arena, prefer: KernelChoice = 'auto'): Kernels {
  const api = webAssembly();
  if (prefer === 'typescript' || !api || !arena.memory) return typescriptKernels;
  if (compiled === undefined) compiled = compile();
  if (compiled === null) return typescriptKernels;
  try {
    const instance = new api.Instance(compiled, { env: { memory: arena.memory } });
    return bindKernels(instance.exports);
  } catch {
    return typescriptKernels;
  }
}
