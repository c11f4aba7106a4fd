import { quatFromMat3, quatToMat3 } from './quat.ts';
import { nearestRotation3 } from './svd3.ts';

/** Converged when the torque left is below this fraction of |A| (the error of the rotation is about as large [rad]). */
export const POLAR_TOLERANCE = 1e-10;
/** Matrices smaller than this have no rotation of their own: their squares are at the edge of what doubles can hold. */
export const POLAR_NEGLIGIBLE = 1e-100;
/** Newton steps before the exact way is taken. Two are usual from the last step's rotation, six from nowhere. */
const MAX_STEPS = 16;
/** Longest turn in one Newton step [rad]. */
const LONGEST_STEP = 1;

/**
 * The rotation nearest to A, starting from a guess: the R that maximises tr(RᵀA), inverted A included.
 *
 * q[k..k+4) is the guess (the last step's rotation) and becomes the answer; R[r..r+9) is the same as a matrix. Newton's
 * method on the rotation R·exp[w]: with B = RᵀA the torque is g = axial(B) and the stiffness H = tr(B)·I − sym(B).
 * tr(RᵀA) is a quadratic form of the quaternion, so its only local maxima are global: a point with g = 0 and H ≥ 0 is the
 * answer, and where H is not positive a shifted step climbs. What is not found that way comes from the SVD.
 * When A is negligible or not finite, or when several rotations are nearest (flat A), the guess stays as far as it may.
 *
 * Returns the number of Newton steps, −1 if the SVD had to answer, 0 also if the guess was kept. Nothing is allocated;
 * `work` holds SVD_WORK numbers. R, q and work may not overlap A.
 */
export function polar3(
  R: Float64Array,
  r: number,
  q: Float64Array,
  k: number,
  A: Float64Array,
  a: number,
  work: Float64Array,
): number {
  let size = 0;
  for (let i = a; i < a + 9; i++) size += A[i] * A[i];
  size = Math.sqrt(size);
  quatToMat3(R, r, q, k);
  if (!(size > POLAR_NEGLIGIBLE && size < Number.POSITIVE_INFINITY)) return 0;

  const a00 = A[a];
  const a01 = A[a + 1];
  const a02 = A[a + 2];
  const a10 = A[a + 3];
  const a11 = A[a + 4];
  const a12 = A[a + 5];
  const a20 = A[a + 6];
  const a21 = A[a + 7];
  const a22 = A[a + 8];
  const tolerance = POLAR_TOLERANCE * size;
  for (let step = 0; step < MAX_STEPS; step++) {
    const r00 = R[r];
    const r01 = R[r + 1];
    const r02 = R[r + 2];
    const r10 = R[r + 3];
    const r11 = R[r + 4];
    const r12 = R[r + 5];
    const r20 = R[r + 6];
    const r21 = R[r + 7];
    const r22 = R[r + 8];
    const b00 = r00 * a00 + r10 * a10 + r20 * a20;
    const b01 = r00 * a01 + r10 * a11 + r20 * a21;
    const b02 = r00 * a02 + r10 * a12 + r20 * a22;
    const b10 = r01 * a00 + r11 * a10 + r21 * a20;
    const b11 = r01 * a01 + r11 * a11 + r21 * a21;
    const b12 = r01 * a02 + r11 * a12 + r21 * a22;
    const b20 = r02 * a00 + r12 * a10 + r22 * a20;
    const b21 = r02 * a01 + r12 * a11 + r22 * a21;
    const b22 = r02 * a02 + r12 * a12 + r22 * a22;
    const gx = b21 - b12;
    const gy = b02 - b20;
    const gz = b10 - b01;
    const converged = Math.sqrt(gx * gx + gy * gy + gz * gz) < tolerance;

    // At the answer H may be singular (flat A): then a hair of shift decides between an answer and a saddle.
    const floor = converged ? -1e-9 * size : 1e-9 * size;
    const h01 = -0.5 * (b01 + b10);
    const h02 = -0.5 * (b02 + b20);
    const h12 = -0.5 * (b12 + b21);
    let h00 = b11 + b22;
    let h11 = b00 + b22;
    let h22 = b00 + b11;
    const e0 = h00 - floor;
    const e1 = h11 - floor;
    const e2 = h22 - floor;
    const minor = e0 * e1 - h01 * h01;
    const det =
      e0 * (e1 * e2 - h12 * h12) - h01 * (h01 * e2 - h12 * h02) + h02 * (h01 * h12 - e1 * h02);
    const positive = e0 > 0 && minor > 0 && det > 0;
    if (converged) {
      if (positive) return step;
      break;
    }
    if (!positive) {
      // Gershgorin's bound from below, turned into a shift that certainly makes H positive.
      const low = Math.min(
        h00 - Math.abs(h01) - Math.abs(h02),
        h11 - Math.abs(h01) - Math.abs(h12),
        h22 - Math.abs(h02) - Math.abs(h12),
      );
      const shift = Math.max(0, -low) + 0.05 * size;
      h00 += shift;
      h11 += shift;
      h22 += shift;
    }
    const l10 = h01 / h00;
    const l20 = h02 / h00;
    const d1 = h11 - l10 * h01;
    const l21 = (h12 - l20 * h01) / d1;
    const d2 = h22 - l20 * h02 - l21 * (h12 - l20 * h01);
    const y1 = gy - l10 * gx;
    const y2 = gz - l20 * gx - l21 * y1;
    let wz = y2 / d2;
    let wy = y1 / d1 - l21 * wz;
    let wx = gx / h00 - l10 * wy - l20 * wz;
    const turn = Math.sqrt(wx * wx + wy * wy + wz * wz);
    // The quaternion (w/2, 1), normalised, turns by |w| up to third order: no trigonometry needed.
    const half = turn > LONGEST_STEP ? (0.5 * LONGEST_STEP) / turn : 0.5;
    wx *= half;
    wy *= half;
    wz *= half;
    const qx = q[k];
    const qy = q[k + 1];
    const qz = q[k + 2];
    const qw = q[k + 3];
    const nx = qx + qw * wx + qy * wz - qz * wy;
    const ny = qy + qw * wy + qz * wx - qx * wz;
    const nz = qz + qw * wz + qx * wy - qy * wx;
    const nw = qw - qx * wx - qy * wy - qz * wz;
    const scale = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz + nw * nw);
    q[k] = nx * scale;
    q[k + 1] = ny * scale;
    q[k + 2] = nz * scale;
    q[k + 3] = nw * scale;
    quatToMat3(R, r, q, k);
  }
  nearestRotation3(R, r, A, a, work);
  quatFromMat3(q, k, R, r);
  return -1;
}
