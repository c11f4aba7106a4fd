/**
 * Rigid corrections of the velocities u, shape [n, 3], after which Σ d u = Σ b and Σ x × d u = Σ x × b: elastic forces and
 * their stiffness cannot change a free body's momentum, so that what the solver left over, or the linearisation added, is put right here.
 * d: diagonal of A without stiffness [kg], shape [n]. scratch: 15 numbers.
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
  // [0..3) centre, [3..6) missing torque, [6..15) inertia: xx, xy, xz, –, yy, yz, –, –, zz.
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
  // The turn that makes up for it, by cofactors: in here, where the loops are compiled, numbers cost no garbage.
  const xx = scratch[6];
  const xy = scratch[7];
  const xz = scratch[8];
  const yy = scratch[10];
  const yz = scratch[11];
  const zz = scratch[14];
  const a = yy * zz - yz * yz;
  const e = xz * yz - xy * zz;
  const f = xy * yz - xz * yy;
  const det = xx * a + xy * e + xz * f;
  if (!(det > 0)) return;
  const tx = scratch[3] / det;
  const ty = scratch[4] / det;
  const tz = scratch[5] / det;
  const wx = a * tx + e * ty + f * tz;
  const wy = e * tx + (xx * zz - xz * xz) * ty + (xy * xz - xx * yz) * tz;
  const wz = f * tx + (xy * xz - xx * yz) * ty + (xx * yy - xy * xy) * tz;
  for (let i = 0; i < n; i++) {
    const rx = x[3 * i] - cx;
    const ry = x[3 * i + 1] - cy;
    const rz = x[3 * i + 2] - cz;
    u[3 * i] += wy * rz - wz * ry;
    u[3 * i + 1] += wz * rx - wx * rz;
    u[3 * i + 2] += wx * ry - wy * rx;
  }
}
