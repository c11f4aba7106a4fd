import { type F64s, type f64, i32 } from './prelude.ts';

/**
 * Anderson's mixing of Gauss–Seidel sweeps. The ends of the last sweeps are combined so that what a sweep changes would
 * be least if sweeps were linear, in the energy of the rows on their own. `state` is linear in the impulses p, so that
 * it is mixed along, and no product with a matrix is needed. Where a sweep changes more than the one before it, what
 * was remembered is forgotten.
 *
 * In `work`, behind three numbers of the sweeps' own: how many sweeps are remembered, where the next goes, what the
 * last one changed; products of what is remembered, their factor, weights; then vectors.
 */
const MEMORY: i32 = 4;
const HELD: i32 = 3;
const NEXT: i32 = 4;
const BEFORE: i32 = 5;
const GRAM: i32 = 6;
const FACTOR: i32 = 22;
const GAMMA: i32 = 38;
const VECTORS: i32 = 42;
/** A sweep may change this much more than the last one, in squares. */
const GROWTH: f64 = 2;
/** Changes that are combinations of others up to this part say nothing. */
const DEPENDENT: f64 = 1e-12;

/** Notes where a sweep over n rows begins. */
export function beginSweep(work: F64s, p: F64s, n: i32): void {
  // @lanes
  for (let k = 0; k < 3 * n; k++) work[VECTORS + k] = p[k];
}

/** After a sweep, the first one being 1: p and state become where the next one begins. */
export function mixSweeps(
  work: F64s,
  p: F64s,
  state: F64s,
  block: F64s,
  n: i32,
  states: i32,
  sweep: i32,
): void {
  const size = 3 * n;
  // What this sweep changed; the same of the last one, and where that ended.
  const now = VECTORS;
  const change = now + size;
  const endP = change + size;
  const endS = endP + size;
  // Differences from sweep to sweep: of the changes, of the ends.
  const past = endS + states;
  const stride = 2 * size + states;
  for (let l = 0; l < n; l++) {
    const weight = Math.sqrt(Math.max(0, block[5 * l + 3]));
    for (let k = 3 * l; k < 3 * l + 3; k++) work[now + k] = weight * (p[k] - work[now + k]);
  }
  const square = dotWithin(work, now, now, size);
  if (sweep === 1 || square > GROWTH * work[BEFORE]) {
    work[HELD] = 0;
    work[NEXT] = 0;
  } else {
    const next = i32(work[NEXT]);
    const slot = past + next * stride;
    // @lanes
    for (let k = 0; k < size; k++) work[slot + k] = work[now + k] - work[change + k];
    // @lanes
    for (let k = 0; k < size; k++) work[slot + size + k] = p[k] - work[endP + k];
    // @lanes
    for (let k = 0; k < states; k++) work[slot + 2 * size + k] = state[k] - work[endS + k];
    work[HELD] = Math.min(work[HELD] + 1, MEMORY);
    for (let i = 0; i < work[HELD]; i++) {
      const product = dotWithin(work, slot, past + i * stride, size);
      work[GRAM + MEMORY * next + i] = product;
      work[GRAM + MEMORY * i + next] = product;
    }
    work[NEXT] = (next + 1) % MEMORY;
  }
  work[BEFORE] = square;
  // @lanes
  for (let k = 0; k < size; k++) work[change + k] = work[now + k];
  // @lanes
  for (let k = 0; k < size; k++) work[endP + k] = p[k];
  // @lanes
  for (let k = 0; k < states; k++) work[endS + k] = state[k];
  const held = i32(work[HELD]);
  for (let i = 0; i < held; i++) work[GAMMA + i] = dotWithin(work, past + i * stride, change, size);
  weigh(work, held);
  for (let i = 0; i < held; i++) {
    const gamma = work[GAMMA + i];
    const slot = past + i * stride + size;
    // @lanes
    for (let k = 0; k < size; k++) p[k] -= gamma * work[slot + k];
    // @lanes
    for (let k = 0; k < states; k++) state[k] -= gamma * work[slot + size + k];
  }
}

/** Sum of a_k b_k over n numbers of `work`, those of even and of odd k apart. */
function dotWithin(work: F64s, a: i32, b: i32, n: i32): f64 {
  let even: f64 = 0;
  let odd: f64 = 0;
  const pairs = n - (n % 2);
  for (let k = 0; k < pairs; k += 2) {
    even += work[a + k] * work[b + k];
    odd += work[a + k + 1] * work[b + k + 1];
  }
  let sum = even + odd;
  if (pairs < n) sum += work[a + pairs] * work[b + pairs];
  return sum;
}

/**
 * Least squares: the weights with Σ weight_i d_i nearest to f, from the products d_i·d_j at GRAM and d_i·f at GAMMA,
 * where they are put; `held` of them. What depends on those before it gets zero.
 */
function weigh(work: F64s, held: i32): void {
  for (let i = 0; i < held; i++) {
    for (let j = 0; j < held; j++) work[FACTOR + MEMORY * i + j] = work[GRAM + MEMORY * i + j];
  }
  for (let i = 0; i < held; i++) {
    const pivot = work[FACTOR + MEMORY * i + i];
    const isNew = pivot > DEPENDENT * work[GRAM + MEMORY * i + i];
    if (!isNew) work[FACTOR + MEMORY * i + i] = 0;
    for (let r = i + 1; r < held; r++) {
      const part: f64 = isNew ? work[FACTOR + MEMORY * r + i] / pivot : 0;
      for (let c = i; c < held; c++)
        work[FACTOR + MEMORY * r + c] -= part * work[FACTOR + MEMORY * i + c];
      work[GAMMA + r] -= part * work[GAMMA + i];
    }
  }
  for (let i = held - 1; i >= 0; i--) {
    const pivot = work[FACTOR + MEMORY * i + i];
    for (let c = i + 1; c < held; c++)
      work[GAMMA + i] -= work[FACTOR + MEMORY * i + c] * work[GAMMA + c];
    work[GAMMA + i] = pivot > 0 ? work[GAMMA + i] / pivot : 0;
  }
}
