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

/** Boxes of 20 cm about a light one of 10 cm. */
function pressed(
  type: 'frames' | 'solid',
  speed: number,
  scene: Partial<SceneInput>,
): ReturnType<typeof world> {
  const model: BodyInput['model'] = type === 'frames' ? { type, frames: 6 } : { type, cell: 0.05 };
  const heavy = (name: string, side: number, x: number): BodyInput => ({
    name,
    shape: { type: 'box', size: [0.2, 0.2, 0.2] },
    position: [x, 0.05 + 0.151 * side, 0.3 * x],
    velocity: [0, -side * speed, 0],
    material: { young: 1e7, density: 1000 },
    model,
  });
  const light: BodyInput = {
    name: 'light',
    shape: { type: 'box', size: [0.1, 0.1, 0.1] },
    position: [0, 0.05, 0],
    material: { young: 3e5, density: 100 },
    model,
  };
  const bodies =
    speed > 0 ? [heavy('low', -1, 0), light, heavy('high', 1, 0.03)] : [light, heavy('high', 1, 0)];
  return world({ dt: 1 / 30, bodies, ...scene });
}

test('a light box under one of eighty times its mass stands, and gains no energy', () => {
  const w = pressed('frames', 0, { obstacles: [floor] });
  const sum = (): number => {
    const { energy } = w.totals();
    return energy.kinetic + energy.elastic + energy.potential;
  };
  const first = sum();
  for (let k = 0; k < 15; k++) {
    w.step();
    expect(sum()).toBeLessThan(first);
  }
  expect(w.totals().speed).toBeLessThan(0.2);
});

test.each(['frames', 'solid'] as const)(
  'two boxes of %s that press a light one between them keep their angular momentum',
  (type) => {
    const w = pressed(type, 1.5, { gravity: [0, 0, 0] });
    const spin = [...w.totals().momentum.angular];
    for (let k = 0; k < 15; k++) {
      w.step();
      w.totals().momentum.angular.forEach((value, c) => {
        expect(Math.abs(value - spin[c])).toBeLessThan(1e-12);
      });
    }
  },
);
