import { createRandom } from 'pliant';
import { symmetricEigen } from './align.ts';

/** Orthonormal directions (k of them, each of `length`), most important first, and what each frame is in them. */
export interface Subspace {
  readonly count: number;
  /** Shape [count, length]. */
  readonly directions: Float32Array;
  /** Shape [frames, count]. */
  readonly weights: Float64Array;
}

/** Rounds of power iteration: two give singular directions to a few digits where they fall off slowly. */
const ROUNDS = 2;

/**
 * The directions in which frames vary most: a randomised singular value decomposition (range finder with power iteration). `chosen` are the
 * frames that the directions are found from; weights are given for all.
 */
export function findSubspace(
  frames: readonly Float32Array[],
  chosen: readonly number[],
  most: number,
): Subspace {
  const length = frames[0]?.length ?? 0;
  const k = Math.min(most, chosen.length, length);
  const random = createRandom(7);
  const q = new Float32Array(length * k);
  const weights = new Float64Array(chosen.length * k);
  for (let i = 0; i < weights.length; i++)
    weights[i] = random.next() + random.next() + random.next() - 1.5;
  for (let round = 0; round <= ROUNDS; round++) {
    if (round > 0) project(weights, frames, chosen, q, k);
    combine(q, frames, chosen, weights, k);
    orthonormalise(q, length, k);
  }
  // Turn the directions so that weights of different ones are not correlated, largest first.
  project(weights, frames, chosen, q, k);
  const gram = new Float64Array(k * k);
  for (let t = 0; t < chosen.length; t++) {
    for (let a = 0; a < k; a++) {
      for (let b = 0; b < k; b++) gram[a * k + b] += weights[t * k + a] * weights[t * k + b];
    }
  }
  const { values, vectors } = symmetricEigen(gram, k);
  const order = Array.from(values, (_, i) => i).sort((a, b) => values[b] - values[a]);
  const directions = new Float32Array(k * length);
  for (let i = 0; i < length; i++) {
    for (let a = 0; a < k; a++) {
      let sum = 0;
      for (let b = 0; b < k; b++) sum += q[i * k + b] * vectors[b * k + order[a]];
      directions[a * length + i] = sum;
    }
  }
  const all = new Float64Array(frames.length * k);
  for (let t = 0; t < frames.length; t++) {
    const frame = frames[t];
    for (let a = 0; a < k; a++) {
      let sum = 0;
      for (let i = 0, o = a * length; i < length; i++, o++) sum += frame[i] * directions[o];
      all[t * k + a] = sum;
    }
  }
  return { count: k, directions, weights: all };
}

/** weights = frames · q. */
function project(
  weights: Float64Array,
  frames: readonly Float32Array[],
  chosen: readonly number[],
  q: Float32Array,
  k: number,
): void {
  const row = new Float64Array(k);
  for (let t = 0; t < chosen.length; t++) {
    const frame = frames[chosen[t]];
    row.fill(0);
    for (let i = 0, o = 0; i < frame.length; i++, o += k) {
      const x = frame[i];
      for (let a = 0; a < k; a++) row[a] += x * q[o + a];
    }
    weights.set(row, t * k);
  }
}

/** q = framesᵀ · weights. */
function combine(
  q: Float32Array,
  frames: readonly Float32Array[],
  chosen: readonly number[],
  weights: Float64Array,
  k: number,
): void {
  q.fill(0);
  for (let t = 0; t < chosen.length; t++) {
    const frame = frames[chosen[t]];
    const row = Float32Array.from(weights.subarray(t * k, t * k + k));
    for (let i = 0, o = 0; i < frame.length; i++, o += k) {
      const x = frame[i];
      for (let a = 0; a < k; a++) q[o + a] += x * row[a];
    }
  }
}

/** Gram and Schmidt, twice, so that columns stay at right angles in single precision; columns without length become zero. */
function orthonormalise(q: Float32Array, length: number, k: number): void {
  for (let a = 0; a < k; a++) {
    let first = 0;
    for (let i = 0; i < length; i++) first += q[i * k + a] ** 2;
    for (let pass = 0; pass < 2; pass++) {
      for (let b = 0; b < a; b++) {
        let dot = 0;
        for (let i = 0; i < length; i++) dot += q[i * k + a] * q[i * k + b];
        for (let i = 0; i < length; i++) q[i * k + a] -= dot * q[i * k + b];
      }
    }
    let norm = 0;
    for (let i = 0; i < length; i++) norm += q[i * k + a] ** 2;
    const f = norm > 1e-10 * first && norm > 0 ? 1 / Math.sqrt(norm) : 0;
    for (let i = 0; i < length; i++) q[i * k + a] *= f;
  }
}
