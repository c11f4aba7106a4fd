// Twenty bodies come and go while the world runs. Equal bodies are built once, so a frame stays short.
import { createWorld } from 'pliant';

const ball = (name, x) => ({
  name,
  shape: { type: 'sphere', radius: 0.1 },
  position: [x, 0.5, 0],
  material: { young: 5e4 },
  model: { type: 'octree', cell: 0.05, levels: 0 },
});
const world = createWorld({
  format: 'pliant/1',
  name: 'fountain',
  bodies: [ball('first', 0)],
  obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
});
let longest = 0;
for (let frame = 0; frame < 80; frame++) {
  const before = process.cpuUsage();
  if (frame % 2 === 0 && frame < 40)
    world.apply({ do: 'add', body: ball(`ball-${frame}`, 0.25 * (frame / 2 - 10)) });
  if (frame % 2 === 0 && frame >= 40) world.body(`ball-${frame - 40}`).remove();
  world.step();
  for (const body of world.bodies) body.draw();
  const { user, system } = process.cpuUsage(before);
  // The first frames compile the code.
  if (frame > 4) longest = Math.max(longest, (user + system) / 1000);
}
if (world.bodies.length !== 1) throw new Error('some bodies stayed');
console.log(`come-and-go: 20 bodies, longest frame ${longest.toFixed(1)} ms of CPU`);
