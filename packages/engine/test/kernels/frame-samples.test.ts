import './all.ts';
import { expect, test } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import { typescriptKernels as k } from '../../src/kernels/kernels.ts';
import { allPairs, intoBlocks } from './cases/blocks.ts';

const COUNT = 3;
const NODES = 5;
const SAMPLES = 6;
// Members are numbered in no particular order.
const INDEX = Int32Array.of(2, -1, 3, 0, 1);
const SIZE = 4;

function setting(seed: number) {
  const random = createRandom(seed);
  const list = (n: number) => Float64Array.from({ length: n }, () => random.range(-1, 1));
  const ptr = Int32Array.of(0, 2, 2, 5, 5, 9);
  const node = Int32Array.of(0, 3, 1, 3, 4, 0, 2, 3, 4);
  const places = list(4 * SAMPLES);
  for (let s = 0; s < SAMPLES; s++) places[4 * s] = 1 / SAMPLES;
  return { list, ptr, node, H: list(48 * 9), places };
}

const dot = (a: Float64Array, b: Float64Array): number =>
  a.reduce((sum, value, i) => sum + value * b[i], 0);

/** Symmetric 9×9 matrices at the samples of every point, and the points' tangents from them. */
function tangents(list: (n: number) => Float64Array, places: Float64Array, order: number) {
  const T = list(81 * SAMPLES * COUNT);
  for (let m = 0; m < T.length; m += 81) {
    for (let i = 0; i < 9; i++) for (let j = 0; j < i; j++) T[m + 9 * j + i] = T[m + 9 * i + j];
  }
  const weight = Float64Array.of(0.5, 1.5, 0.8);
  const out = new Float64Array((order > 0 ? 810 : 81) * COUNT);
  for (let e = 0; e < COUNT; e++) {
    const own = T.subarray(81 * SAMPLES * e, 81 * SAMPLES * (e + 1));
    k.sampleTangents(out, e, own, places, SAMPLES, weight[e], order);
  }
  return { T, weight, out };
}

test('stresses of the samples pull as their gradients move: one is the transpose of the other', () => {
  const { list, places } = setting(1);
  const F = list(36 * COUNT);
  const stresses = list(9 * SAMPLES * COUNT);
  const weight = Float64Array.of(1, 1, 1);
  const [Fs, P] = [new Float64Array(9 * SAMPLES * COUNT), list(36 * COUNT)];
  k.sampleGradients(Fs, F, places, SAMPLES, COUNT);
  k.sampleStresses(P, stresses, weight, places, SAMPLES, COUNT);
  expect(dot(P, F)).toBeCloseTo(dot(stresses, Fs) / SAMPLES, 12);
});

test('tangents of a point do what those of its samples do', () => {
  const { list, places } = setting(2);
  const { T, weight, out } = tangents(list, places, 1);
  const G = list(36 * COUNT);
  const [Gs, dP] = [new Float64Array(9 * SAMPLES * COUNT), new Float64Array(9 * SAMPLES * COUNT)];
  k.sampleGradients(Gs, G, places, SAMPLES, COUNT);
  for (let s = 0; s < SAMPLES * COUNT; s++) {
    for (let i = 0; i < 9; i++)
      for (let j = 0; j < 9; j++) dP[9 * s + i] += T[81 * s + 9 * i + j] * Gs[9 * s + j];
  }
  const [expected, P] = [new Float64Array(36 * COUNT), list(36 * COUNT)];
  k.sampleStresses(expected, dP, weight, places, SAMPLES, COUNT);
  const before = P.slice();
  k.tangentRates(P, G, out, COUNT, 1, 0.3, 0.7);
  P.forEach((value, i) => {
    expect(value).toBeCloseTo(0.3 * before[i] + 0.7 * expected[i], 12);
  });
});

test.each([0, 1])(
  'order %i: the matrix gives the forces that rates give, and momentum',
  (order) => {
    const { list, ptr, node, H, places } = setting(3);
    const { out } = tangents(list, places, order);
    const n = 12 * SIZE;
    const pairs = allPairs(SIZE);
    const { where } = pairs;
    const count = (SIZE * (SIZE + 1)) / 2;
    const matrix = new Float64Array(144 * count);
    const dense = list(16 * SIZE * SIZE);
    for (let i = 0; i < 4 * SIZE; i++)
      for (let j = 0; j < i; j++) dense[4 * SIZE * j + i] = dense[4 * SIZE * i + j];
    const mass = intoBlocks(new Float64Array(16 * count), dense, SIZE, pairs, 4);
    const half = new Float64Array(432);
    k.tangentProducts(matrix, where, SIZE, INDEX, ptr, node, H, out, COUNT, order, 0.7, half);
    k.tangentMatrix(matrix, matrix, mass, count, 2);
    // Nodes that are no members stand still.
    const V = list(12 * NODES).map((v, i) => (INDEX[Math.floor(i / 12)] < 0 ? 0 : v));
    const [P, G] = [list(36 * COUNT), new Float64Array(36 * COUNT)];
    const f = new Float64Array(12 * NODES);
    k.elastonGradients(G, ptr, node, H, V, COUNT, order);
    k.tangentRates(P, G, out, COUNT, order, 0, 0.7);
    k.elastonForces(f, ptr, node, H, P, COUNT, order);
    const [x, y, momentum] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
    for (let i = 0; i < 12 * NODES; i++) {
      const m = INDEX[Math.floor(i / 12)];
      if (m >= 0) x[12 * m + (i % 12)] = V[i];
    }
    k.blockMultiply(y, matrix, x, SIZE, pairs.ptr, pairs.cols);
    k.frameMomentum(momentum, mass, x, SIZE, pairs.ptr, pairs.cols);
    for (let i = 0; i < 12 * NODES; i++) {
      const m = INDEX[Math.floor(i / 12)];
      if (m < 0) continue;
      const at = 12 * m + (i % 12);
      expect(y[at]).toBeCloseTo(2 * momentum[at] - f[i], 10);
    }
  },
);
