import { add, mul, pair, put, splat, sub, sum3 } from '../../../kernels/lanes.as';
import { BLOCK, extractBlock } from '../../../math/rotations.as';
import { sum12, sum8 } from '../../../math/sums.as';

const LEAST_INERTIA: f64 = 1e-9;

export function matchTurns(
  acts: usize, q: usize, R: usize, A: usize, centre: usize, sums: usize, mass: usize, restCentre: usize, pull: usize, drag: usize,
  inverse: usize, blend: f64, volume: usize, n: i32, stride: i32, actStride: i32, keep: i32,
): void {
  const bytes = <usize>stride << 3;
  const actBytes = <usize>actStride << 3;
  for (let r: i32 = 0; r < n; r += BLOCK) {
    const k: usize = keep ? r : 0;
    turnBlock(
      acts, q, R + k * 72, A + k * 72, centre + k * 24, sums + <usize>r * bytes, mass, restCentre, pull, drag,
      inverse, blend, volume, <usize>r, min(BLOCK, n - r), bytes, actBytes);
  }
}

// Regions from the r-th on, two at a time, one per lane; an odd last one goes through both lanes. R, A, centre and sums
// begin with the first.
function turnBlock(
  acts: usize, q: usize, R: usize, A: usize, centre: usize, sums: usize, mass: usize, restCentre: usize, pull: usize, drag: usize,
  inverse: usize, blend: f64, volume: usize, r: usize, count: i32, bytes: usize, actBytes: usize,
): void {
  acts += r * actBytes;
  restCentre += r * 24;
  inverse += r * 72;
  volume += r << 4;
  mass += r << 3;
  pull += r << 3;
  drag += r << 3;
  for (let k: i32 = 0; k < count; k += 2) {
    const i = <usize>k;
    const next: usize = k + 1 < count ? 1 : 0;
    const o = acts + i * actBytes;
    const s = sums + i * bytes;
    const p = restCentre + i * 24;
    const c = centre + i * 24;
    const a = A + i * 72;
    regionPair(
      a, a + next * 72, c, c + next * 24, s, s + next * bytes, mass + (i << 3), p, p + next * 24,
      o, o + next * actBytes, drag + (i << 3), next, actBytes == 128);
  }
  extractBlock(q + (r << 5), R, A, count);
  for (let k: i32 = 0; k < count; k += 2) {
    const i = <usize>k;
    const next: usize = k + 1 < count ? 1 : 0;
    const o = acts + i * actBytes;
    const p = restCentre + i * 24;
    const c = centre + i * 24;
    const F = R + i * 72;
    const a = A + i * 72;
    const v = inverse + i * 72;
    actPair(
      o, o + next * actBytes, F, F + next * 72, a, a + next * 72, v, v + next * 72, splat(blend), volume + (i << 4), c, c + next * 24, p, p + next * 24,
      pull + (i << 3), next, actBytes == 128);
  }
}

// @ts-ignore: decorator
@inline
function regionPair(
  a: usize, a1: usize, c: usize, c1: usize, s: usize, t: usize, mass: usize, p: usize, p1: usize,
  o: usize, o1: usize, drag: usize, next: usize, damped: bool,
): void {
  const m = pair(mass, mass + (next << 3));
  const part = f64x2.div(splat(1), m);
  const sx = pair(s, t);
  const sy = pair(s + 8, t + 8);
  const sz = pair(s + 16, t + 16);
  const cx = mul(sx, part);
  const cy = mul(sy, part);
  const cz = mul(sz, part);
  put(c, c1, 0, cx);
  put(c, c1, 8, cy);
  put(c, c1, 16, cz);
  const qx = pair(p, p1);
  const qy = pair(p + 8, p1 + 8);
  const qz = pair(p + 16, p1 + 16);
  put(a, a1, 0, sub(pair(s + 24, t + 24), mul(sx, qx)));
  put(a, a1, 8, sub(pair(s + 32, t + 32), mul(sx, qy)));
  put(a, a1, 16, sub(pair(s + 40, t + 40), mul(sx, qz)));
  put(a, a1, 24, sub(pair(s + 48, t + 48), mul(sy, qx)));
  put(a, a1, 32, sub(pair(s + 56, t + 56), mul(sy, qy)));
  put(a, a1, 40, sub(pair(s + 64, t + 64), mul(sy, qz)));
  put(a, a1, 48, sub(pair(s + 72, t + 72), mul(sz, qx)));
  put(a, a1, 56, sub(pair(s + 80, t + 80), mul(sz, qy)));
  put(a, a1, 64, sub(pair(s + 88, t + 88), mul(sz, qz)));
  if (damped) spinPair(o, o1, s, t, m, part, cx, cy, cz, drag, next);
}

