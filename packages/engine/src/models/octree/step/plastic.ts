import { exp } from '../../../math/elementary.ts';
import { inverse3 } from '../../../math/mat3.ts';
import type { OctreeMemory } from '../memory.ts';
import type { Matching } from './dynamics.ts';

/** F ← A Sᵀ: regions are matched to their stretched shape. Steinemann et al. 2008, eq. 9. */
export function stretchMatrices({ A, F, stretch }: OctreeMemory, n: number): void {
  for (let r = 0; r < n; r++) {
    for (let row = 0; row < 3; row++) {
      const k = 9 * r + 3 * row;
      const a = A[k];
      const b = A[k + 1];
      const c = A[k + 2];
      for (let col = 0; col < 3; col++) {
        const s = 9 * r + 3 * col;
        F[k + col] = a * stretch[s] + b * stretch[s + 1] + c * stretch[s + 2];
      }
    }
  }
}

/** F = R S: what a region does to its points. */
export function stretchGoals({ F, R, stretch }: OctreeMemory, n: number): void {
  for (let r = 0; r < n; r++) {
    for (let row = 0; row < 3; row++) {
      const k = 9 * r + 3 * row;
      for (let col = 0; col < 3; col++) {
        const s = 9 * r + col;
        F[k + col] = R[k] * stretch[s] + R[k + 1] * stretch[s + 3] + R[k + 2] * stretch[s + 6];
      }
    }
  }
}

/** Small matrices of `flow`. */
export interface PlasticScratch {
  readonly spread: Float64Array;
  readonly inverse: Float64Array;
  readonly strain: Float64Array;
  readonly next: Float64Array;
}

export function createPlasticScratch(): PlasticScratch {
  const matrix = (): Float64Array => new Float64Array(9);
  return { spread: matrix(), inverse: matrix(), strain: matrix(), next: matrix() };
}

/**
 * Where the stretch RᵀA Q⁻¹ that is left over beyond S exceeds the yield, S follows it: S ← (I + κ E) S with E =
 * RᵀF(SQSᵀ)⁻¹ − I, F = A Sᵀ, κ the part that creeps in this step. det S stays 1 and |S − I| below the limit. Flat
 * regions do not flow: their Q has no inverse.
 */
export function flow({ data, memory, facts, sampler, plastic }: Matching, h: number): void {
  const { spread, inverse, strain, next } = plastic;
  const options = data.plastic;
  if (options === null) return;
  const { F, R, stretch } = memory;
  const creep = 1 - exp(-options.creep * h);
  for (let r = 0; r < sampler.now.tree.leaves; r++) {
    if (facts.full[r] === 0) continue;
    const o = 9 * r;
    stretchedSpread(spread, r, facts.spread, stretch);
    if (!inverse3(inverse, 0, spread, 0)) continue;
    let square = 0;
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        let sum = i === j ? -1 : 0;
        for (let k = 0; k < 3; k++) {
          const turned =
            R[o + i] * F[o + k] + R[o + 3 + i] * F[o + 3 + k] + R[o + 6 + i] * F[o + 6 + k];
          sum += turned * inverse[3 * k + j];
        }
        strain[3 * i + j] = sum;
        square += sum * sum;
      }
    }
    if (!(square > options.yield * options.yield)) continue;
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        let sum = stretch[o + 3 * i + j];
        for (let k = 0; k < 3; k++) {
          const even = 0.5 * (strain[3 * i + k] + strain[3 * k + i]);
          sum += creep * even * stretch[o + 3 * k + j];
        }
        next[3 * i + j] = sum;
      }
    }
    accept(stretch, o, next, options.limit);
  }
}

/** spread = S Q Sᵀ */
function stretchedSpread(spread: Float64Array, r: number, Q: Float64Array, S: Float64Array): void {
  const q = 6 * r;
  const o = 9 * r;
  for (let i = 0; i < 3; i++) {
    const a = S[o + 3 * i];
    const b = S[o + 3 * i + 1];
    const c = S[o + 3 * i + 2];
    const x = a * Q[q] + b * Q[q + 1] + c * Q[q + 2];
    const y = a * Q[q + 1] + b * Q[q + 3] + c * Q[q + 4];
    const z = a * Q[q + 2] + b * Q[q + 4] + c * Q[q + 5];
    for (let j = 0; j < 3; j++) {
      spread[3 * i + j] = x * S[o + 3 * j] + y * S[o + 3 * j + 1] + z * S[o + 3 * j + 2];
    }
  }
}

/** Enough for all digits of a cube root between 0.5 and 2. */
const NEWTON = 8;

/** Takes `next` as S if it keeps its volume after scaling; shortens it to the limit. */
function accept(stretch: Float64Array, o: number, next: Float64Array, limit: number): void {
  const det =
    next[0] * (next[4] * next[8] - next[5] * next[7]) -
    next[1] * (next[3] * next[8] - next[5] * next[6]) +
    next[2] * (next[3] * next[7] - next[4] * next[6]);
  // One step of flow changes the volume little.
  if (!(det > 0.5 && det < 2)) return;
  // det^(−1/3) by Newton's method, in here: a function would return its number on the heap.
  let scale = 1;
  for (let k = 0; k < NEWTON; k++) scale *= (4 - det * scale * scale * scale) / 3;
  let square = 0;
  for (let k = 0; k < 9; k++) {
    next[k] *= scale;
    const d = next[k] - (k % 4 === 0 ? 1 : 0);
    square += d * d;
  }
  // At the limit the present stretch stays.
  if (square > limit * limit) return;
  for (let k = 0; k < 9; k++) stretch[o + k] = next[k];
}
