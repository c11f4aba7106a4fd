import { BEND, BEND_AT, type OctreeMemory } from '../memory.ts';
import type { OctreeData } from '../model.ts';
import { ALONG, SOLID_SPREAD, NARROW, RESIDUAL, SQUARE_SECTION } from '../numbers.ts';
import type { Sampler } from '../topology/sample.ts';
import type { Summation } from './sums.ts';

/** Products of two coordinates, in the order of the kernels. */
const PAIRS = [0, 0, 0, 1, 0, 2, 1, 1, 1, 2, 2, 2];
/** Which of them two coordinates make. */
const PAIR_OF = [0, 1, 2, 1, 3, 4, 2, 4, 5];
const THIRD = [
  0, 0, 0, 0, 0, 1, 0, 0, 2, 0, 1, 1, 0, 1, 2, 0, 2, 2, 1, 1, 1, 1, 1, 2, 1, 2, 2, 2, 2, 2,
];
const FOURTH = fourths();

function fourths(): number[] {
  const out: number[] = [];
  for (let a = 0; a < 3; a++)
    for (let b = a; b < 3; b++)
      for (let c = b; c < 3; c++) for (let d = c; d < 3; d++) out.push(a, b, c, d);
  return out;
}

/** Where the sum of a product of coordinates in rising order is, by their base-3 digits. */
const THIRD_AT = places(THIRD, 3);
const FOURTH_AT = places(FOURTH, 4);

function places(list: readonly number[], order: number): Int32Array {
  const out = new Int32Array(3 ** order);
  for (let k = 0; k < out.length; k++) {
    const digits: number[] = [];
    for (let d = 0, rest = k; d < order; d++, rest = Math.floor(rest / 3)) digits.push(rest % 3);
    digits.sort((a, b) => a - b);
    for (let j = 0; j < list.length; j += order)
      if (digits.every((d, i) => d === list[j + i])) out[k] = j / order;
  }
  return out;
}

/** Moments of the regions about the centre of the body. */
export interface HighMoments {
  readonly origin: Float64Array;
  /** Of those of their leaves that are free, as weight, first and second moments; the leaves' own width included. */
  readonly free: Float64Array;
  readonly third: Float64Array;
  readonly fourth: Float64Array;
}

const FREE_STRIDE = 12;
const THIRD_STRIDE = 12;
const FOURTH_STRIDE = 16;

export function gatherHighMoments(
  memory: OctreeMemory,
  data: OctreeData,
  sampler: Sampler,
  summation: Summation,
): HighMoments {
  const { tree } = sampler.now;
  const n = tree.leaves;
  const { rest, weight, held, moments, sums } = memory;
  const origin = new Float64Array(3);
  for (let k = 0; k < 3 * n; k++) origin[k % 3] += rest[k] / n;
  const y = new Float64Array(3);
  for (let i = 0; i < n; i++) {
    for (let c = 0; c < 3; c++) y[c] = rest[3 * i + c] - origin[c];
    const side = data.voxels.cell * (1 << tree.level[i]);
    const w = held[i] > 0 ? 0 : weight[i];
    const o = FREE_STRIDE * i;
    moments[o] = w;
    for (let c = 0; c < 3; c++) moments[o + 1 + c] = w * y[c];
    for (let p = 0; p < 6; p++) {
      const own = p === 0 || p === 3 || p === 5 ? (side * side) / 12 : 0;
      moments[o + 4 + p] = w * (y[PAIRS[2 * p]] * y[PAIRS[2 * p + 1]] + own);
    }
    moments[o + 10] = moments[o + 11] = 0;
  }
  summation.gather(FREE_STRIDE);
  const free = sums.slice(0, FREE_STRIDE * n);
  for (let i = 0; i < n; i++) {
    for (let c = 0; c < 3; c++) y[c] = rest[3 * i + c] - origin[c];
    const o = THIRD_STRIDE * i;
    for (let k = 0; k < 10; k++)
      moments[o + k] = weight[i] * y[THIRD[3 * k]] * y[THIRD[3 * k + 1]] * y[THIRD[3 * k + 2]];
    moments[o + 10] = moments[o + 11] = 0;
  }
  summation.gather(THIRD_STRIDE);
  const third = sums.slice(0, THIRD_STRIDE * n);
  for (let i = 0; i < n; i++) {
    for (let c = 0; c < 3; c++) y[c] = rest[3 * i + c] - origin[c];
    const o = FOURTH_STRIDE * i;
    for (let k = 0; k < 15; k++) {
      const f = 4 * k;
      moments[o + k] =
        weight[i] * y[FOURTH[f]] * y[FOURTH[f + 1]] * y[FOURTH[f + 2]] * y[FOURTH[f + 3]];
    }
    moments[o + 15] = 0;
  }
  summation.gather(FOURTH_STRIDE);
  return { origin, free, third, fourth: sums.slice(0, FOURTH_STRIDE * n) };
}

