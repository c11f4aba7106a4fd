import { add, mul, splat, sub } from '../lanes.as';
import { gatherSums } from './sums.as';

const LEAST_INERTIA: f64 = 1e-9;

// Threes as a pair and a single.
export function matchMoments(
  out: usize, x: usize, v: usize, rest: usize, weight: usize, n: i32, stride: i32,
): void {
  const bytes = <usize>stride << 3;
  for (let i: i32 = 0; i < n; i++) {
    const w = load<f64>(weight);
    const xy = v128.load(x);
    const z = load<f64>(x, 16);
    const pxy = mul(splat(w), xy);
    const px = f64x2.extract_lane(pxy, 0);
    const py = f64x2.extract_lane(pxy, 1);
    const pz = w * z;
    const rxy = v128.load(rest);
    const rz = load<f64>(rest, 16);
    v128.store(out, pxy);
    store<f64>(out, pz, 16);
    v128.store(out, mul(splat(px), rxy), 24);
    store<f64>(out, px * rz, 40);
    v128.store(out, mul(splat(py), rxy), 48);
    store<f64>(out, py * rz, 64);
    v128.store(out, mul(splat(pz), rxy), 72);
    store<f64>(out, pz * rz, 88);
    if (stride == 24) {
      const vxy = v128.load(v);
      const vx = f64x2.extract_lane(vxy, 0);
      const vy = f64x2.extract_lane(vxy, 1);
      const vz = load<f64>(v, 16);
      v128.store(out, mul(splat(w), vxy), 96);
      store<f64>(out, w * vz, 112);
      store<f64>(out, py * vz - pz * vy, 120);
      store<f64>(out, pz * vx - px * vz, 128);
      store<f64>(out, px * vy - py * vx, 136);
      const yz = v128.load(x, 8);
      v128.store(out, mul(splat(px), xy), 144);
      store<f64>(out, px * z, 160);
      v128.store(out, mul(splat(py), yz), 168);
      store<f64>(out, pz * z, 184);
    }
    out += bytes;
    x += 24;
    v += 24;
    rest += 24;
    weight += 8;
  }
}

export function matchRegions(
  A: usize, centre: usize, sums: usize, mass: usize, restCentre: usize, n: i32, stride: i32,
): void {
  for (let r: i32 = 0; r < n; r++) {
    const s = stride * r;
    const massAt = mass + (<usize>r << 3);
    const restCentreAt = restCentre + (<usize>(3 * r) << 3);
    const inverse = 1.0 / load<f64>(massAt);
    const qx = load<f64>(restCentreAt);
    const qy = load<f64>(restCentreAt, 8);
    const qz = load<f64>(restCentreAt, 16);
    for (let c: i32 = 0; c < 3; c++) {
      const sum = load<f64>(sums + (<usize>(s + c) << 3));
      store<f64>(centre + (<usize>(3 * r + c) << 3), sum * inverse);
      store<f64>(A + (<usize>(9 * r + 3 * c) << 3), load<f64>(sums + (<usize>(s + 3 + 3 * c) << 3)) - sum * qx);
      store<f64>(A + (<usize>(9 * r + 3 * c + 1) << 3), load<f64>(sums + (<usize>(s + 4 + 3 * c) << 3)) - sum * qy);
      store<f64>(A + (<usize>(9 * r + 3 * c + 2) << 3), load<f64>(sums + (<usize>(s + 5 + 3 * c) << 3)) - sum * qz);
    }
  }
}

export function matchTransforms(
  out: usize, F: usize, A: usize, inverse: usize, blend: f64, centre: usize, restCentre: usize, pull: usize, n: i32, stride: i32,
): void {
  for (let r: i32 = 0; r < n; r++) {
    const o = stride * r;
    const pullAt = pull + (<usize>r << 3);
    const restCentreAt = restCentre + (<usize>(3 * r) << 3);
    const s = load<f64>(pullAt);
    const qx = load<f64>(restCentreAt);
    const qy = load<f64>(restCentreAt, 8);
    const qz = load<f64>(restCentreAt, 16);
    for (let c: i32 = 0; c < 3; c++) {
      const row = <usize>(9 * r + 3 * c) << 3;
      const v = inverse + (<usize>(9 * r) << 3);
      const a0 = load<f64>(A + row);
      const a1 = load<f64>(A + row, 8);
      const a2 = load<f64>(A + row, 16);
      const f0 = blend * load<f64>(F + row) + (a0 * load<f64>(v) + a1 * load<f64>(v, 24) + a2 * load<f64>(v, 48));
      const f1 = blend * load<f64>(F + row, 8) + (a0 * load<f64>(v, 8) + a1 * load<f64>(v, 32) + a2 * load<f64>(v, 56));
      const f2 = blend * load<f64>(F + row, 16) + (a0 * load<f64>(v, 16) + a1 * load<f64>(v, 40) + a2 * load<f64>(v, 64));
      store<f64>(out + (<usize>(o + c) << 3), s * f0);
      store<f64>(out + (<usize>(o + 3 + c) << 3), s * f1);
      store<f64>(out + (<usize>(o + 6 + c) << 3), s * f2);
      store<f64>(out + (<usize>(o + 9 + c) << 3), s * (load<f64>(centre + (<usize>(3 * r + c) << 3)) - (f0 * qx + f1 * qy + f2 * qz)));
    }
  }
}

