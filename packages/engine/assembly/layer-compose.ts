// Written out from src/kernels/reference/layer-compose.ts, operation by operation.
import { int, num, put } from './numbers';

export function composeScalar(
  value: usize,
  slope: usize,
  frame: usize,
  w: usize,
  S: usize,
  ptr: usize,
  fn: usize,
  rowValue: usize,
  rowSlope: usize,
  shown: usize,
  base: usize,
  baseSlope: usize,
  q: usize,
  offset: i32,
  n: i32,
  slopes: i32,
  alone: usize,
): void {
  for (let i: i32 = 0; i < n; i++) {
    const from = int(ptr, i);
    const to = int(ptr, i + 1);
    const p = 9 * i;
    if (from === to) {
      put(frame, p, 1);
      put(frame, p + 1, 0);
      put(frame, p + 2, 0);
      put(frame, p + 3, 0);
      put(frame, p + 4, 1);
      put(frame, p + 5, 0);
      put(frame, p + 6, 0);
      put(frame, p + 7, 0);
      put(frame, p + 8, 1);
      continue;
    }
    if (slopes === 0 && int(alone, i) === 1) {
      let x = num(base, 3 * i);
      let y = num(base, 3 * i + 1);
      let z = num(base, 3 * i + 2);
      for (let e: i32 = from; e < to; e++) {
        const v = num(shown, int(fn, e)) * num(rowValue, e);
        const a = offset + 3 * int(fn, e);
        x += v * num(q, a);
        y += v * num(q, a + 1);
        z += v * num(q, a + 2);
        put(value, e, v);
      }
      put(w, 3 * i, x);
      put(w, 3 * i + 1, y);
      put(w, 3 * i + 2, z);
      continue;
    }
    const wx = num(w, 3 * i);
    const wy = num(w, 3 * i + 1);
    const wz = num(w, 3 * i + 2);
    const s0: f64 = slopes === 0 ? 0 : num(S, p);
    const s1: f64 = slopes === 0 ? 0 : num(S, p + 1);
    const s2: f64 = slopes === 0 ? 0 : num(S, p + 2);
    const s3: f64 = slopes === 0 ? 0 : num(S, p + 3);
    const s4: f64 = slopes === 0 ? 0 : num(S, p + 4);
    const s5: f64 = slopes === 0 ? 0 : num(S, p + 5);
    const s6: f64 = slopes === 0 ? 0 : num(S, p + 6);
    const s7: f64 = slopes === 0 ? 0 : num(S, p + 7);
    const s8: f64 = slopes === 0 ? 0 : num(S, p + 8);
    let jx = num(base, 3 * i);
    let jy = num(base, 3 * i + 1);
    let jz = num(base, 3 * i + 2);
    let g0 = num(baseSlope, p);
    let g1 = num(baseSlope, p + 1);
    let g2 = num(baseSlope, p + 2);
    let g3 = num(baseSlope, p + 3);
    let g4 = num(baseSlope, p + 4);
    let g5 = num(baseSlope, p + 5);
    let g6 = num(baseSlope, p + 6);
    let g7 = num(baseSlope, p + 7);
    let g8 = num(baseSlope, p + 8);
    for (let e: i32 = from; e < to; e++) {
      const part = num(shown, int(fn, e));
      const v = part * num(rowValue, e);
      const x = part * num(rowSlope, 3 * e);
      const y = part * num(rowSlope, 3 * e + 1);
      const z = part * num(rowSlope, 3 * e + 2);
      const a = offset + 3 * int(fn, e);
      const q0 = num(q, a);
      const q1 = num(q, a + 1);
      const q2 = num(q, a + 2);
      jx += v * q0;
      jy += v * q1;
      jz += v * q2;
      g0 += x * q0;
      g1 += y * q0;
      g2 += z * q0;
      g3 += x * q1;
      g4 += y * q1;
      g5 += z * q1;
      g6 += x * q2;
      g7 += y * q2;
      g8 += z * q2;
      put(value, e, v + x * wx + y * wy + z * wz);
      if (slopes === 0) continue;
      put(slope, 3 * e, s0 * x + s3 * y + s6 * z);
      put(slope, 3 * e + 1, s1 * x + s4 * y + s7 * z);
      put(slope, 3 * e + 2, s2 * x + s5 * y + s8 * z);
    }
    g0 += 1;
    g4 += 1;
    g8 += 1;
    put(frame, p, g0);
    put(frame, p + 1, g1);
    put(frame, p + 2, g2);
    put(frame, p + 3, g3);
    put(frame, p + 4, g4);
    put(frame, p + 5, g5);
    put(frame, p + 6, g6);
    put(frame, p + 7, g7);
    put(frame, p + 8, g8);
    put(w, 3 * i, jx + g0 * wx + g1 * wy + g2 * wz);
    put(w, 3 * i + 1, jy + g3 * wx + g4 * wy + g5 * wz);
    put(w, 3 * i + 2, jz + g6 * wx + g7 * wy + g8 * wz);
    if (slopes === 0) continue;
    put(S, p, g0 * s0 + g1 * s3 + g2 * s6);
    put(S, p + 1, g0 * s1 + g1 * s4 + g2 * s7);
    put(S, p + 2, g0 * s2 + g1 * s5 + g2 * s8);
    put(S, p + 3, g3 * s0 + g4 * s3 + g5 * s6);
    put(S, p + 4, g3 * s1 + g4 * s4 + g5 * s7);
    put(S, p + 5, g3 * s2 + g4 * s5 + g5 * s8);
    put(S, p + 6, g6 * s0 + g7 * s3 + g8 * s6);
    put(S, p + 7, g6 * s1 + g7 * s4 + g8 * s7);
    put(S, p + 8, g6 * s2 + g7 * s5 + g8 * s8);
  }
}

