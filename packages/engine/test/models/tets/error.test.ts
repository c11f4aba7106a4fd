import { expect, test } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import type { SceneInput } from '../../../src/index.ts';
import { findError, longest } from '../../../src/models/tets/adapt/error.ts';
import { findResidual, takeRotations } from '../../../src/models/tets/adapt/finest.ts';
import { findTouched, followTouched, handTouched } from '../../../src/models/tets/adapt/touched.ts';
import { SETTING } from '../../../src/models/tets/memory.ts';
import '../../../src/tets.ts';
import { createCore } from '../../../src/world/build/scene.ts';
import { step } from '../../../src/world/step.ts';
import { type Live, randomFront, setup } from './helpers.ts';

/** What the finest front leaves undone where the body is now, at rest and without weight [N s a step of one second]. */
function residual(live: Live): Float64Array {
  const { ad, run, memory } = live;
  Object.assign(ad.step, { h: 1, scale: 1, massFactor: 1, air: 0 });
  const none = new Float64Array(3 * live.data.vertices);
  takeRotations(ad.finest, run);
  findResidual(ad.finest, memory.error.r, ad.step, none, none, none);
  return memory.error.r;
}

test('a uniform strain leaves nothing undone inside, whatever the front', () => {
  const live = setup({ cells: [2, 1, 1] });
  const { data, memory } = live;
  const random = createRandom(3);
  for (let k = 0; k < 3; k++) {
    memory.x.set(data.tree.positions);
    randomFront(live, random);
    const F = [1.1, 0.05, 0, -0.02, 0.95, 0.03, 0, 0.04, 1.02];
    for (let v = 0; v < 3 * data.vertices; v += 3) {
      const p = data.tree.positions.subarray(v, v + 3);
      for (let c = 0; c < 3; c++)
        memory.x[v + c] = F[3 * c] * p[0] + F[3 * c + 1] * p[1] + F[3 * c + 2] * p[2];
    }
    const r = residual(live);
    let [inside, border] = [0, 0];
    for (let v = 0; v < data.vertices; v++) {
      const i = 3 * memory.finest.place[v];
      const size = Math.abs(r[i]) + Math.abs(r[i + 1]) + Math.abs(r[i + 2]);
      if (data.areas[v] > 0) border = Math.max(border, size);
      else inside = Math.max(inside, size);
    }
    expect(inside / border).toBeLessThan(1e-12);
  }
});

test('the error solves (K + M/T²) δ = r: a known δ comes back from its own residual', () => {
  const live = setup({ cells: [4, 1, 1], options: { levels: 1 } });
  const { ad, memory } = live;
  const { finest } = ad;
  const { front } = finest.run;
  residual(live);
  const wanted = new Float64Array(3 * front.free);
  for (let i = 0; i < front.free; i++) {
    const [x, y] = memory.x.subarray(3 * finest.run.memory.vertexOf[i]);
    wanted[3 * i] = -0.02 * x * y;
    wanted[3 * i + 1] = 0.01 * x * x;
  }
  const { ownMass, edgeMass } = finest.run.memory;
  finest.operators.product(memory.error.r, wanted, ownMass, edgeMass, 0.09);
  for (let i = 0; i < wanted.length; i++) memory.error.r[i] *= 0.01 / 0.09;
  findError(finest, 0.01, live.run, ad.touched);
  const { y } = memory.error;
  let worst = 0;
  for (let i = 0; i < wanted.length; i++) worst = Math.max(worst, Math.abs(y[i] - wanted[i]));
  expect(worst / longest(finest.run, wanted)).toBeLessThan(0.1);
});

/** A beam that sags under its own weight; the sizes are none of those that the benchmarks judge by. */
const sagging = (model: object): SceneInput => ({
  format: 'pliant/1',
  name: 'beam',
  bodies: [
    {
      name: 'beam',
      shape: { type: 'box', size: [0.84, 0.12, 0.12] },
      material: {
        young: 5e6,
        poisson: 0.35,
        density: 1000,
        damping: { mass: 2, stiffness: 0.02 },
      },
      attachments: [
        { name: 'wall', region: { type: 'box', size: [0.14, 1, 1], position: [-0.42, 0, 0] } },
      ],
      model: { type: 'tets', ...model },
    },
  ],
});

