import { expect, test } from 'vitest';
import { compileShape } from '../../../src/geometry/sdf/compile.ts';
import type { Shape } from '../../../src/geometry/sdf/shape.ts';
import { lame } from '../../../src/materials/elasticity.ts';
import { hexPatch } from '../../../src/models/layers/basis/hex.ts';
import { groupCells } from '../../../src/models/layers/build/groups.ts';
import { addHexPoints } from '../../../src/models/layers/build/hex-points.ts';
import { createLists } from '../../../src/models/layers/build/lists.ts';
import { fillWithCells } from '../../../src/models/layers/build/volume.ts';
import { bar, MATERIAL } from './hierarchies.ts';

const even = (_: Float64Array, n: number, out: Float64Array): void => void out.fill(1, 0, n);

/** Energy by volume of a displacement of one cube's nodes, u(X), at small strains. */
function energyOf(poisson: number, u: (X: number[]) => number[]): number {
  const cube = hexPatch(
    compileShape({ type: 'box', size: [0.1, 0.1, 0.1] } as unknown as Shape),
    null,
    0.1,
    '',
  );
  const lists = createLists();
  const material = { ...MATERIAL, poisson };
  const patch = { layer: 0, hex: cube, tets: null, filled: null, embedded: true, material };
  const volume = addHexPoints(lists, cube, patch, 1000, even, () => false);
  const { ptr, at, slope, mu, lambda, volume: V } = lists.embedded;
  let energy = 0;
  for (let p = 0; p + 1 < ptr.length; p++) {
    const grad = new Float64Array(9);
    for (let e = ptr[p]; e < ptr[p + 1]; e++) {
      const moved = u(lists.mass.slice(3 * at[e], 3 * at[e] + 3));
      for (let i = 0; i < 9; i++) grad[i] += moved[Math.floor(i / 3)] * slope[3 * e + (i % 3)];
    }
    let square = 0;
    for (let i = 0; i < 9; i++)
      square += (0.5 * (grad[i] + grad[3 * (i % 3) + Math.floor(i / 3)])) ** 2;
    energy += V[p] * (mu[p] * square + 0.5 * lambda[p] * (grad[0] + grad[4] + grad[8]) ** 2);
  }
  return energy / volume;
}

test.each([0, 0.3, 0.45, 0.49])(
  'a cube of ν %f strains and bends with the energy it should have',
  (poisson) => {
    const { young } = MATERIAL;
    const { mu, lambda } = lame(young, poisson, '');
    const strained = energyOf(poisson, ([x, y, z]) => [0.02 * x + 0.01 * y, 0.01 * y, -0.03 * z]);
    const square = 0.02 ** 2 + 0.01 ** 2 + 0.03 ** 2 + 2 * 0.005 ** 2;
    expect(strained).toBeCloseTo(mu * square + 0.5 * lambda * (0.02 + 0.01 - 0.03) ** 2, 9);
    const swollen = energyOf(poisson, (X) => X.map((x) => 0.01 * x));
    expect(swollen).toBeCloseTo(mu * 3e-4 + 0.5 * lambda * 9e-4, 9);
    const bent = energyOf(poisson, ([x, y]) => [x * y, -0.5 * x * x, 0]);
    expect(bent / ((0.5 * young * 0.1 ** 2) / 12)).toBeCloseTo(1, 9);
  },
);

test('points of thin parts have all the energy of straight functions', () => {
  const matter = fillWithCells(
    compileShape({ type: 'box', size: [1, 0.1, 0.1] } as unknown as Shape),
  );
  const { centres } = matter;
  const n = centres.length / 3;
  const factor = new Float64Array(n).fill(1);
  const { cells, ptr, list, weight } = groupCells(matter, [...Array(n).keys()], 60, factor);
  let [inGroups, inCells] = [0, 0];
  for (let g = 0; g < cells.length; g++) {
    let y = 0;
    for (let i = ptr[g]; i < ptr[g + 1]; i++) y += weight[i] * centres[3 * list[i] + 1];
    inGroups += cells[g] * y * y;
  }
  for (let i = 0; i < n; i++) inCells += centres[3 * i + 1] ** 2 + matter.grid.cell ** 2 / 12;
  expect(cells.reduce((sum, c) => sum + c, 0)).toBe(n);
  expect(inGroups / inCells).toBeCloseTo(1, 9);
});

test('points do not average over a jump of stiffness', () => {
  const matter = fillWithCells(
    compileShape({ type: 'box', size: [1, 0.1, 0.1] } as unknown as Shape),
  );
  const n = matter.centres.length / 3;
  const factor = Float64Array.from({ length: n }, (_, i) =>
    Math.abs(matter.centres[3 * i + 1]) > 0.03 ? 100 : 1,
  );
  const groups = groupCells(matter, [...Array(n).keys()], 30, factor);
  for (const f of groups.factor) expect([1, 100]).toContain(f);
});

test('cells too few, and an attachment thinner than one, are remarked', () => {
  const end = compileShape({
    type: 'box',
    size: [0.04, 1, 1],
    position: [-0.4, 0, 0],
  } as unknown as Shape);
  const { remarks } = bar([{ kind: 'hex', name: 'hex', cell: 0.1 }], { regions: [end] });
  expect(remarks).toHaveLength(2);
  expect(remarks[0]).toContain('2 elements through the body');
  expect(remarks[1]).toContain('thinner along x than an element');
});
