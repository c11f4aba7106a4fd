// Written out from src/kernels/reference/layer-transfer.ts, operation by operation.
import { add, int, num, put } from './numbers';

export function layerVelocities(
  out: usize,
  ptr: usize,
  fn: usize,
  value: usize,
  frame: usize,
  u: usize,
  offset: i32,
  first: i32,
  last: i32,
): void {
  for (let i: i32 = first; i < last; i++) {
    const from = int(ptr, i);
    const to = int(ptr, i + 1);
    if (from === to) continue;
    let x: f64 = 0;
    let y: f64 = 0;
    let z: f64 = 0;
    for (let e: i32 = from; e < to; e++) {
      const a = offset + 3 * int(fn, e);
      const n = num(value, e);
      x += n * num(u, a);
      y += n * num(u, a + 1);
      z += n * num(u, a + 2);
    }
    const p = 9 * i;
    const o = 3 * i;
    add(out, o, num(frame, p) * x + num(frame, p + 1) * y + num(frame, p + 2) * z);
    add(out, o + 1, num(frame, p + 3) * x + num(frame, p + 4) * y + num(frame, p + 5) * z);
    add(out, o + 2, num(frame, p + 6) * x + num(frame, p + 7) * y + num(frame, p + 8) * z);
  }
}

export function layerForces(
  out: usize,
  ptr: usize,
  fn: usize,
  value: usize,
  frame: usize,
  f: usize,
  offset: i32,
  first: i32,
  last: i32,
): void {
  for (let i: i32 = first; i < last; i++) {
    const from = int(ptr, i);
    const to = int(ptr, i + 1);
    if (from === to) continue;
    const p = 9 * i;
    const fx = num(f, 3 * i);
    const fy = num(f, 3 * i + 1);
    const fz = num(f, 3 * i + 2);
    const x = num(frame, p) * fx + num(frame, p + 3) * fy + num(frame, p + 6) * fz;
    const y = num(frame, p + 1) * fx + num(frame, p + 4) * fy + num(frame, p + 7) * fz;
    const z = num(frame, p + 2) * fx + num(frame, p + 5) * fy + num(frame, p + 8) * fz;
    for (let e: i32 = from; e < to; e++) {
      const a = offset + 3 * int(fn, e);
      const n = num(value, e);
      add(out, a, n * x);
      add(out, a + 1, n * y);
      add(out, a + 2, n * z);
    }
  }
}

export function layerRates(
  out: usize,
  ptr: usize,
  fn: usize,
  slope: usize,
  frame: usize,
  u: usize,
  offset: i32,
  first: i32,
  last: i32,
): void {
  for (let i: i32 = first; i < last; i++) {
    const from = int(ptr, i);
    const to = int(ptr, i + 1);
    if (from === to) continue;
    let t0: f64 = 0;
    let t1: f64 = 0;
    let t2: f64 = 0;
    let t3: f64 = 0;
    let t4: f64 = 0;
    let t5: f64 = 0;
    let t6: f64 = 0;
    let t7: f64 = 0;
    let t8: f64 = 0;
    for (let e: i32 = from; e < to; e++) {
      const a = offset + 3 * int(fn, e);
      const x = num(slope, 3 * e);
      const y = num(slope, 3 * e + 1);
      const z = num(slope, 3 * e + 2);
      const u0 = num(u, a);
      const u1 = num(u, a + 1);
      const u2 = num(u, a + 2);
      t0 += u0 * x;
      t1 += u0 * y;
      t2 += u0 * z;
      t3 += u1 * x;
      t4 += u1 * y;
      t5 += u1 * z;
      t6 += u2 * x;
      t7 += u2 * y;
      t8 += u2 * z;
    }
    for (let r: i32 = 0; r < 9; r += 3) {
      const p = 9 * i + r;
      const a = num(frame, p);
      const b = num(frame, p + 1);
      const c = num(frame, p + 2);
      add(out, p, a * t0 + b * t3 + c * t6);
      add(out, p + 1, a * t1 + b * t4 + c * t7);
      add(out, p + 2, a * t2 + b * t5 + c * t8);
    }
  }
}

