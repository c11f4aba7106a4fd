import { apply3, inverse3 } from '../../math/mat3.ts';

/**
 * Rigid corrections of the velocities u, shape [n, 3], after which Σ d u = Σ b and Σ x × d u = Σ x × b: elastic forces and
 * their stiffness cannot change a free body's momentum, so that what the solver left over, or the linearisation added, is put right here.
 * d: diagonal of A without stiffness [kg], shape [n]. scratch: 24 numbers.
 */
export function polishMomentum(
  u: Float64Array,
  x: Float64Array,
  d: Float64Array,
  b: Float64Array,
  n: number,
  scratch: Float64Array,
): void {
  let weight = 0;
  for (let i = 0; i < n; i++) weight += d[i];
  // [0..3) centre, [3..6) missing torque and then turn, [6..15) inertia, [15..24) its inverse.
  scratch.fill(0);
  for (let c = 0; c < 3; c++) {
    let missing = 0;
    for (let i = 0; i < n; i++) {
      scratch[c] += (d[i] * x[3 * i + c]) / weight;
      missing += b[3 * i + c] - d[i] * u[3 * i + c];
    }
    missing /= weight;
    for (let i = 0; i < n; i++) u[3 * i + c] += missing;
  }
  const cx = scratch[0];
  const cy = scratch[1];
  const cz = scratch[2];
  for (let i = 0; i < n; i++) {
    const rx = x[3 * i] - cx;
    const ry = x[3 * i + 1] - cy;
    const rz = x[3 * i + 2] - cz;
    const m = d[i];
    const fx = b[3 * i] - m * u[3 * i];
    const fy = b[3 * i + 1] - m * u[3 * i + 1];
    const fz = b[3 * i + 2] - m * u[3 * i + 2];
    scratch[3] += ry * fz - rz * fy;
    scratch[4] += rz * fx - rx * fz;
    scratch[5] += rx * fy - ry * fx;
    scratch[6] += m * (ry * ry + rz * rz);
    scratch[7] -= m * rx * ry;
    scratch[8] -= m * rx * rz;
    scratch[10] += m * (rx * rx + rz * rz);
    scratch[11] -= m * ry * rz;
    scratch[14] += m * (rx * rx + ry * ry);
  }
  scratch[9] = scratch[7];
  scratch[12] = scratch[8];
  scratch[13] = scratch[11];
  if (!inverse3(scratch, 15, scratch, 6)) return;
  apply3(scratch, 3, scratch, 15, scratch, 3);
  const wx = scratch[3];
  const wy = scratch[4];
  const wz = scratch[5];
  for (let i = 0; i < n; i++) {
    const rx = x[3 * i] - cx;
    const ry = x[3 * i + 1] - cy;
    const rz = x[3 * i + 2] - cz;
    u[3 * i] += wy * rz - wz * ry;
    u[3 * i + 1] += wz * rx - wx * rz;
    u[3 * i + 2] += wx * ry - wy * rx;
  }
}
