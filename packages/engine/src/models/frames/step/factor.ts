import type { Allocator } from '../../../kernels/arena.ts';
import type { Kernels } from '../../../kernels/kernels.ts';
import { type BlockPattern, blockOf, matrixRoom } from './pattern.ts';

/** Cholesky factor of a matrix in the blocks of a pattern. */
export interface Factor {
  readonly pattern: BlockPattern;
  /** Blocks of 12×12: the matrix at first, then its factor. */
  readonly L: Float64Array;
  readonly common: Int32Array;
}

export function createFactor(pattern: BlockPattern, nodes: number, allocator: Allocator): Factor {
  return { pattern, L: allocator.f64(matrixRoom(nodes)), common: allocator.i32(2 * nodes) };
}

/** Takes a matrix to where it will be changed and factored. */
export function loadFactor({ L, pattern }: Factor, matrix: Float64Array, kernels: Kernels): void {
  kernels.copyBlocks(L, matrix, pattern.count);
}

/**
 * Factors what was loaded, and perhaps changed since. Returns the number of good rows: all of them if the matrix is
 * positive.
 */
export function factorLoaded({ L, pattern, common }: Factor, kernels: Kernels): number {
  return kernels.blockFactor(L, pattern.size, pattern.ptr, pattern.cols, common);
}

/** x = A⁻¹ x */
export function solveFactored({ L, pattern }: Factor, x: Float64Array, kernels: Kernels): void {
  kernels.blockSolve(x, L, pattern.size, pattern.ptr, pattern.cols);
}

/** Rows and columns of one member become those of the identity. Between loading and factoring. */
export function decoupleMember({ L, pattern }: Factor, member: number): void {
  for (let other = 0; other < pattern.size; other++) {
    const block = blockOf(pattern, Math.max(member, other), Math.min(member, other));
    if (block < 0) continue;
    for (let k = 0; k < 144; k++) L[144 * block + k] = other === member && k % 13 === 0 ? 1 : 0;
  }
}
