import { expect, test } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import { createWorld, type SceneInput } from '../../../src/index.ts';
import { eigenSymmetric } from '../../../src/math/dense.ts';
import { EVEN_POINTS, findPoints } from '../../../src/models/tets/build/points.ts';
import { setup } from './helpers.ts';

test('points of an element that is not of one stiffness integrate energies over its leaves exactly', () => {
  const { data } = setup({
    cells: [2, 1, 1],
    factor: (x, y, z) => (x + 0.7 * y - 0.4 * z > 0.07 ? 9 : 1),
  });
  const { tree, estimate, factors, points, volumes, parents } = data;
  expect(points.place).toEqual(estimate.place);
  let varied = 0;
  for (let t = 0; t < tree.roots; t++) {
    const p = estimate.place[t];
    if (p < 0) continue;
    varied++;
    // A linear function of place stands for a strain: its square against the stiffness, leaf by leaf and by the points.
    const slope = [0.3, -1.1, 0.8];
    const at = (v: number): number =>
      slope.reduce((s, c, i) => s + c * tree.positions[3 * v + i], 0.2);
    let exact = 0;
    const add = (tet: number): void => {
      if (tet < parents) {
        for (let c = 0; c < 8; c++) add(8 * tet + tree.roots + c);
        return;
      }
      const w = [0, 1, 2, 3].map((k) => at(tree.tets[4 * tet + k]));
      const sum = w[0] + w[1] + w[2] + w[3];
      const squares = w.reduce((s, v) => s + v * v, 0);
      exact += (factors[tet] * volumes[tet] * (sum * sum + squares)) / 20;
    };
    add(t);
    let byPoints = 0;
    for (let q = 0; q < 4; q++) {
      let value = 0;
      for (let i = 0; i < 4; i++)
        value += points.coordinates[16 * p + 4 * i + q] * at(tree.tets[4 * t + i]);
      byPoints += 0.25 * factors[t] * volumes[t] * value * value;
    }
    expect(byPoints / exact).toBeCloseTo(1, 10);
  }
  expect(varied).toBeGreaterThan(2);
  // A uniform parent would have the usual ones, and so would one whose leaves are all cut, but full.
  const leaves = factors.length - parents;
  const even = Float64Array.from({ length: 16 }, (_, k) => (k % 5 === 0 ? 2 : 1) / 20);
  const usual = findPoints(tree, new Float64Array(factors.length).fill(2), {
    parts: factors,
    crossed: new Int32Array(leaves),
    moments: even,
  });
  for (let k = 0; k < 16; k++) expect(usual.coordinates[k]).toBeCloseTo(EVEN_POINTS[k], 10);
});

test.each([
  ['nearly incompressible', { poisson: 0.48 }],
  ['of two materials', { poisson: 0.4, factor: (x: number) => (x > 0.07 ? 1.8 : 1) }],
  ['neo-Hookean', { poisson: 0.4, law: 'neo-hookean' as const }],
])('forces of ten-node elements are the gradient of their energy: %s', (_name, input) => {
  const live = setup({ cells: [1, 1, 1], size: [0.5, 0.5, 0.5], options: { levels: 1 }, ...input });
  const { memory, run, data } = live;
  expect(run.front.elements).toBe(4 * run.front.ten);
  const random = createRandom(5);
  for (let k = 0; k < 3 * data.vertices; k++) memory.x[k] += 0.06 * (random.next() - 0.5);
  live.energy();
  const f = memory.f.slice();
  let [gap, size] = [0, 0];
  for (let i = 0; i < 3 * run.front.free; i += 5) {
    const k = 3 * memory.vertexOf[Math.floor(i / 3)] + (i % 3);
    const x = memory.x[k];
    const [more, less] = [1e-6, -1e-6].map((d) => {
      memory.x[k] = x + d;
      // Rotations are searched from where they were: a few times until they stand.
      live.energy();
      live.energy();
      return live.energy();
    });
    memory.x[k] = x;
    gap = Math.max(gap, Math.abs(-(more - less) / 2e-6 - f[i]));
    size = Math.max(size, Math.abs(f[i]));
  }
  expect(gap / size).toBeLessThan(1e-4);
});

test('an element resists everything but rigid motions, as ν nears ½ too', () => {
  const live = setup({ cells: [1, 1, 1], size: [1, 1, 1], options: { levels: 1 }, poisson: 0.495 });
  const { memory, run } = live;
  const { ten } = run.front;
  const n = 3 * run.front.free;
  const table = memory.tenTable;
  const places = [...new Set(table.subarray(0, 16))];
  // The first element alone.
  run.front.ten = 1;
  const K = new Float64Array(900);
  for (let j = 0; j < 30; j++) {
    memory.X.fill(0);
    memory.Y.fill(0, 0, n);
    memory.X[3 * places[Math.floor(j / 3)] + (j % 3)] = 1;
    run.elastic.tenProduct(memory.Y, memory.X, 1);
    for (let i = 0; i < 30; i++) K[30 * i + j] = memory.Y[3 * places[Math.floor(i / 3)] + (i % 3)];
  }
  run.front.ten = ten;
  const values = new Float64Array(30);
  eigenSymmetric(values, new Float64Array(900), K, 30);
  const sorted = [...values].sort((a, b) => a - b);
  const scale = live.data.mu;
  expect(Math.abs(sorted[5])).toBeLessThan(1e-9 * scale);
  expect(sorted[6]).toBeGreaterThan(1e-2 * scale);
});

const clamped = (from: number, to: number, mesh: 'grid' | 'stuffed'): SceneInput => ({
  format: 'pliant/1',
  name: 'clamped',
  bodies: [
    {
      name: 'bar',
      shape: { type: 'box', size: [0.8, 0.1, 0.1] },
      material: { young: 1e6 },
      model: { type: 'tets', cell: 0.2, levels: 1, adaptive: false, mesh },
      attachments: [
        {
          name: 'wall',
          region: { type: 'box', size: [to - from, 1, 1], position: [0.5 * (from + to), 0, 0] },
        },
      ],
      contact: 'none',
      probes: { before: [to, 0, 0], after: [to + 0.01, 0, 0] },
    },
  ],
});

test('a hold ends where its region ends, wherever that is in the grid', () => {
  const world = createWorld(clamped(-0.46, -0.34, 'grid'));
  world.step(10);
  const [body] = world.bodies;
  expect(body.probe('before')[1]).toBe(0);
  expect(body.probe('after')[1]).toBeLessThan(0);
  expect(world.notes.length).toBe(0);
});

test('a hold thinner than the elements is remarked on', () => {
  const world = createWorld(clamped(-0.5, -0.398, 'stuffed'));
  world.step();
  expect(world.notes.join()).toMatch(/attachments\[0\].region: thinner than/);
});
