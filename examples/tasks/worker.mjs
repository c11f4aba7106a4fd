// A world at 60 steps a second in a worker, drawn at 144 Hz. In a page no `worker` option is needed.
import { Worker } from 'node:worker_threads';
import { createWorkerWorld } from 'pliant/worker';

const scene = {
  format: 'pliant/1',
  name: 'flight',
  gravity: [0, 0, 0],
  bodies: [
    {
      name: 'cube',
      shape: { type: 'box', size: [0.2, 0.2, 0.2] },
      velocity: [1.44, 0, 0],
      material: { young: 5e4 },
      model: { type: 'rigid' },
    },
  ],
};
const world = await createWorkerWorld(scene, { worker: startInNode });
const cube = world.body('cube');
let [last, worst] = [0, 0];
for (let frame = 0; frame < 60; frame++) {
  world.advance(1 / 144);
  await world.hash(); // a page would wait for the screen here
  cube.draw({ alpha: world.alpha });
  if (frame > 12) worst = Math.max(worst, Math.abs(cube.positions[0] - last - 0.01));
  last = cube.positions[0];
}
world.dispose();
if (worst > 5e-4) throw new Error(`a frame is off by ${worst} m`);
console.log(`worker: every frame moves it by 10 mm, to ${(1000 * worst).toFixed(4)} mm`);

/** Node's workers speak a little differently from those of pages. */
function startInNode() {
  const thread = new Worker(new URL('./worker-host.mjs', import.meta.url));
  const line = { postMessage: (...words) => thread.postMessage(...words), onmessage: null };
  thread.on('message', (data) => line.onmessage({ data }));
  return Object.assign(line, { terminate: () => thread.terminate() });
}
