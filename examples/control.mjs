// A paddle posed by the program throws a jelly cube through the wind; the run is saved in flight and goes on the same.
import { createWorld } from 'pliant';

const scene = {
  format: 'pliant/1',
  name: 'paddle',
  bodies: [
    {
      name: 'cube',
      shape: { type: 'box', size: [0.2, 0.2, 0.2] },
      position: [0, 0.11, 0],
      material: { young: 5e4, damping: { air: 5 } },
      model: { type: 'frames', frames: [1, 4] },
    },
  ],
  obstacles: [
    { name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } },
    { name: 'paddle', shape: { type: 'box', size: [0.1, 0.5, 0.5] }, position: [-0.4, 0.25, 0] },
  ],
};
const world = createWorld(scene);
const [cube, paddle] = [world.body('cube'), world.obstacle('paddle')];
for (let i = 1; i <= 30; i++) {
  paddle.moveTo({ position: [-0.4 + 0.03 * i, 0.25, 0] });
  world.step();
}
// Up at 5 m/s: the wind has a second to act.
cube.impulse([0, 40, 0]);
cube.setMaterial({ young: 2e4, friction: 1 });
world.apply({ do: 'wind', velocity: [0, 0, 6] });
const saved = world.snapshot();
world.step(60);
const [x, , z] = cube.motion().centre;
console.log(`thrown ${x.toFixed(2)} m, blown ${z.toFixed(2)} m`);

const again = createWorld(scene);
again.restore(saved);
again.step(60);
if (again.hash() !== world.hash()) throw new Error('the saved run went another way');
if (!(x > 0.3 && z > 0.05)) throw new Error('the paddle or the wind did nothing');