const delta = new Float64Array(3);
const Q3 = new Float64Array(18);
const P = new Float64Array(18);
const D = new Float64Array(36);
const resolved = new Uint8Array(6);

/**
 * Fills the record of region r (`bends.kernel.ts`): Q is its spread (row-major), `rank` the directions it extends in,
 * `least` its least variance along those. Returns the largest square of a frequency that its energy has, for a modulus
 * and a density of 1 [1/m²].
 */
export function findBend(
  memory: OctreeMemory,
  high: HighMoments,
  r: number,
  Q: Float64Array,
  rank: number,
  least: number,
  wide: number,
  poisson: number,
): number {
  const { bend, regionMass, restCentre, inverse } = memory;
  const b = BEND * r;
  const m = regionMass[r];
  for (let c = 0; c < 3; c++) delta[c] = restCentre[3 * r + c] - high.origin[c];
  for (let k = 0; k < 9; k++) bend[b + k] = inverse[9 * r + k];
  centralProducts(high, r, m, Q);
  for (let a = 0; a < 3; a++) {
    for (let p = 0; p < 6; p++) {
      let sum = 0;
      for (let c = 0; c < 3; c++) sum += bend[b + 3 * a + c] * Q3[6 * c + p];
      P[6 * a + p] = sum;
    }
  }
  for (let p = 0; p < 6; p++)
    for (let q = 0; q < 6; q++)
      for (let a = 0; a < 3; a++) D[6 * p + q] -= P[6 * a + p] * Q3[6 * a + q];
  const width = bend.subarray(b + BEND_AT.width, b + BEND_AT.width + 6);
  const f = FREE_STRIDE * r;
  for (let p = 0; p < 6; p++) {
    const j = PAIRS[2 * p];
    const k = PAIRS[2 * p + 1];
    const shifted = delta[j] * high.free[f + 1 + k] + delta[k] * high.free[f + 1 + j];
    width[p] = high.free[f + 4 + p] - shifted + high.free[f] * delta[j] * delta[k];
  }
  invertProducts(bend, b, m, Q);
  basis(bend, b, m, Q, restCentre, r);
  return weights(bend, b, high.free[f], rank, least, wide, poisson);
}

/** Q3 = Σ w ρ_a ρρ_p and D = Σ w ρρ_p ρρ_q − their means, ρ from the centre of the region. */
function centralProducts(
  { third, fourth }: HighMoments,
  r: number,
  m: number,
  Q: Float64Array,
): void {
  const raw2 = (a: number, c: number): number => Q[3 * a + c] + m * delta[a] * delta[c];
  const raw3 = (a: number, c: number, d: number): number =>
    third[THIRD_STRIDE * r + THIRD_AT[a + 3 * c + 9 * d]];
  for (let a = 0; a < 3; a++) {
    for (let p = 0; p < 6; p++) {
      const [j, k] = [PAIRS[2 * p], PAIRS[2 * p + 1]];
      Q3[6 * a + p] =
        raw3(a, j, k) -
        (delta[a] * raw2(j, k) + delta[j] * raw2(a, k) + delta[k] * raw2(a, j)) +
        2 * m * delta[a] * delta[j] * delta[k];
    }
  }
  for (let p = 0; p < 6; p++) {
    for (let q = 0; q < 6; q++) {
      const [i, j] = [PAIRS[2 * p], PAIRS[2 * p + 1]];
      const [k, l] = [PAIRS[2 * q], PAIRS[2 * q + 1]];
      const [di, dj, dk, dl] = [delta[i], delta[j], delta[k], delta[l]];
      let sum = fourth[FOURTH_STRIDE * r + FOURTH_AT[i + 3 * j + 9 * k + 27 * l]];
      sum -= di * raw3(j, k, l) + dj * raw3(i, k, l) + dk * raw3(i, j, l) + dl * raw3(i, j, k);
      sum += di * dj * raw2(k, l) + di * dk * raw2(j, l) + di * dl * raw2(j, k);
      sum += dj * dk * raw2(i, l) + dj * dl * raw2(i, k) + dk * dl * raw2(i, j);
      sum -= 3 * m * di * dj * dk * dl;
      D[6 * p + q] = sum - (Q[3 * i + j] * Q[3 * k + l]) / m;
    }
  }
}

/**
 * Inverse of D on those products that the leaves tell from the ones before and from linear motion (`resolved`); the
 * others have none.
 */
