import rapier from '@dimforge/rapier3d-compat';
import { CANTILEVER, type Cantilever } from '../cantilever.ts';
import type { Peer, PeerRun } from './peer.ts';

/** Rapier's soft bodies: corotational cells, either assembled into one system or solved as constraints. */
export function rapierPeer(solver: 'fem' | 'constraints'): Peer {
  return {
    name: `Rapier 0.21, ${solver === 'fem' ? 'assembled FEM' : 'constraints'}`,
    note: 'corotational cells, its defaults (4 substeps), f32',
    load: () => rapier.init(),
    create: (beam) => createRapier(beam, solver),
  };
}

function createRapier(beam: Cantilever, solver: 'fem' | 'constraints'): PeerRun {
  const world = new rapier.World({ x: 0, y: CANTILEVER.gravity, z: 0 });
  world.timestep = CANTILEVER.dt;
  const material = new rapier.SoftBodyMaterial();
  material.youngModulus = CANTILEVER.young;
  material.poissonRatio = CANTILEVER.poisson;
  const { SoftBodySolver } = rapier;
  const body = world.createSoftBody(
    new rapier.SoftBodyDesc(Float32Array.from(beam.positions))
      .setCells(Uint32Array.from(beam.tets))
      .setSurface(Uint32Array.from(beam.surface))
      .setMasses(Float32Array.from(beam.masses))
      .setPinnedParticles(Uint32Array.from(beam.clamped))
      .setMaterial(material)
      .setCellModel(rapier.SoftBodyCellModel.Corotational)
      .setSolver(solver === 'fem' ? SoftBodySolver.Fem : SoftBodySolver.Constraints)
      .setLinearDamping(CANTILEVER.damping)
      // Nothing to touch here: collision would only add to its cost.
      .setNoSurfaceCollider(),
  );
  return {
    step: () => world.step(),
    tip: () => body.particlePosition(beam.tip).y,
    free: () => world.free(),
  };
}
