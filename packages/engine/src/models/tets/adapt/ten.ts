import type { TetsRuntime } from '../runtime.ts';

/** Every split parent that can be a ten-node element is one: for a body whose state is no reason to keep anything. */
export function findTen(run: TetsRuntime): void {
  const { data, memory } = run;
  for (let t = 0; t < data.parents; t++)
    memory.ten[t] = memory.split[t] === 1 && data.smooth[t] === 1 && !hasSplitChild(run, t) ? 1 : 0;
}
export function hasSplitChild({ data, memory }: TetsRuntime, t: number): boolean {
  for (let c = 8 * t + data.tree.roots; c < 8 * t + data.tree.roots + 8; c++)
    if (c < data.parents && memory.split[c] === 1) return true;
  return false;
}
