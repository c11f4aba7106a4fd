import { expect, test } from 'vitest';
import type { SceneInput } from '../../src/index.ts';
import { norm, world } from '../world/helpers.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];
type ObstacleInput = NonNullable<SceneInput['obstacles']>[number];

const G = 9.81;
const RADIUS = 0.02;

function marble(changes: Partial<BodyInput>): BodyInput {
  return {
    name: 'marble',
    shape: { type: 'sphere', radius: RADIUS },
    material: { density: 2500 },
    model: { type: 'rigid' },
    friction: 0.8,
    ...changes,
  };
}

/** A plane that falls by so many degrees along x. */
function slope(degrees: number): ObstacleInput {
  const a = (degrees * Math.PI) / 180;
  return {
    name: 'slope',
    shape: { type: 'plane', normal: [Math.sin(a), Math.cos(a), 0] },
    friction: 0.8,
  };
}

function onSlope(degrees: number, changes: Partial<BodyInput>): BodyInput {
  const a = (degrees * Math.PI) / 180;
  return marble({ position: [RADIUS * Math.sin(a), RADIUS * Math.cos(a), 0], ...changes });
}

test.each([30, 60, 240])('a marble loses 5/7 of c g a second, and stops (%i a second)', (steps) => {
  const w = world({
    dt: 1 / steps,
    gravity: [0, -G, 0],
    obstacles: [slope(0)],
    bodies: [onSlope(0, { velocity: [0.5, 0, 0], spin: [0, 0, -0.5 / RADIUS], rolling: 0.02 })],
  });
  const speed = (): number => norm(w.totals().momentum.linear) / w.bodies[0].mass;
  w.step(steps / 2);
  const before = speed();
  w.step(steps / 2);
  expect((before - speed()) / (0.5 * (5 / 7) * 0.02 * G)).toBeCloseTo(1, 2);
  w.step(4 * steps);
  expect(w.report.rounds).toBe(0);
  expect(speed()).toBe(0);
});

test('a marble stands on a slope below c, and rolls on one above', () => {
  const run = (degrees: number): number => {
    const bodies = [onSlope(degrees, { rolling: 0.05 })];
    const w = world({ gravity: [0, -G, 0], obstacles: [slope(degrees)], bodies });
    w.step(60);
    return norm(w.totals().momentum.linear) / w.bodies[0].mass;
  };
  const angle = (Math.atan(0.05) * 180) / Math.PI;
  expect(run(0.9 * angle)).toBeLessThan(1e-6);
  const a = (1.5 * angle * Math.PI) / 180;
  const expected = (5 / 7) * G * (Math.sin(a) - 0.05 * Math.cos(a));
  expect(run(1.5 * angle) / expected).toBeCloseTo(1, 2);
});

/** A box with half a ball taken out. */
const bowl: ObstacleInput = {
  name: 'bowl',
  shape: {
    type: 'difference',
    base: { type: 'box', size: [0.5, 0.25, 0.5], position: [0, -0.125, 0] },
    cut: [{ type: 'sphere', radius: 0.2 }],
  },
  friction: 0.8,
  rolling: 0.02,
};

test('a marble in a bowl comes to rest, and one that spins on the spot', () => {
  const w = world({
    gravity: [0, -G, 0],
    obstacles: [bowl],
    bodies: [marble({ position: [0.1, -0.12, 0], spin: [0, 20, 0] })],
  });
  w.step(60 * 12);
  expect(w.report.rounds).toBe(0);
});

test('two marbles that roll on each other keep their angular momentum', () => {
  const w = world({
    gravity: [0, 0, 0],
    bodies: [
      marble({ position: [-RADIUS, 0, 0], velocity: [0.2, 0, 0], spin: [5, 0, 9], rolling: 0.5 }),
      marble({ name: 'other', position: [RADIUS, 0.004, 0], spin: [0, 3, 0] }),
    ],
  });
  const start = w.totals();
  w.step(20);
  const end = w.totals();
  for (const kind of ['linear', 'angular'] as const) {
    const lost = [0, 1, 2].map((c) => end.momentum[kind][c] - start.momentum[kind][c]);
    expect(norm(lost) / norm(start.momentum[kind])).toBeLessThan(1e-9);
  }
  expect(end.energy.kinetic).toBeLessThan(start.energy.kinetic);
});
