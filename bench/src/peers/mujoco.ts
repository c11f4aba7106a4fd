import loadMujoco, { type MainModule } from '@mujoco/mujoco';
import { CANTILEVER, type Cantilever } from '../cantilever.ts';
import type { Peer, PeerRun } from './peer.ts';

/** MuJoCo's flex: a particle per node, an elastic energy per tet, the `discrete` integrator. */
export function mujocoPeer(): Peer {
  let mujoco: MainModule;
  return {
    name: 'MuJoCo 3.14, discrete',
    note: 'flex, f64; particles of equal mass reweighted to the lumped ones',
    async load() {
      mujoco = await loadMujoco();
    },
    create: (beam) => createMujoco(mujoco, beam),
  };
}

function createMujoco(mujoco: MainModule, beam: Cantilever): PeerRun {
  const model = mujoco.MjModel.from_xml_string(describe(beam));
  const data = new mujoco.MjData(model);
  // A flexcomp gives every particle the same mass; the others weigh by volume, which moves the tip by one percent.
  const bodyOf: Int32Array = model.flex_vertbodyid;
  const masses: Float64Array = model.body_mass;
  const inertias: Float64Array = model.body_inertia;
  const dofOf: Int32Array = model.body_dofadr;
  const damping: Float64Array = model.dof_damping;
  const held = new Set(beam.clamped);
  for (let i = 0; i < beam.masses.length; i++) {
    if (held.has(i)) continue;
    const ratio = beam.masses[i] / masses[bodyOf[i]];
    masses[bodyOf[i]] = beam.masses[i];
    for (let k = 0; k < 3; k++) {
      inertias[3 * bodyOf[i] + k] *= ratio;
      damping[dofOf[bodyOf[i]] + k] = CANTILEVER.damping * beam.masses[i];
    }
  }
  mujoco.mj_setConst(model, data);
  return {
    step: () => mujoco.mj_step(model, data),
    tip: () => data.flexvert_xpos[3 * beam.tip + 1],
    free() {
      data.delete();
      model.delete();
    },
  };
}

function describe(beam: Cantilever): string {
  const { young, poisson, gravity, dt } = CANTILEVER;
  let mass = 0;
  for (const m of beam.masses) mass += m;
  return `<mujoco>
  <option timestep="${dt}" gravity="0 ${gravity} 0" integrator="discrete"/>
  <size memory="512M"/>
  <worldbody>
    <flexcomp name="beam" type="direct" dim="3" mass="${mass}" radius="0.001"
      point="${beam.positions.join(' ')}" element="${beam.tets.join(' ')}">
      <contact contype="0" conaffinity="0" selfcollide="none" internal="false"/>
      <elasticity young="${young}" poisson="${poisson}"/>
      <pin id="${beam.clamped.join(' ')}"/>
    </flexcomp>
  </worldbody>
</mujoco>`;
}
