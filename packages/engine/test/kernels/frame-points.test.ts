import './all.ts';
import { expect, test } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import { typescriptKernels as k } from '../../src/kernels/kernels.ts';
import { allPairs, intoBlocks } from './cases/blocks.ts';

const COUNT = 5;
const NODES = 7;
const MU = 1.3;
const LAMBDA = 0.6;

/** Points over nodes of which some are members, with rotations and weights. */
function setting(seed: number) {
  const random = createRandom(seed);
  const list = (n: number) => Float64Array.from({ length: n }, () => random.range(-1, 1));
  const index = Int32Array.of(0, -1, 1, 2, -1, 3, 4);
  const ptr = new Int32Array(2 * COUNT);
  const node: number[] = [];
  for (let e = 0; e < COUNT; e++) {
    ptr[2 * e] = node.length;
    for (let j = 0; j < NODES; j++) if ((j + e) % 3 !== 0) node.push(j);
    ptr[2 * e + 1] = node.length;
  }
  const [q, R] = [list(4 * COUNT), new Float64Array(9 * COUNT)];
  k.extractRotations(q, R, list(9 * COUNT), COUNT);
  const volume = Float64Array.from({ length: COUNT }, () => random.range(0.5, 2));
  return {
    list,
    size: 5,
    index,
    ptr,
    node: Int32Array.from(node),
    H: list(48 * node.length),
    R,
    mu: volume.map((v) => v * MU),
    lambda: volume.map((v) => v * LAMBDA),
  };
}

const dot = (a: Float64Array, b: Float64Array): number =>
  a.reduce((sum, value, i) => sum + value * b[i], 0);

test('gradients are the members’ frames times H', () => {
  const { list, ptr, node, H } = setting(1);
  const X = list(12 * NODES);
  const F = new Float64Array(36 * COUNT);
  k.elastonGradients(F, ptr, node, H, X, COUNT, 1);
  for (let e = 0; e < COUNT; e++) {
    for (let a = 0; a < 4; a++) {
      for (let i = 0; i < 9; i++) {
        let sum = 0;
        for (let m = ptr[2 * e]; m < ptr[2 * e + 1]; m++) {
          for (let p = 0; p < 4; p++) {
            const h = H[48 * m + 12 * a + 4 * (i % 3) + p];
            sum += X[12 * node[m] + 4 * Math.floor(i / 3) + p] * h;
          }
        }
        expect(F[36 * e + 9 * a + i]).toBeCloseTo(sum, 12);
      }
    }
  }
});

test.each([0, 1])('order %i: forces are the transpose of gradients', (order) => {
  const { list, ptr, node, H } = setting(2);
  const X = list(12 * NODES);
  const P = list(36 * COUNT);
  const F = new Float64Array(36 * COUNT);
  const f = new Float64Array(12 * NODES);
  k.elastonGradients(F, ptr, node, H, X, COUNT, order);
  k.elastonForces(f, ptr, node, H, P, COUNT, order);
  expect(dot(f, X)).toBeCloseTo(-dot(P, F), 10);
});

test('rates are what a stretch of the turned shape adds to the stress', () => {
  const { list, R, mu, lambda } = setting(3);
  const F = list(36 * COUNT);
  // G = R S with S symmetric: the rotation stays what it is.
  const G = new Float64Array(36 * COUNT);
  for (let e = 0; e < COUNT; e++) {
    const [a, b, c, d, f, g] = list(6);
    const S = [a, b, c, b, d, f, c, f, g];
    for (let i = 0; i < 9; i++) {
      for (let m = 0; m < 3; m++) {
        G[36 * e + i] += R[9 * e + 3 * Math.floor(i / 3) + m] * S[3 * m + (i % 3)];
      }
    }
  }
  const [before, after] = [new Float64Array(36 * COUNT), new Float64Array(36 * COUNT)];
  k.elastonStress(before, F, R, mu, lambda, COUNT, 0);
  const moved = F.map((value, i) => value + 0.5 * G[i]);
  k.elastonStress(after, moved, R, mu, lambda, COUNT, 0);
  k.elastonRates(before, G, R, mu, lambda, COUNT, 0, 1, 0.5);
  before.forEach((value, i) => {
    expect(after[i]).toBeCloseTo(value, 12);
  });
});

