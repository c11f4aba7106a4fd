// The same rubber beam by four models: held at one end, it sags, swings out and rests bent.
// Prints how far it sags, how many numbers move it while it falls and when it rests, and the processor time of a step then.
// (Shape matching, `octree`, is for softer things: at 60 steps a second it cannot be as stiff as this.)
// Run it with: node examples/which-model.mjs
import { createWorld } from 'pliant';

const MODELS = {
  solid: { type: 'solid', cell: 0.05 },
  frames: { type: 'frames', frames: 16 },
  tets: { type: 'tets', cell: 0.2, levels: 2 },
  layers: {
    type: 'layers',
    layers: [
      { name: 'coarse', kind: 'affine', frames: 3 },
      { name: 'fine', kind: 'hex', cell: 0.1 },
    ],
  },
};
const LENGTH = 1;
const SECONDS = 12;

/** Hangs the beam and watches it: what it costs is taken over the first and over the last half second. */
function hang(model) {
  const world = createWorld({
    format: 'pliant/1',
    name: 'which-model',
    dt: 1 / 60,
    bodies: [
      {
        name: 'beam',
        shape: { type: 'box', size: [LENGTH, 0.2, 0.2] },
        material: { young: 2e6, damping: { stiffness: 0.02 } },
        model,
        attachments: [
          {
            name: 'wall',
            region: { type: 'box', size: [0.01, 1, 1], position: [-LENGTH / 2, 0, 0] },
          },
        ],
        probes: { tip: [LENGTH / 2, 0, 0] },
      },
    ],
  });
  const [beam] = world.bodies;
  const watch = (steps) => {
    const start = process.cpuUsage();
    let numbers = 0;
    for (let s = 0; s < steps; s++) {
      world.step();
      numbers = Math.max(numbers, beam.levels.activeDofs);
    }
    const { user, system } = process.cpuUsage(start);
    return { numbers, milliseconds: (user + system) / 1000 / steps };
  };
  watch(1); // makes the factors
  const falling = watch(30);
  world.step(60 * (SECONDS - 1) - 1);
  const resting = watch(30);
  return { sag: -beam.probe('tip')[1], falling, resting };
}

console.log('model    sag [m]   numbers: falling  at rest   ms a step: falling  at rest');
const sags = Object.entries(MODELS).map(([name, model]) => {
  const { sag, falling, resting } = hang(model);
  console.log(
    name.padEnd(6),
    sag.toFixed(3).padStart(9),
    String(falling.numbers).padStart(18),
    String(resting.numbers).padStart(8),
    falling.milliseconds.toFixed(2).padStart(20),
    resting.milliseconds.toFixed(3).padStart(8),
  );
  return sag;
});

// One beam, one sag: models that differ by more than 15 % from the reference are at fault.
if (sags.some((sag) => !(Math.abs(sag / sags[0] - 1) < 0.15))) process.exitCode = 1;
