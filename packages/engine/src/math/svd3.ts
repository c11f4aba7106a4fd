import { svd3 } from '../kernels/svd3.ts';
import { mulABt3 } from './mat3.ts';

export { svd3 };

/** Numbers of workspace that `nearestRotation3` and `pseudoInverse3` need. */
export const SVD_WORK = 21;

/**
 * out = the rotation nearest to A, from nothing: the R that maximises tr(RᵀA), for inverted and flat A too.
 * `work` holds SVD_WORK numbers; `out` may not overlap it.
 */
export function nearestRotation3(
  out: Float64Array,
  o: number,
  A: Float64Array,
  a: number,
  work: Float64Array,
): void {
  svd3(work, 0, work, 9, work, 12, A, a);
  mulABt3(out, o, work, 0, work, 12);
}

/**
 * out = the pseudo-inverse of A: singular values below `cutoff` times the largest count as zero. The true inverse of
 * whatever is not flat, and never large beyond 1/(cutoff·|A|). `work` holds SVD_WORK numbers.
 */
export function pseudoInverse3(
  out: Float64Array,
  o: number,
  A: Float64Array,
  a: number,
  work: Float64Array,
  cutoff = 1e-10,
): void {
  svd3(work, 0, work, 9, work, 12, A, a);
  for (let k = 0; k < 3; k++) {
    const keep = Math.abs(work[9 + k]) > cutoff * work[9];
    for (let i = 0; i < 9; i += 3) {
      work[12 + i + k] = keep ? work[12 + i + k] / work[9 + k] : 0;
    }
  }
  mulABt3(out, o, work, 12, work, 0);
}
