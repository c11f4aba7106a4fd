// A crane: a motor turns its arm, a soft ball hangs from it, and the hook breaks when the ball is kicked.
import { createWorld } from 'pliant';

const world = createWorld({
  format: 'pliant/1',
  name: 'crane',
  bodies: [
    {
      name: 'arm',
      shape: { type: 'box', size: [1, 0.1, 0.1] },
      position: [0.5, 1, 0],
      material: { young: 1e7 },
      model: { type: 'rigid' },
    },
    {
      name: 'ball',
      shape: { type: 'sphere', radius: 0.15 },
      position: [1, 0.8, 0],
      material: { young: 2e4 },
      model: { type: 'frames', frames: 4 },
    },
  ],
  joints: [
    {
      name: 'mast',
      type: 'hinge',
      a: { body: 'arm', point: [-0.5, 0, 0] },
      axis: [0, 1, 0],
      motor: { speed: 1, force: 2000 },
    },
    {
      name: 'hook',
      type: 'ball',
      a: { body: 'arm', point: [0.5, -0.05, 0] },
      b: { body: 'ball' },
      breakForce: 1500,
    },
  ],
});
world.on('break', ({ joint, force }) =>
  console.log(`${joint} breaks at ${(force / 1000).toFixed(0)} kN`),
);
for (let k = 0; k < 60; k++) world.step();
const angle = world.joint('mast').position.toFixed(0);
console.log(
  `the arm has turned by ${angle}°, the hook bears ${world.joint('hook').force.toFixed(0)} N`,
);
world.body('ball').impulse([0, -300, 0]);
for (let k = 0; k < 30; k++) world.step();
console.log(`the ball is at ${world.body('ball').motion().centre[1].toFixed(1)} m`);