// @ts-ignore: decorator
@inline
function actPair(
  o: usize, o1: usize, F: usize, F1: usize, a: usize, a1: usize, v: usize, v1: usize, most: v128, volume: usize, c: usize, c1: usize,
  p: usize, p1: usize, pull: usize, next: usize, damped: bool,
): void {
  const qx = pair(p, p1);
  const qy = pair(p + 8, p1 + 8);
  const qz = pair(p + 16, p1 + 16);
  const k = pair(pull, pull + (next << 3));
  const along = add(add(rowProduct(F, F1, a, a1, 0), rowProduct(F, F1, a, a1, 24)), rowProduct(F, F1, a, a1, 48));
  const growth = sub(mul(pair(volume, volume + (next << 4)), along), pair(volume + 8, volume + 8 + (next << 4)));
  const grown = f64x2.min(splat(1), f64x2.max(splat(-1), growth));
  const blend = mul(most, sub(splat(1), grown));
  actRow(o, o1, 0, F, F1, a, a1, v, v1, blend, 0, k, pair(c, c1), qx, qy, qz, damped);
  actRow(o, o1, 8, F, F1, a, a1, v, v1, blend, 24, k, pair(c + 8, c1 + 8), qx, qy, qz, damped);
  actRow(o, o1, 16, F, F1, a, a1, v, v1, blend, 48, k, pair(c + 16, c1 + 16), qx, qy, qz, damped);
}

// @ts-ignore: decorator
@inline
function rowProduct(F: usize, F1: usize, a: usize, a1: usize, row: usize): v128 {
  return sum3(
    pair(F + row, F1 + row), pair(a + row, a1 + row), pair(F + row + 8, F1 + row + 8), pair(a + row + 8, a1 + row + 8),
    pair(F + row + 16, F1 + row + 16), pair(a + row + 16, a1 + row + 16));
}

// One entry of blend · F + A · inverse, of column `col` in bytes; x, y, z are A's row.
// @ts-ignore: decorator
@inline
function blended(
  F: usize, F1: usize, row: usize, x: v128, y: v128, z: v128, v: usize, v1: usize, col: usize, blend: v128,
): v128 {
  const by = sum3(x, pair(v + col, v1 + col), y, pair(v + col + 24, v1 + col + 24), z, pair(v + col + 48, v1 + col + 48));
  return add(mul(blend, pair(F + row + col, F1 + row + col)), by);
}

// One row of a region's map, which is kept column by column: `row` is where it begins in F, `shift` in a column of the
// acts, in bytes.
// @ts-ignore: decorator
@inline
function actRow(
  o: usize, o1: usize, shift: usize, F: usize, F1: usize, a: usize, a1: usize, v: usize, v1: usize, blend: v128, row: usize, k: v128, c: v128, qx: v128, qy: v128, qz: v128,
  damped: bool,
): void {
  const ax = pair(a + row, a1 + row);
  const ay = pair(a + row + 8, a1 + row + 8);
  const az = pair(a + row + 16, a1 + row + 16);
  const f0 = blended(F, F1, row, ax, ay, az, v, v1, 0, blend);
  const f1 = blended(F, F1, row, ax, ay, az, v, v1, 8, blend);
  const f2 = blended(F, F1, row, ax, ay, az, v, v1, 16, blend);
  put(o, o1, shift, mul(k, f0));
  put(o, o1, shift + 24, mul(k, f1));
  put(o, o1, shift + 48, mul(k, f2));
  const by = mul(k, sub(c, sum3(f0, qx, f1, qy, f2, qz)));
  const at = shift + 72;
  put(o, o1, at, damped ? add(by, pair(o + at, o1 + at)) : by);
}

