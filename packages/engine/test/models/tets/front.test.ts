import { expect, test } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import { projectVelocity } from '../../../src/models/tets/adapt/project.ts';
import { findTen } from '../../../src/models/tets/adapt/ten.ts';
import {
  gatherFollower,
  gatherSlaves,
  spreadSlaves,
} from '../../../src/models/tets/front/spread.ts';
import { type Live, randomFront, type Setup, setup, spreadAll, switchAtRandom } from './helpers.ts';

/** Steps of the long run. */
const STEPS = 10_000;

const STRETCH = [1.1, 0.08, -0.04, 0.02, 0.9, 0.06, -0.08, 0.04, 1.05];

function deform(live: Live, map: (X: number[]) => number[]): void {
  const { data, memory, run } = live;
  const rest = data.tree.positions;
  for (let i = 0; i < rest.length; i += 3)
    memory.x.set(map([rest[i], rest[i + 1], rest[i + 2]]), i);
  run.rebuild(false);
}

const affine = ([x, y, z]: number[]): number[] =>
  [0, 1, 2].map((r) => STRETCH[3 * r] * x + STRETCH[3 * r + 1] * y + STRETCH[3 * r + 2] * z);
const bend = ([x, y, z]: number[]): number[] => [x - 0.5 * x * y, y + 0.3 * x * x, z + 0.1 * x * y];

const onBorder = ({ data }: Live, v: number): boolean => {
  const [x, y, z] = data.tree.positions.subarray(3 * v, 3 * v + 3);
  return Math.abs(x) > 0.499 || Math.abs(y) > 0.249 || Math.abs(z) > 0.249;
};

/** Random grading in which all children of a tet are split or none, so that elements have ten nodes; some are linear with a chance. */
function tenFront(live: Live, random: ReturnType<typeof createRandom>, linear: number): void {
  const { data, memory, run } = live;
  const { roots } = data.tree;
  memory.split.fill(0);
  for (let t = 0; t < data.parents; t++) {
    if (t < roots) memory.split[t] = 1;
    const first = 8 * t + roots;
    if (memory.split[t] === 1 && first < data.parents && random.next() < 0.5)
      memory.split.fill(1, first, first + 8);
  }
  findTen(run);
  for (let t = 0; t < data.parents; t++)
    if (memory.ten[t] === 1 && random.next() < linear) memory.split[t] = 0;
  findTen(run);
  run.rebuild(false);
}

/** Largest force on free vertices inside the box, over the largest on its surface. */
function innerForce(live: Live): number {
  const { memory, run } = live;
  let [inside, outside] = [0, 0];
  for (let i = 0; i < run.front.free; i++) {
    const border = onBorder(live, memory.vertexOf[i]);
    for (let c = 0; c < 3; c++) {
      const force = Math.abs(memory.f[3 * i + c]);
      if (border) outside = Math.max(outside, force);
      else inside = Math.max(inside, force);
    }
  }
  return inside / outside;
}

test.each<[string, Setup]>([
  ['linear elements', { options: { tenNode: false, levels: 3 } }],
  ['ten-node elements', { options: { levels: 3 } }],
  ['neo-Hookean', { law: 'neo-hookean', options: { levels: 3 } }],
])('patch test on random ungraded fronts: %s', (_name, input) => {
  const live = setup({ ...input, cells: [2, 2, 2] });
  const random = createRandom(5);
  let worst = 0;
  let tens = 0;
  for (let k = 0; k < 4; k++) {
    randomFront(live, random, k === 0 ? 1 : 0.6);
    deform(live, affine);
    live.energy();
    worst = Math.max(worst, innerForce(live));
    tens += live.run.front.ten;
  }
  expect(tens > 0).toBe(input.options?.tenNode !== false);
  expect(worst).toBeLessThan(1e-12);
});

