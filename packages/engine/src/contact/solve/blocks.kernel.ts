import { type F32s, type F64s, type f64, type I32s, i32, type U8s } from '../../kernels/prelude.ts';
import { rowOf4 } from '../../kernels/single.ts';
import { DENSE, DOUBLE, PAIRS, RHO, SPARSE, SPIN, TURN } from './forms.ts';

/** Adds s times the response between two sites given sparsely; d as in `addResponse`. */
function addSparse(d: F64s, W: F64s, a: i32, b: i32, s: f64): void {
  let shared: f64 = 0;
  const endA = a + PAIRS + 2 * i32(W[a]);
  const endB = b + PAIRS + 2 * i32(W[b]);
  for (let i = a + PAIRS; i < endA; i += 2) {
    for (let j = b + PAIRS; j < endB; j += 2) {
      if (W[i] === W[j]) shared += W[i + 1] * W[j + 1];
    }
  }
  d[0] += s * shared;
  d[3] += s * shared;
  d[5] += s * shared;
  if (W[a + 1] < 0 || W[a + 1] !== W[b + 1]) return;
  const x = W[a + RHO];
  const y = W[a + RHO + 1];
  const z = W[a + RHO + 2];
  for (let c = 0; c < 3; c++) {
    const px = W[b + TURN + c];
    const py = W[b + TURN + 3 + c];
    const pz = W[b + TURN + 6 + c];
    const qx = W[b + SPIN + c];
    const qy = W[b + SPIN + 3 + c];
    const qz = W[b + SPIN + 6 + c];
    const wx = py * z - pz * y + W[a + TURN] * qx + W[a + TURN + 3] * qy + W[a + TURN + 6] * qz;
    const wy = pz * x - px * z + W[a + TURN + 1] * qx + W[a + TURN + 4] * qy + W[a + TURN + 7] * qz;
    const wz = px * y - py * x + W[a + TURN + 2] * qx + W[a + TURN + 5] * qy + W[a + TURN + 8] * qz;
    if (c === 0) {
      d[0] += s * wx;
      d[1] += 0.5 * s * wy;
      d[2] += 0.5 * s * wz;
    } else if (c === 1) {
      d[1] += 0.5 * s * wx;
      d[3] += s * wy;
      d[4] += 0.5 * s * wz;
    } else {
      d[2] += 0.5 * s * wx;
      d[4] += 0.5 * s * wy;
      d[5] += s * wz;
    }
  }
}

/** Adds s times the 3×3 response between two sites of one body to d: xx, xy, xz, yy, yz, zz of its symmetric part. */
function addResponse(
  d: F64s,
  W: F64s,
  dense: F32s,
  table: I32s,
  body: i32,
  p: i32,
  q: i32,
  s: f64,
): void {
  const start = table[5 * body + 2];
  const stride = table[5 * body + 3];
  if (table[5 * body] === SPARSE) {
    addSparse(d, W, start + p * stride, start + q * stride, s);
    return;
  }
  if (table[5 * body] === DOUBLE) {
    const o = start + 3 * p * stride + 3 * q;
    d[0] += s * W[o];
    d[1] += 0.5 * s * (W[o + 1] + W[o + stride]);
    d[2] += 0.5 * s * (W[o + 2] + W[o + 2 * stride]);
    d[3] += s * W[o + stride + 1];
    d[4] += 0.5 * s * (W[o + stride + 2] + W[o + 2 * stride + 1]);
    d[5] += s * W[o + 2 * stride + 2];
    return;
  }
  if (table[5 * body] === DENSE) {
    const row = rowOf4(stride);
    const o = start + 3 * p * row + 3 * q;
    d[0] += s * dense[o];
    d[1] += 0.5 * s * (dense[o + 1] + dense[o + row]);
    d[2] += 0.5 * s * (dense[o + 2] + dense[o + 2 * row]);
    d[3] += s * dense[o + row + 1];
    d[4] += 0.5 * s * (dense[o + row + 2] + dense[o + 2 * row + 1]);
    d[5] += s * dense[o + 2 * row + 2];
    return;
  }
  const a = start + 3 * p * stride;
  const b = start + 3 * q * stride;
  for (let k = 0; k < stride; k++) {
    const ax = W[a + k];
    const ay = W[a + stride + k];
    const az = W[a + 2 * stride + k];
    const bx = W[b + k];
    const by = W[b + stride + k];
    const bz = W[b + 2 * stride + k];
    d[0] += s * ax * bx;
    d[1] += 0.5 * s * (ax * by + ay * bx);
    d[2] += 0.5 * s * (ax * bz + az * bx);
    d[3] += s * ay * by;
    d[4] += 0.5 * s * (ay * bz + az * by);
    d[5] += s * az * bz;
  }
}

/**
 * Diagonal blocks of rows: block, 5 numbers per row, is D n and n·D n for the row's own compliance D with its softness,
 * and an upper bound across the normal. What divides is larger by the fraction `give` of the mean compliance for
 * contacts. `work` has room for 6 numbers.
 */
export function contactBlocks(
  block: F64s,
  soft: F64s,
  W: F64s,
  dense: F32s,
  normal: F64s,
  kind: U8s,
  side: I32s,
  table: I32s,
  work: F64s,
  n: i32,
  give: f64,
): void {
  for (let l = 0; l < n; l++) {
    const a = side[4 * l];
    const b = side[4 * l + 2];
    for (let k = 0; k < 6; k++) work[k] = 0;
    addResponse(work, W, dense, table, a, side[4 * l + 1], side[4 * l + 1], 1);
    if (b >= 0) addResponse(work, W, dense, table, b, side[4 * l + 3], side[4 * l + 3], 1);
    // Relative to the two sides separately: together they may have almost no compliance, in a nearly rigid body.
    const short = kind[l] === 0 ? (give * (work[0] + work[3] + work[5])) / 3 : 0;
    // Both sides are of one body: each also moves the other.
    if (a === b) addResponse(work, W, dense, table, a, side[4 * l + 1], side[4 * l + 3], -2);
    const trace = work[0] + work[3] + work[5];
    const nx = normal[3 * l];
    const ny = normal[3 * l + 1];
    const nz = normal[3 * l + 2];
    const wx = work[0] * nx + work[1] * ny + work[2] * nz + soft[2 * l] * nx;
    const wy = work[1] * nx + work[3] * ny + work[4] * nz + soft[2 * l] * ny;
    const wz = work[2] * nx + work[4] * ny + work[5] * nz + soft[2 * l] * nz;
    const along = nx * wx + ny * wy + nz * wz;
    block[5 * l] = wx;
    block[5 * l + 1] = wy;
    block[5 * l + 2] = wz;
    block[5 * l + 3] = along + short;
    // One number stands for a 2×2 block: its trace is never below its larger eigenvalue.
    block[5 * l + 4] = trace - (along - soft[2 * l]) + soft[2 * l + 1] + short;
  }
}
