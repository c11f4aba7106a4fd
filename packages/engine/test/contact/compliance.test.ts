import { expect, test } from 'vitest';
import { complianceByColumns } from '../../src/contact/solve/compliance.ts';
import type { Compliance } from '../../src/contact/solve/metric.ts';
import {
  clearSites,
  siteAmong,
  siteBetween,
  siteInCage,
  TIES,
} from '../../src/contact/solve/sites.ts';
import { denseOfSparse } from '../../src/contact/solve/sparse.ts';
import { createRandom } from '../../src/core/random.ts';
import type { SceneInput } from '../../src/index.ts';
import { rowOf4 } from '../../src/kernels/single.ts';
import { createCore } from '../../src/world/build/scene.ts';
import { step } from '../../src/world/step.ts';
import { floor, scene } from '../world/helpers.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];
type ModelInput = NonNullable<BodyInput['model']>;

function layered(...layers: object[]): ModelInput {
  return {
    type: 'layers',
    layers: layers.map((layer, k) => ({ name: `layer ${k}`, ...layer })),
  } as ModelInput;
}

const MODELS: [string, ModelInput, number][] = [
  ['solid', { type: 'solid', cell: 0.07 }, 2e-6],
  ['solid, fresh factor', { type: 'solid', cell: 0.1, solver: 'direct' }, 1e-9],
  ['frames', { type: 'frames', frames: 6 }, 1e-9],
  ['frames, kept factor', { type: 'frames', frames: 12, adaptive: false }, 2e-6],
  ['octree', { type: 'octree', cell: 0.05 }, 1e-9],
  ['tets', { type: 'tets' }, 2e-6],
  ['rigid + hex', layered({ kind: 'rigid' }, { kind: 'hex', cell: 0.07 }), 2e-6],
  ['rigid + tet', layered({ kind: 'rigid' }, { kind: 'tet', cell: 0.07 }), 2e-6],
  ['affine + hex', layered({ kind: 'affine', frames: 3 }, { kind: 'hex', cell: 0.05 }), 2e-6],
  ['frames + hex', layered({ kind: 'frames', frames: 5 }, { kind: 'hex', cell: 0.05 }), 2e-6],
  ['affine', layered({ kind: 'affine', frames: 3 }), 2e-6],
  ['rigid + modes', layered({ kind: 'rigid' }, { kind: 'modes', count: 8, cell: 0.07 }), 2e-6],
  ['hex', layered({ kind: 'hex', cell: 0.05 }), 2e-6],
  ['rigid', { type: 'rigid' }, 1e-9],
];

/** A body that has bent on the floor and turned, about to take a step, with sites of all kinds. */
function touched(model: ModelInput) {
  const body: BodyInput = {
    name: 'body',
    shape: { type: 'box', size: [0.4, 0.15, 0.2] },
    position: [0, 0.25, 0],
    rotation: [20, 40, 50],
    velocity: [0.5, -2, 0],
    material: { young: 2e4, poisson: 0.3, density: 1000 },
    model,
  };
  const core = createCore(scene({ bodies: [body], obstacles: [floor] }));
  for (let k = 0; k < 12; k++) step(core);
  const [live] = core.bodies;
  live.body.equation.assemble(core.scene.dt, core.gravity, null);
  // Six frames: their own factor.
  if (model.type === 'frames' && model.frames === 6) live.body.equation.renew?.();
  const touch = core.contacts.memory.bodies[0];
  const random = createRandom(5);
  clearSites(touch);
  const { cubes, corners } = touch.live.cage;
  for (let s = 0; s < 5; s++) siteBetween(touch, random.below(touch.count), 0, 0);
  siteBetween(touch, 1, 2, 0.3);
  for (let s = 0; s < 5; s++) {
    const cube = random.below(cubes.length / 8);
    // A rigid body also knows couples, whose weights have the sum zero.
    const couple = model.type === 'rigid' && s === 4;
    const weights = Float64Array.of(0.4, -0.2, 0.5, couple ? -0.7 : 0.3);
    siteInCage(touch, cubes.slice(8 * cube, 8 * cube + 8), 0, weights, 0);
  }
  const points = live.body.points.embed(corners.slice(0, 3).map((x) => 0.5 * x));
  touch.groups.length = TIES;
  // Rows are about few points; here they may be about any.
  const all = touch.groups.map((g) => ({ points: g.points, v: g.v, f: g.f }));
  touch.groups.splice(0, TIES, ...all);
  touch.groups.push({ points, v: new Float64Array(3), f: new Float64Array(3) });
  siteAmong(touch, TIES, Float64Array.of(1));
  return {
    live,
    touch,
    n: touch.siteCount[0],
    compliance: (live.body.points.compliance ?? {}) as Compliance,
  };
}

