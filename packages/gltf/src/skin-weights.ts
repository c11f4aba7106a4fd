import { nonNegative } from './nnls.ts';
import { INFLUENCES, type Skin } from './skin.ts';

/** How much more the sum of weights counts than a vertex in one frame. */
const SUM_ROW = 100;

/**
 * The four joints and weights of every vertex that bring it nearest to where it was in the frames, given the joints'
 * poses there. Where joint i puts a vertex is linear in q_i = (place about the joint, 1), so that the products of those
 * places over all frames are q_iᵀ Q_ij q_j, with a 4×4 matrix for each two joints.
 */
export function fitWeights(
  { base, centres, joints, weights }: Skin,
  near: Int32Array,
  poses: Float64Array,
  frames: readonly Float32Array[],
  size: number,
): void {
  const n = base.length / 3;
  const tried = near.length / n;
  const Q = productsOf(poses, centres.length / 3, frames.length);
  const G = new Float64Array(tried * tried);
  const b = new Float64Array(tried);
  const w = new Float64Array(tried);
  const q = new Float64Array(4 * tried);
  const heavy = SUM_ROW * size * size;
  const goal = new Float64Array(3 * frames.length);
  for (let v = 0; v < n; v++) {
    const first = tried * v;
    for (let t = 0; t < frames.length; t++)
      for (let d = 0; d < 3; d++) goal[3 * t + d] = frames[t][3 * v + d] + base[3 * v + d];
    for (let k = 0; k < tried; k++) {
      for (let d = 0; d < 3; d++) q[4 * k + d] = base[3 * v + d] - centres[3 * near[first + k] + d];
      q[4 * k + 3] = 1;
    }
    for (let k = 0; k < tried; k++) {
      b[k] = heavy + towards(poses, centres.length / 3, near[first + k], goal, q, 4 * k);
      for (let l = 0; l <= k; l++) {
        const product =
          heavy + between(Q, centres.length / 3, near[first + k], near[first + l], q, 4 * k, 4 * l);
        G[k * tried + l] = product;
        G[l * tried + k] = product;
      }
    }
    nonNegative(w, G, b, tried);
    keepFour(w, G, b, tried, near, joints, weights, v);
  }
}

/** Q_ij = Σ A_i(t)ᵀ A_j(t) over the frames, 4×4 for each two joints; shape [joints, joints, 16]. */
function productsOf(poses: Float64Array, B: number, frames: number): Float64Array {
  const Q = new Float64Array(16 * B * B);
  for (let t = 0; t < frames; t++)
    for (let i = 0; i < B; i++)
      for (let j = 0; j < B; j++) addProduct(Q, 16 * (i * B + j), poses, B * t + i, B * t + j);
  return Q;
}

function addProduct(Q: Float64Array, o: number, poses: Float64Array, i: number, j: number): void {
  for (let r = 0; r < 4; r++) {
    const a = poses[12 * i + r];
    const b = poses[12 * i + 4 + r];
    const c = poses[12 * i + 8 + r];
    for (let s = 0; s < 4; s++)
      Q[o + 4 * r + s] +=
        a * poses[12 * j + s] + b * poses[12 * j + 4 + s] + c * poses[12 * j + 8 + s];
  }
}

/** q_iᵀ Q_ij q_j. */
function between(
  Q: Float64Array,
  B: number,
  i: number,
  j: number,
  q: Float64Array,
  p: number,
  r: number,
): number {
  const o = 16 * (i * B + j);
  const x = q[r];
  const y = q[r + 1];
  const z = q[r + 2];
  return (
    q[p] * (Q[o] * x + Q[o + 1] * y + Q[o + 2] * z + Q[o + 3]) +
    q[p + 1] * (Q[o + 4] * x + Q[o + 5] * y + Q[o + 6] * z + Q[o + 7]) +
    q[p + 2] * (Q[o + 8] * x + Q[o + 9] * y + Q[o + 10] * z + Q[o + 11]) +
    (Q[o + 12] * x + Q[o + 13] * y + Q[o + 14] * z + Q[o + 15])
  );
}

/** Σ goal(t)·A_i(t) q_i over the frames. */
function towards(
  poses: Float64Array,
  B: number,
  i: number,
  goal: Float64Array,
  q: Float64Array,
  p: number,
): number {
  let x = 0;
  let y = 0;
  let z = 0;
  let one = 0;
  for (let t = 0, o = 12 * i; t < goal.length; t += 3, o += 12 * B) {
    const a = goal[t];
    const b = goal[t + 1];
    const c = goal[t + 2];
    x += a * poses[o] + b * poses[o + 4] + c * poses[o + 8];
    y += a * poses[o + 1] + b * poses[o + 5] + c * poses[o + 9];
    z += a * poses[o + 2] + b * poses[o + 6] + c * poses[o + 10];
    one += a * poses[o + 3] + b * poses[o + 7] + c * poses[o + 11];
  }
  return x * q[p] + y * q[p + 1] + z * q[p + 2] + one;
}

const few = new Int32Array(INFLUENCES);
const g = new Float64Array(INFLUENCES * INFLUENCES);
const h = new Float64Array(INFLUENCES);
const x = new Float64Array(INFLUENCES);

/** The four largest weights, solved again among themselves, adding up to one. */
function keepFour(
  w: Float64Array,
  G: Float64Array,
  b: Float64Array,
  tried: number,
  near: Int32Array,
  joints: Uint16Array,
  weights: Float64Array,
  v: number,
): void {
  const m = Math.min(INFLUENCES, tried);
  for (let k = 0; k < m; k++) {
    let best = 0;
    for (let i = 1; i < tried; i++) if (w[i] > w[best]) best = i;
    few[k] = best;
    w[best] = -1;
  }
  for (let k = 0; k < m; k++) {
    h[k] = b[few[k]];
    for (let l = 0; l < m; l++) g[k * m + l] = G[few[k] * tried + few[l]];
  }
  nonNegative(x, g, h, m);
  let sum = 0;
  for (let k = 0; k < m; k++) sum += x[k];
  const isPlaced = sum > 0;
  for (let k = 0; k < INFLUENCES; k++) {
    const has = isPlaced && k < m && x[k] > 0;
    joints[INFLUENCES * v + k] = has ? near[tried * v + few[k]] : 0;
    weights[INFLUENCES * v + k] = has ? x[k] / sum : 0;
  }
  if (isPlaced) return;
  joints[INFLUENCES * v] = near[tried * v];
  weights[INFLUENCES * v] = 1;
}
