import { INFLUENCES, type Skin } from './skin.ts';

/**
 * Places spread over the vertices: each next one where the nearest so far is furthest, then moved to the middle of its
 * vertices twice.
 */
export function spreadCentres(base: Float32Array, count: number): Float64Array {
  const n = base.length / 3;
  const centres = new Float64Array(3 * count);
  const away = new Float64Array(n).fill(Infinity);
  let next = 0;
  for (let j = 0; j < count; j++) {
    for (let d = 0; d < 3; d++) centres[3 * j + d] = base[3 * next + d];
    for (let v = 0; v < n; v++) {
      away[v] = Math.min(away[v], distance2(base, v, centres, j));
      if (away[v] > away[next]) next = v;
    }
  }
  const owner = new Int32Array(n);
  for (let round = 0; round < 2; round++) {
    const sums = new Float64Array(4 * count);
    for (let v = 0; v < n; v++) {
      owner[v] = nearestOf(base, v, centres, count);
      for (let d = 0; d < 3; d++) sums[4 * owner[v] + d] += base[3 * v + d];
      sums[4 * owner[v] + 3]++;
    }
    for (let j = 0; j < count; j++)
      if (sums[4 * j + 3] > 0)
        for (let d = 0; d < 3; d++) centres[3 * j + d] = sums[4 * j + d] / sums[4 * j + 3];
  }
  return centres;
}

function distance2(base: Float32Array, v: number, centres: Float64Array, j: number): number {
  const x = base[3 * v] - centres[3 * j];
  const y = base[3 * v + 1] - centres[3 * j + 1];
  const z = base[3 * v + 2] - centres[3 * j + 2];
  return x * x + y * y + z * z;
}

function nearestOf(base: Float32Array, v: number, centres: Float64Array, count: number): number {
  let best = 0;
  for (let j = 1; j < count; j++)
    if (distance2(base, v, centres, j) < distance2(base, v, centres, best)) best = j;
  return best;
}

/** The nearest joints of each vertex, nearest first; shape [vertices, tried]. */
export function nearestJoints(
  base: Float32Array,
  centres: Float64Array,
  tried: number,
): Int32Array {
  const n = base.length / 3;
  const out = new Int32Array(tried * n);
  const all = Array.from({ length: centres.length / 3 }, (_, j) => j);
  const away = new Float64Array(all.length);
  for (let v = 0; v < n; v++) {
    for (const j of all) away[j] = distance2(base, v, centres, j);
    const order = all.slice().sort((a, b) => away[a] - away[b]);
    for (let k = 0; k < tried; k++) out[tried * v + k] = order[k];
  }
  return out;
}

/** To begin with, the four nearest joints by the inverse square of their distances. */
export function firstWeights({ base, centres, joints, weights }: Skin): void {
  const few = Math.min(INFLUENCES, centres.length / 3);
  const near = nearestJoints(base, centres, few);
  for (let v = 0; v < base.length / 3; v++) {
    let sum = 0;
    for (let k = 0; k < few; k++) {
      const j = near[few * v + k];
      joints[INFLUENCES * v + k] = j;
      weights[INFLUENCES * v + k] = 1 / (distance2(base, v, centres, j) + 1e-12);
      sum += weights[INFLUENCES * v + k];
    }
    for (let k = 0; k < few; k++) weights[INFLUENCES * v + k] /= sum;
  }
}
