import rapier from '@dimforge/rapier3d-compat';
import type { ContactPeer, ContactRun } from './peer.ts';
import { STACK, type Stack } from './stack.ts';

/** Rapier's soft bodies with their surfaces as colliders. */
export function rapierStack(solver: 'fem' | 'constraints'): ContactPeer {
  return {
    name: `Rapier 0.21, ${solver === 'fem' ? 'assembled FEM' : 'constraints'}`,
    note: 'corotational cells, its defaults (4 substeps), f32',
    load: () => rapier.init(),
    create: (stack) => createRapier(stack, solver),
  };
}

function createRapier({ mesh, centres }: Stack, solver: 'fem' | 'constraints'): ContactRun {
  const world = new rapier.World({ x: 0, y: STACK.gravity, z: 0 });
  world.timestep = STACK.dt;
  const ground = rapier.ColliderDesc.cuboid(20, 1, 20).setTranslation(0, -1, 0);
  world.createCollider(ground.setFriction(STACK.friction));
  const material = new rapier.SoftBodyMaterial();
  material.youngModulus = STACK.young;
  material.poissonRatio = STACK.poisson;
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
        .setLinearDamping(STACK.damping),
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