test.each(MODELS)(
  'sites of %s answer as an impulse through its metric does, column by column',
  (_, model, tolerance) => {
    const { live, touch, n, compliance } = touched(model);
    const W = new Float64Array(9 * n * n);
    complianceByColumns(live, touch, n, W);
    let largest = 0;
    for (const w of W) largest = Math.max(largest, Math.abs(w));
    expect(largest).toBeGreaterThan(0);
    const compare = (found: (i: number, j: number) => number): void => {
      for (let i = 0; i < 3 * n; i++) {
        for (let j = 0; j < 3 * n; j++)
          expect(Math.abs(found(i, j) - W[i * 3 * n + j])).toBeLessThan(tolerance * largest);
      }
    };
    if (compliance.dense !== undefined) {
      // Where the kernels reach it.
      expect(compliance.dense(touch.groups, touch.sites, n, touch.W)).toBe(true);
      compare((i, j) => touch.W[i * 3 * n + j]);
    }
    if (compliance.single !== undefined && live.body.equation.exact !== true) {
      // The last site is the end of a tie, which kept compliance between points does not know.
      const m = compliance.single(touch.groups, touch.sites, n, touch.dense) ? n : n - 1;
      expect(compliance.single(touch.groups, touch.sites, m, touch.dense)).toBe(true);
      compare((i, j) =>
        Math.max(i, j) < 3 * m ? touch.dense[i * rowOf4(3 * m) + j] : W[i * 3 * n + j],
      );
    }
    if (compliance.sparse !== undefined) {
      compliance.sparse.fill(touch.groups, touch.sites, n, touch.W);
      const dense = new Float64Array(9 * n * n);
      denseOfSparse(dense, touch.W, compliance.sparse.stride, n);
      compare((i, j) => dense[i * 3 * n + j]);
    }
    if (compliance.factor !== undefined && compliance.rank !== undefined) {
      compliance.factor(touch.groups, touch.sites, n, touch.W);
      const k = compliance.rank();
      compare((i, j) => {
        let sum = 0;
        for (let c = 0; c < k; c++) sum += touch.W[i * k + c] * touch.W[j * k + c];
        return sum;
      });
    }
  },
);

test.each(MODELS)('the metric of %s is symmetric, and exact where it says so', (_, model) => {
  const { live } = touched(model);
  const { body } = live;
  const n = body.equation.unknowns();
  const random = createRandom(9);
  const vector = (out: Float64Array): Float64Array => {
    for (let i = 0; i < n; i++) out[i] = random.range(-1, 1);
    body.equation.constrain(out);
    return out;
  };
  const x = vector(live.r).slice(0, n);
  body.equation.precondition(live.z, live.r);
  const Mx = live.z.slice(0, n);
  const y = vector(live.r).slice(0, n);
  body.equation.precondition(live.z, live.r);
  const dot = (a: Float64Array, b: Float64Array): number => a.reduce((s, c, i) => s + c * b[i], 0);
  const size = Math.sqrt(dot(x, Mx) * dot(y, live.z.slice(0, n)));
  expect(Math.abs(dot(Mx, y) - dot(live.z.slice(0, n), x))).toBeLessThan(1e-5 * size);
  if (body.equation.exact !== true) return;
  body.equation.multiply(live.q, live.z);
  body.equation.constrain(live.q);
  for (let i = 0; i < n; i++) expect(live.q[i]).toBeCloseTo(y[i], 7);
});
