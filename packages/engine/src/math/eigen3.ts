import { jacobiTangent, rotateColumns } from '../kernels/jacobi.ts';
import { identity3 } from './mat3.ts';

/** A matrix of three needs about five sweeps; this is far beyond. */
const MAX_SWEEPS = 24;

/**
 * Eigenvalues and eigenvectors of the symmetric 3×3 matrix A (its upper triangle is read), by Jacobi rotations:
 * no special cases for repeated eigenvalues, orthogonal to rounding.
 *
 * values[d..d+3) come sorted, largest first; the columns of vectors[v..v+9) are the eigenvectors and form a rotation:
 * A = V diag(values) Vᵀ. `vectors` may not overlap A. Entries must be finite.
 */
export function eigen3(
  values: Float64Array,
  d: number,
  vectors: Float64Array,
  v: number,
  A: Float64Array,
  a: number,
): void {
  let xx = A[a];
  let xy = A[a + 1];
  let xz = A[a + 2];
  let yy = A[a + 4];
  let yz = A[a + 5];
  let zz = A[a + 8];
  identity3(vectors, v);
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    const size = Math.abs(xx) + Math.abs(yy) + Math.abs(zz);
    const off = Math.abs(xy) + Math.abs(xz) + Math.abs(yz);
    if (!(off > 1e-18 * size)) break;
    if (xy !== 0) {
      const t = jacobiTangent(xx, yy, xy);
      const c = 1 / Math.sqrt(1 + t * t);
      const s = t * c;
      xx -= t * xy;
      yy += t * xy;
      xy = 0;
      const xzOld = xz;
      xz = c * xzOld - s * yz;
      yz = s * xzOld + c * yz;
      rotateColumns(vectors, v, 0, 1, c, s);
    }
    if (xz !== 0) {
      const t = jacobiTangent(xx, zz, xz);
      const c = 1 / Math.sqrt(1 + t * t);
      const s = t * c;
      xx -= t * xz;
      zz += t * xz;
      xz = 0;
      const xyOld = xy;
      xy = c * xyOld - s * yz;
      yz = s * xyOld + c * yz;
      rotateColumns(vectors, v, 0, 2, c, s);
    }
    if (yz !== 0) {
      const t = jacobiTangent(yy, zz, yz);
      const c = 1 / Math.sqrt(1 + t * t);
      const s = t * c;
      yy -= t * yz;
      zz += t * yz;
      yz = 0;
      const xyOld = xy;
      xy = c * xyOld - s * xz;
      xz = s * xyOld + c * xz;
      rotateColumns(vectors, v, 1, 2, c, s);
    }
  }
  values[d] = xx;
  values[d + 1] = yy;
  values[d + 2] = zz;
  order(values, d, vectors, v, 0, 1);
  order(values, d, vectors, v, 0, 2);
  order(values, d, vectors, v, 1, 2);
}

/** Swaps eigenpairs i < j if they stand in the wrong order; one column changes sign, so that V stays a rotation. */
function order(
  values: Float64Array,
  d: number,
  V: Float64Array,
  v: number,
  i: number,
  j: number,
): void {
  if (!(values[d + i] < values[d + j])) return;
  const value = values[d + i];
  values[d + i] = values[d + j];
  values[d + j] = value;
  rotateColumns(V, v, i, j, 0, -1);
}