test('pure bending is exact on ten-node fronts of any grading: every vertex follows, nothing inside feels a force', () => {
  const live = setup({ cells: [2, 2, 2], options: { levels: 3 } });
  const { data, memory, run } = live;
  const { tree } = data;
  const random = createRandom(8);
  const [bend, poisson] = [0.4, 0.3];
  const field = ([x, y, z]: Float64Array): number[] => [
    -bend * x * y,
    0.5 * bend * (x * x + poisson * (y * y - z * z)),
    poisson * bend * y * z,
  ];
  let [apart, hanging, worst] = [0, 0, 0];
  for (let k = 0; k < 4; k++) {
    tenFront(live, random, 0);
    memory.x.set(tree.positions);
    run.rebuild(false);
    const { front } = run;
    const u = new Float64Array(3 * front.free);
    for (let i = 0; i < front.free; i++)
      u.set(field(tree.positions.subarray(3 * memory.vertexOf[i])), 3 * i);
    const all = new Float64Array(3 * data.vertices);
    spreadAll(run, u, all);
    for (let v = 0; v < data.vertices; v++)
      field(tree.positions.subarray(3 * v)).forEach((w, c) => {
        apart = Math.max(apart, Math.abs(all[3 * v + c] - w));
      });
    memory.X.set(u);
    spreadSlaves(memory.X, front, memory);
    memory.Y.fill(0);
    run.elastic.tenProduct(memory.Y, memory.X, 1);
    gatherSlaves(memory.Y, front, memory);
    memory.f.set(memory.Y);
    worst = Math.max(worst, innerForce(live));
    hanging += front.slaves;
    expect(front.elements).toBe(4 * front.ten);
  }
  expect(hanging).toBeGreaterThan(1000);
  expect(apart).toBeLessThan(1e-14);
  expect(worst).toBeLessThan(1e-12);
});

test('forces are the gradient of the energy on a front with hanging vertices and ten-node elements', () => {
  const live = setup({ cells: [2, 1, 1], factor: (x) => (x < 0.2 ? 1 : 30) });
  const { memory, run } = live;
  randomFront(live, createRandom(2), 0.7);
  deform(live, bend);
  live.energy();
  const f = memory.f.slice();
  const d = 1e-6;
  let gap = 0;
  let size = 0;
  for (let i = 0; i < run.front.free; i += 3) {
    for (let c = 0; c < 3; c++) {
      const k = 3 * memory.vertexOf[i] + c;
      const x = memory.x[k];
      const energies = [1, -1].map((sign) => {
        memory.x[k] = x + sign * d;
        run.follow();
        return live.energy();
      });
      memory.x[k] = x;
      run.follow();
      const slope = -(energies[0] - energies[1]) / (2 * d);
      gap = Math.max(gap, Math.abs(slope - f[3 * i + c]));
      size = Math.max(size, Math.abs(f[3 * i + c]));
    }
  }
  // What leans on an element is left out of its forces: a part of the second order.
  expect(gap / size).toBeLessThan(0.02);
});

test('a thousand switches move no point, keep momentum and angular momentum, and gain no energy', () => {
  const live = setup({ factor: (_x, y) => (y > 0 ? 4 : 1) });
  const { memory, run, data } = live;
  const random = createRandom(9);
  deform(live, bend);
  const u = new Float64Array(3 * data.vertices);
  for (let i = 0; i < 3 * run.front.free; i++) u[i] = random.range(-1, 1);
  /** Momentum, then angular momentum about the origin. */
  const momentum = (): number[] => {
    const y = new Float64Array(3 * data.vertices);
    const sum = [0, 0, 0, 0, 0, 0];
    run.massProduct(y, u);
    for (let i = 0; i < run.front.free; i++) {
      const [px, py, pz] = y.subarray(3 * i, 3 * i + 3);
      const v = 3 * memory.vertexOf[i];
      const [rx, ry, rz] = memory.x.subarray(v, v + 3);
      [px, py, pz].forEach((p, c) => {
        sum[c] += p;
      });
      sum[3] += ry * pz - rz * py;
      sum[4] += rz * px - rx * pz;
      sum[5] += rx * py - ry * px;
    }
    return sum;
  };
  const before = momentum();
  const x = memory.x.slice();
  let [switches, jump, gain] = [0, 0, 0];
  while (switches < 1000) {
    const counts = switchAtRandom(live, random, u, 0.3);
    switches += counts.switches + counts.merges;
    jump = Math.max(jump, counts.jump);
    gain = Math.max(gain, counts.kineticGain);
  }
  const after = momentum();
  const mass = 250;
  for (let c = 0; c < 6; c++) expect(Math.abs(after[c] - before[c]) / mass).toBeLessThan(1e-12);
  expect(jump).toBeLessThan(1e-13);
  expect(gain).toBeLessThan(1e-9);
  let moved = 0;
  for (let i = 0; i < x.length; i++) moved = Math.max(moved, Math.abs(x[i] - memory.x[i]));
  expect(moved).toBeLessThan(1e-12);
});

