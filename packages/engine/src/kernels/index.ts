import { addressOf, type Exports } from './address.ts';
import type { Arena } from './arena.ts';
import { decodeHex } from './hex.ts';
import {
  type KernelFunctions,
  type KernelGroup,
  type Kernels,
  kernelGroups,
  typescriptKernels,
} from './kernels.ts';
import { type Memory, type Module, webAssembly } from './webassembly.ts';

export { type Allocator, type Arena, allocateWithin, createArena, measure } from './arena.ts';
export type { Kernels } from './kernels.ts';

/** Which back end to take; `auto` is the fastest that the host can run. */
export type KernelChoice = 'auto' | 'typescript' | 'webassembly';

/** Compiled once per process; null if this host cannot run it. */
const compiled = new Map<KernelGroup, Module | null>();

function compile({ module }: KernelGroup): Module | null {
  const api = webAssembly();
  if (!api) return null;
  try {
    const bytes = decodeHex(module);
    // Refuses hosts without SIMD as well: their validator does not know the instructions.
    return api.validate(bytes) ? new api.Module(bytes) : null;
  } catch {
    return null;
  }
}

/** A group's kernels over a memory; null where this host cannot run them. */
function bound(group: KernelGroup, memory: Memory): Partial<KernelFunctions> | null {
  const api = webAssembly();
  let module = compiled.get(group);
  if (module === undefined) {
    module = compile(group);
    compiled.set(group, module);
  }
  if (!api || module === null) return null;
  try {
    const { exports } = new api.Instance(module, { env: { memory } });
    return group.bind(exports as Exports<KernelFunctions>, addressOf);
  } catch {
    return null;
  }
}

/** Of WebAssembly kernels: the memory they work on, and how many groups they have. */
const made = new WeakMap<Kernels, { memory: Memory; count: number }>();

/**
 * Kernels for the arrays of one arena. Where WebAssembly or its SIMD is missing or forbidden, the TypeScript kernels
 * come instead, with the same results; `name` says which ones they are.
 */
export function createKernels(arena: Arena, prefer: KernelChoice = 'auto'): Kernels {
  const { memory } = arena;
  if (prefer === 'typescript' || !memory) return typescriptKernels;
  const first = bound(kernelGroups[0], memory);
  if (first === null) return typescriptKernels;
  const kernels = { name: 'webassembly', ...first } as Kernels;
  made.set(kernels, { memory, count: 1 });
  completeKernels(kernels);
  return kernels;
}

/** Adds groups to kernels that came into use after their creation. */
export function completeKernels(kernels: Kernels): void {
  const state = made.get(kernels);
  if (state === undefined) return;
  for (; state.count < kernelGroups.length; state.count++) {
    const group = kernelGroups[state.count];
    Object.assign(kernels, bound(group, state.memory) ?? group.functions);
  }
}
