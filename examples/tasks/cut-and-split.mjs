// A stroke of the pointer cuts a jelly in two, and the world tells of it. In a page: createCutter(camera, canvas, world, world.apply).
import { createWorld } from 'pliant';

const world = createWorld({
  format: 'pliant/1',
  name: 'cut',
  bodies: [
    {
      name: 'jelly',
      shape: { type: 'box', size: [0.4, 0.2, 0.2] },
      position: [0, 0.1, 0],
      material: { young: 3e4 },
      model: { type: 'octree', cell: 0.05, levels: 0 },
    },
  ],
  obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
});
const told = [];
world.on('split', ({ body, pieces }) => told.push(`${body} fell into ${pieces.length}`));
// The blade is what a line from the eye sweeps: pairs of its ends.
const eye = [0.05, 2, 3];
const blade = [0.6, 0, -0.6, -1.2].map((y) => [eye, [0.05, y - 1, -2]]);
world.apply({ do: 'cut', body: 'jelly', blade });
world.step(20);
const names = world.bodies.map(({ name }) => name);
if (names.length !== 2 || told.length !== 1) throw new Error(`${names}; ${told}`);
console.log(`cut-and-split: ${told[0]}: ${names.join(', ')}`);
