import { expect, test } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import {
  type BuiltScene,
  buildScene,
  createWorld,
  parseScene,
  type SceneInput,
  type World,
} from '../../../src/index.ts';
import {
  type AdaptiveFrames,
  spreadUnknowns,
} from '../../../src/models/layers/adaptive/adaptive.ts';
import { findResidual } from '../../../src/models/layers/adaptive/residual.ts';
import { switchFrames, useFrames } from '../../../src/models/layers/adaptive/use.ts';
import type { LayerSpec } from '../../../src/models/layers/build/input.ts';
import { createHolds } from '../../../src/models/layers/hold.ts';
import { advance } from '../../../src/models/layers/kinematics.ts';
import {
  type LayersRuntime,
  makeRestBlocks,
  makeStepBlocks,
} from '../../../src/models/layers/runtime.ts';
import { compose } from '../../../src/models/layers/step/compose.ts';
import { precondition } from '../../../src/models/layers/step/solver.ts';
import {
  addProduct,
  evaluate,
  prepareProducts,
  pullAllForces,
} from '../../../src/models/layers/step/system.ts';
import { pushGradients, pushVelocities } from '../../../src/models/layers/step/transfer.ts';
import { freezeOffset } from '../../../src/models/shared/wake/offsets.ts';
import { canDeactivate } from '../../../src/models/shared/wake/tree.ts';
import { randomArray } from '../../math/support.ts';
import { difference, norm } from '../../world/helpers.ts';
import { bar, deform, HIERARCHIES, runtime } from './hierarchies.ts';

const FRAMES: LayerSpec = {
  kind: 'frames',
  name: 'frames',
  frames: [1, 3, 6],
  adaptive: true,
  tolerance: 0.05,
};
const DATA = bar([FRAMES, HIERARCHIES['affine, patch'][1]]);

/** All frames awake, or about half of them asleep, in a deformed state that is the same for both. */
function deformed(asleep: boolean): { run: LayersRuntime; a: AdaptiveFrames } {
  const run = runtime(DATA);
  const a = run.adaptive!;
  a.active.fill(1);
  useFrames(run, a);
  deform(run, 3, 0.01);
  if (asleep) {
    spreadUnknowns(a.D, a, run.state.q, true);
    for (let k = a.tree.nodes - 1; k >= 2; k--) {
      if (!canDeactivate(a.tree, a.children, a.active, k)) continue;
      if (freezeOffset(a.offsets, a.tree, a.D, k, a.flat)) a.active[k] = 0;
    }
    expect(switchFrames(run, a)).toBeLessThan(1e-13);
    expect(a.awake).toBeLessThan(a.tree.nodes - 2);
    expect(a.count).toBeGreaterThan(0);
  }
  return { run, a };
}

test('frames that fall asleep in a deformed state move no point and no gradient', () => {
  const [one, two] = [deformed(false).run, deformed(true).run];
  for (const set of ['mass', 'composed'] as const) {
    compose(one.system[set], one.hierarchy, one.state);
    compose(two.system[set], two.hierarchy, two.state);
    one.system[set].x.forEach((c, i) => {
      expect(Math.abs(c - two.system[set].x[i])).toBeLessThan(1e-13);
    });
    one.system[set].F.forEach((c, i) => {
      expect(Math.abs(c - two.system[set].F[i])).toBeLessThan(1e-12);
    });
  }
});

test('with frames asleep the Jacobians are the differences of places and gradients', () => {
  const { run } = deformed(true);
  const { system, hierarchy, state } = run;
  const u = randomArray(createRandom(5), hierarchy.unknowns);
  const velocity = new Float64Array(3 * system.composed.count);
  const rate = new Float64Array(9 * system.composed.count);
  compose(system.composed, hierarchy, state);
  pushVelocities(velocity, system.composed, hierarchy, u, system.all);
  pushGradients(rate, system.composed, hierarchy, u, system.all);
  const at = (t: number) => {
    const moved = { q: state.q.slice(), rigid: state.rigid.slice() };
    advance(hierarchy, moved, t, u);
    compose(system.composed, hierarchy, moved);
    return { x: system.composed.x.slice(), F: system.composed.F.slice() };
  };
  const t = 1e-5;
  const [back, on] = [at(-t), at(t)];
  velocity.forEach((c, i) => {
    expect(Math.abs((on.x[i] - back.x[i]) / (2 * t) - c)).toBeLessThan(1e-8);
  });
  rate.forEach((c, i) => {
    expect(Math.abs((on.F[i] - back.F[i]) / (2 * t) - c)).toBeLessThan(1e-7);
  });
});