// @ts-ignore: decorator
@inline
function spinPair(
  o: usize, o1: usize, s: usize, t: usize, m: v128, part: v128, cx: v128, cy: v128, cz: v128, drag: usize, next: usize,
): void {
  const px = pair(s + 96, t + 96);
  const py = pair(s + 104, t + 104);
  const pz = pair(s + 112, t + 112);
  const lx = sub(pair(s + 120, t + 120), sub(mul(cy, pz), mul(cz, py)));
  const ly = sub(pair(s + 128, t + 128), sub(mul(cz, px), mul(cx, pz)));
  const lz = sub(pair(s + 136, t + 136), sub(mul(cx, py), mul(cy, px)));
  const mx = mul(m, cx);
  const my = mul(m, cy);
  const xx = sub(pair(s + 144, t + 144), mul(mx, cx));
  const xy = sub(pair(s + 152, t + 152), mul(mx, cy));
  const xz = sub(pair(s + 160, t + 160), mul(mx, cz));
  const yy = sub(pair(s + 168, t + 168), mul(my, cy));
  const yz = sub(pair(s + 176, t + 176), mul(my, cz));
  const zz = sub(pair(s + 184, t + 184), mul(mul(m, cz), cz));
  const least = mul(splat(LEAST_INERTIA), add(add(xx, yy), zz));
  const a = add(add(yy, zz), least);
  const b = add(add(xx, zz), least);
  const c = add(add(xx, yy), least);
  const c00 = sub(mul(b, c), mul(yz, yz));
  const c01 = add(mul(xy, c), mul(yz, xz));
  const c02 = add(mul(xy, yz), mul(b, xz));
  const c11 = sub(mul(a, c), mul(xz, xz));
  const c12 = add(mul(a, yz), mul(xy, xz));
  const c22 = sub(mul(a, b), mul(xy, xy));
  const det = sub(sub(mul(a, c00), mul(xy, c01)), mul(xz, c02));
  // Where there is none, all bits are zero.
  const inverse = v128.and(f64x2.div(splat(1), det), f64x2.gt(det, splat(0)));
  const wx = mul(sum3(c00, lx, c01, ly, c02, lz), inverse);
  const wy = mul(sum3(c01, lx, c11, ly, c12, lz), inverse);
  const wz = mul(sum3(c02, lx, c12, ly, c22, lz), inverse);
  const k = pair(drag, drag + (next << 3));
  put(o, o1, 72, mul(k, sub(mul(px, part), sub(mul(wy, cz), mul(wz, cy)))));
  put(o, o1, 80, mul(k, sub(mul(py, part), sub(mul(wz, cx), mul(wx, cz)))));
  put(o, o1, 88, mul(k, sub(mul(pz, part), sub(mul(wx, cy), mul(wy, cx)))));
  put(o, o1, 96, mul(k, wx));
  put(o, o1, 104, mul(k, wy));
  put(o, o1, 112, mul(k, wz));
  put(o, o1, 120, mul(k, wx));
}

export function spreadPulls(
  out: usize, fields: usize, rowPtr: usize, members: usize, acts: usize, parent: usize, x: usize, v: usize, rest: usize, mass: usize,
  share: usize, pulled: usize, dragged: usize, gravity: usize, h: f64, leaves: i32, nodes: i32, stride: i32,
): void {
  const bytes = <usize>stride << 3;
  for (let i: i32 = nodes - 1; i >= 0; i--) {
    const o = i < leaves ? fields : fields + <usize>i * bytes;
    const row = rowPtr + (<usize>i << 2);
    const from = members + (<usize>load<i32>(row) << 2);
    const to = members + (<usize>load<i32>(row, 4) << 2);
    const p = load<i32>(parent + (<usize>i << 2));
    const above = p >= 0 ? fields + <usize>p * bytes : 0;
    if (bytes == 128) {
      sum8(o, from, to, acts, 128, above);
      sum8(o + 64, from, to, acts + 64, 128, above ? above + 64 : 0);
    } else sum12(o, from, to, acts, 96, above);
    if (i < leaves) pullPoint(out, i, o, x, v, rest, mass, share, pulled, dragged, gravity, h, bytes);
  }
}

