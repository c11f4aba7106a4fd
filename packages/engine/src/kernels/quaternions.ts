import type { F64s, f64, i32 } from './prelude.ts';
/** |q|² or |A|² outside these bounds says nothing about a rotation. */
export const SMALLEST = 1e-60;
export const LARGEST = 1e60;
/** Doublings of the power in the exact method: 2⁴⁶ tells apart all that double precision does. */
const SQUARINGS = 46;
/** Lifts all eigenvalues of the quaternion matrix, at least −√3 |A|, above zero. */
const EIGENVALUE_SHIFT = 1.75;

/** A zero or broken quaternion becomes the identity, a long or short one a unit one. */
export function tidyQuaternion(q: F64s, p: i32): void {
  const size = q[p] * q[p] + q[p + 1] * q[p + 1] + q[p + 2] * q[p + 2] + q[p + 3] * q[p + 3];
  if (Math.abs(size - 1) < 1e-12) return;
  const usable = size > SMALLEST && size < LARGEST;
  const scale = usable ? 1 / Math.sqrt(size) : 0;
  q[p] = usable ? q[p] * scale : 0;
  q[p + 1] = usable ? q[p + 1] * scale : 0;
  q[p + 2] = usable ? q[p + 2] * scale : 0;
  q[p + 3] = usable ? q[p + 3] * scale : 1;
}

/** R[o..o+9) = the matrix of the unit quaternion (x, y, z, w). */
export function writeRotation(R: F64s, o: i32, x: f64, y: f64, z: f64, w: f64): void {
  const x2 = x + x;
  const y2 = y + y;
  const z2 = z + z;
  R[o] = 1 - (y * y2 + z * z2);
  R[o + 1] = x * y2 - w * z2;
  R[o + 2] = x * z2 + w * y2;
  R[o + 3] = x * y2 + w * z2;
  R[o + 4] = 1 - (x * x2 + z * z2);
  R[o + 5] = y * z2 - w * x2;
  R[o + 6] = x * z2 - w * y2;
  R[o + 7] = y * z2 + w * x2;
  R[o + 8] = 1 - (x * x2 + y * y2);
}

/**
 * The exact method: tr(RᵀA) = qᵀKq with a symmetric 4×4 matrix K, so the best q is the eigenvector of its largest
 * eigenvalue. Squaring K + cI again and again leaves the projection on it; applied to the last q it gives the best
 * rotation nearest to the last one where many are equally good. |A| must be 1.
 */
export function dominantQuaternion(
  q: F64s,
  p: i32,
  a00: f64,
  a01: f64,
  a02: f64,
  a10: f64,
  a11: f64,
  a12: f64,
  a20: f64,
  a21: f64,
  a22: f64,
): void {
  let xx = EIGENVALUE_SHIFT + (a00 - a11 - a22);
  let yy = EIGENVALUE_SHIFT + (a11 - a00 - a22);
  let zz = EIGENVALUE_SHIFT + (a22 - a00 - a11);
  let ww = EIGENVALUE_SHIFT + (a00 + a11 + a22);
  let xy = a01 + a10;
  let xz = a02 + a20;
  let yz = a12 + a21;
  let xw = a21 - a12;
  let yw = a02 - a20;
  let zw = a10 - a01;
  for (let i = 0; i < SQUARINGS; i++) {
    const nxx = xx * xx + xy * xy + xz * xz + xw * xw;
    const nyy = xy * xy + yy * yy + yz * yz + yw * yw;
    const nzz = xz * xz + yz * yz + zz * zz + zw * zw;
    const nww = xw * xw + yw * yw + zw * zw + ww * ww;
    const nxy = xx * xy + xy * yy + xz * yz + xw * yw;
    const nxz = xx * xz + xy * yz + xz * zz + xw * zw;
    const nxw = xx * xw + xy * yw + xz * zw + xw * ww;
    const nyz = xy * xz + yy * yz + yz * zz + yw * zw;
    const nyw = xy * xw + yy * yw + yz * zw + yw * ww;
    const nzw = xz * xw + yz * yw + zz * zw + zw * ww;
    const s = 1 / (nxx + nyy + nzz + nww);
    xx = nxx * s;
    yy = nyy * s;
    zz = nzz * s;
    ww = nww * s;
    xy = nxy * s;
    xz = nxz * s;
    yz = nyz * s;
    xw = nxw * s;
    yw = nyw * s;
    zw = nzw * s;
  }
  const lx = q[p];
  const ly = q[p + 1];
  const lz = q[p + 2];
  const lw = q[p + 3];
  let x = xx * lx + xy * ly + xz * lz + xw * lw;
  let y = xy * lx + yy * ly + yz * lz + yw * lw;
  let z = xz * lx + yz * ly + zz * lz + zw * lw;
  let w = xw * lx + yw * ly + zw * lz + ww * lw;
  let size = x * x + y * y + z * z + w * w;
  if (size < 1e-8) {
    // The last rotation was a saddle, a quarter sphere away: take the longest column instead.
    const most = Math.max(Math.max(xx, yy), Math.max(zz, ww));
    const column = most === xx ? 0 : most === yy ? 1 : most === zz ? 2 : 3;
    x = column === 0 ? xx : column === 1 ? xy : column === 2 ? xz : xw;
    y = column === 0 ? xy : column === 1 ? yy : column === 2 ? yz : yw;
    z = column === 0 ? xz : column === 1 ? yz : column === 2 ? zz : zw;
    w = column === 0 ? xw : column === 1 ? yw : column === 2 ? zw : ww;
    size = x * x + y * y + z * z + w * w;
  }
  const norm = 1 / Math.sqrt(size);
  q[p] = x * norm;
  q[p + 1] = y * norm;
  q[p + 2] = z * norm;
  q[p + 3] = w * norm;
}
