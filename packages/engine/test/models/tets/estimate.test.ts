import { expect, test } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import { boxGrid } from '../../../src/geometry/tets/box-grid.ts';
import { shapeGradients, tetVolumes } from '../../../src/geometry/tets/mesh.ts';
import type { TetMesh } from '../../../src/geometry/types.ts';
import { isotropicElasticity, lame } from '../../../src/materials/elasticity.ts';
import { cholesky } from '../../../src/math/dense.ts';
import { createSixScratch, geometricMean } from '../../../src/models/tets/build/elasticity.ts';
import { type Estimation, estimateElasticity } from '../../../src/models/tets/build/estimate.ts';
import { growTree, type TetTree } from '../../../src/models/tets/build/tree.ts';

const { mu, lambda } = lame(1e5, 0.3);
const BASE = isotropicElasticity(mu, lambda);

/** Elasticity of every parent for a factor in the middle of each leaf. */
function estimate(
  mesh: TetMesh,
  levels: number,
  factor: (x: number, y: number, z: number, leaf: number) => number,
  method: Estimation = 'mean',
) {
  const tree = growTree(mesh, levels);
  const whole = { positions: tree.positions, tets: tree.tets };
  const volumes = tetVolumes(whole);
  const factors = new Float64Array(volumes.length);
  const first = tree.tetStart[levels];
  for (let t = first; t < factors.length; t++) {
    const c = [0, 0, 0];
    for (let k = 0; k < 4; k++)
      for (let d = 0; d < 3; d++) c[d] += tree.positions[3 * tree.tets[4 * t + k] + d] / 4;
    factors[t] = factor(c[0], c[1], c[2], t - first);
  }
  const found = estimateElasticity(tree, shapeGradients(whole), volumes, BASE, factors, method);
  return { tree, found, factors };
}

const worst = (C: Float64Array, o: number, D: Float64Array): number => {
  let gap = 0;
  for (let i = 0; i < 36; i++) gap = Math.max(gap, Math.abs(C[o + i] - D[i]));
  return gap / D[0];
};

const CUBE = boxGrid([1, 1, 1], [1, 1, 1], { tetsPerCell: 6 });

test('the geometric mean of commuting matrices is the root of their product', () => {
  const A = BASE.map((c) => 4 * c);
  const B = BASE.map((c) => 9 * c);
  const out = new Float64Array(36);
  const apart = geometricMean(out, 0, A, 0, B, 0, createSixScratch());
  expect(
    worst(
      out,
      0,
      BASE.map((c) => 6 * c),
    ),
  ).toBeLessThan(1e-14);
  expect(apart).toBe(1);
});

test('uniform material keeps its elasticity at every level, through every recursion', () => {
  // A speck of another material far away makes the parents above it go through the numbers; their uniform children stay exact.
  const { found, factors } = estimate(CUBE, 2, () => 3);
  expect(found.C.length).toBe(0);
  expect(factors.every((f) => f === 3)).toBe(true);
  // The same with factors that differ by rounding only, so that nothing is recognised as uniform.
  for (const method of ['mean', 'voigt', 'subc'] as const) {
    const near = estimate(CUBE, 3, (_x, _y, _z, leaf) => 1 + (leaf % 2) * 3e-12, method);
    const { C, place } = near.found;
    expect(place.every((p) => p >= 0)).toBe(true);
    let gap = 0;
    for (let o = 0; o < C.length; o += 36) gap = Math.max(gap, worst(C, o, BASE));
    // 3e-12 was put in; the recursion may add no more than 1e-12.
    expect(gap).toBeLessThan(4e-12);
  }
});

test.each([10, 100])(
  'a laminate of %i:1 lies between its bounds, stiffer along the layers',
  (ratio) => {
    const layers = (_x: number, _y: number, z: number): number =>
      Math.floor(4 * (z + 0.5)) % 2 === 0 ? ratio : 1;
    const { found, tree } = estimate(CUBE, 3, layers);
    // Analytic bounds of a fine laminate of halves: harmonic across, arithmetic along.
    const M = lambda + 2 * mu;
    const across = (2 * M * ratio) / (1 + ratio);
    const shear = (2 * mu * ratio) / (1 + ratio);
    const mean = (1 + ratio) / 2;
    let count = 0;
    for (let t = 0; t < tree.roots; t++) {
      const o = 36 * found.place[t];
      const C = found.C.subarray(o, o + 36);
      expect(C[14]).toBeGreaterThan(0.99 * across);
      expect(C[14]).toBeLessThan(mean * M);
      expect(C[21]).toBeGreaterThan(0.99 * shear);
      expect(C[21]).toBeLessThan(mean * mu);
      expect(C[0]).toBeGreaterThan(C[14]);
      expect(C[35]).toBeGreaterThan(C[21]);
      count++;
    }
    expect(count).toBe(6);
  },
);

test('ten thousand random parents up to 1000:1 are symmetric and positive definite', () => {
  const random = createRandom(7);
  let parents = 0;
  const matrix = new Float64Array(36);
  while (parents < 10_000) {
    const tets = 100;
    const { found } = estimate(randomTets(tets, random), 1, () => 10 ** random.range(-1.5, 1.5));
    for (let p = 0; p < tets; p++, parents++) {
      for (let i = 0; i < 36; i++) matrix[i] = found.C[36 * p + i];
      for (let r = 0; r < 6; r++)
        for (let c = 0; c < r; c++)
          if (matrix[6 * r + c] !== matrix[6 * c + r]) expect.fail('not symmetric');
      if (!cholesky(matrix, 6)) expect.fail('not definite');
    }
  }
  expect(parents).toBe(10_000);
});

test('read literally, sampling makes uniform material three times too soft', () => {
  const { found } = estimate(randomTets(1, createRandom(3)), 1, () => 1, 'sampled');
  const softness = found.C[0] / BASE[0];
  expect(softness).toBeGreaterThan(0.1);
  expect(softness).toBeLessThan(0.6);
});

/** Separate tets of random shape, none flatter than a fifth of a regular one. */
function randomTets(n: number, random: ReturnType<typeof createRandom>): TetMesh {
  const positions = new Float64Array(12 * n);
  const tets = new Int32Array(4 * n);
  for (let t = 0; t < n; ) {
    for (let i = 0; i < 12; i++) positions[12 * t + i] = random.range(-1, 1);
    for (let k = 0; k < 4; k++) tets[4 * t + k] = 4 * t + k;
    const one = { positions, tets: tets.subarray(4 * t, 4 * t + 4) };
    if (tetVolumes(one)[0] < 0.1) continue;
    t++;
  }
  return { positions, tets };
}

/** The worst radius ratio of a child over its parent's stays within what the best diagonal gives. */
test('children of random tets stay well shaped', async () => {
  const { tetQualities } = await import('../../../src/geometry/tets/quality.ts');
  const tree: TetTree = growTree(randomTets(100, createRandom(11)), 3);
  const q = tetQualities({ positions: tree.positions, tets: tree.tets });
  let least = 1;
  for (let t = 0; t < q.length; t++) {
    let root = t;
    while (root >= tree.roots) root = Math.floor((root - tree.roots) / 8);
    least = Math.min(least, q[t] / q[root]);
  }
  expect(least).toBeGreaterThan(0.25);
});
