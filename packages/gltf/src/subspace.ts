import { symmetricEigen } from './align.ts';

/** Orthonormal directions, most important first, and the weights of frames in them. */
export interface Subspace {
  readonly directions: readonly Float32Array[];
  /** What each chosen frame is in them, shape [chosen, directions]. */
  readonly weights: Float64Array;
}

/** Directions weaker than this part of the strongest are rounding. */
const WEAKEST = 1e-6;

/** Products of frames whose directions have a smaller cosine than this are rounding. */
const NONE = 1e-10;

/** The chosen frames' products with each other, in their own directions. */
export interface Spectrum {
  readonly values: Float64Array;
  readonly vectors: Float64Array;
  /** Strongest first, without those that are rounding. */
  readonly order: readonly number[];
}

/**
 * The strengths of the directions in which the chosen frames vary, from the products of the frames with each other (the
 * method of snapshots), since there are far fewer frames than coordinates.
 */
export function findSpectrum(frames: readonly Float32Array[], chosen: readonly number[]): Spectrum {
  const n = chosen.length;
  const gram = new Float64Array(n * n);
  for (let s = 0; s < n; s++) {
    for (let t = s; t < n; t++) {
      gram[s * n + t] = product(frames[chosen[s]], frames[chosen[t]]);
      gram[t * n + s] = gram[s * n + t];
    }
  }
  const { values, vectors } = symmetricEigen(gram, n, NONE);
  const order = Array.from(values, (_, i) => i).sort((a, b) => values[b] - values[a]);
  const least = Math.max(values[order[0]], 0) * WEAKEST * WEAKEST;
  return { values, vectors, order: order.filter((k) => values[k] > least) };
}

/** The directions in which the chosen frames vary most, `most` of them at most: singular vectors. */
export function findSubspace(
  frames: readonly Float32Array[],
  chosen: readonly number[],
  { values, vectors, order }: Spectrum,
  most: number,
): Subspace {
  const n = chosen.length;
  const kept = order.slice(0, most);
  const weights = new Float64Array(n * kept.length);
  const directions = kept.map((k, a) => {
    const strength = Math.sqrt(values[k]);
    const sum = new Float64Array(frames[0].length);
    for (let t = 0; t < n; t++) {
      weights[t * kept.length + a] = vectors[t * n + k] * strength;
      addTimes(sum, frames[chosen[t]], vectors[t * n + k] / strength);
    }
    return Float32Array.from(sum);
  });
  return { directions, weights };
}

function product(a: Float32Array, b: Float32Array): number {
  let [p, q] = [0, 0];
  const even = a.length - (a.length % 2);
  for (let i = 0; i < even; i += 2) {
    p += a[i] * b[i];
    q += a[i + 1] * b[i + 1];
  }
  return even < a.length ? p + q + a[even] * b[even] : p + q;
}

function addTimes(sum: Float64Array, x: Float32Array, factor: number): void {
  for (let i = 0; i < sum.length; i++) sum[i] += factor * x[i];
}

/**
 * Takes four directions out of a frame: w[o..o+4) = what it is in them, `left` what remains. Four at a time, because
 * reading and writing the frame is what costs. `count` says how many of them there are.
 */
export function takeOut(
  left: Float32Array,
  directions: readonly Float32Array[],
  first: number,
  count: number,
  w: Float64Array,
  o: number,
): void {
  const a = directions[first];
  const b = directions[Math.min(first + 1, directions.length - 1)];
  const c = directions[Math.min(first + 2, directions.length - 1)];
  const d = directions[Math.min(first + 3, directions.length - 1)];
  let [p, q, r, s] = [0, 0, 0, 0];
  for (let i = 0; i < left.length; i++) {
    const x = left[i];
    p += x * a[i];
    q += x * b[i];
    r += x * c[i];
    s += x * d[i];
  }
  if (count < 2) q = 0;
  if (count < 3) r = 0;
  if (count < 4) s = 0;
  for (let i = 0; i < left.length; i++) left[i] -= p * a[i] + q * b[i] + r * c[i] + s * d[i];
  w[o] = p;
  if (count > 1) w[o + 1] = q;
  if (count > 2) w[o + 2] = r;
  if (count > 3) w[o + 3] = s;
}