export function composeModes(
  value: usize,
  slope: usize,
  frame: usize,
  w: usize,
  S: usize,
  ptr: usize,
  fn: usize,
  rowValue: usize,
  rowSlope: usize,
  shown: usize,
  q: usize,
  offset: i32,
  n: i32,
  slopes: i32,
): void {
  for (let i: i32 = 0; i < n; i++) {
    const from = int(ptr, i);
    const to = int(ptr, i + 1);
    const p = 9 * i;
    const wx = num(w, 3 * i);
    const wy = num(w, 3 * i + 1);
    const wz = num(w, 3 * i + 2);
    const s0: f64 = slopes === 0 ? 0 : num(S, p);
    const s1: f64 = slopes === 0 ? 0 : num(S, p + 1);
    const s2: f64 = slopes === 0 ? 0 : num(S, p + 2);
    const s3: f64 = slopes === 0 ? 0 : num(S, p + 3);
    const s4: f64 = slopes === 0 ? 0 : num(S, p + 4);
    const s5: f64 = slopes === 0 ? 0 : num(S, p + 5);
    const s6: f64 = slopes === 0 ? 0 : num(S, p + 6);
    const s7: f64 = slopes === 0 ? 0 : num(S, p + 7);
    const s8: f64 = slopes === 0 ? 0 : num(S, p + 8);
    // Row after row: the sums of one row of J and F are few enough to stay at hand.
    for (let r: i32 = 0; r < 3; r++) {
      let j: f64 = 0;
      let x: f64 = 0;
      let y: f64 = 0;
      let z: f64 = 0;
      for (let e: i32 = from; e < to; e++) {
        const part = num(shown, int(fn, e));
        const u = num(q, offset + int(fn, e));
        const o = 9 * e + 3 * r;
        const a = part * num(rowSlope, o);
        const b = part * num(rowSlope, o + 1);
        const c = part * num(rowSlope, o + 2);
        const v = part * num(rowValue, 3 * e + r);
        j += v * u;
        x += a * u;
        y += b * u;
        z += c * u;
        put(value, 3 * e + r, v + a * wx + b * wy + c * wz);
        if (slopes === 0) continue;
        put(slope, o, a * s0 + b * s3 + c * s6);
        put(slope, o + 1, a * s1 + b * s4 + c * s7);
        put(slope, o + 2, a * s2 + b * s5 + c * s8);
      }
      x += r === 0 ? 1.0 : 0.0;
      y += r === 1 ? 1.0 : 0.0;
      z += r === 2 ? 1.0 : 0.0;
      const o = p + 3 * r;
      put(frame, o, x);
      put(frame, o + 1, y);
      put(frame, o + 2, z);
      put(w, 3 * i + r, j + x * wx + y * wy + z * wz);
      if (slopes === 0) continue;
      put(S, o, x * s0 + y * s3 + z * s6);
      put(S, o + 1, x * s1 + y * s4 + z * s7);
      put(S, o + 2, x * s2 + y * s5 + z * s8);
    }
  }
}

