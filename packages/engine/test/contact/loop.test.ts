import { expect, test } from 'vitest';
import { outcome } from '../../src/contact/solve/proximal.ts';
import { createWorld, type SceneInput, type World } from '../../src/index.ts';
import { createCore } from '../../src/world/build/scene.ts';
import { step } from '../../src/world/step.ts';
import { cube, floor, norm, scene, world } from '../world/helpers.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];

/** A column of cubes 20 cm wide; what is said of each comes by its number. */
function column(count: number, changes: (i: number) => Partial<BodyInput>): BodyInput[] {
  return Array.from({ length: count }, (_, i) =>
    cube({
      name: `c${i}`,
      position: [0.004 * (i % 2), 0.1001 + 0.2 * i, 0],
      model: { type: 'rigid' },
      ...changes(i),
    }),
  );
}

const UNMET = 'contacts were violated at the end of a step; raise solver.contactIterations';

function unmet(w: World): number {
  return w.issues.get(UNMET) ?? 0;
}

test('energy falls by three an iteration or more where soft cubes press on each other', () => {
  const bodies = column(3, () => ({ model: { type: 'solid', cell: 0.05, mesh: 'grid' } }));
  const core = createCore(scene({ bodies, obstacles: [floor] }));
  let iterations = 0;
  for (let k = 0; k < 40; k++) {
    step(core);
    if (k < 10) continue;
    expect(outcome.satisfied).toBe(true);
    if (outcome.iterations > 1) {
      const fall = (outcome.first / outcome.last) ** (1 / (outcome.iterations - 1));
      expect(fall).toBeGreaterThan(3);
    }
    iterations += outcome.iterations;
  }
  expect(iterations / 30).toBeLessThan(6);
});

test.each([
  ['rigid', { type: 'rigid' }, 100, 'euler'],
  ['rigid', { type: 'rigid' }, 1000, 'euler'],
  ['solid', { type: 'solid', cell: 0.1, mesh: 'grid' }, 100, 'euler'],
  // It was thrown to the moon.
  ['rigid', { type: 'rigid' }, 100, 'bdf2'],
  ['rigid', { type: 'rigid' }, 1000, 'bdf2'],
] as const)('a heavy %s cube stands on light ones', (_, model, ratio, integrator) => {
  const bodies = column(4, (i) => ({
    model,
    material: { young: 2e6, poisson: 0.3, density: i === 3 ? 100 * ratio : 100 },
  }));
  const w = world({ bodies, obstacles: [floor], solver: { integrator, contactIterations: 60 } });
  for (let k = 0; k < 90; k++) w.step();
  // Of 1000:1 the first touch is not met to the last digit.
  expect(unmet(w)).toBeLessThanOrEqual(ratio > 100 ? 1 : 0);
  const [, y] = w.bodies[3].motion().centre;
  expect(y).toBeGreaterThan(0.66);
  expect(y).toBeLessThan(0.71);
});

test('a pile at rest is left alone: one application of the metric, no compliance, impulses the same to the bit', () => {
  const bodies = column(3, () => ({}));
  const core = createCore(scene({ bodies, obstacles: [floor], solver: { rest: 0 } }));
  for (let k = 0; k < 60; k++) step(core);
  const { rows } = core.contacts;
  let alone = 0;
  for (let k = 0; k < 40; k++) {
    const key = rows.key.slice(0, 3 * rows.count[0]);
    const before = rows.impulse.slice(0, 3 * rows.count[0]);
    step(core);
    // Sites that move with the contact begin anew now and then.
    if (outcome.iterations > 0 || key.some((k, i) => rows.key[i] !== k)) continue;
    alone++;
    expect(outcome.fillings).toBe(0);
    expect(rows.impulse.slice(0, 3 * rows.count[0])).toEqual(before);
  }
  expect(alone).toBeGreaterThan(5);
});

test('contact and a stiff spring between the same two bodies, momentum kept', () => {
  const bodies = [
    cube({ name: 'a', velocity: [1, 0, 0], model: { type: 'rigid' } }),
    cube({ name: 'b', position: [0.21, 0.01, 0.02], velocity: [-1, 0, 0.2] }),
  ];
  const w = world({
    gravity: [0, 0, 0],
    bodies,
    springs: [
      {
        name: 's',
        a: { body: 'a', point: [0.1, 0, 0] },
        b: { body: 'b', point: [-0.1, 0, 0] },
        stiffness: 1e6,
      },
    ],
  });
  const start = w.totals().momentum.linear;
  for (let k = 0; k < 60; k++) w.step();
  expect(unmet(w)).toBe(0);
  const end = w.totals().momentum.linear;
  expect(norm([0, 1, 2].map((c) => end[c] - start[c]))).toBeLessThan(1e-12 * 16);
});

test('a body rests with what lies on it, and sleeps', () => {
  const w = createWorld(scene({ bodies: column(3, () => ({})), obstacles: [floor] }));
  for (let k = 0; k < 150; k++) w.step();
  expect(w.report.rounds).toBe(0);
});
