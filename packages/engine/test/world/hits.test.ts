import { expect, test } from 'vitest';
import type { BuildOptions, SceneInput } from '../../src/index.ts';
import { floor, world } from './helpers.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];

const cache: BuildOptions['cache'] = new Map();

/** A soft box that strikes a ball on the floor by a corner, by more than half of its size a step; and the deepest overlap. */
function strike(solver: SceneInput['solver']): { depth: number; issues: string[] } {
  const body = (size: number): Pick<BodyInput, 'model' | 'friction'> => ({
    model: { type: 'solid', cell: size / 3 },
    friction: 0.5,
  });
  const w = world(
    {
      solver,
      obstacles: [floor],
      bodies: [
        {
          name: 'ball',
          shape: { type: 'sphere', radius: 0.15 },
          position: [0, 0.15, 0],
          material: { young: 5e5, poisson: 0.35, density: 300 },
          ...body(0.3),
        },
        {
          name: 'box',
          shape: { type: 'box', size: [0.15, 0.15, 0.15] },
          position: [0.03, 0.5, 0.02],
          rotation: [40, 10, 35],
          velocity: [0, -5.5, 0],
          material: { young: 5e4, poisson: 0.35, density: 1000 },
          ...body(0.15),
        },
      ],
    },
    { cache },
  );
  let depth = 0;
  for (let k = 0; k < 24; k++) {
    w.step();
    depth = Math.max(depth, w.report.penetration);
  }
  return { depth, issues: [...w.issues.keys()] };
}

test('a hard hit violates no contact; where the parts of a step are fixed it does, and that is reported', () => {
  const free = strike({});
  expect(free.issues).toEqual([]);
  expect(free.depth).toBeLessThan(0.02);
  const fixed = strike({ substeps: 1 });
  expect(fixed.issues.join()).toContain('raise solver.substeps');
  expect(fixed.depth).toBeGreaterThan(free.depth);
});

/** Two boxes of 20 cm that press a light one of 10 cm between them. */
function pressed(model: BodyInput['model'], speed: number): ReturnType<typeof world> {
  const box = (name: string, size: number, side: number): BodyInput => ({
    name,
    shape: { type: 'box', size: [size, size, size] },
    position: [0.015 * side, 0.152 * side, 0.0045 * side],
    velocity: [0, -speed * side, 0],
    material: { young: side === 0 ? 3e5 : 1e7, density: side === 0 ? 100 : 2000 },
    friction: 0.6,
    model,
  });
  const bodies = [box('low', 0.2, -1), box('light', 0.1, 0), box('high', 0.2, 1)];
  return world({ dt: 1 / 30, gravity: [0, 0, 0], bodies });
}

test.each([
  { type: 'frames', frames: 6, speed: 0.5 },
  { type: 'solid', cell: 0.05, speed: 1.5 },
] as const)(
  'a light box of $type between two heavy ones: no energy is gained, and no angular momentum',
  ({ speed, ...model }) => {
    const w = pressed(model, speed);
    const sum = (): number => {
      const { energy } = w.totals();
      return energy.kinetic + energy.elastic;
    };
    const first = sum();
    const spin = [...w.totals().momentum.angular];
    for (let k = 0; k < 8; k++) {
      w.step();
      expect(sum()).toBeLessThan(first);
      w.totals().momentum.angular.forEach((value, c) => {
        expect(Math.abs(value - spin[c])).toBeLessThan(1e-12);
      });
    }
    expect([...w.issues.keys()]).toEqual([]);
  },
);