function invertProducts(bend: Float64Array, b: number, m: number, Q: Float64Array): void {
  const flat = SOLID_SPREAD * Math.max(Q[0], Q[4], Q[8]);
  for (let p = 0; p < 6; p++) {
    const own = D[7 * p];
    const [j, k] = [PAIRS[2 * p], PAIRS[2 * p + 1]];
    resolved[p] = 0;
    const full = Math.max(flat, Q[4 * j]) * Math.max(flat, Q[4 * k]);
    if (!(own > (NARROW * full) / m)) continue;
    resolved[p] = 1;
    for (let i = 0; i < 6; i++) {
      if (i === p) continue;
      const part = D[6 * i + p] / own;
      for (let c = 0; c < 6; c++) if (c !== p) D[6 * i + c] -= part * D[6 * p + c];
    }
    for (let i = 0; i < 6; i++) {
      if (i === p) continue;
      D[6 * i + p] /= own;
      D[6 * p + i] /= own;
    }
    D[7 * p] = -1 / own;
  }
  for (let p = 0; p < 6; p++) {
    for (let q = 0; q < 6; q++)
      bend[b + BEND_AT.inverse + 6 * p + q] = resolved[p] + resolved[q] === 2 ? -D[6 * p + q] : 0;
  }
}

/** L and K: ψ = ρρ − mean − P ρ, written in rest positions. */
function basis(
  bend: Float64Array,
  b: number,
  m: number,
  Q: Float64Array,
  at: Float64Array,
  r: number,
): void {
  for (let p = 0; p < 6; p++) {
    const [j, k] = [PAIRS[2 * p], PAIRS[2 * p + 1]];
    const c = [at[3 * r], at[3 * r + 1], at[3 * r + 2]];
    let constant = c[j] * c[k] - Q[3 * j + k] / m;
    for (let a = 0; a < 3; a++) {
      const part = P[6 * a + p];
      bend[b + BEND_AT.linear + 6 * a + p] = -(a === k ? c[j] : 0) - (a === j ? c[k] : 0) - part;
      constant += part * c[a];
    }
    bend[b + BEND_AT.constant + p] = constant;
  }
}

/** 2μ + λ of a part that is free in three, two or one of the directions, for a modulus of 1: λ of it. */
function freeGrowth(poisson: number, count: number): number {
  const shear = 1 / (1 + poisson);
  const volume = poisson / ((1 + poisson) * (1 - 2 * poisson));
  if (count === 3) return volume;
  if (count === 2) return (shear * volume) / (volume + shear);
  return 1 - shear;
}

/** Moduli, and what is left out: strains that the leaves cannot show are as if nothing hindered them. */
function weights(
  bend: Float64Array,
  b: number,
  m: number,
  rank: number,
  least: number,
  wide: number,
  poisson: number,
): number {
  const shear = 1 / (1 + poisson);
  const volume = freeGrowth(poisson, 3);
  const isNarrow = (k: number): boolean => resolved[PAIR_OF[4 * k]] === 0;
  for (let k = 0; k < 3; k++) {
    for (let s = 0; s < 3; s++) {
      const i = s === 2 ? 1 : 0;
      const j = s === 0 ? 1 : 2;
      const shown = resolved[PAIR_OF[3 * i + k]] === 1 && resolved[PAIR_OF[3 * j + k]] === 1;
      const twists = i !== k && j !== k && isNarrow(k) && (isNarrow(i) || isNarrow(j));
      bend[b + BEND_AT.shear + 3 * k + s] = shown ? (twists ? SQUARE_SECTION : 1) : 0;
    }
    const shown = resolved[PAIR_OF[k]] + resolved[PAIR_OF[3 + k]] + resolved[PAIR_OF[6 + k]];
    const part = shown > 0 && volume > 0 ? freeGrowth(poisson, shown) / volume : 0;
    bend[b + BEND_AT.growth + k] = Math.sqrt(part);
  }
  const rigid = RESIDUAL / wide;
  bend[b + BEND_AT.rigid] = rigid;
  bend[b + BEND_AT.moduli] = m * (rank === 1 ? 1 : shear);
  bend[b + BEND_AT.moduli + 1] = rank === 1 ? 0 : m * freeGrowth(poisson, rank);
  bend[b + BEND_AT.moduli + 2] = shear;
  bend[b + BEND_AT.moduli + 3] = volume;
  const inverse = bend[b] + bend[b + 4] + bend[b + 8];
  let most = Math.max(rigid, shear / least + bend[b + BEND_AT.moduli + 1] * inverse);
  const width = (k: number): number => bend[b + BEND_AT.width + PAIR_OF[4 * k]];
  for (let p = 0; p < 6; p++) {
    const x = width(PAIRS[2 * p]);
    const y = width(PAIRS[2 * p + 1]);
    const both = p === 0 || p === 3 || p === 5;
    const stiffness = both
      ? Math.max(4 * ALONG * (shear + volume), 2 * shear) * x
      : (shear + volume) * Math.max(x, y) + 0.5 * shear * Math.min(x, y);
    most = Math.max(most, stiffness * bend[b + BEND_AT.inverse + 7 * p]);
  }
  return most;
}
