import type { AddressOf, Exports } from './address.ts';
import { baseKernels } from './generated/base.ts';
import type * as functions from './generated/functions.ts';

/**
 * Every kernel: the exported functions of all files *.kernel.ts, which take typed arrays and numbers. Their signatures
 * and comments hold for both back ends, and both give the same bits. The list of them and the bindings are made from
 * their signatures. README.md says how one is written.
 */
export type KernelFunctions = typeof functions;

/**
 * The heavy loops of the engine. Kernels take typed arrays and counts, allocate nothing and check nothing.
 * With the name `webassembly` all arrays must come from the arena the kernels were made for. Those of a model are there
 * once it is registered.
 */
export interface Kernels extends Readonly<KernelFunctions> {
  readonly name: 'typescript' | 'webassembly';
}

/** Kernels that come together: those of every body, or those that a model brings along. */
export interface KernelGroup {
  readonly functions: Partial<KernelFunctions>;
  /** The same names over the exports of a module's instance. */
  bind(call: Exports<KernelFunctions>, at: AddressOf): Partial<KernelFunctions>;
  /** The WebAssembly module, in hexadecimal digits. */
  readonly module: string;
}

const groups: KernelGroup[] = [baseKernels];

/** All groups in use, in the order they came. */
export const kernelGroups: readonly KernelGroup[] = groups;

/** The kernels in plain TypeScript: they work on any arrays, and say what the fast ones must compute. */
export const typescriptKernels = { name: 'typescript', ...baseKernels.functions } as Kernels;

/** From now on all kernels have these as well. */
export function useKernels(...wanted: readonly KernelGroup[]): void {
  for (const group of wanted) {
    if (groups.includes(group)) continue;
    groups.push(group);
    Object.assign(typescriptKernels, group.functions);
  }
}