export function chainFrames(phi: usize, frame: usize, n: i32): void {
  for (let i: i32 = 0; i < n; i++) {
    const p = 9 * i;
    const t0 = num(frame, p);
    const t1 = num(frame, p + 1);
    const t2 = num(frame, p + 2);
    const t3 = num(frame, p + 3);
    const t4 = num(frame, p + 4);
    const t5 = num(frame, p + 5);
    const t6 = num(frame, p + 6);
    const t7 = num(frame, p + 7);
    const t8 = num(frame, p + 8);
    for (let r: i32 = 0; r < 9; r += 3) {
      const a = num(phi, p + r);
      const b = num(phi, p + r + 1);
      const c = num(phi, p + r + 2);
      put(frame, p + r, a);
      put(frame, p + r + 1, b);
      put(frame, p + r + 2, c);
      put(phi, p + r, a * t0 + b * t3 + c * t6);
      put(phi, p + r + 1, a * t1 + b * t4 + c * t7);
      put(phi, p + r + 2, a * t2 + b * t5 + c * t8);
    }
  }
}

export function corotatedRates(
  d: usize,
  R: usize,
  volume: usize,
  mu: usize,
  lambda: usize,
  beta: usize,
  step: f64,
  elastic: i32,
  first: i32,
  last: i32,
): void {
  for (let i: i32 = first; i < last; i++) {
    const p = 9 * i;
    const scale = elastic === 1 ? step * step : step * step + num(beta, i) * step;
    const r0 = num(R, p);
    const r1 = num(R, p + 1);
    const r2 = num(R, p + 2);
    const r3 = num(R, p + 3);
    const r4 = num(R, p + 4);
    const r5 = num(R, p + 5);
    const r6 = num(R, p + 6);
    const r7 = num(R, p + 7);
    const r8 = num(R, p + 8);
    const d0 = num(d, p);
    const d1 = num(d, p + 1);
    const d2 = num(d, p + 2);
    const d3 = num(d, p + 3);
    const d4 = num(d, p + 4);
    const d5 = num(d, p + 5);
    const d6 = num(d, p + 6);
    const d7 = num(d, p + 7);
    const d8 = num(d, p + 8);
    const e0 = r0 * d0 + r3 * d3 + r6 * d6;
    const e1 = r0 * d1 + r3 * d4 + r6 * d7;
    const e2 = r0 * d2 + r3 * d5 + r6 * d8;
    const e3 = r1 * d0 + r4 * d3 + r7 * d6;
    const e4 = r1 * d1 + r4 * d4 + r7 * d7;
    const e5 = r1 * d2 + r4 * d5 + r7 * d8;
    const e6 = r2 * d0 + r5 * d3 + r8 * d6;
    const e7 = r2 * d1 + r5 * d4 + r8 * d7;
    const e8 = r2 * d2 + r5 * d5 + r8 * d8;
    const V = scale * num(volume, i);
    const m = V * num(mu, i);
    const pressure = V * num(lambda, i) * (e0 + e4 + e8);
    const xx = 2 * m * e0 + pressure;
    const yy = 2 * m * e4 + pressure;
    const zz = 2 * m * e8 + pressure;
    const xy = m * (e1 + e3);
    const xz = m * (e2 + e6);
    const yz = m * (e5 + e7);
    put(d, p, r0 * xx + r1 * xy + r2 * xz);
    put(d, p + 1, r0 * xy + r1 * yy + r2 * yz);
    put(d, p + 2, r0 * xz + r1 * yz + r2 * zz);
    put(d, p + 3, r3 * xx + r4 * xy + r5 * xz);
    put(d, p + 4, r3 * xy + r4 * yy + r5 * yz);
    put(d, p + 5, r3 * xz + r4 * yz + r5 * zz);
    put(d, p + 6, r6 * xx + r7 * xy + r8 * xz);
    put(d, p + 7, r6 * xy + r7 * yy + r8 * yz);
    put(d, p + 8, r6 * xz + r7 * yz + r8 * zz);
  }
}

