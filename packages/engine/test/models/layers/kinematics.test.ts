import { expect, test } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import type { Allocator } from '../../../src/kernels/index.ts';
import { advance } from '../../../src/models/layers/kinematics.ts';
import type { LayersRuntime } from '../../../src/models/layers/runtime.ts';
import {
  allocatePoints,
  compose,
  type LayerPoints,
  roomFor,
  tiePoints,
} from '../../../src/models/layers/step/compose.ts';
import {
  pullForces,
  pullStresses,
  pushGradients,
  pushVelocities,
} from '../../../src/models/layers/step/transfer.ts';
import { randomArray } from '../../math/support.ts';
import { bar, deform, HIERARCHIES, runtime } from './hierarchies.ts';

/** Differences of positions and gradients along u, to fourth order. */
function differences(run: LayersRuntime, set: LayerPoints, u: Float64Array) {
  const h = 1e-3;
  const at = (t: number) => {
    const state = { q: run.state.q.slice(), rigid: run.state.rigid.slice() };
    advance(run.hierarchy, state, t, u);
    compose(set, run.hierarchy, state);
    return { x: set.x.slice(), F: set.F.slice() };
  };
  const [a, b, c, d] = [at(-2 * h), at(-h), at(h), at(2 * h)];
  const slope = (key: 'x' | 'F') =>
    a[key].map((_, i) => (a[key][i] - 8 * b[key][i] + 8 * c[key][i] - d[key][i]) / (12 * h));
  compose(set, run.hierarchy, run.state);
  return { v: slope('x'), dF: slope('F') };
}

const HEAP: Allocator = {
  f64: (n) => new Float64Array(n),
  f32: (n) => new Float32Array(n),
  i32: (n) => new Int32Array(n),
  u8: (n) => new Uint8Array(n),
};

/** The mass points once more, with gradients, which the body's own need not have. */
function withGradients({ hierarchy, data: { points } }: LayersRuntime): LayerPoints {
  const room = roomFor(hierarchy, points.rows);
  const memory = allocatePoints(HEAP, hierarchy.layers, points.weight.length, room, true);
  return tiePoints(hierarchy, points.X, points.rows, null, memory);
}

function worst(a: Float64Array, b: Float64Array): number {
  let size = 0;
  let gap = 0;
  for (let i = 0; i < a.length; i++) {
    size = Math.max(size, Math.abs(a[i]));
    gap = Math.max(gap, Math.abs(a[i] - b[i]));
  }
  return gap / (size || 1);
}

test.each(Object.keys(HIERARCHIES))(
  '%s: Jacobians agree with differences to 1e-8, and pull is the transpose of push',
  (name) => {
    const run = runtime(bar(HIERARCHIES[name]));
    deform(run, 3);
    const random = createRandom(5);
    const { hierarchy, system } = run;
    const u = randomArray(random, hierarchy.unknowns);
    for (const set of [system.mass, withGradients(run), system.composed]) {
      if (set.count === 0) continue;
      const { v, dF } = differences(run, set, u);
      const pushed = new Float64Array(3 * set.count);
      pushVelocities(pushed, set, hierarchy, u, system.all);
      expect(worst(v, pushed)).toBeLessThan(1e-8);
      const f = randomArray(random, 3 * set.count);
      const back = new Float64Array(hierarchy.unknowns);
      pullForces(back, set, hierarchy, f, system.all);
      const gradients = set.gradients ? 9 * set.count : 0;
      const rates = new Float64Array(gradients);
      const P = randomArray(random, gradients);
      if (set.gradients) {
        pushGradients(rates, set, hierarchy, u, system.all);
        expect(worst(dF, rates)).toBeLessThan(1e-8);
        pullStresses(back, set, hierarchy, P, 1, system.all);
      }
      const work =
        f.reduce((sum, c, i) => sum + c * pushed[i], 0) +
        P.reduce((sum, c, i) => sum + c * rates[i], 0);
      const virtual = back.reduce((sum, c, i) => sum + c * u[i], 0);
      expect(Math.abs(work - virtual) / Math.abs(work)).toBeLessThan(1e-11);
    }
  },
);

test('without the term of the parent’s changing gradient the velocity would be wrong', () => {
  const run = runtime(bar(HIERARCHIES['affine, patch']));
  deform(run, 3);
  const { hierarchy, system } = run;
  const u = randomArray(createRandom(5), hierarchy.unknowns);
  const { v } = differences(run, system.mass, u);
  system.mass.value.forEach((value, k) => {
    value.set(system.mass.rows[k].value);
  });
  const pushed = new Float64Array(3 * system.mass.count);
  pushVelocities(pushed, system.mass, hierarchy, u, system.all);
  expect(worst(v, pushed)).toBeGreaterThan(0.01);
});
