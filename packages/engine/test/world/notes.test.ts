import { expect, it } from 'vitest';
import type { SceneInput } from '../../src/index.ts';
import { floor, scene, world } from './helpers.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];

/** A ball, and a small one beside it. */
const SHAPE: BodyInput['shape'] = {
  type: 'union',
  shapes: [
    { type: 'sphere', radius: 0.5 },
    { type: 'sphere', radius: 0.2, position: [1, 0, 0] },
  ],
};
const LAYERS: BodyInput['model'] = { type: 'layers', layers: [{ kind: 'rigid', name: 'pose' }] };

it.each([[{ type: 'octree', cell: 0.1 }], [{ type: 'tets', cell: 0.2 }], [LAYERS]] as [
  BodyInput['model'],
][])('a separate piece that %j leaves out is noted', (model) => {
  const w = world(scene({ bodies: [{ name: 'balls', shape: SHAPE, model }] }));
  expect(w.bodies[0].mass).toBeLessThan(1100 * (4 / 3) * Math.PI * 0.5 ** 3);
  expect(w.notes.join('\n')).toMatch(
    /left out a separate piece of the shape, about [5-7]\.\d % of it/,
  );
});

it('a model that keeps all pieces notes nothing', () => {
  const w = world(
    scene({ bodies: [{ name: 'balls', shape: SHAPE, model: { type: 'solid', cell: 0.2 } }] }),
  );
  expect(w.notes.join('\n')).not.toMatch('left out');
});

/** A box of 0.2 m, alone or with a vertex far away that no triangle uses. */
const boxMesh = (more: readonly number[]): BodyInput['shape'] => ({
  type: 'mesh',
  positions: [0, 1, 2, 3, 4, 5, 6, 7]
    .flatMap((i) => [i & 1, (i >> 1) & 1, i >> 2].map((c) => 0.2 * c - 0.1))
    .concat(more),
  triangles: '0 2 3 0 3 1 4 5 7 4 7 6 0 1 5 0 5 4 2 6 7 2 7 3 0 4 6 0 6 2 1 3 7 1 7 5'
    .split(' ')
    .map(Number),
});

it.each<[NonNullable<BodyInput['model']>]>([
  [{ type: 'rigid' }],
  [{ type: 'solid', cell: 0.07 }],
  [{ type: 'frames', frames: [1, 3] }],
  [{ type: 'octree', cell: 0.05 }],
  [{ type: 'tets', cell: 0.1 }],
])(
  'a vertex that no triangle uses is noted and counts for no size, mass or motion of %j',
  (model) => {
    const made = [[], [5, 5, 5]].map((more) => {
      const body: BodyInput = {
        name: 'box',
        shape: boxMesh(more),
        model,
        position: [0, 0.1, 0],
      };
      const w = world(scene({ bodies: [body], obstacles: [floor] }));
      w.step(5);
      return w;
    });
    const [alone, strayed] = made.map(({ bodies: [body] }) => body);
    expect([strayed.size, strayed.mass]).toEqual([alone.size, alone.mass]);
    // It counts among the vertices that contact chooses its points from, twice at one place: so it moves as far as the
    // contact loop's tolerance lets it.
    expect(strayed.motion().centre[1]).toBeCloseTo(alone.motion().centre[1], 5);
    // Who plays a recording of vertices back goes by their number.
    if (model.type !== 'octree') expect(strayed.positions.length).toBe(alone.positions.length + 3);
    expect(made[1].notes).toEqual([
      'box: put 1 vertices that no triangle uses on the surface.',
      ...made[0].notes,
    ]);
  },
);