export function matchSpins(
  out: usize, sums: usize, centre: usize, mass: usize, drag: usize, n: i32,
): void {
  for (let r: i32 = 0; r < n; r++) {
    const o = 16 * r;
    const s = 24 * r;
    const massAt = mass + (<usize>r << 3);
    const centreAt = centre + (<usize>(3 * r) << 3);
    const sumsAt = sums + (<usize>(s) << 3);
    const dragAt = drag + (<usize>r << 3);
    const outAt = out + (<usize>(o) << 3);
    const m = load<f64>(massAt);
    const cx = load<f64>(centreAt);
    const cy = load<f64>(centreAt, 8);
    const cz = load<f64>(centreAt, 16);
    const px = load<f64>(sumsAt, 96);
    const py = load<f64>(sumsAt, 104);
    const pz = load<f64>(sumsAt, 112);
    const lx = load<f64>(sumsAt, 120) - (cy * pz - cz * py);
    const ly = load<f64>(sumsAt, 128) - (cz * px - cx * pz);
    const lz = load<f64>(sumsAt, 136) - (cx * py - cy * px);
    const xx = load<f64>(sumsAt, 144) - m * cx * cx;
    const xy = load<f64>(sumsAt, 152) - m * cx * cy;
    const xz = load<f64>(sumsAt, 160) - m * cx * cz;
    const yy = load<f64>(sumsAt, 168) - m * cy * cy;
    const yz = load<f64>(sumsAt, 176) - m * cy * cz;
    const zz = load<f64>(sumsAt, 184) - m * cz * cz;
    const least = LEAST_INERTIA * (xx + yy + zz);
    const a = yy + zz + least;
    const b = xx + zz + least;
    const c = xx + yy + least;
    const c00 = b * c - yz * yz;
    const c01 = xy * c + yz * xz;
    const c02 = xy * yz + b * xz;
    const c11 = a * c - xz * xz;
    const c12 = a * yz + xy * xz;
    const c22 = a * b - xy * xy;
    const det = a * c00 - xy * c01 - xz * c02;
    const inverse = det > 0 ? 1.0 / det : 0.0;
    const wx = (c00 * lx + c01 * ly + c02 * lz) * inverse;
    const wy = (c01 * lx + c11 * ly + c12 * lz) * inverse;
    const wz = (c02 * lx + c12 * ly + c22 * lz) * inverse;
    const k = load<f64>(dragAt);
    const part = 1.0 / m;
    store<f64>(outAt, load<f64>(outAt, 72) + k * (px * part - (wy * cz - wz * cy)), 72);
    store<f64>(outAt, load<f64>(outAt, 80) + k * (py * part - (wz * cx - wx * cz)), 80);
    store<f64>(outAt, load<f64>(outAt, 88) + k * (pz * part - (wx * cy - wy * cx)), 88);
    store<f64>(outAt, k * wx, 96);
    store<f64>(outAt, k * wy, 104);
    store<f64>(outAt, k * wz, 112);
    store<f64>(outAt, k * wx, 120);
  }
}

export function sumChildren(
  values: usize, childPtr: usize, child: usize, leaves: i32, nodes: i32, stride: i32,
): void {
  gatherSums(values + <usize>(leaves * stride << 3), childPtr, child, values, nodes - leaves, stride);
}

export function addParents(values: usize, parent: usize, n: i32, stride: i32): void {
  const bytes = <usize>stride << 3;
  for (let i: i32 = n - 1; i >= 0; i--) {
    const p = load<i32>(parent + (<usize>i << 2));
    if (p < 0) continue;
    addRecord(values + <usize>i * bytes, values + <usize>p * bytes, bytes);
  }
}

export function windowSums(
  out: usize, values: usize, runPtr: usize, runs: usize, n: i32, half: i32, stride: i32,
): void {
  const bytes = <usize>stride << 3;
  for (let r: i32 = 0; r < n; r++) {
    const from = load<i32>(runPtr + (<usize>r << 2));
    const to = load<i32>(runPtr + (<usize>r << 2), 4);
    if (from == to) continue;
    const first = out + <usize>load<i32>(runs + (<usize>from << 2)) * bytes;
    memory.fill(first, 0, bytes);
    for (let k = from; k < to && k <= from + half; k++) {
      addRecord(first, values + <usize>load<i32>(runs + (<usize>k << 2)) * bytes, bytes);
    }
    for (let k = from + 1; k < to; k++) {
      const o = out + <usize>load<i32>(runs + (<usize>k << 2)) * bytes;
      const last = out + <usize>load<i32>(runs + (<usize>(k - 1) << 2)) * bytes;
      const enters = k + half < to
        ? values + <usize>load<i32>(runs + (<usize>(k + half) << 2)) * bytes : 0;
      const leaves = k - half - 1 >= from
        ? values + <usize>load<i32>(runs + (<usize>(k - half - 1) << 2)) * bytes : 0;
      let s: usize = 0;
      for (; s + 16 <= bytes; s += 16) {
        let sum = v128.load(last + s);
        if (enters) sum = add(sum, v128.load(enters + s));
        if (leaves) sum = sub(sum, v128.load(leaves + s));
        v128.store(o + s, sum);
      }
      if (s < bytes) {
        let sum = load<f64>(last + s);
        if (enters) sum += load<f64>(enters + s);
        if (leaves) sum -= load<f64>(leaves + s);
        store<f64>(o + s, sum);
      }
    }
  }
}

// @ts-ignore: decorator
@inline
function addRecord(to: usize, from: usize, bytes: usize): void {
  let s: usize = 0;
  for (; s + 16 <= bytes; s += 16) v128.store(to + s, add(v128.load(to + s), v128.load(from + s)));
  if (s < bytes) store<f64>(to + s, load<f64>(to + s) + load<f64>(from + s));
}
