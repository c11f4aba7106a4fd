import { expect, it } from 'vitest';
import type { SceneInput } from '../../src/index.ts';
import { scene, world } from './helpers.ts';

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
