import type { F64s, f64, I32s, i32 } from './prelude.ts';

/**
 * out[o..o+stride) = the sum of records values[stride·members[k]..) over from ≤ k < to, in that order. Strips of a
 * record are summed in variables, not in memory: twelve of them are as many as a processor keeps.
 */
export function sumRecords(
  out: F64s,
  o: i32,
  members: I32s,
  from: i32,
  to: i32,
  values: F64s,
  stride: i32,
): void {
  let s = 0;
  for (; s + 12 <= stride; s += 12) sum12(out, o + s, members, from, to, values, s, stride);
  for (; s + 8 <= stride; s += 8) sum8(out, o + s, members, from, to, values, s, stride);
  for (; s + 2 <= stride; s += 2) sum2(out, o + s, members, from, to, values, s, stride);
  if (s < stride) {
    let sum: f64 = 0;
    for (let k = from; k < to; k++) sum += values[s + stride * members[k]];
    out[o + s] = sum;
  }
}

/** @pairs */
function sum12(
  out: F64s,
  o: i32,
  members: I32s,
  from: i32,
  to: i32,
  values: F64s,
  at: i32,
  stride: i32,
): void {
  let s0: f64 = 0;
  let s1: f64 = 0;
  let s2: f64 = 0;
  let s3: f64 = 0;
  let s4: f64 = 0;
  let s5: f64 = 0;
  let s6: f64 = 0;
  let s7: f64 = 0;
  let s8: f64 = 0;
  let s9: f64 = 0;
  let s10: f64 = 0;
  let s11: f64 = 0;
  for (let k = from; k < to; k++) {
    const v = at + stride * members[k];
    s0 += values[v];
    s1 += values[v + 1];
    s2 += values[v + 2];
    s3 += values[v + 3];
    s4 += values[v + 4];
    s5 += values[v + 5];
    s6 += values[v + 6];
    s7 += values[v + 7];
    s8 += values[v + 8];
    s9 += values[v + 9];
    s10 += values[v + 10];
    s11 += values[v + 11];
  }
  out[o] = s0;
  out[o + 1] = s1;
  out[o + 2] = s2;
  out[o + 3] = s3;
  out[o + 4] = s4;
  out[o + 5] = s5;
  out[o + 6] = s6;
  out[o + 7] = s7;
  out[o + 8] = s8;
  out[o + 9] = s9;
  out[o + 10] = s10;
  out[o + 11] = s11;
}

/** @pairs */
function sum8(
  out: F64s,
  o: i32,
  members: I32s,
  from: i32,
  to: i32,
  values: F64s,
  at: i32,
  stride: i32,
): void {
  let s0: f64 = 0;
  let s1: f64 = 0;
  let s2: f64 = 0;
  let s3: f64 = 0;
  let s4: f64 = 0;
  let s5: f64 = 0;
  let s6: f64 = 0;
  let s7: f64 = 0;
  for (let k = from; k < to; k++) {
    const v = at + stride * members[k];
    s0 += values[v];
    s1 += values[v + 1];
    s2 += values[v + 2];
    s3 += values[v + 3];
    s4 += values[v + 4];
    s5 += values[v + 5];
    s6 += values[v + 6];
    s7 += values[v + 7];
  }
  out[o] = s0;
  out[o + 1] = s1;
  out[o + 2] = s2;
  out[o + 3] = s3;
  out[o + 4] = s4;
  out[o + 5] = s5;
  out[o + 6] = s6;
  out[o + 7] = s7;
}

/** @pairs */
function sum2(
  out: F64s,
  o: i32,
  members: I32s,
  from: i32,
  to: i32,
  values: F64s,
  at: i32,
  stride: i32,
): void {
  let s0: f64 = 0;
  let s1: f64 = 0;
  for (let k = from; k < to; k++) {
    const v = at + stride * members[k];
    s0 += values[v];
    s1 += values[v + 1];
  }
  out[o] = s0;
  out[o + 1] = s1;
}
