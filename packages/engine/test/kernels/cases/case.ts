import type { Random } from '../../../src/core/random.ts';
import type { Allocator, Kernels } from '../../../src/kernels/index.ts';
import type { KernelFunctions } from '../../../src/kernels/kernels.ts';

/**
 * One situation for one kernel. `run` allocates and fills its arrays, calls the kernel, and returns what the kernel
 * returned. It runs once for each back end with the same random numbers; afterwards the two arenas must hold the same
 * bytes.
 */
export interface KernelCase {
  readonly kernel: keyof KernelFunctions;
  readonly title: string;
  run(kernels: Kernels, allocator: Allocator, random: Random): unknown;
}

/** Nothing, one, a pair, odd and even counts, and one long enough for every unrolled loop. */
export const SIZES = [0, 1, 2, 3, 4, 7, 10, 133];

/** A Float64Array of n numbers in [−scale, scale), among them exact zeros of both signs. */
export function numbers(a: Allocator, random: Random, n: number, scale = 1): Float64Array {
  const out = a.f64(n);
  for (let i = 0; i < n; i++) {
    const u = random.next();
    out[i] = u < 0.02 ? 0 : u < 0.04 ? -0 : random.range(-scale, scale);
  }
  return out;
}

/** Positive numbers in [0.5, 2). */
export function positives(a: Allocator, random: Random, n: number): Float64Array {
  const out = a.f64(n);
  for (let i = 0; i < n; i++) out[i] = random.range(0.5, 2);
  return out;
}

/** Compressed rows with 0 to `most` entries each, pointing at random columns below `columns`. */
export function sparseRows(
  a: Allocator,
  random: Random,
  rows: number,
  columns: number,
  most: number,
): { rowPtr: Int32Array; cols: Int32Array } {
  const rowPtr = a.i32(rows + 1);
  for (let i = 0; i < rows; i++) rowPtr[i + 1] = rowPtr[i] + random.below(most + 1);
  const cols = a.i32(rowPtr[rows]);
  for (let k = 0; k < cols.length; k++) cols[k] = random.below(columns);
  return { rowPtr, cols };
}

/** The same situation in every size. */
export function forSizes(
  kernel: KernelCase['kernel'],
  run: (n: number, ...rest: Parameters<KernelCase['run']>) => unknown,
  sizes: readonly number[] = SIZES,
): KernelCase[] {
  return sizes.map((n) => ({ kernel, title: `n = ${n}`, run: (...rest) => run(n, ...rest) }));
}