test('what is touched follows: forces are handed on by the transpose of how motion spreads', () => {
  const live = setup({ cells: [2, 1, 1], factor: (x) => (x > 0.3 ? 8 : 1) });
  const { ad, memory, run } = live;
  const random = createRandom(3);
  randomFront(live, random, 0.4);
  for (let k = 0; k < memory.leafImpulse.length; k += 9) memory.leafImpulse[k] = random.next();
  findTouched(run, ad.touched);
  expect(ad.touched.count).toBeGreaterThan(20);
  const n = 3 * ad.finest.run.front.free;
  const r = Float64Array.from({ length: n }, () => random.next() - 0.5);
  const y = Float64Array.from({ length: n }, () => random.next() - 0.5);
  const [handed, followed] = [r.slice(), y.slice()];
  handTouched(run, ad.finest, ad.touched, handed);
  followTouched(run, ad.finest, ad.touched, followed);
  const dot = (a: Float64Array, b: Float64Array): number => a.reduce((s, v, i) => s + v * b[i], 0);
  expect(dot(r, followed)).toBeCloseTo(dot(handed, y), 10);
  // Following twice changes nothing more.
  const again = followed.slice();
  followTouched(run, ad.finest, ad.touched, again);
  expect(Math.max(...again.map((v, i) => Math.abs(v - followed[i])))).toBeLessThan(1e-12);
});

test('a beam on its coarsest elements knows how far its end is from where it should be', () => {
  // A tolerance that asks for nothing: the front stays as it starts.
  const coarse = createCore(sagging({ tolerance: 1 }));
  const finest = createCore(sagging({ adaptive: false }));
  // The error is the largest distance of any vertex, in any direction.
  const corners = [-1, 1].flatMap((y) => [-1, 1].flatMap((z) => [0.42, 0.06 * y, 0.06 * z]));
  const [p, q] = [coarse, finest].map((core) => {
    const { points } = core.bodies[0].body;
    const [set, at] = [points.embed(Float64Array.from(corners)), new Float64Array(12)];
    for (let s = 0; s < 240; s++) step(core);
    points.positions(set, at);
    return at;
  });
  let apart = 0;
  for (let i = 0; i < 12; i += 3)
    apart = Math.max(apart, Math.hypot(p[i] - q[i], p[i + 1] - q[i + 1], p[i + 2] - q[i + 2]));
  const settings = coarse.bodies[0].body.state.arrays.settings as Float64Array;
  expect(apart).toBeGreaterThan(0.001);
  expect(settings[SETTING.error] / apart).toBeGreaterThan(0.7);
  expect(settings[SETTING.error] / apart).toBeLessThan(1.6);
});

/** Largest distance of a corner of the tip from where the finest elements have it, in tolerances. */
function worstError(
  scene: (model: object) => SceneInput,
  tolerance: number,
  steps: number,
): number {
  const cores = [createCore(scene({ tolerance })), createCore(scene({ adaptive: false }))];
  const points = cores.map((core) => {
    const { body } = core.bodies[0];
    return {
      body,
      set: body.points.embed(Float64Array.of(0.42, 0.06, 0.06)),
      at: new Float64Array(3),
    };
  });
  let worst = 0;
  for (let s = 0; s < steps; s++) {
    for (const core of cores) step(core);
    for (const { body, set, at } of points) body.points.positions(set, at);
    const [p, q] = [points[0].at, points[1].at];
    for (let c = 0; c < 3; c++) worst = Math.max(worst, Math.abs(p[c] - q[c]));
  }
  return worst / tolerance;
}

test.each([2, 0.5])(
  'the largest error is at most three tolerances, at %s times the default',
  (part) => {
    expect(worstError(sagging, (part * 0.84) / 2000, 90)).toBeLessThan(3);
  },
);

test('a body at rest that is pushed follows as well: its new front is looked at until its error stands', () => {
  const pushed = (model: object): SceneInput => ({
    ...sagging(model),
    gravity: [0, 0, 0],
    bodies: [
      {
        ...sagging(model).bodies![0],
        material: { young: 2e6, density: 1000, damping: { mass: 2, stiffness: 0.02 } },
        attachments: [
          { name: 'wall', region: { type: 'box', size: [0.1, 1, 1], position: [-0.42, 0, 0] } },
        ],
      },
    ],
    events: [
      {
        at: 0.5,
        do: 'force',
        body: 'beam',
        point: [0.42, 0, 0],
        force: [0, -40, 10],
        duration: 0.2,
      },
    ],
  });
  expect(worstError(pushed, 0.84 / 2000, 60)).toBeLessThan(3);
});
