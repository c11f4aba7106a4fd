import { describe, expect, test } from 'vitest';
import type { World } from '../../src/index.ts';
import { createCore } from '../../src/world/build/scene.ts';
import { faceOf } from '../../src/world/world.ts';
import { cube, floor, scene } from './helpers.ts';

const MODELS = {
  solid: { type: 'solid', cell: 0.1 },
  frames: { type: 'frames', frames: [1, 4] },
  octree: { type: 'octree', cell: 0.05, levels: 1 },
  tets: { type: 'tets', cell: 0.2 },
  rigid: { type: 'rigid' },
  layers: {
    type: 'layers',
    layers: [
      { kind: 'rigid', name: 'a' },
      { kind: 'hex', name: 'b', cell: 0.1 },
    ],
  },
} as const;

/** A cube on the floor with another on top, tied by a spring, and one beside them; the first gets a blow that no number can hold. */
function struck(model: (typeof MODELS)[keyof typeof MODELS], blow: number) {
  const core = createCore(
    scene({
      bodies: [
        cube({ name: 'struck', position: [0, 0.11, 0], model: model as never }),
        cube({ name: 'above', position: [0, 0.32, 0] }),
        cube({ name: 'beside', position: [0.5, 0.3, 0] }),
      ],
      springs: [
        {
          name: 's',
          a: { body: 'struck', point: [0, 0, 0] },
          b: { body: 'above', point: [0, 0, 0] },
          stiffness: 10,
        },
      ],
      obstacles: [floor],
    }),
  );
  const world = faceOf(core);
  world.step(6);
  world.apply({ do: 'drag', id: 'd', body: 'above', point: [0, 0, 0], to: [0, 0.4, 0] });
  const { body } = core.bodies[0];
  for (let i = 0; i < body.equation.unknowns(); i++) body.equation.velocity[i] = blow;
  return world;
}

const areFinite = (world: World): boolean =>
  world.bodies.every((body) => {
    body.draw();
    return body.positions.every(Number.isFinite) && body.motion().linear.every(Number.isFinite);
  });

describe.each(Object.entries(MODELS))('a body of %s whose numbers make no sense', (_, model) => {
  test.each([Number.NaN, 1e200])(
    'is held where it was, by name, and the others go on (%d)',
    (blow) => {
      const world = struck(model, blow);
      world.step(40);
      expect([...world.issues.keys()].join('\n')).toMatch(
        /^struck: its (forces|motion) in step 7 came to no finite numbers \(last action: drag on above, before step 7\)\. It is held where it was/m,
      );
      const [first, , beside] = world.bodies;
      expect(first.broken).toBe(true);
      expect(beside.broken).toBe(false);
      expect(areFinite(world)).toBe(true);
      // It fell: nothing that one body does stops another that it does not touch.
      expect(beside.motion().centre[1]).toBeLessThan(0.15);
      expect(first.motion().centre[1]).toBeCloseTo(0.1, 1);
    },
  );
});

test('a held body stays held through a snapshot, and is well again in an earlier one', () => {
  const world = struck(MODELS.solid, 0);
  const early = world.snapshot();
  const other = struck(MODELS.solid, Number.NaN);
  other.step(10);
  const late = other.snapshot();
  other.step(10);
  const hash = other.hash();
  world.restore(late);
  expect(world.bodies[0].broken).toBe(true);
  world.step(10);
  expect(world.hash()).toBe(hash);
  world.restore(early);
  expect(world.bodies[0].broken).toBe(false);
  world.step(10);
  expect(areFinite(world)).toBe(true);
});

test('a body that has fallen out of the world is told of and held', () => {
  const world = faceOf(
    createCore(
      scene({ bodies: [cube({ name: 'lost', velocity: [0, -9e4, 0] })], gravity: [0, -1e4, 0] }),
    ),
  );
  world.step(64 * 8);
  expect([...world.issues.keys()]).toEqual([
    'lost: it went farther than 1000 km from the origin by step 512 (there was no action before). It is held where it was',
  ]);
  expect(world.bodies[0].broken).toBe(true);
});
