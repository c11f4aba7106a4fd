// Rigid crates in a Rapier world, a soft mattress in a Pliant world: they land on it, and it carries their weight.
// Run it with: node examples/rapier-mattress.mjs
import RAPIER from '@dimforge/rapier3d-compat';
import { couple } from '@pliant/rapier';
import { createWorld } from 'pliant';

await RAPIER.init();
const rapier = new RAPIER.World({ x: 0, y: -9.81, z: 0 });
rapier.createCollider(RAPIER.ColliderDesc.cuboid(5, 0.5, 5).setTranslation(0, -0.5, 0));
const crates = [400, 800, 1600].map((density, i) => {
  const desc = RAPIER.RigidBodyDesc.dynamic().setTranslation(0.35 * (i - 1), 0.5 + 0.1 * i, 0);
  const crate = rapier.createRigidBody(desc);
  rapier.createCollider(RAPIER.ColliderDesc.cuboid(0.08, 0.08, 0.08).setDensity(density), crate);
  return crate;
});

const world = createWorld({
  format: 'pliant/1',
  name: 'mattress',
  bodies: [
    {
      name: 'mattress',
      shape: { type: 'box', size: [1.2, 0.16, 0.4] },
      position: [0, 0.08, 0],
      material: { young: 8e3, density: 80, damping: { mass: 1, stiffness: 0.01 } },
      model: { type: 'solid', cell: 0.08 },
    },
  ],
});

const link = couple(world, rapier);
let fastest = 0;
for (let s = 0; s < 240; s++) {
  link.step();
  for (const crate of crates) fastest = Math.max(fastest, -crate.linvel().y);
}

console.log('crate [kg]  sinks in [mm]');
const depths = crates.map((crate) => 1000 * (0.24 - crate.translation().y));
crates.forEach((crate, i) => {
  console.log(`${crate.mass().toFixed(2).padStart(10)}  ${depths[i].toFixed(1).padStart(13)}`);
});
const speed = Math.max(...crates.map((crate) => Math.abs(crate.linvel().y)));
console.log(`fastest ${fastest.toFixed(1)} m/s, at the end ${speed.toExponential(0)} m/s`);

// The heavier the crate the deeper, and all lie still: anything else is a fault.
const [a, b, c] = depths;
if (!(a > 0 && a < b && b < c && c < 120 && speed < 0.02)) process.exitCode = 1;
