// A gate that counts who falls through, a ghost that only the ground holds, a ray that finds who is on top.
import { createWorld } from 'pliant';

const cube = (name, y, more) => ({
  name,
  shape: { type: 'box', size: [0.2, 0.2, 0.2] },
  position: [0, y, 0],
  material: { young: 5e4 },
  model: { type: 'frames', frames: [1, 4] },
  ...more,
});
const world = createWorld({
  format: 'pliant/1',
  name: 'game',
  bodies: [
    cube('player', 0.4, { groups: ['player'] }),
    cube('ghost', 1, { touches: ['ground', 'gate'] }),
  ],
  obstacles: [
    { name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] }, groups: ['ground'] },
    {
      name: 'gate',
      shape: { type: 'box', size: [1, 0.1, 1] },
      position: [0, 0.6, 0],
      sensor: true,
      groups: ['gate'],
    },
  ],
});
const log = [];
world.on('sensor', ({ other, inside }) => log.push(`${other} ${inside ? 'enters' : 'leaves'}`));
world.on('contact', ({ a, b }) => log.push(`${a} hits ${b}`));

// A screen of 144 Hz.
for (let frame = 0; frame < 144; frame++) {
  world.advance(1 / 144);
  for (const body of world.bodies) body.draw({ alpha: world.alpha });
}
const top = world.raycast([0, 3, 0], [0, -1, 0]);
console.log(log.join(', '));
console.log(
  `${world.steps} steps; a ray from above meets ${top.name} after ${top.distance.toFixed(2)} m`,
);
