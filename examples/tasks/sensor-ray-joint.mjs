// A gate tells who falls through it, a ghost falls through its neighbour, a ray finds who is on top, and a hook breaks.
import { createWorld } from 'pliant';

const cube = (name, position, more) => ({
  name,
  shape: { type: 'box', size: [0.2, 0.2, 0.2] },
  position,
  material: { young: 5e4 },
  model: { type: 'rigid' },
  ...more,
});
const gate = { type: 'box', size: [1, 0.1, 1] };
const world = createWorld({
  format: 'pliant/1',
  name: 'game',
  bodies: [
    cube('player', [0, 0.11, 0], { groups: ['player'] }),
    cube('ghost', [0, 1, 0], { groups: ['ghost'], touches: ['ground'] }),
    cube('lamp', [1, 2, 0]),
  ],
  obstacles: [
    { name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] }, groups: ['ground'] },
    { name: 'gate', shape: gate, position: [0, 0.6, 0], sensor: true, groups: ['ground'] },
  ],
  joints: [
    { name: 'hook', type: 'ball', a: { body: 'lamp', point: [0, 0.1, 0] }, b: {}, breakForce: 100 },
  ],
});
const log = [];
world.on('sensor', ({ other, inside }) => log.push(`${other} ${inside ? 'enters' : 'leaves'}`));
world.on('break', ({ joint }) => log.push(`${joint} breaks`));
world.step(60);
const top = world.raycast([0, 3, 0], [0, -1, 0], { groups: ['player'] });
world.body('lamp').setVelocity([3, 0, 0]);
world.step(10);
for (const line of ['ghost enters', 'ghost leaves', 'hook breaks'])
  if (!log.includes(line)) throw new Error(`${line} was not told: ${log}`);
console.log(`sensor-ray-joint: ${log.join(', ')}; the ray met ${top.name}`);