export function matchPulls(
  out: usize, fields: usize, x: usize, v: usize, rest: usize, mass: usize, share: usize, pulled: usize, dragged: usize, gravity: usize,
  h: f64, n: i32, stride: i32,
): void {
  const bytes = <usize>stride << 3;
  for (let i: i32 = 0; i < n; i++) {
    const f = fields + <usize>i * bytes;
    pullPoint(out, i, f, x, v, rest, mass, share, pulled, dragged, gravity, h, bytes);
  }
}

export function solvePoints(u: usize, b: usize, mobility: usize, n: i32): void {
  for (let i: i32 = 0; i < n; i++) {
    const m = load<f64>(mobility + (<usize>i << 3));
    if (m == 0) continue;
    const at = <usize>i * 24;
    v128.store(u + at, mul(v128.load(b + at), splat(m)));
    store<f64>(u + at, load<f64>(b + at, 16) * m, 16);
  }
}

export function followHolds(
  velocity: usize, q: usize, x: usize, rest: usize, held: usize, points: usize, poses: usize, turns: usize, h: f64, n: i32,
): void {
  const rate = 1.0 / h;
  for (let k: i32 = 0; k < n; k++) {
    const i = <usize>load<i32>(points + (<usize>k << 2));
    const r = <usize>load<u8>(held + i) - 1;
    const at = rest + i * 24;
    const rx = load<f64>(at);
    const ry = load<f64>(at, 8);
    const rz = load<f64>(at, 16);
    for (let c: usize = 0; c < 24; c += 8) {
      const p = poses + r * 96 + (c << 2);
      const goal = load<f64>(p) * rx + load<f64>(p, 8) * ry + load<f64>(p, 16) * rz + load<f64>(p, 24);
      store<f64>(velocity + i * 24 + c, (goal - load<f64>(x + i * 24 + c)) * rate);
    }
    v128.store(q + (i << 5), v128.load(turns + (r << 5)));
    v128.store(q + (i << 5), v128.load(turns + (r << 5), 16), 16);
  }
}

// @ts-ignore: decorator
@inline
function pullPoint(
  out: usize, i: i32, f: usize, x: usize, v: usize, rest: usize, mass: usize, share: usize, pulled: usize, dragged: usize, gravity: usize,
  h: f64, bytes: usize,
): void {
  const one = <usize>i << 3;
  const three = <usize>i * 24;
  const m = load<f64>(mass + one);
  const inverse = 1.0 / load<f64>(share + one);
  const a = load<f64>(pulled + one);
  const rx = load<f64>(rest + three);
  const ry = load<f64>(rest + three, 8);
  const rz = load<f64>(rest + three, 16);
  const pxy = v128.load(x + three);
  const pz = load<f64>(x + three, 16);
  let gxy = add(
    sum3(v128.load(f), splat(rx), v128.load(f, 24), splat(ry), v128.load(f, 48), splat(rz)), v128.load(f, 72));
  let gz = load<f64>(f, 16) * rx + load<f64>(f, 40) * ry + load<f64>(f, 64) * rz + load<f64>(f, 88);
  let keep: f64 = 1;
  if (bytes == 128) {
    keep = 1.0 - load<f64>(dragged + one);
    const px = f64x2.extract_lane(pxy, 0);
    const py = f64x2.extract_lane(pxy, 1);
    const pzx = f64x2.replace_lane(splat(pz), 1, px);
    // (ωy, ωz) and (ωz, ωx): its x comes once more after it.
    gxy = add(gxy, sub(mul(v128.load(f, 104), pzx), mul(v128.load(f, 112), v128.load(x + three, 8))));
    gz += load<f64>(f, 96) * py - load<f64>(f, 104) * px;
  }
  const vxy = add(mul(splat(keep), v128.load(v + three)), mul(splat(h), v128.load(gravity)));
  const vz = keep * load<f64>(v + three, 16) + h * load<f64>(gravity, 16);
  const uxy = add(sub(mul(gxy, splat(inverse)), mul(splat(a), pxy)), vxy);
  v128.store(out + three, mul(splat(m), uxy));
  store<f64>(out + three, m * (gz * inverse - a * pz + vz), 16);
}
