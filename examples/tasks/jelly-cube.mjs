// A cube of jelly falls on the floor.
import { createWorld } from 'pliant';

const world = createWorld({
  format: 'pliant/1',
  name: 'jelly',
  bodies: [
    {
      name: 'cube',
      shape: { type: 'box', size: [0.2, 0.2, 0.2] },
      position: [0, 0.3, 0],
      material: { young: 2e4 },
      model: { type: 'solid', cell: 0.1 },
    },
  ],
  obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
});
const cube = world.body('cube');
for (let frame = 0; frame < 60; frame++) {
  world.advance(1 / 60);
  cube.draw({ alpha: world.alpha }); // fills cube.positions and cube.normals
}
const height = cube.motion().centre[1];
if (!(height > 0.05 && height < 0.12)) throw new Error(`the cube is at ${height} m`);
console.log(`jelly-cube: rests ${height.toFixed(3)} m high`);