export function layerStresses(
  out: usize,
  ptr: usize,
  fn: usize,
  slope: usize,
  frame: usize,
  stress: usize,
  scale: f64,
  offset: i32,
  first: i32,
  last: i32,
): void {
  for (let i: i32 = first; i < last; i++) {
    const from = int(ptr, i);
    const to = int(ptr, i + 1);
    if (from === to) continue;
    const p = 9 * i;
    const s0 = num(stress, p);
    const s1 = num(stress, p + 1);
    const s2 = num(stress, p + 2);
    const s3 = num(stress, p + 3);
    const s4 = num(stress, p + 4);
    const s5 = num(stress, p + 5);
    const s6 = num(stress, p + 6);
    const s7 = num(stress, p + 7);
    const s8 = num(stress, p + 8);
    const a0 = num(frame, p);
    const a1 = num(frame, p + 1);
    const a2 = num(frame, p + 2);
    const b0 = num(frame, p + 3);
    const b1 = num(frame, p + 4);
    const b2 = num(frame, p + 5);
    const c0 = num(frame, p + 6);
    const c1 = num(frame, p + 7);
    const c2 = num(frame, p + 8);
    const r0 = scale * (a0 * s0 + b0 * s3 + c0 * s6);
    const r1 = scale * (a0 * s1 + b0 * s4 + c0 * s7);
    const r2 = scale * (a0 * s2 + b0 * s5 + c0 * s8);
    const r3 = scale * (a1 * s0 + b1 * s3 + c1 * s6);
    const r4 = scale * (a1 * s1 + b1 * s4 + c1 * s7);
    const r5 = scale * (a1 * s2 + b1 * s5 + c1 * s8);
    const r6 = scale * (a2 * s0 + b2 * s3 + c2 * s6);
    const r7 = scale * (a2 * s1 + b2 * s4 + c2 * s7);
    const r8 = scale * (a2 * s2 + b2 * s5 + c2 * s8);
    for (let e: i32 = from; e < to; e++) {
      const a = offset + 3 * int(fn, e);
      const x = num(slope, 3 * e);
      const y = num(slope, 3 * e + 1);
      const z = num(slope, 3 * e + 2);
      add(out, a, r0 * x + r1 * y + r2 * z);
      add(out, a + 1, r3 * x + r4 * y + r5 * z);
      add(out, a + 2, r6 * x + r7 * y + r8 * z);
    }
  }
}

export function modeVelocities(
  out: usize,
  ptr: usize,
  fn: usize,
  value: usize,
  frame: usize,
  u: usize,
  offset: i32,
  first: i32,
  last: i32,
): void {
  for (let i: i32 = first; i < last; i++) {
    const from = int(ptr, i);
    const to = int(ptr, i + 1);
    if (from === to) continue;
    let x: f64 = 0;
    let y: f64 = 0;
    let z: f64 = 0;
    for (let e: i32 = from; e < to; e++) {
      const n = num(u, offset + int(fn, e));
      x += n * num(value, 3 * e);
      y += n * num(value, 3 * e + 1);
      z += n * num(value, 3 * e + 2);
    }
    const p = 9 * i;
    const o = 3 * i;
    add(out, o, num(frame, p) * x + num(frame, p + 1) * y + num(frame, p + 2) * z);
    add(out, o + 1, num(frame, p + 3) * x + num(frame, p + 4) * y + num(frame, p + 5) * z);
    add(out, o + 2, num(frame, p + 6) * x + num(frame, p + 7) * y + num(frame, p + 8) * z);
  }
}

export function modeForces(
  out: usize,
  ptr: usize,
  fn: usize,
  value: usize,
  frame: usize,
  f: usize,
  offset: i32,
  first: i32,
  last: i32,
): void {
  for (let i: i32 = first; i < last; i++) {
    const from = int(ptr, i);
    const to = int(ptr, i + 1);
    if (from === to) continue;
    const p = 9 * i;
    const fx = num(f, 3 * i);
    const fy = num(f, 3 * i + 1);
    const fz = num(f, 3 * i + 2);
    const x = num(frame, p) * fx + num(frame, p + 3) * fy + num(frame, p + 6) * fz;
    const y = num(frame, p + 1) * fx + num(frame, p + 4) * fy + num(frame, p + 7) * fz;
    const z = num(frame, p + 2) * fx + num(frame, p + 5) * fy + num(frame, p + 8) * fz;
    for (let e: i32 = from; e < to; e++) {
      add(out, offset + int(fn, e), num(value, 3 * e) * x + num(value, 3 * e + 1) * y + num(value, 3 * e + 2) * z);
    }
  }
}

