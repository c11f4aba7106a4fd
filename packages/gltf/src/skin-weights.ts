import { nonNegative } from './nnls.ts';
import { INFLUENCES, type Skin } from './skin.ts';
import { placeBy } from './skin-poses.ts';

/** How much more the sum of weights counts than a vertex in one frame. */
const SUM_ROW = 100;

/**
 * The four joints and weights of every vertex that bring it nearest to where it was in the frames, given the joints'
 * poses there.
 */
export function fitWeights(
  { base, centres, joints, weights }: Skin,
  near: Int32Array,
  poses: Float64Array,
  frames: readonly Float32Array[],
  size: number,
): void {
  const B = centres.length / 3;
  const n = base.length / 3;
  const tried = near.length / n;
  const rows = 3 * frames.length;
  const at = new Float64Array(rows * tried);
  const G = new Float64Array(tried * tried);
  const b = new Float64Array(tried);
  const w = new Float64Array(tried);
  const heavy = SUM_ROW * size * size;
  const goal = new Float64Array(rows);
  for (let v = 0; v < n; v++) {
    const list = near.subarray(tried * v, tried * v + tried);
    for (let t = 0; t < frames.length; t++) {
      for (let d = 0; d < 3; d++) goal[3 * t + d] = frames[t][3 * v + d] + base[3 * v + d];
      for (let k = 0; k < tried; k++)
        placeBy(at, rows * k + 3 * t, 1, poses, 12 * (B * t + list[k]), base, v, centres, list[k]);
    }
    for (let i = 0; i < tried; i++) {
      b[i] = heavy + dot(at, rows * i, goal, 0, rows);
      for (let j = 0; j <= i; j++) G[i * tried + j] = heavy + dot(at, rows * i, at, rows * j, rows);
    }
    for (let i = 0; i < tried; i++)
      for (let j = i + 1; j < tried; j++) G[i * tried + j] = G[j * tried + i];
    nonNegative(w, G, b, tried);
    keepFour(w, G, b, tried, list, joints, weights, v);
  }
}

function dot(a: Float64Array, o: number, b: Float64Array, p: number, n: number): number {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += a[o + i] * b[p + i];
  return sum;
}

/** The four largest weights, solved again among themselves, adding up to one. */
function keepFour(
  w: Float64Array,
  G: Float64Array,
  b: Float64Array,
  tried: number,
  list: Int32Array,
  joints: Uint16Array,
  weights: Float64Array,
  v: number,
): void {
  const order = Array.from({ length: tried }, (_, k) => k).sort((p, q) => w[q] - w[p] || p - q);
  const few = order.slice(0, Math.min(INFLUENCES, tried));
  const m = few.length;
  const g = Float64Array.from(
    { length: m * m },
    (_, i) => G[few[Math.floor(i / m)] * tried + few[i % m]],
  );
  const x = new Float64Array(m);
  nonNegative(
    x,
    g,
    Float64Array.from(few, (k) => b[k]),
    m,
  );
  const sum = x.reduce((s, one) => s + one, 0);
  for (let k = 0; k < INFLUENCES; k++) {
    joints[INFLUENCES * v + k] = k < m && x[k] > 0 ? list[few[k]] : 0;
    weights[INFLUENCES * v + k] = k < m && sum > 0 ? x[k] / sum : 0;
  }
  if (!(sum > 0)) {
    joints[INFLUENCES * v] = list[0];
    weights[INFLUENCES * v] = 1;
  }
}
