import { expect, test } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import { createArena, createKernels, measure } from '../../src/kernels/index.ts';
import { rowOf4 } from '../../src/kernels/single.ts';
import {
  allocateFactor,
  factorize,
  initFactor,
  solveMany,
} from '../../src/math/sparse/cholesky.ts';
import { analyse } from '../../src/math/sparse/symbolic.ts';
import {
  allocateGathering,
  createColumns,
  createTurnedCompliance,
} from '../../src/models/shared/kept-columns.ts';
import { springs, tetGrid } from '../math/sparse/systems.ts';

test('sites that depend on many nodes answer as they do through blocks', () => {
  const { pattern, positions } = tetGrid(5, 3, 3);
  const symbolic = analyse(pattern, 3, { positions });
  const sites = 12;
  const allocate = (a: Parameters<typeof allocateFactor>[0]) => ({
    factor: allocateFactor(a, symbolic),
    gathering: allocateGathering(a, pattern.rows),
    values: a.f64(9 * pattern.cols.length),
    diagonal: a.f64(pattern.rows),
    R: a.f64(9 * pattern.rows),
    W: a.f32(3 * sites * rowOf4(3 * sites)),
  });
  const arena = createArena(measure(allocate));
  const { factor, gathering, values, diagonal, R, W } = allocate(arena);
  const kernels = createKernels(arena);
  initFactor(factor);
  values.set(springs(pattern, positions, 100));
  diagonal.fill(1);
  expect(factorize(kernels, factor, values, diagonal, 1)).toBe(-1);
  const solve = (X: Float64Array): void => solveMany(kernels, factor, X, 3);
  const random = createRandom(3);
  for (let i = 0; i < pattern.rows; i++) {
    const angle = random.next();
    R.set(
      [Math.cos(angle), -Math.sin(angle), 0, Math.sin(angle), Math.cos(angle), 0, 0, 0, 1],
      9 * i,
    );
  }
  const fill = (all: Float32Array, kept = createColumns(pattern.rows)): Float32Array => {
    const rng = createRandom(8);
    const found = createTurnedCompliance({ ...gathering, all }, pattern.rows, kernels, solve);
    found.begin();
    for (let s = 0; s < sites; s++) {
      for (let e = 0; e < 6; e++) {
        const node = rng.below(pattern.rows);
        found.now[0] = rng.next() - 0.3;
        expect(found.add(node, node)).toBe(true);
      }
      found.next();
    }
    W.fill(0);
    expect(found.fill(W, kept, R)).toBe(true);
    return W.slice();
  };
  const through = fill(gathering.all);
  const wide = fill(gathering.all.subarray(0, 9));
  const largest = Math.max(...through.map(Math.abs));
  expect(largest).toBeGreaterThan(0);
  for (let k = 0; k < W.length; k++)
    expect(Math.abs(wide[k] - through[k])).toBeLessThan(1e-6 * largest);

  // The same bits where only rows near contact points fit; and where another node is touched, the rest is found again.
  const rng = createRandom(8);
  const touched: number[] = [];
  for (let e = 0; e < 6 * sites; e++) {
    touched.push(rng.below(pattern.rows));
    rng.next();
  }
  const rows = new Set(touched).size;
  expect(rows).toBeLessThan(pattern.rows);
  const few = (nodes: readonly number[]) =>
    createColumns(pattern.rows, Int32Array.from(nodes), 9 * rows * rows);
  const near = few(touched);
  expect(near.room).toBeLessThan(rows);
  expect(near.near!.room).toBe(rows);
  expect(fill(gathering.all, near)).toEqual(through);
  expect(near.at.every((at) => at < 0)).toBe(true);
  expect(fill(gathering.all, few(touched.slice(1).filter((i) => i !== touched[0])))).toEqual(
    through,
  );

  // What was in hand before changes no bit.
  const later = createTurnedCompliance(gathering, pattern.rows, kernels, solve);
  const kept = createColumns(pattern.rows);
  const answer = (nodes: readonly number[]): Float32Array => {
    later.begin();
    for (const node of nodes) {
      later.now[0] = 0.7;
      later.add(node, node);
      later.next();
    }
    W.fill(0);
    expect(later.fill(W, kept, R)).toBe(true);
    return W.slice();
  };
  const fresh = answer([9, 2, 5]);
  answer([5, 1, 2, 7]);
  answer([3, 9]);
  expect(answer([9, 2, 5])).toEqual(fresh);
  kept.version++;
  expect(answer([5, 9, 2])[0]).toBe(fresh[6 * rowOf4(9) + 6]);
});