export function addColumnProducts(matrix: usize, size: i32, rows: usize, values: usize, times: usize, count: i32, width: i32): void {
  const pairs = width - (width & 1);
  const stride = <usize>width << 3;
  let va = values;
  for (let a: i32 = 0; a < count; a++) {
    const ra = int(rows, a);
    let vb = times;
    for (let b: i32 = 0; b <= a; b++) {
      const rb = int(rows, b);
      let sum = f64x2.splat(0);
      for (let c: i32 = 0; c < pairs; c += 2) {
        const o = <usize>c << 3;
        sum = f64x2.add(sum, f64x2.mul(v128.load(va + o), v128.load(vb + o)));
      }
      let even = f64x2.extract_lane(sum, 0);
      if (pairs < width) even += num(va, pairs) * num(vb, pairs);
      const at = matrix + (<usize>(ra >= rb ? ra * size + rb : rb * size + ra) << 3);
      store<f64>(at, load<f64>(at) + (even + f64x2.extract_lane(sum, 1)));
      vb += stride;
    }
    va += stride;
  }
}

export function corotatedColumns(
  d: usize,
  R: usize,
  i: i32,
  mu: f64,
  lambda: f64,
  count: i32,
): void {
  const o = 9 * i;
  const r0 = num(R, o);
  const r1 = num(R, o + 1);
  const r2 = num(R, o + 2);
  const r3 = num(R, o + 3);
  const r4 = num(R, o + 4);
  const r5 = num(R, o + 5);
  const r6 = num(R, o + 6);
  const r7 = num(R, o + 7);
  const r8 = num(R, o + 8);
  for (let j: i32 = 0; j < count; j++) {
    const p = 9 * j;
    const d0 = num(d, p);
    const d1 = num(d, p + 1);
    const d2 = num(d, p + 2);
    const d3 = num(d, p + 3);
    const d4 = num(d, p + 4);
    const d5 = num(d, p + 5);
    const d6 = num(d, p + 6);
    const d7 = num(d, p + 7);
    const d8 = num(d, p + 8);
    const e0 = r0 * d0 + r3 * d3 + r6 * d6;
    const e4 = r1 * d1 + r4 * d4 + r7 * d7;
    const e8 = r2 * d2 + r5 * d5 + r8 * d8;
    const pressure = lambda * (e0 + e4 + e8);
    const xx = 2 * mu * e0 + pressure;
    const yy = 2 * mu * e4 + pressure;
    const zz = 2 * mu * e8 + pressure;
    const xy = mu * (r0 * d1 + r3 * d4 + r6 * d7 + (r1 * d0 + r4 * d3 + r7 * d6));
    const xz = mu * (r0 * d2 + r3 * d5 + r6 * d8 + (r2 * d0 + r5 * d3 + r8 * d6));
    const yz = mu * (r1 * d2 + r4 * d5 + r7 * d8 + (r2 * d1 + r5 * d4 + r8 * d7));
    put(d, p, r0 * xx + r1 * xy + r2 * xz);
    put(d, p + 1, r0 * xy + r1 * yy + r2 * yz);
    put(d, p + 2, r0 * xz + r1 * yz + r2 * zz);
    put(d, p + 3, r3 * xx + r4 * xy + r5 * xz);
    put(d, p + 4, r3 * xy + r4 * yy + r5 * yz);
    put(d, p + 5, r3 * xz + r4 * yz + r5 * zz);
    put(d, p + 6, r6 * xx + r7 * xy + r8 * xz);
    put(d, p + 7, r6 * xy + r7 * yy + r8 * yz);
    put(d, p + 8, r6 * xz + r7 * yz + r8 * zz);
  }
}
