import { expect, test } from 'vitest';
import type { SceneInput } from '../../src/index.ts';
import { cube, world } from './helpers.ts';

type Model = NonNullable<SceneInput['bodies']>[number]['model'];
const HEX = { name: 'detail', kind: 'hex', cell: 0.1 } as const;
const MODELS: [string, Model][] = [
  ['rigid', { type: 'rigid' }],
  ['solid', { type: 'solid', cell: 0.1 }],
  ['tets', { type: 'tets', adaptive: false }],
  ['frames', { type: 'frames', frames: 6, adaptive: false }],
  ['elements on a rigid root', { type: 'layers', layers: [{ name: 'root', kind: 'rigid' }, HEX] }],
  [
    'elements on frames',
    { type: 'layers', layers: [{ name: 'root', kind: 'frames', frames: 4 }, HEX] },
  ],
];

/** A cube that shears and turns, in second-order steps. */
function shaken(model: Model, gravity: [number, number, number]) {
  const w = world({
    gravity,
    solver: { integrator: 'bdf2', tolerance: 1e-8 },
    bodies: [
      cube({
        model,
        material: { young: 2e4, damping: { stiffness: 0 } },
        spin: [3, 1, 2],
        velocity: [1, 0.5, 0],
      }),
    ],
  });
  w.step(12);
  return w;
}

test.each(MODELS)('%s: gravity that changes at run time is followed at once', (_, model) => {
  const w = shaken(model, [0, 0, 0]);
  const h = w.scene.dt;
  const { linear, centre } = w.bodies[0].motion();
  w.apply({ do: 'gravity', value: [0, -6, 2] });
  w.step(5);
  w.apply({ do: 'gravity', value: [3, 0, 0] });
  w.step(4);
  const after = w.bodies[0].motion();
  const m = w.bodies[0].mass;
  const sum = [4 * h * 3, -5 * h * 6, 5 * h * 2];
  // A parabola, then another that begins where and as fast as the first one ends.
  const moved = [0.5 * 3 * (4 * h) ** 2, -6 * h * h * (12.5 + 20), 2 * h * h * (12.5 + 20)];
  for (let c = 0; c < 3; c++) {
    expect(after.linear[c] / m).toBeCloseTo(linear[c] / m + sum[c], 8);
    expect(after.centre[c]).toBeCloseTo(centre[c] + (9 * h * linear[c]) / m + moved[c], 8);
  }
});

test.each(MODELS)('%s: a body that is turned goes on as it went, turned', (_, model) => {
  for (const gravity of [
    [0, 0, 0],
    [0, -9.81, 0],
  ] as const) {
    const [one, two] = [0, 1].map(() => shaken(model, [...gravity]));
    two.apply({ do: 'place', body: 'cube', rotation: [0, 90, 0] });
    const energies = [one, two].map((w) => {
      w.step(10);
      const { centre, linear } = w.bodies[0].motion();
      return { elastic: w.totals().energy.elastic, centre, linear };
    });
    const scale = Math.max(energies[0].elastic, 1e-9);
    // Turned about its origin, which is not where its mass is; velocities of the centre do not turn.
    expect(Math.abs(energies[1].elastic - energies[0].elastic) / scale).toBeLessThan(2e-4);
    for (let c = 0; c < 3; c++) expect(energies[1].linear[c]).toBeCloseTo(energies[0].linear[c], 8);
  }
});

test.each(MODELS)('%s: a blow without weight changes nothing', (_, model) => {
  const [one, two] = [0, 1].map(() => shaken(model, [0, -9.81, 0]));
  for (let s = 0; s < 10; s++) {
    two.apply({ do: 'impulse', body: 'cube', impulse: [0, 1e-12, 0] });
    one.step();
    two.step();
  }
  const [a, b] = [one, two].map((w) => w.totals().energy);
  expect(Math.abs(b.elastic - a.elastic)).toBeLessThan(1e-6 * a.elastic + 1e-12);
});
