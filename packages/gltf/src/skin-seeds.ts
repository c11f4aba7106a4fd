import { INFLUENCES, type Skin } from './skin.ts';

/** At most `count` vertices, each next one where the nearest so far is furthest; all of them in order if they are few. */
export function spreadOut(base: Float32Array, count: number): Int32Array {
  const n = base.length / 3;
  if (n <= count) return Int32Array.from({ length: n }, (_, v) => v);
  const out = new Int32Array(count);
  const away = new Float64Array(n).fill(Infinity);
  let next = 0;
  for (let k = 0; k < count; k++) {
    out[k] = next;
    const x = base[3 * next];
    const y = base[3 * next + 1];
    const z = base[3 * next + 2];
    let most = -1;
    for (let v = 0; v < n; v++) {
      const a = base[3 * v] - x;
      const b = base[3 * v + 1] - y;
      const c = base[3 * v + 2] - z;
      const d = Math.min(away[v], a * a + b * b + c * c);
      away[v] = d;
      if (d > most) {
        most = d;
        next = v;
      }
    }
  }
  return out;
}

/** Places spread over the vertices: vertices far apart, moved to the middle of those nearest to them twice. */
export function spreadCentres(base: Float32Array, count: number): Float64Array {
  const n = base.length / 3;
  const seeds = spreadOut(base, count);
  const centres = Float64Array.from(
    { length: 3 * count },
    (_, i) => base[3 * seeds[Math.floor(i / 3)] + (i % 3)],
  );
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
  const B = centres.length / 3;
  const out = new Int32Array(tried * n);
  const away = new Float64Array(tried);
  for (let v = 0; v < n; v++) {
    // The nearest so far, in order; a joint goes before those that are further.
    let count = 0;
    for (let j = 0; j < B; j++) {
      const d = distance2(base, v, centres, j);
      if (count === tried && !(d < away[count - 1])) continue;
      let k = count < tried ? count++ : count - 1;
      for (; k > 0 && d < away[k - 1]; k--) {
        away[k] = away[k - 1];
        out[tried * v + k] = out[tried * v + k - 1];
      }
      away[k] = d;
      out[tried * v + k] = j;
    }
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
