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
