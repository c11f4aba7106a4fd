import type { Arena, Kernels, Random } from 'pliant';

/** One kernel with data of a given size. Sizes are chosen so that the arrays fit the second-level cache. */
export interface KernelCase {
  readonly kernel: Exclude<keyof Kernels, 'name'>;
  /** What the size counts: "2000 tets". */
  readonly size: string;
  /** Allocates and fills its arrays, and returns a call that may be repeated. */
  prepare(kernels: Kernels, arena: Arena, random: Random): () => void;
}

/** n numbers in [low, high). */
export function numbers(arena: Arena, random: Random, n: number, low = -1, high = 1): Float64Array {
  const out = arena.f64(n);
  for (let i = 0; i < n; i++) out[i] = random.range(low, high);
  return out;
}

/** n whole numbers in [0, below), close to a line through the range: neighbours in a mesh are neighbours in memory, nearly. */
export function neighbours(arena: Arena, random: Random, n: number, below: number): Int32Array {
  const out = arena.i32(n);
  for (let i = 0; i < n; i++) {
    const at = Math.floor((i * below) / n) + random.below(64) - 32;
    out[i] = Math.min(below - 1, Math.max(0, at));
  }
  return out;
}

/** Compressed rows of equal length: rowPtr[i] = width·i, shape [rows + 1]. */
export function equalRows(arena: Arena, rows: number, width: number): Int32Array {
  const out = arena.i32(rows + 1);
  for (let i = 0; i <= rows; i++) out[i] = width * i;
  return out;
}
