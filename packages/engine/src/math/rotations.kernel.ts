import type { F64s, f64, i32 } from '../kernels/prelude.ts';
import {
  dominantQuaternion,
  LARGEST,
  SMALLEST,
  tidyQuaternion,
  writeRotation,
} from '../kernels/quaternions.ts';

/** Newton steps before the exact method takes over; a warm start takes two on average, a random one five. */
const MOST_STEPS = 12;
/** Square of the gradient, relative to |A|, at which a rotation counts as found. */
const TOLERANCE = 1e-20;
/** Added to the curvature, relative to |A|: where any rotation about an axis is as good, the present one stays. */
const SOFTENING = 1e-9;
/**
 * A step shorter than 1e-4 rad (squared here) on firm curvature is the last. What a step leaves is of third order:
 * the next slope would be near 1e-12.
 */
const LAST_STEP = 1e-8;
const FIRM = 1e-2;
/** Least curvature, relative to |A|, of a step that leaves the neighbourhood of a saddle. */
const LEAST_CURVATURE = 1e-2;

/** 1 / |A| of the matrix at `o`, or 0 where |A| is negligible or not finite. */
function inverseSize(A: F64s, o: i32): f64 {
  let size: f64 = 0;
  for (let k = 0; k < 9; k++) size += A[o + k] * A[o + k];
  return size > SMALLEST && size < LARGEST ? 1 / Math.sqrt(size) : 0;
}

/**
 * Nearest rotations of n matrices: R maximises tr(RᵀA), also where A is inverted or flat. A has shape [n, 9]; q,
 * shape [n, 4], holds the last rotations as unit quaternions, where the search begins, and receives the new ones
 * (zero means none yet); R, shape [n, 9], receives them as matrices. Where A is negligible or not finite the last
 * rotation stays.
 *
 * With B = RᵀA, tr(exp[−w]B) = tr B + w·g − ½ wᵀHw + …, g the axial vector of B and H = tr(B) I − sym(B). Newton's
 * step H⁻¹g is applied as the quaternion (w/2, 1), normalised, which needs no sine. The only maximum is where H has
 * no negative eigenvalue.
 */
export function extractRotations(q: F64s, R: F64s, A: F64s, n: i32): void {
  for (let e = 0; e < n; e++) {
    const o = 9 * e;
    const p = 4 * e;
    tidyQuaternion(q, p);
    let qx = q[p];
    let qy = q[p + 1];
    let qz = q[p + 2];
    let qw = q[p + 3];
    const unit = inverseSize(A, o);
    if (unit === 0) {
      writeRotation(R, o, qx, qy, qz, qw);
      continue;
    }
    const a00 = A[o] * unit;
    const a01 = A[o + 1] * unit;
    const a02 = A[o + 2] * unit;
    const a10 = A[o + 3] * unit;
    const a11 = A[o + 4] * unit;
    const a12 = A[o + 5] * unit;
    const a20 = A[o + 6] * unit;
    const a21 = A[o + 7] * unit;
    const a22 = A[o + 8] * unit;
    let found = false;
    for (let step = 0; ; step++) {
      writeRotation(R, o, qx, qy, qz, qw);
      if (found || step > MOST_STEPS) break;
      const r00 = R[o];
      const r01 = R[o + 1];
      const r02 = R[o + 2];
      const r10 = R[o + 3];
      const r11 = R[o + 4];
      const r12 = R[o + 5];
      const r20 = R[o + 6];
      const r21 = R[o + 7];
      const r22 = R[o + 8];
      const b00 = r00 * a00 + r10 * a10 + r20 * a20;
      const b01 = r00 * a01 + r10 * a11 + r20 * a21;
      const b02 = r00 * a02 + r10 * a12 + r20 * a22;
      const b10 = r01 * a00 + r11 * a10 + r21 * a20;
      const b11 = r01 * a01 + r11 * a11 + r21 * a21;
      const b12 = r01 * a02 + r11 * a12 + r21 * a22;
      const b20 = r02 * a00 + r12 * a10 + r22 * a20;
      const b21 = r02 * a01 + r12 * a11 + r22 * a21;
      const b22 = r02 * a02 + r12 * a12 + r22 * a22;
      const g0 = b21 - b12;
      const g1 = b02 - b20;
      const g2 = b10 - b01;
      let h00 = b11 + b22 + SOFTENING;
      let h11 = b00 + b22 + SOFTENING;
      let h22 = b00 + b11 + SOFTENING;
      const h01 = -0.5 * (b01 + b10);
      const h02 = -0.5 * (b02 + b20);
      const h12 = -0.5 * (b12 + b21);
      const c01 = h02 * h12 - h01 * h22;
      const c02 = h01 * h12 - h02 * h11;
      let c00 = h11 * h22 - h12 * h12;
      let minor = h00 * h11 - h01 * h01;
      let det = h00 * c00 + h01 * c01 + h02 * c02;
      const definite = h00 > 0 && minor > 0 && det > 0;
      if (g0 * g0 + g1 * g1 + g2 * g2 <= TOLERANCE) {
        // Level but not a maximum: a saddle, which Newton's step cannot leave.
        found = definite;
        break;
      }
      let d01 = c01;
      let d02 = c02;
      if (!definite) {
        // Gershgorin's bound of the least eigenvalue says how much makes H positive.
        const low = Math.min(
          h00 - (Math.abs(h01) + Math.abs(h02)),
          Math.min(h11 - (Math.abs(h01) + Math.abs(h12)), h22 - (Math.abs(h02) + Math.abs(h12))),
        );
        const shift = LEAST_CURVATURE - low;
        h00 += shift;
        h11 += shift;
        h22 += shift;
        d01 = h02 * h12 - h01 * h22;
        d02 = h01 * h12 - h02 * h11;
        c00 = h11 * h22 - h12 * h12;
        minor = h00 * h11 - h01 * h01;
        det = h00 * c00 + h01 * d01 + h02 * d02;
      }
      const c11 = h00 * h22 - h02 * h02;
      const c12 = h01 * h02 - h00 * h12;
      // The step is v / det. As a quaternion only the ratio of (v / 2, det) counts, so nothing is divided; no less than
      // |v| in place of det keeps the step at one radian.
      const vx = c00 * g0 + d01 * g1 + d02 * g2;
      const vy = d01 * g0 + c11 * g1 + c12 * g2;
      const vz = d02 * g0 + c12 * g1 + minor * g2;
      const square = vx * vx + vy * vy + vz * vz;
      const s = square > det * det ? Math.sqrt(square) : det;
      found = definite && det > FIRM && square <= LAST_STEP * (det * det);
      const wx = 0.5 * vx;
      const wy = 0.5 * vy;
      const wz = 0.5 * vz;
      const x = qx * s + (qw * wx + qy * wz - qz * wy);
      const y = qy * s + (qw * wy + qz * wx - qx * wz);
      const z = qz * s + (qw * wz + qx * wy - qy * wx);
      const w = qw * s - (qx * wx + qy * wy + qz * wz);
      const norm = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
      qx = x * norm;
      qy = y * norm;
      qz = z * norm;
      qw = w * norm;
    }
    q[p] = qx;
    q[p + 1] = qy;
    q[p + 2] = qz;
    q[p + 3] = qw;
    if (!found) {
      dominantQuaternion(q, p, a00, a01, a02, a10, a11, a12, a20, a21, a22);
      writeRotation(R, o, q[p], q[p + 1], q[p + 2], q[p + 3]);
    }
  }
}
