import { type F32s, type F64s, type f64, i32, imin, scratch } from '../../kernels/prelude.ts';
import { differRows, takeBack } from '../../kernels/single.ts';

/**
 * Anderson mixing of sweeps. A sweep takes p to g, by f = g − p. From the differences of the last few sweeps, dF and
 * dG, it goes on from
 *
 *     g − Σ γⱼ dGⱼ,   γ the least squares solution of f − Σ γⱼ dFⱼ = 0:
 *
 * where a sweep is linear, that is what GMRES makes of it. f is measured as energy, Σ Dₗ |fₗ|², D the compliance of a
 * row along its normal: so couples and impulses, and rows of light and of heavy bodies, can be added. All that is
 * linear in p goes along: the state, and the change of what is dense.
 *
 * `past` begins with p before the sweep; then come f, g with its state, all dF, and all dG with their states. `traces`
 * has the changes of g and of all dG.
 */

/** Differences in use: `past` and `traces` have room for as many, and the numbers below. */
const MOST: i32 = 5;
/**
 * Added to the diagonal of the products of differences of length one, which may depend on each other. It guards against
 * rounding: from 1e-8 to 1e-2 sweeps are as many.
 */
const DEPENDENT: f64 = 1e-8;
/**
 * Of the square of f, added to those of the dF: where rows cannot all have what they ask for, sweeps go on by the same
 * f for ever, and no multiple of their differences makes up for it. Half and twice: nothing; a hundredth: impulses
 * without bound; a hundred times: 1.5 times the sweeps of heavy things on light ones.
 */
const FARTHEST: f64 = 1e-4;
/**
 * Growth of the energy of f from which on a sweep is taken back. Half and twice: nothing; always: up to three times the
 * sweeps.
 */
const MOST_WORSE: f64 = 100;

/** Products of the dF with each other and with f; a factor; γ. */
const products = scratch(25);
const toward = scratch(5);
const factor = scratch(25);
const gamma = scratch(5);
const lengths = scratch(5);
/** 1 if there is an f to compare with, differences in use, where the next one goes, energy of f. */
const known = scratch(4);

/** Nothing is remembered. */
export function forgetSweeps(): void {
  for (let k = 0; k < 4; k++) known[k] = 0;
}

/** Mixes the sweep that took p from past[0..3n) to what it is. */
export function mixSweeps(
  p: F64s,
  state: F64s,
  change: F32s,
  block: F64s,
  past: F64s,
  traces: F32s,
  n: i32,
  states: i32,
  changes: i32,
): void {
  const m = 3 * n;
  const g = 2 * m;
  const all = m + states;
  const dF = g + all;
  const slot = i32(known[2]);
  const isNext = known[0] > 0;
  const before = known[3];
  const energy = measure(p, block, past, n, isNext ? dF + slot * m : 0);
  // All rows waited.
  if (!(energy > 0)) return;
  if (isNext && energy > before) {
    // What the differences say holds no longer.
    forgetSweeps();
    known[3] = energy;
    if (energy > MOST_WORSE * before) goBack(p, state, change, past, traces, n, states, changes);
    return;
  }
  known[3] = energy;
  const dG = dF + MOST * m;
  const to = dG + slot * all;
  // @lanes
  for (let k = 0; k < m; k++) {
    past[to + k] = p[k] - past[g + k];
    past[g + k] = p[k];
  }
  // @lanes
  for (let k = 0; k < states; k++) {
    past[to + m + k] = state[k] - past[g + m + k];
    past[g + m + k] = state[k];
  }
  differRows(traces, (1 + slot) * changes, change, changes);
  known[0] = 1;
  if (!isNext) return;
  const count = imin(MOST, i32(known[1]) + 1);
  known[1] = count;
  known[2] = (slot + 1) % MOST;
  multiply(block, past, dF, m, n, slot, count);
  solveLeast(count, FARTHEST * energy);
  for (let j = 0; j < count; j++) {
    const part = gamma[j];
    const from = dG + j * all;
    // @lanes
    for (let k = 0; k < m; k++) p[k] -= part * past[from + k];
    // @lanes
    for (let k = 0; k < states; k++) state[k] -= part * past[from + m + k];
    takeBack(change, traces, (1 + j) * changes, part, changes);
  }
}

/**
 * Energy of f, which becomes p − past[0..3n); past[to..] gets what it differs by from the last one, if `to` is not 0.
 */
function measure(p: F64s, block: F64s, past: F64s, n: i32, to: i32): f64 {
  const f = 3 * n;
  let energy: f64 = 0;
  for (let l = 0; l < n; l++) {
    for (let k = 3 * l; k < 3 * l + 3; k++) {
      const now = p[k] - past[k];
      energy += block[5 * l + 3] * now * now;
      if (to > 0) past[to + k] = now - past[f + k];
      past[f + k] = now;
    }
  }
  return energy;
}

/** To where the last sweep but one ended. */
function goBack(
  p: F64s,
  state: F64s,
  change: F32s,
  past: F64s,
  traces: F32s,
  n: i32,
  states: i32,
  changes: i32,
): void {
  const g = 6 * n;
  // @lanes
  for (let k = 0; k < 3 * n; k++) p[k] = past[g + k];
  // @lanes
  for (let k = 0; k < states; k++) state[k] = past[g + 3 * n + k];
  for (let k = 0; k < changes; k++) change[k] = traces[k];
}

/** Products of the newest dF with all of them, and of all with f. */
function multiply(block: F64s, past: F64s, dF: i32, f: i32, n: i32, slot: i32, count: i32): void {
  for (let j = 0; j < count; j++) {
    const one = dF + 3 * n * j;
    const newest = dF + 3 * n * slot;
    let own: f64 = 0;
    let last: f64 = 0;
    for (let l = 0; l < n; l++) {
      const k = 3 * l;
      const x = block[5 * l + 3] * past[one + k];
      const y = block[5 * l + 3] * past[one + k + 1];
      const z = block[5 * l + 3] * past[one + k + 2];
      own += x * past[newest + k] + y * past[newest + k + 1] + z * past[newest + k + 2];
      last += x * past[f + k] + y * past[f + k + 1] + z * past[f + k + 2];
    }
    products[MOST * slot + j] = own;
    products[MOST * j + slot] = own;
    toward[j] = last;
  }
}

/** γ by Cholesky's factor of the products, as of differences of length one; `least` is added to their squares. */
function solveLeast(count: i32, least: f64): void {
  for (let i = 0; i < count; i++) lengths[i] = Math.sqrt(products[MOST * i + i] + least);
  for (let i = 0; i < count; i++) {
    let rest = toward[i] / lengths[i];
    for (let j = 0; j <= i; j++) {
      let sum = i === j ? 1 + DEPENDENT : products[MOST * i + j] / (lengths[i] * lengths[j]);
      for (let k = 0; k < j; k++) sum -= factor[MOST * i + k] * factor[MOST * j + k];
      if (j < i) factor[MOST * i + j] = sum / factor[MOST * j + j];
      else factor[MOST * i + i] = Math.sqrt(Math.max(DEPENDENT, sum));
    }
    for (let k = 0; k < i; k++) rest -= factor[MOST * i + k] * gamma[k];
    gamma[i] = rest / factor[MOST * i + i];
  }
  for (let i = count - 1; i >= 0; i--) {
    for (let k = i + 1; k < count; k++) gamma[i] -= factor[MOST * k + i] * gamma[k];
    gamma[i] /= factor[MOST * i + i];
  }
  for (let i = 0; i < count; i++) gamma[i] /= lengths[i];
}
