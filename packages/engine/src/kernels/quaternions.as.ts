// The rare paths of rotations.ts, one quaternion at a time.

const SMALLEST: f64 = 1e-60;
const LARGEST: f64 = 1e60;
const SQUARINGS: i32 = 46;
const EIGENVALUE_SHIFT: f64 = 1.75;

export function tidyQuaternion(q: usize): void {
  const x = load<f64>(q);
  const y = load<f64>(q, 8);
  const z = load<f64>(q, 16);
  const w = load<f64>(q, 24);
  const size = x * x + y * y + z * z + w * w;
  if (abs(size - 1) < 1e-12) return;
  const usable = size > SMALLEST && size < LARGEST;
  const scale = usable ? 1 / sqrt(size) : 0;
  store<f64>(q, usable ? x * scale : 0);
  store<f64>(q, usable ? y * scale : 0, 8);
  store<f64>(q, usable ? z * scale : 0, 16);
  store<f64>(q, usable ? w * scale : 1, 24);
}

function writeRotation(R: usize, x: f64, y: f64, z: f64, w: f64): void {
  const x2 = x + x;
  const y2 = y + y;
  const z2 = z + z;
  store<f64>(R, 1 - (y * y2 + z * z2));
  store<f64>(R, x * y2 - w * z2, 8);
  store<f64>(R, x * z2 + w * y2, 16);
  store<f64>(R, x * y2 + w * z2, 24);
  store<f64>(R, 1 - (x * x2 + z * z2), 32);
  store<f64>(R, y * z2 - w * x2, 40);
  store<f64>(R, x * z2 - w * y2, 48);
  store<f64>(R, y * z2 + w * x2, 56);
  store<f64>(R, 1 - (x * x2 + y * y2), 64);
}

export function dominantQuaternion(
  q: usize, R: usize, a00: f64, a01: f64, a02: f64, a10: f64, a11: f64, a12: f64, a20: f64, a21: f64, a22: f64,
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
  for (let i: i32 = 0; i < SQUARINGS; i++) {
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
  const lx = load<f64>(q);
  const ly = load<f64>(q, 8);
  const lz = load<f64>(q, 16);
  const lw = load<f64>(q, 24);
  let x = xx * lx + xy * ly + xz * lz + xw * lw;
  let y = xy * lx + yy * ly + yz * lz + yw * lw;
  let z = xz * lx + yz * ly + zz * lz + zw * lw;
  let w = xw * lx + yw * ly + zw * lz + ww * lw;
  let size = x * x + y * y + z * z + w * w;
  if (size < 1e-8) {
    const most = max(max(xx, yy), max(zz, ww));
    const column = most == xx ? 0 : most == yy ? 1 : most == zz ? 2 : 3;
    x = column == 0 ? xx : column == 1 ? xy : column == 2 ? xz : xw;
    y = column == 0 ? xy : column == 1 ? yy : column == 2 ? yz : yw;
    z = column == 0 ? xz : column == 1 ? yz : column == 2 ? zz : zw;
    w = column == 0 ? xw : column == 1 ? yw : column == 2 ? zw : ww;
    size = x * x + y * y + z * z + w * w;
  }
  const norm = 1 / sqrt(size);
  x *= norm;
  y *= norm;
  z *= norm;
  w *= norm;
  store<f64>(q, x);
  store<f64>(q, y, 8);
  store<f64>(q, z, 16);
  store<f64>(q, w, 24);
  writeRotation(R, x, y, z, w);
}
