import rapier from '@dimforge/rapier3d-compat';
import type { ContactPeer, ContactRun } from './peer.ts';
import { MATTER, type PeerScene, type Plane } from './scenes.ts';

/** Rapier's soft bodies with their surfaces as colliders. */
export function rapierPeer(solver: 'fem' | 'constraints'): ContactPeer {
  return {
    name: `Rapier 0.21, ${solver === 'fem' ? 'assembled FEM' : 'constraints'}`,
    note: 'corotational cells, its defaults (4 substeps), f32',
    load: () => rapier.init(),
    create: (scene) => createRapier(scene, solver),
  };
}

function createRapier(scene: PeerScene, solver: 'fem' | 'constraints'): ContactRun {
  const { mesh, centres, planes, young } = scene;
  const world = new rapier.World({ x: 0, y: MATTER.gravity, z: 0 });
  world.timestep = MATTER.dt;
  for (const plane of planes) world.createCollider(slab(plane));
  const material = new rapier.SoftBodyMaterial();
  material.youngModulus = young;
  material.poissonRatio = MATTER.poisson;
  const { SoftBodySolver } = rapier;
  const nodes = mesh.positions.length / 3;
  const bodies = Array.from({ length: centres.length / 3 }, (_, b) =>
    world.createSoftBody(
      new rapier.SoftBodyDesc(
        Float32Array.from(mesh.positions, (x, k) => x + centres[3 * b + (k % 3)]),
      )
        .setCells(Uint32Array.from(mesh.tets))
        .setSurface(Uint32Array.from(mesh.surface))
        .setMasses(Float32Array.from(mesh.masses))
        .setMaterial(material)
        .setCellModel(rapier.SoftBodyCellModel.Corotational)
        .setSolver(solver === 'fem' ? SoftBodySolver.Fem : SoftBodySolver.Constraints)
        .setLinearDamping(MATTER.damping),
    ),
  );
  return {
    step: () => world.step(),
    read(out) {
      bodies.forEach((body, b) => {
        for (let i = 0; i < nodes; i++) {
          const { x, y, z } = body.particlePosition(i);
          out.set([x, y, z], 3 * (nodes * b + i));
        }
      });
    },
    free: () => world.free(),
  };
}

/** A slab of 2 m below a plane. */
function slab({ normal: [x, y, z], offset }: Plane): rapier.ColliderDesc {
  // The rotation that takes +y to the normal: half-way between no turn and twice it.
  const length = Math.hypot(z, x, 1 + y);
  return rapier.ColliderDesc.cuboid(20, 1, 20)
    .setTranslation(x * (offset - 1), y * (offset - 1), z * (offset - 1))
    .setRotation({ x: z / length, y: 0, z: -x / length, w: (1 + y) / length })
    .setFriction(MATTER.friction);
}
