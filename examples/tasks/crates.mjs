// Rapier moves a crate, Pliant a mattress: the crate lands on it, and it carries its weight.
import RAPIER from '@dimforge/rapier3d-compat';
import { couple } from '@pliant/rapier';
import { createWorld } from 'pliant';

await RAPIER.init();
const rapier = new RAPIER.World({ x: 0, y: -9.81, z: 0 });
rapier.createCollider(RAPIER.ColliderDesc.cuboid(5, 0.5, 5).setTranslation(0, -0.5, 0));
const crate = rapier.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 0.3, 0));
rapier.createCollider(RAPIER.ColliderDesc.cuboid(0.08, 0.08, 0.08).setDensity(800), crate);

const world = createWorld({
  format: 'pliant/1',
  name: 'mattress',
  bodies: [
    {
      name: 'mattress',
      shape: { type: 'box', size: [0.4, 0.16, 0.4] },
      position: [0, 0.08, 0],
      material: { young: 8e3, density: 80, damping: { mass: 1, stiffness: 0.01 } },
      model: { type: 'solid', cell: 0.08 },
    },
  ],
});
const link = couple(world, rapier);
for (let s = 0; s < 90; s++) link.step();
const depth = 1000 * (0.24 - crate.translation().y);
if (!(depth > 5 && depth < 100)) throw new Error(`the crate is ${depth} mm deep`);
console.log(`crates: sinks in by ${depth.toFixed(0)} mm`);
