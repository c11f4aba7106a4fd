// A pointer takes hold of a body and pulls it up. In a page: createDragger(camera, canvas, view, world.apply).
import { createWorld } from 'pliant';

const world = createWorld({
  format: 'pliant/1',
  name: 'drag',
  bodies: [
    {
      name: 'cube',
      shape: { type: 'box', size: [0.2, 0.2, 0.2] },
      position: [0, 0.1, 0],
      material: { young: 5e4, damping: { mass: 2 } },
      model: { type: 'solid', cell: 0.1 },
    },
  ],
  obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
});
// What is under the pointer, as a ray from the eye.
const hit = world.raycast([0, 2, 0.05], [0, -1, 0]);
world.apply({ do: 'drag', id: 'mouse', body: hit.name, point: hit.material, to: hit.point });
for (let frame = 1; frame <= 60; frame++) {
  world.apply({ do: 'move', id: 'mouse', to: [0, 0.2 + 0.01 * frame, 0.05] });
  world.step();
}
const held = world.body('cube').motion().centre[1];
world.apply({ do: 'drop', id: 'mouse' });
world.step(60);
const dropped = world.body('cube').motion().centre[1];
if (!(held > 0.4 && dropped < 0.2)) throw new Error(`held at ${held}, dropped to ${dropped}`);
console.log(`drag: lifted to ${held.toFixed(2)} m, fell back to ${dropped.toFixed(2)} m`);
