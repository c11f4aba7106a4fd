import { describe, expect, it } from 'vitest';
import { type BodyInput, createWorld, type SceneInput, type World } from '../../src/index.ts';
import { BODIES } from './every-model.ts';
import { cube, difference, floor, norm, scene } from './helpers.ts';

const cache = new Map();
const make = (body: Partial<BodyInput>, more: Partial<SceneInput> = {}): World =>
  createWorld(
    scene({ gravity: [0, 0, 0], bodies: [cube({ position: [1, 2, 3], ...body })], ...more }),
    {
      cache,
    },
  );

/** Deformed, moving and turning. */
function shake(w: World): void {
  w.apply({ do: 'drag', id: 'hand', body: 'cube', point: [0.09, 0.09, 0.09], to: [1.3, 2.2, 3.1] });
  w.apply({ do: 'drag', id: 'other', body: 'cube', point: [-0.09, -0.09, 0], to: [0.8, 1.9, 3] });
  w.step(8);
  w.apply({ do: 'drop', id: 'hand' });
  w.apply({ do: 'drop', id: 'other' });
  w.step(1);
}

const cross = (a: readonly number[], b: readonly number[]) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

describe.each(Object.entries(BODIES))('%s', (_name, body) => {
  const w = make(body);
  shake(w);
  const size = norm(w.bodies[0].motion().linear) + 1;

  it('an impulse changes momentum by exactly that', () => {
    const J = [0.3, -0.2, 0.5] as const;
    const before = w.bodies[0].motion();
    w.body('cube').impulse(J);
    const after = w.bodies[0].motion();
    expect(norm(difference(difference(after.linear, before.linear), J))).toBeLessThan(1e-12 * size);
    const L = cross(before.centre, J);
    expect(norm(difference(difference(after.angular, before.angular), L))).toBeLessThan(1e-11);
  });

  it('an impulse at a place changes angular momentum by its arm', () => {
    const J = [0.1, 0.4, -0.2] as const;
    const where = [1.05, 2.1, 2.95] as const;
    const before = w.bodies[0].motion();
    w.body('cube').impulse(J, { where });
    const after = w.bodies[0].motion();
    expect(norm(difference(difference(after.linear, before.linear), J))).toBeLessThan(1e-12 * size);
    const L = cross(where, J);
    expect(norm(difference(difference(after.angular, before.angular), L))).toBeLessThan(1e-11);
  });

  it('torque, velocity and spin do what they say', () => {
    const about = () => {
      const { centre, linear, angular } = w.bodies[0].motion();
      return difference(angular, cross(centre, linear));
    };
    const L = about();
    w.body('cube').torque([0.01, -0.02, 0.03]);
    expect(norm(difference(difference(about(), L), [0.01, -0.02, 0.03]))).toBeLessThan(1e-12);
    w.body('cube').setVelocity([1, 2, 3]);
    const { mass } = w.body('cube');
    expect(norm(difference(w.bodies[0].motion().linear, [mass, 2 * mass, 3 * mass]))).toBeLessThan(
      1e-11,
    );
    w.body('cube').setSpin([0.3, -0.7, 0.2]);
    const { velocity, spin } = w.body('cube').motion();
    expect(norm(difference(velocity, [1, 2, 3]))).toBeLessThan(1e-11);
    expect(norm(difference(spin, [0.3, -0.7, 0.2]))).toBeLessThan(1e-9);
    w.body('cube').setSpin([0, 0, 0]);
    expect(norm(about())).toBeLessThan(1e-12);
  });

  it('placed where it is, it stays there', () => {
    const before = w.body('cube').pose();
    const { position, rotation } = w.body('cube').transform();
    w.body('cube').place(position, rotation);
    const after = w.body('cube').pose();
    for (let i = 0; i < 12; i++) expect(after[i]).toBeCloseTo(before[i], 10);
  });

  it('a teleport changes no energy but that of height, and no momentum', () => {
    w.apply({ do: 'spin', body: 'cube', spin: [1, 2, -1] });
    const before = w.totals();
    const pose = w.body('cube').pose();
    w.body('cube').place([-3, 4, 0.5], [30, 50, -70]);
    const after = w.totals();
    const near = (a: number, b: number) =>
      expect(Math.abs(a - b)).toBeLessThan(1e-9 * (1 + Math.abs(a)));
    near(after.energy.elastic, before.energy.elastic);
    near(after.energy.kinetic, before.energy.kinetic);
    expect(norm(difference(after.momentum.linear, before.momentum.linear))).toBeLessThan(
      1e-12 * size,
    );
    const there = w.body('cube').pose();
    expect([there[3], there[7], there[11]]).toEqual([
      expect.closeTo(-3, 9),
      expect.closeTo(4, 9),
      expect.closeTo(0.5, 9),
    ]);
    // And back: the same body at the same place.
    const q = [...pose];
    w.step(5);
    expect(Number.isFinite(w.totals().energy.kinetic)).toBe(true);
    expect(q.length).toBe(12);
    w.body('cube').place([0, 0, 0], [0, 0, 0], { still: true });
    expect(w.totals().energy.kinetic).toBeLessThan(1e-20);
  });
});

it('a body that is put elsewhere goes on as if it had always been there', () => {
  // Turned by a quarter about y, without gravity: the same motion, turned.
  const run = (turn: boolean) => {
    const w = make({});
    shake(w);
    if (turn) w.apply({ do: 'place', body: 'cube', rotation: [0, 90, 0] });
    w.step(20);
    return w.totals().energy;
  };
  const [a, b] = [run(false), run(true)];
  expect(b.elastic).toBeCloseTo(a.elastic, 8);
});

it('a paused body is an obstacle, and goes on with the momentum it had', () => {
  const w = createWorld(
    scene({
      bodies: [cube({ position: [0, 0.6, 0] }), cube({ name: 'upper', position: [0, 0.9, 0] })],
      obstacles: [floor],
    }),
    { cache },
  );
  w.step(3);
  const { linear: p, centre } = w.body('cube').motion();
  w.body('cube').pause();
  w.step(60);
  expect(w.body('cube').motion().centre).toEqual(centre);
  expect(w.body('upper').motion().centre[1]).toBeGreaterThan(centre[1] + 0.18);
  expect(w.body('cube').motion().linear).toEqual(p);
  w.body('cube').pause(false);
  w.step(60);
  expect(w.body('cube').motion().centre[1]).toBeLessThan(0.12);
});

it('gravity is scaled for one body, and energy follows', () => {
  const w = createWorld(scene({ bodies: [cube({ position: [0, 1, 0] })] }), { cache });
  w.body('cube').setGravityScale(0);
  w.step(10);
  expect(w.body('cube').motion().linear[1]).toBe(0);
  w.body('cube').setGravityScale(-1);
  w.step(10);
  expect(w.body('cube').motion().linear[1]).toBeCloseTo((8 * 9.81 * 10) / 60, 9);
});