test('a bent body that spins loses nothing by merging: rigid motion is a motion of every front', () => {
  const live = setup({ factor: (_x, y) => (y > 0 ? 4 : 1) });
  const { memory, run, data, ad } = live;
  deform(live, bend);
  const u = new Float64Array(3 * data.vertices);
  const rigid = (v: number): number[] => {
    const [x, y, z] = memory.x.subarray(3 * v, 3 * v + 3);
    return [0.1 + 2 * z - y, 0.2 + x - 0.5 * z, 0.5 * y - 2 * x];
  };
  for (let i = 0; i < run.front.free; i++) u.set(rigid(memory.vertexOf[i]), 3 * i);
  const random = createRandom(3);
  let merges = 0;
  for (let k = 0; k < 5; k++) merges += switchAtRandom(live, random, u, 0.5).merges;
  expect(merges).toBeGreaterThan(20);
  spreadAll(run, u, ad.U);
  let gap = 0;
  for (let v = 0; v < data.vertices; v++)
    rigid(v).forEach((w, c) => {
      gap = Math.max(gap, Math.abs(ad.U[3 * v + c] - w));
    });
  expect(gap).toBeLessThan(1e-12);
});

test('merging in a deformed state leaves the forces on all other vertices as they were', () => {
  const live = setup({ factor: (_x, y) => (y > 0 ? 10 : 1) });
  const { memory, run, data } = live;
  deform(live, bend);
  live.energy();
  // Forces by vertex, those of vertices that will follow handed to what they follow.
  const forces = (): Float64Array => {
    const out = new Float64Array(3 * data.vertices);
    for (let i = 0; i < run.front.free; i++)
      for (let c = 0; c < 3; c++) out[3 * memory.vertexOf[i] + c] = memory.f[3 * i + c];
    return out;
  };
  const before = forces();
  const energyBefore = live.energy();
  const u = new Float64Array(3 * data.vertices);
  const { merges } = switchAtRandom(live, createRandom(1), u, 0.4);
  expect(merges).toBeGreaterThan(5);
  const energyAfter = live.energy();
  const after = forces();
  for (let i = run.front.followerCount - 1; i >= 0; i--) {
    const v = run.front.followers[i];
    gatherFollower(before, data, memory, v);
    before.fill(0, 3 * v, 3 * v + 3);
  }
  let [gap, size] = [0, 0];
  for (let i = 0; i < before.length; i++) {
    gap = Math.max(gap, Math.abs(after[i] - before[i]));
    size = Math.max(size, Math.abs(before[i]));
  }
  expect(gap / size).toBeLessThan(1e-10);
  expect(Math.abs(energyAfter / energyBefore - 1)).toBeLessThan(1e-10);
});

test('undamped motion keeps its energy through random switching, but for what projections take', () => {
  const live = setup({ cells: [1, 1, 1], size: [0.5, 0.5, 0.5], factor: (x) => (x > 0 ? 3 : 1) });
  const { memory, run, data } = live;
  const random = createRandom(4);
  const n = 3 * data.vertices;
  const [u, a, r, p, q] = [0, 1, 2, 3, 4].map(() => new Float64Array(n));
  deform(live, ([x, y, z]) => [1.05 * x + 0.02 * y * y, y - 0.02 * x * x, 0.98 * z]);
  const kinetic = (): number => {
    run.massProduct(q, u);
    let sum = 0;
    for (let i = 0; i < 3 * run.front.free; i++) sum += 0.5 * q[i] * u[i];
    return sum;
  };
  const start = live.energy();
  const h = 1e-4;
  let lost = 0;
  let [least, most] = [1, 1];
  let switches = 0;
  const steps = STEPS;
  for (let s = 0; s < steps; s++) {
    const elastic = live.energy();
    const total = (elastic + kinetic() + lost) / start;
    if (s % 20 === 0) {
      least = Math.min(least, total);
      most = Math.max(most, total);
    }
    a.fill(0);
    projectVelocity(run, a, memory.f, r, p, q);
    for (let i = 0; i < 3 * run.front.free; i++) u[i] += h * a[i];
    for (let i = 0; i < run.front.free; i++)
      for (let c = 0; c < 3; c++) memory.x[3 * memory.vertexOf[i] + c] += h * u[3 * i + c];
    run.follow();
    if (s % 50 !== 49) continue;
    const before = kinetic();
    const counts = switchAtRandom(live, random, u, 0.05);
    switches += counts.switches + counts.merges;
    lost += before - kinetic();
  }
  expect(switches).toBeGreaterThan(200);
  expect(least).toBeGreaterThan(0.985);
  expect(most).toBeLessThan(1.015);
});
