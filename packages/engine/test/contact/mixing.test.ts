import { expect, test } from 'vitest';
import { forgetSweeps, mixSweeps } from '../../src/contact/solve/mixing.ts';
import { createRandom } from '../../src/core/random.ts';

const ROWS = 2;
const UNKNOWNS = 3 * ROWS;

/** Gauss–Seidel for A x = b, A symmetric positive, of slow convergence; a state in double and one in single follow x. */
function problem(seed: number) {
  const random = createRandom(seed);
  const B = Float64Array.from({ length: UNKNOWNS ** 2 }, () => random.range(-1, 1));
  const A = new Float64Array(UNKNOWNS ** 2);
  for (let i = 0; i < UNKNOWNS; i++) {
    for (let j = 0; j < UNKNOWNS; j++) {
      A[UNKNOWNS * i + j] = i === j ? 0.02 : 0;
      for (let k = 0; k < UNKNOWNS; k++)
        A[UNKNOWNS * i + j] += B[UNKNOWNS * i + k] * B[UNKNOWNS * j + k];
    }
  }
  const b = Float64Array.from({ length: UNKNOWNS }, () => random.range(-1, 1));
  const sweep = (x: Float64Array): void => {
    for (let i = 0; i < UNKNOWNS; i++) {
      let rest = b[i];
      for (let j = 0; j < UNKNOWNS; j++) rest -= A[UNKNOWNS * i + j] * x[j];
      x[i] += rest / A[UNKNOWNS * i + i];
    }
  };
  const error = (x: Float64Array): number => {
    let square = 0;
    for (let i = 0; i < UNKNOWNS; i++) {
      let rest = b[i];
      for (let j = 0; j < UNKNOWNS; j++) rest -= A[UNKNOWNS * i + j] * x[j];
      square += rest * rest;
    }
    return Math.sqrt(square);
  };
  return { sweep, error };
}

/** Sweeps until what is left of the equation is a millionth; everything linear in x must have followed it. */
function count(seed: number, mixed: boolean): number {
  const { sweep, error } = problem(seed);
  const x = new Float64Array(UNKNOWNS);
  const state = new Float64Array(1);
  const change = new Float32Array(4);
  const past = new Float64Array(39 * ROWS + 6);
  const traces = new Float32Array(24);
  const block = new Float64Array(5 * ROWS).fill(1);
  forgetSweeps();
  let sweeps = 0;
  while (error(x) > 1e-6 && sweeps < 20_000) {
    sweeps++;
    past.set(x);
    const before = x[1];
    sweep(x);
    state[0] += x[1] - before;
    change[0] += x[1] - before;
    if (mixed) mixSweeps(x, state, change, block, past, traces, ROWS, 1, 4);
    expect(state[0]).toBeCloseTo(x[1], 9);
    expect(change[0]).toBeCloseTo(x[1], 3);
  }
  return sweeps;
}

test('mixed sweeps solve linear equations in a small part of the sweeps, and carry along what is linear', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const plain = count(seed, false);
    expect(count(seed, true)).toBeLessThan(10 + 0.3 * plain);
  }
});
