import type { F64s, f64, I32s, i32, U8s } from '../../../kernels/prelude.ts';
import { extractRotations } from '../../../math/rotations.kernel.ts';
import { matchRegions, matchSpins, matchTransforms } from './matching.kernel.ts';

/**
 * From the sums of n regions, shape [n, stride], to what they do, shape [n, actStride]: `matchRegions`,
 * `extractRotations`, `matchTransforms` and, for an actStride of 16, `matchSpins`, region by region. With `keep` of 0,
 * R, A and centre are scratch and may hold anything afterwards.
 */
export function matchTurns(
  acts: F64s,
  q: F64s,
  R: F64s,
  A: F64s,
  centre: F64s,
  sums: F64s,
  mass: F64s,
  restCentre: F64s,
  pull: F64s,
  drag: F64s,
  inverse: F64s,
  blend: f64,
  volume: F64s,
  n: i32,
  stride: i32,
  actStride: i32,
  _keep: i32,
): void {
  matchRegions(A, centre, sums, mass, restCentre, n, stride);
  extractRotations(q, R, A, n);
  matchTransforms(acts, R, A, inverse, blend, volume, centre, restCentre, pull, n, actStride);
  if (actStride === 16) matchSpins(acts, sums, centre, mass, drag, n);
}

/**
 * Sums of the acts of those that use each node, shape [·, stride], plus those of its parent, from the last of `nodes`
 * to the first; parents come after their children, −1 is none. The first `leaves` are points: what arrives there is not
 * kept (it passes through the first record of `fields`, shape [nodes, stride]) but makes their momentum, see
 * `matchPulls`.
 */
export function spreadPulls(
  out: F64s,
  fields: F64s,
  rowPtr: I32s,
  members: I32s,
  acts: F64s,
  parent: I32s,
  x: F64s,
  v: F64s,
  rest: F64s,
  mass: F64s,
  share: F64s,
  pulled: F64s,
  dragged: F64s,
  gravity: F64s,
  h: f64,
  leaves: i32,
  nodes: i32,
  stride: i32,
): void {
  for (let i = nodes - 1; i >= 0; i--) {
    const o = i < leaves ? 0 : stride * i;
    for (let s = 0; s < stride; s++) fields[o + s] = 0;
    for (let k = rowPtr[i]; k < rowPtr[i + 1]; k++) {
      const a = stride * members[k];
      for (let s = 0; s < stride; s++) fields[o + s] += acts[a + s];
    }
    const p = stride * parent[i];
    if (p >= 0) for (let s = 0; s < stride; s++) fields[o + s] += fields[p + s];
    if (i < leaves) {
      pullPoint(out, i, fields, 0, x, v, rest, mass, share, pulled, dragged, gravity, h, stride);
    }
  }
}

/**
 * The momentum each point is to have: m (v + T rest + ω × x − a x − d v + h gravity), where T = fields[0..12) / M,
 * column by column, ω = fields[12..16) / M, its x twice (it and d left out for a stride of 12), a = pulled and d =
 * dragged. Shapes [n, 3], [n, stride], [n]. Steinemann et al. 2008, eq. 8.
 */
export function matchPulls(
  out: F64s,
  fields: F64s,
  x: F64s,
  v: F64s,
  rest: F64s,
  mass: F64s,
  share: F64s,
  pulled: F64s,
  dragged: F64s,
  gravity: F64s,
  h: f64,
  n: i32,
  stride: i32,
): void {
  for (let i = 0; i < n; i++) {
    const f = stride * i;
    pullPoint(out, i, fields, f, x, v, rest, mass, share, pulled, dragged, gravity, h, stride);
  }
}

/**
 * u = b · mobility for n points, shapes [n, 3] and [n]; points that cannot be moved, with a mobility of 0, keep theirs.
 */
export function solvePoints(u: F64s, b: F64s, mobility: F64s, n: i32): void {
  for (let i = 0; i < n; i++) {
    const m = mobility[i];
    if (m === 0) continue;
    u[3 * i] = b[3 * i] * m;
    u[3 * i + 1] = b[3 * i + 1] * m;
    u[3 * i + 2] = b[3 * i + 2] * m;
  }
}

/**
 * Points that follow what holds them: points[0..n), each held by region held[i] − 1. velocity_i = (pose · rest_i − x_i)
 * / h and q_i = the region's turn. Poses are 3×4 maps, shape [regions, 12], turns quaternions, shape [regions, 4].
 */
export function followHolds(
  velocity: F64s,
  q: F64s,
  x: F64s,
  rest: F64s,
  held: U8s,
  points: I32s,
  poses: F64s,
  turns: F64s,
  h: f64,
  n: i32,
): void {
  const rate = 1 / h;
  for (let k = 0; k < n; k++) {
    const i = points[k];
    const r = held[i] - 1;
    const rx = rest[3 * i];
    const ry = rest[3 * i + 1];
    const rz = rest[3 * i + 2];
    for (let c = 0; c < 3; c++) {
      const o = 12 * r + 4 * c;
      const goal = poses[o] * rx + poses[o + 1] * ry + poses[o + 2] * rz + poses[o + 3];
      velocity[3 * i + c] = (goal - x[3 * i + c]) * rate;
    }
    for (let c = 0; c < 4; c++) q[4 * i + c] = turns[4 * r + c];
  }
}

function pullPoint(
  out: F64s,
  i: i32,
  fields: F64s,
  f: i32,
  x: F64s,
  v: F64s,
  rest: F64s,
  mass: F64s,
  share: F64s,
  pulled: F64s,
  dragged: F64s,
  gravity: F64s,
  h: f64,
  stride: i32,
): void {
  const m = mass[i];
  const inverse = 1 / share[i];
  const a = pulled[i];
  const rx = rest[3 * i];
  const ry = rest[3 * i + 1];
  const rz = rest[3 * i + 2];
  const px = x[3 * i];
  const py = x[3 * i + 1];
  const pz = x[3 * i + 2];
  const vx = v[3 * i];
  const vy = v[3 * i + 1];
  const vz = v[3 * i + 2];
  let gx = fields[f] * rx + fields[f + 3] * ry + fields[f + 6] * rz + fields[f + 9];
  let gy = fields[f + 1] * rx + fields[f + 4] * ry + fields[f + 7] * rz + fields[f + 10];
  let gz = fields[f + 2] * rx + fields[f + 5] * ry + fields[f + 8] * rz + fields[f + 11];
  let keep: f64 = 1;
  if (stride === 16) {
    keep = 1 - dragged[i];
    const wx = fields[f + 12];
    const wy = fields[f + 13];
    const wz = fields[f + 14];
    gx += wy * pz - wz * py;
    gy += wz * px - fields[f + 15] * pz;
    gz += wx * py - wy * px;
  }
  out[3 * i] = m * (gx * inverse - a * px + (keep * vx + h * gravity[0]));
  out[3 * i + 1] = m * (gy * inverse - a * py + (keep * vy + h * gravity[1]));
  out[3 * i + 2] = m * (gz * inverse - a * pz + (keep * vz + h * gravity[2]));
}
