import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LAZY } from '../../src/contact/numbers.ts';
import { beginIteration, storeImpulses } from '../../src/contact/solve/problem.ts';
import { outcome, solveContacts } from '../../src/contact/solve/proximal.ts';
import { addStep, answer, residuals } from '../../src/contact/solve/steps.ts';
import { sweep } from '../../src/contact/solve/sweeps.ts';
import { parseScene, type SceneInput } from '../../src/index.ts';
import { createCore } from '../../src/world/build/scene.ts';
import { step } from '../../src/world/step.ts';
import type { WorldCore } from '../../src/world/types.ts';
import { cube, floor, scene } from '../world/helpers.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];

/** The contact problem of a world after some steps, to be solved as often as one likes. */
function freeze(core: WorldCore, steps: number) {
  for (let k = 0; k < steps; k++) step(core);
  const { bodies, contacts, islands } = core;
  const island = islands.of[0];
  for (const { body } of bodies) body.equation.assemble(core.h, core.gravity, null);
  contacts.prepare(islands, 1);
  const impulse = contacts.rows.impulse.slice();
  const start = (): void => {
    for (const { body, u } of bodies)
      u.set(body.equation.velocity.subarray(0, body.equation.unknowns()));
    contacts.rows.impulse.set(impulse);
    contacts.memory.active.fill(0);
  };
  const solution = (): Float64Array[] =>
    bodies.map(({ body, u }) => u.slice(0, body.equation.unknowns()));
  const solve = (iterations: number): Float64Array[] => {
    start();
    solveContacts(contacts, islands, island, core.h, 1e-10, iterations);
    return solution();
  };
  /** Energy norm of what lies between two solutions. */
  const distance = (a: Float64Array[], b: Float64Array[]): number => {
    let sum = 0;
    bodies.forEach(({ body, p, q }, k) => {
      for (let i = 0; i < a[k].length; i++) p[i] = a[k][i] - b[k][i];
      body.equation.multiply(q, p);
      for (let i = 0; i < a[k].length; i++) sum += p[i] * q[i];
    });
    return Math.sqrt(sum);
  };
  return { core, island, start, solve, solution, distance };
}

test('a frozen step of stacked cubes: the error falls by nine in two iterations, and is a thousandth after three', () => {
  const bodies = Array.from(
    { length: 3 },
    (_, i): BodyInput => cube({ name: `c${i}`, position: [0.004 * i, 0.101 + 0.201 * i, 0] }),
  );
  const core = createCore(scene({ bodies, obstacles: [floor] }));
  const { solve, distance } = freeze(core, 30);
  const exact = solve(60);
  const whole = distance(
    exact,
    exact.map((u) => new Float64Array(u.length)),
  );
  const errors = [1, 2, 3].map((k) => distance(solve(k), exact));
  // Two iterations together: how far the sweeps of one of them go is chance (2.5 to 28 over nine steps of this stack).
  expect(errors[2]).toBeLessThan(errors[0] / 9);
  expect(errors[2]).toBeLessThan(1e-3 * whole);
});

test('bent ears on a floor converge, and would not by plain steps', () => {
  const file = new URL('../../../../scenes/dropped-figure.json', import.meta.url);
  const core = createCore(parseScene(readFileSync(file, 'utf8')));
  const { solve, start, solution, distance, island } = freeze(core, 27);
  const exact = solve(60);
  expect(outcome.satisfied).toBe(true);
  const first = distance(solve(1), exact);
  expect(distance(solve(12), exact)).toBeLessThan(0.03 * first);
  // u += f alone, from the same start: α = 1, β = 0.
  const { contacts, islands } = core;
  start();
  contacts.memory.active.fill(1);
  residuals(contacts, islands, island);
  for (let k = 0; k < 12; k++) {
    beginIteration(contacts, islands, island);
    sweep(contacts, 1e-6, 0, 0, 200, LAZY, 0);
    answer(contacts, islands, island);
    addStep(contacts, islands, island);
    storeImpulses(contacts);
    residuals(contacts, islands, island);
  }
  expect(distance(solution(), exact)).toBeGreaterThan(first);
});

test('a kept factor and a fresh one end at the same step', () => {
  const at = (solver: 'auto' | 'direct') => {
    const core = createCore(
      scene({
        bodies: [
          cube({
            position: [0, 0.13, 0],
            rotation: [20, 30, 10],
            velocity: [0, -1, 0],
            model: { type: 'solid', cell: 0.05, mesh: 'grid', solver },
          }),
        ],
        obstacles: [floor],
      }),
    );
    return core;
  };
  const kept = at('auto');
  const fresh = at('direct');
  for (let k = 0; k < 12; k++) step(kept);
  // From the same state.
  for (const [name, values] of Object.entries(kept.bodies[0].body.state.arrays))
    (fresh.bodies[0].body.state.arrays[name] as Float64Array).set(values as Float64Array);
  step(kept);
  step(fresh);
  expect(kept.contacts.rows.count[0]).toBeGreaterThan(0);
  const a = kept.bodies[0].body.equation.velocity;
  const b = fresh.bodies[0].body.equation.velocity;
  let apart = 0;
  let size = 0;
  for (let i = 0; i < kept.bodies[0].body.equation.unknowns(); i++) {
    apart += (a[i] - b[i]) ** 2;
    size += b[i] ** 2;
  }
  expect(Math.sqrt(apart / size)).toBeLessThan(0.01);
});

test('with room for fewer sites than rows a cube stands all the same', () => {
  const core = createCore(
    scene({ bodies: [cube({ position: [0, 0.101, 0] })], obstacles: [floor] }),
  );
  const [touch] = core.contacts.memory.bodies;
  // Of the points on the floor seventeen find room at a time.
  Object.assign(touch.sites, { group: touch.sites.group.subarray(0, 18) });
  for (let k = 0; k < 40; k++) step(core);
  expect(core.contacts.rows.count[0]).toBeGreaterThan(18);
  const { velocity } = core.bodies[0].body.equation;
  expect(Math.max(...velocity.map(Math.abs))).toBeLessThan(0.05);
  expect(core.report.penetration).toBeLessThan(0.004);
});
