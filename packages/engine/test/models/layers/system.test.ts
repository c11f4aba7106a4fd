import { expect, test } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import { createHolds } from '../../../src/models/layers/hold.ts';
import { advance } from '../../../src/models/layers/kinematics.ts';
import {
  type LayersRuntime,
  makeRestBlocks,
  makeStepBlocks,
} from '../../../src/models/layers/runtime.ts';
import { precondition } from '../../../src/models/layers/step/solver.ts';
import {
  addProduct,
  evaluate,
  prepareProducts,
  pullAllForces,
} from '../../../src/models/layers/step/system.ts';
import { pushVelocities } from '../../../src/models/layers/step/transfer.ts';
import { randomArray } from '../../math/support.ts';
import { bar, deform, HIERARCHIES, MATERIAL, runtime } from './hierarchies.ts';

const NO_GRAVITY = new Float64Array(3);

function energyAt(run: LayersRuntime, u: Float64Array, t: number): number {
  const state = { q: run.state.q.slice(), rigid: run.state.rigid.slice() };
  advance(run.hierarchy, state, t, u);
  run.look.composed.fill(0);
  run.look.embedded.fill(0);
  return evaluate(run.system, state, run.kernels, run.look);
}

test.each(Object.keys(HIERARCHIES))('%s: forces are the slope of the energy', (name) => {
  const run = runtime(bar(HIERARCHIES[name]));
  deform(run, 11, 0.01);
  const { system, hierarchy } = run;
  const u = randomArray(createRandom(2), hierarchy.unknowns);
  const h = 2e-4;
  const slope =
    (energyAt(run, u, -2 * h) -
      8 * energyAt(run, u, -h) +
      8 * energyAt(run, u, h) -
      energyAt(run, u, 2 * h)) /
    (12 * h);
  energyAt(run, u, 0);
  const f = new Float64Array(hierarchy.unknowns);
  pullAllForces(f, system, 1, NO_GRAVITY, new Float64Array(3 * system.mass.count));
  const power = f.reduce((sum, c, i) => sum + c * u[i], 0);
  expect(Math.abs(slope + power) / Math.abs(slope)).toBeLessThan(1e-6);
});

test.each(Object.keys(HIERARCHIES))(
  '%s: at rest the stiffness is the slope of the forces, and H is symmetric',
  (name) => {
    const run = runtime(bar(HIERARCHIES[name]));
    const { system, hierarchy } = run;
    const random = createRandom(4);
    const u = randomArray(random, hierarchy.unknowns);
    const force = (t: number): Float64Array => {
      energyAt(run, u, t);
      const f = new Float64Array(hierarchy.unknowns);
      pullAllForces(f, system, 1, NO_GRAVITY, new Float64Array(3 * system.mass.count));
      return f;
    };
    const t = 1e-6;
    const [a, b] = [force(-t), force(t)];
    energyAt(run, u, 0);
    prepareProducts(system);
    system.h = 1;
    const Ku = new Float64Array(hierarchy.unknowns);
    addProduct(Ku, system, u, system.all, system.all, false, true);
    let size = 0;
    let gap = 0;
    for (let i = 0; i < Ku.length; i++) {
      size = Math.max(size, Math.abs(Ku[i]));
      gap = Math.max(gap, Math.abs(Ku[i] + (b[i] - a[i]) / (2 * t)));
    }
    expect(gap / size).toBeLessThan(1e-4);
    const w = randomArray(random, hierarchy.unknowns);
    const Kw = new Float64Array(hierarchy.unknowns);
    addProduct(Kw, system, w, system.all, system.all, false, true);
    const uKw = u.reduce((sum, c, i) => sum + c * Kw[i], 0);
    const wKu = w.reduce((sum, c, i) => sum + c * Ku[i], 0);
    expect(Math.abs(uKw - wKu) / Math.abs(uKw)).toBeLessThan(1e-10);
  },
);

test.each(Object.keys(HIERARCHIES))('%s: at rest the decoupled solve inverts H', (name) => {
  const run = runtime(bar(HIERARCHIES[name]));
  createHolds(run).mark();
  makeRestBlocks(run, 1 / 60);
  makeStepBlocks(run, false);
  const { system, solver, hierarchy, kernels } = run;
  const x = randomArray(createRandom(9), hierarchy.unknowns).map((c, i) =>
    solver.fixed[i] === 1 ? 0 : c,
  );
  const r = new Float64Array(hierarchy.unknowns);
  addProduct(r, system, x, system.all, system.all);
  for (let i = 0; i < r.length; i++) if (solver.fixed[i] === 1) r[i] = 0;
  const z = new Float64Array(hierarchy.unknowns);
  precondition(z, r, solver, system, kernels);
  const error = z.map((c, i) => c - x[i]);
  const He = new Float64Array(hierarchy.unknowns);
  addProduct(He, system, error, system.all, system.all);
  const energy = (a: Float64Array, b: Float64Array) => a.reduce((sum, c, i) => sum + c * b[i], 0);
  expect(Math.sqrt(Math.abs(energy(error, He)) / energy(x, r))).toBeLessThan(1e-5);
});

test('plain elements fall too slowly on two plain iterations of conjugate gradients', () => {
  const run = runtime(
    bar([{ kind: 'hex', name: 'hex', cell: 0.1 }], { material: { ...MATERIAL, young: 1e9 } }),
  );
  const { system, hierarchy } = run;
  const h = 1 / 60;
  energyAt(run, new Float64Array(hierarchy.unknowns), 0);
  prepareProducts(system);
  system.h = h;
  const b = new Float64Array(hierarchy.unknowns);
  pullAllForces(
    b,
    system,
    h,
    Float64Array.of(0, -9.81, 0),
    new Float64Array(3 * system.mass.count),
  );
  const u = new Float64Array(b.length);
  const r = b.slice();
  const p = b.slice();
  const q = new Float64Array(b.length);
  const dot = (a: Float64Array, c: Float64Array) => a.reduce((sum, x, i) => sum + x * c[i], 0);
  for (let k = 0; k < 2; k++) {
    const rr = dot(r, r);
    q.fill(0);
    addProduct(q, system, p, system.all, system.all);
    const alpha = rr / dot(p, q);
    for (let i = 0; i < u.length; i++) {
      u[i] += alpha * p[i];
      r[i] -= alpha * q[i];
    }
    const beta = dot(r, r) / rr;
    for (let i = 0; i < u.length; i++) p[i] = r[i] + beta * p[i];
  }
  const v = new Float64Array(3 * system.mass.count);
  pushVelocities(v, system.mass, hierarchy, u, system.all);
  let momentum = 0;
  for (let i = 0; i < system.mass.count; i++) momentum += system.weight[i] * v[3 * i + 1];
  const acceleration = momentum / h / system.weight.reduce((sum, m) => sum + m, 0);
  expect(acceleration).toBeGreaterThan(-0.5 * 9.81);
});
