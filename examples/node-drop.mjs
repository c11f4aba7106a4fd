// Drops jelly cubes of three stiffnesses side by side and prints how far each is squashed on landing.
// Run it with: node examples/node-drop.mjs
import { createWorld } from 'pliant';

const SIZE = 0.2;
const STIFFNESSES = { soft: 1e4, medium: 3e4, firm: 1e5 };

const world = createWorld({
  format: 'pliant/1',
  name: 'three-cubes',
  bodies: Object.entries(STIFFNESSES).map(([name, young], i) => ({
    name,
    shape: { type: 'box', size: [SIZE, SIZE, SIZE] },
    position: [0.4 * i, 0.5, 0],
    material: { young, damping: { stiffness: 0.01 } },
    model: { type: 'solid', cell: SIZE / 4 },
    probes: { top: [0, SIZE / 2, 0], bottom: [0, -SIZE / 2, 0] },
  })),
  obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
});

/** Height of a cube now, as a part of its height at rest. */
const height = (body) => (body.probe('top')[1] - body.probe('bottom')[1]) / SIZE;

const lowest = world.bodies.map(() => 1);
for (let s = 0; s < 180; s++) {
  world.step();
  world.bodies.forEach((body, i) => {
    lowest[i] = Math.min(lowest[i], height(body));
  });
}

console.log('cube    young [Pa]  lowest [%]  at rest [%]');
world.bodies.forEach((body, i) => {
  const young = String(STIFFNESSES[body.name]).padStart(10);
  const percent = (part) => (100 * part).toFixed(1).padStart(10);
  console.log(
    `${body.name.padEnd(6)}  ${young}  ${percent(lowest[i])}  ${percent(height(body)).padStart(11)}`,
  );
});
const { kinetic } = world.totals().energy;
console.log(`after ${world.time.toFixed(1)} s the kinetic energy is ${kinetic.toExponential(1)} J`);

// The stiffer the cube, the less it is squashed: anything else is a fault.
if (!(lowest[0] < lowest[1] && lowest[1] < lowest[2] && kinetic < 1e-2)) process.exitCode = 1;
