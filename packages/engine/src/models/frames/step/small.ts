/**
 * v[p..p+3) := M⁻¹ v for a symmetric 3×3 matrix given by its upper triangle. False, and v left as it is, if M is singular.
 */
export function solveSymmetric3(
  v: Float64Array,
  p: number,
  xx: number,
  xy: number,
  xz: number,
  yy: number,
  yz: number,
  zz: number,
): boolean {
  const a = yy * zz - yz * yz;
  const b = xz * yz - xy * zz;
  const c = xy * yz - xz * yy;
  const det = xx * a + xy * b + xz * c;
  const size = Math.abs(xx) + Math.abs(yy) + Math.abs(zz);
  if (!(Math.abs(det) > 1e-12 * size * size * size)) return false;
  const x = v[p];
  const y = v[p + 1];
  const z = v[p + 2];
  v[p] = (a * x + b * y + c * z) / det;
  v[p + 1] = (b * x + (xx * zz - xz * xz) * y + (xy * xz - xx * yz) * z) / det;
  v[p + 2] = (c * x + (xy * xz - xx * yz) * y + (xx * yy - xy * xy) * z) / det;
  return true;
}