test.each([0, 1])('order %i: the matrix gives the forces that rates give', (order) => {
  const { list, size, index, ptr, node, H, R, mu, lambda } = setting(4 + order);
  const n = 12 * size;
  const scale = 0.7;
  // Members are numbered in no particular order.
  for (let j = 0; j < NODES; j++) if (index[j] >= 0) index[j] = (2 * index[j] + 1) % size;
  const pairs = allPairs(size);
  const { where } = pairs;
  const count = (size * (size + 1)) / 2;
  const matrix = new Float64Array(144 * count);
  const turned = new Float64Array(48 * NODES);
  const own = new Int32Array(NODES);
  const none = new Float64Array(16 * count);
  k.elastonProducts(
    matrix,
    where,
    size,
    index,
    ptr,
    node,
    H,
    R,
    mu,
    COUNT,
    order,
    scale,
    turned,
    own,
  );
  k.frameMatrix(matrix, matrix, none, count, 1, LAMBDA / MU);
  // Blocks on the diagonal are whole and symmetric.
  for (let i = 0; i < size; i++) {
    const at = 144 * where[size * i + i];
    for (let r = 0; r < 12; r++) {
      for (let c = 0; c < 12; c++)
        expect(matrix[at + 12 * r + c]).toBeCloseTo(matrix[at + 12 * c + r], 12);
    }
  }
  // Nodes that are no members stand still.
  const V = list(12 * NODES).map((v, i) => (index[Math.floor(i / 12)] < 0 ? 0 : v));
  const [P, G] = [list(36 * COUNT), new Float64Array(36 * COUNT)];
  const f = new Float64Array(12 * NODES);
  k.elastonGradients(G, ptr, node, H, V, COUNT, order);
  k.elastonRates(P, G, R, mu, lambda, COUNT, order, 0, scale);
  k.elastonForces(f, ptr, node, H, P, COUNT, order);
  const [x, y] = [new Float64Array(n), new Float64Array(n)];
  for (let i = 0; i < 12 * NODES; i++) {
    const m = index[Math.floor(i / 12)];
    if (m >= 0) x[12 * m + (i % 12)] = V[i];
  }
  k.blockMultiply(y, matrix, x, size, pairs.ptr, pairs.cols);
  for (let i = 0; i < 12 * NODES; i++) {
    const m = index[Math.floor(i / 12)];
    if (m >= 0) expect(y[12 * m + (i % 12)]).toBeCloseTo(-f[i], 10);
  }
});

test('the mass stands in the matrix as it gives momentum', () => {
  const { list, size } = setting(6);
  const dense = list(16 * size * size);
  for (let i = 0; i < 4 * size; i++) {
    for (let j = 0; j < i; j++) dense[4 * size * j + i] = dense[4 * size * i + j];
  }
  // Members 0 and 3 share no mass.
  const rows = {
    ptr: Int32Array.of(0, 0, 1, 3, 5, 9),
    cols: Int32Array.of(0, 0, 1, 1, 2, 0, 1, 2, 3),
  };
  for (let p = 0; p < 4; p++) {
    for (let q = 0; q < 4; q++) {
      dense[4 * size * (12 + p) + q] = 0;
      dense[4 * size * p + 12 + q] = 0;
    }
  }
  const count = rows.cols.length + size;
  const mass = intoBlocks(new Float64Array(16 * count), dense, size, rows, 4);
  const x = list(12 * size);
  const [momentum, y] = [list(12 * size), list(12 * size)];
  k.frameMomentum(momentum, mass, x, size, rows.ptr, rows.cols);
  for (let i = 0; i < 12 * size; i++) {
    const [m, r, p] = [Math.floor(i / 12), Math.floor((i % 12) / 4), i % 4];
    let sum = 0;
    for (let j = 0; j < 4 * size; j++) {
      sum += dense[4 * size * (4 * m + p) + j] * x[12 * Math.floor(j / 4) + 4 * r + (j % 4)];
    }
    expect(momentum[i]).toBeCloseTo(sum, 12);
  }
  const matrix = new Float64Array(144 * count);
  k.frameMatrix(matrix, matrix, mass, count, 2, 3);
  k.blockMultiply(y, matrix, x, size, rows.ptr, rows.cols);
  momentum.forEach((value, i) => {
    expect(y[i]).toBeCloseTo(2 * value, 10);
  });
});