export function modeRates(
  out: usize,
  ptr: usize,
  fn: usize,
  slope: usize,
  frame: usize,
  u: usize,
  offset: i32,
  first: i32,
  last: i32,
): void {
  for (let i: i32 = first; i < last; i++) {
    const from = int(ptr, i);
    const to = int(ptr, i + 1);
    if (from === to) continue;
    let t0: f64 = 0;
    let t1: f64 = 0;
    let t2: f64 = 0;
    let t3: f64 = 0;
    let t4: f64 = 0;
    let t5: f64 = 0;
    let t6: f64 = 0;
    let t7: f64 = 0;
    let t8: f64 = 0;
    for (let e: i32 = from; e < to; e++) {
      const n = num(u, offset + int(fn, e));
      const s = 9 * e;
      t0 += n * num(slope, s);
      t1 += n * num(slope, s + 1);
      t2 += n * num(slope, s + 2);
      t3 += n * num(slope, s + 3);
      t4 += n * num(slope, s + 4);
      t5 += n * num(slope, s + 5);
      t6 += n * num(slope, s + 6);
      t7 += n * num(slope, s + 7);
      t8 += n * num(slope, s + 8);
    }
    for (let r: i32 = 0; r < 9; r += 3) {
      const p = 9 * i + r;
      const a = num(frame, p);
      const b = num(frame, p + 1);
      const c = num(frame, p + 2);
      add(out, p, a * t0 + b * t3 + c * t6);
      add(out, p + 1, a * t1 + b * t4 + c * t7);
      add(out, p + 2, a * t2 + b * t5 + c * t8);
    }
  }
}

export function modeStresses(
  out: usize,
  ptr: usize,
  fn: usize,
  slope: usize,
  frame: usize,
  stress: usize,
  scale: f64,
  offset: i32,
  first: i32,
  last: i32,
): void {
  for (let i: i32 = first; i < last; i++) {
    const from = int(ptr, i);
    const to = int(ptr, i + 1);
    if (from === to) continue;
    const p = 9 * i;
    const s0 = num(stress, p);
    const s1 = num(stress, p + 1);
    const s2 = num(stress, p + 2);
    const s3 = num(stress, p + 3);
    const s4 = num(stress, p + 4);
    const s5 = num(stress, p + 5);
    const s6 = num(stress, p + 6);
    const s7 = num(stress, p + 7);
    const s8 = num(stress, p + 8);
    const a0 = num(frame, p);
    const a1 = num(frame, p + 1);
    const a2 = num(frame, p + 2);
    const b0 = num(frame, p + 3);
    const b1 = num(frame, p + 4);
    const b2 = num(frame, p + 5);
    const c0 = num(frame, p + 6);
    const c1 = num(frame, p + 7);
    const c2 = num(frame, p + 8);
    const r0 = scale * (a0 * s0 + b0 * s3 + c0 * s6);
    const r1 = scale * (a0 * s1 + b0 * s4 + c0 * s7);
    const r2 = scale * (a0 * s2 + b0 * s5 + c0 * s8);
    const r3 = scale * (a1 * s0 + b1 * s3 + c1 * s6);
    const r4 = scale * (a1 * s1 + b1 * s4 + c1 * s7);
    const r5 = scale * (a1 * s2 + b1 * s5 + c1 * s8);
    const r6 = scale * (a2 * s0 + b2 * s3 + c2 * s6);
    const r7 = scale * (a2 * s1 + b2 * s4 + c2 * s7);
    const r8 = scale * (a2 * s2 + b2 * s5 + c2 * s8);
    for (let e: i32 = from; e < to; e++) {
      const s = 9 * e;
      add(out, offset + int(fn, e), r0 * num(slope, s) + r1 * num(slope, s + 1) + r2 * num(slope, s + 2) + (r3 * num(slope, s + 3) + r4 * num(slope, s + 4) + r5 * num(slope, s + 5)) + (r6 * num(slope, s + 6) + r7 * num(slope, s + 7) + r8 * num(slope, s + 8)));
    }
  }
}

export function rowsTimes(t: usize, A: usize, x: usize, m: i32, n: i32): void {
  const even2 = n - (n & 1);
  for (let a: i32 = 0; a < m; a++) {
    let sum = f64x2.splat(0);
    for (let j: i32 = 0; j < even2; j += 2) {
      const o = <usize>j << 3;
      sum = f64x2.add(sum, f64x2.mul(v128.load(A + o), v128.load(x + o)));
    }
    let even = f64x2.extract_lane(sum, 0);
    if (even2 < n) even += num(A, even2) * num(x, even2);
    put(t, a, even + f64x2.extract_lane(sum, 1));
    A += <usize>n << 3;
  }
}

export function addRows(x: usize, A: usize, t: usize, scale: f64, m: i32, n: i32): void {
  const even2 = n - (n & 1);
  for (let a: i32 = 0; a < m; a++) {
    const w = scale * num(t, a);
    const both = f64x2.splat(w);
    for (let j: i32 = 0; j < even2; j += 2) {
      const o = <usize>j << 3;
      v128.store(x + o, f64x2.add(v128.load(x + o), f64x2.mul(both, v128.load(A + o))));
    }
    if (even2 < n) add(x, even2, w * num(A, even2));
    A += <usize>n << 3;
  }
}