test('what holds a sleeping frame is the residual that it would have if it were awake', () => {
  const h = 1 / 60;
  const gravity = Float64Array.of(1, -9, 2);
  const { run, a } = deformed(true);
  const u = randomArray(createRandom(8), run.hierarchy.unknowns);
  for (let k = 0; k < a.tree.nodes; k++) if (a.active[k] === 0) u.fill(0, 12 * k, 12 * k + 12);
  const v = randomArray(createRandom(9), 3 * run.system.mass.count);
  const prepare = ({ system, state, kernels, look, hierarchy }: LayersRuntime) => {
    system.h = h;
    for (const gauge of system.gauges) gauge.values.fill(0);
    evaluate(system, state, kernels, look);
    prepareProducts(system);
    const b = new Float64Array(hierarchy.unknowns);
    pullAllForces(b, system, h, gravity, v);
    return b;
  };
  prepare(run);
  a.force.set(run.system.f);
  findResidual(a, run.system, u, null);
  spreadUnknowns(a.V, a, u, false);
  const whole = deformed(false).run;
  const b = prepare(whole);
  const all = u.slice();
  for (let k = 0; k < a.tree.nodes; k++)
    for (let i = 0; i < 12; i++) all[12 * k + 3 * (i & 3) + (i >> 2)] = a.V[12 * k + i];
  const Hu = new Float64Array(b.length);
  addProduct(Hu, whole.system, all, whole.system.all, whole.system.all);
  let size = 0;
  let gap = 0;
  for (let k = 0; k < a.tree.nodes; k++) {
    for (let i = 0; i < 12; i++) {
      const at = 12 * k + 3 * (i & 3) + (i >> 2);
      size = Math.max(size, Math.abs(b[at] - Hu[at]));
      gap = Math.max(gap, Math.abs(b[at] - Hu[at] - a.all[12 * k + i]));
    }
  }
  expect(gap / size).toBeLessThan(1e-10);
});

test('at rest the decoupled solve inverts H with some frames asleep', () => {
  const run = runtime(DATA);
  const a = run.adaptive!;
  a.active[1] = 1;
  useFrames(run, a);
  expect(a.awake).toBe(2);
  createHolds(run).mark();
  makeRestBlocks(run, 1 / 60);
  const { system, solver, hierarchy, kernels } = run;
  evaluate(system, run.rest, kernels, run.look);
  makeStepBlocks(run, false);
  const x = randomArray(createRandom(9), hierarchy.unknowns).map((c, i) =>
    solver.fixed[i] === 1 ? 0 : c,
  );
  const r = new Float64Array(hierarchy.unknowns);
  addProduct(r, system, x, system.all, system.all);
  for (let i = 0; i < r.length; i++) if (solver.fixed[i] === 1) r[i] = 0;
  const z = new Float64Array(hierarchy.unknowns);
  precondition(z, r, solver, system, kernels);
  let [gap, size] = [0, 0];
  const error = z.map((c, i) => c - x[i]);
  const He = new Float64Array(hierarchy.unknowns);
  addProduct(He, system, error, system.all, system.all);
  for (let i = 0; i < r.length; i++) {
    gap += error[i] * He[i];
    size += x[i] * r[i];
  }
  expect(Math.sqrt(Math.abs(gap) / size)).toBeLessThan(1e-5);
});

const BUILT = new Map<boolean, BuiltScene>();

function beam(adaptive: boolean): World {
  const built = BUILT.get(adaptive) ?? buildScene(parseScene(scene(adaptive)));
  BUILT.set(adaptive, built);
  return createWorld(built);
}

function scene(adaptive: boolean): SceneInput {
  return {
    format: 'pliant/1',
    name: 'adaptive',
    bodies: [
      {
        name: 'bar',
        shape: { type: 'box', size: [0.8, 0.1, 0.1] },
        detail: 0.1,
        material: { young: 2e6, density: 1000, damping: { stiffness: 0.02, mass: 3 } },
        probes: { tip: [0.4, 0, 0] },
        attachments: [
          { name: 'wall', region: { type: 'box', size: [0.04, 1, 1], position: [-0.4, 0, 0] } },
        ],
        model: {
          type: 'layers',
          layers: [
            { kind: 'frames', name: 'frames', frames: [1, 3], adaptive },
            {
              kind: 'hex',
              name: 'patch',
              cell: 0.05,
              region: { type: 'box', size: [0.2, 1, 1], position: [0.1, 0, 0] },
            },
          ],
        },
      },
    ],
  };
}

test('under a detail frames wake for the motion and sleep in the bent state; nothing jumps', () => {
  const [some, all] = [beam(true), beam(false)];
  const start = some.bodies[0].levels.activeDofs;
  let most = 0;
  let jump = 0;
  let gap = 0;
  for (let s = 0; s < 200; s++) {
    some.step();
    all.step();
    most = Math.max(most, some.bodies[0].levels.activeDofs);
    jump = Math.max(jump, some.bodies[0].levels.jump);
    gap = Math.max(gap, norm(difference(some.bodies[0].probe('tip'), all.bodies[0].probe('tip'))));
  }
  expect(most).toBe(all.bodies[0].levels.activeDofs);
  expect(some.bodies[0].levels.activeDofs).toBe(start);
  expect(jump).toBeLessThan(1e-14);
  expect(gap / norm(difference(all.bodies[0].probe('tip'), [0.4, 0, 0]))).toBeLessThan(0.05);
});

test('a snapshot while frames switch continues to the bit', () => {
  const a = beam(true);
  for (let s = 0; s < 3; s++) a.step();
  const bytes = a.snapshot();
  const b = beam(true);
  b.restore(bytes);
  for (let s = 0; s < 40; s++) {
    a.step();
    b.step();
  }
  expect(b.hash()).toBe(a.hash());
});
