import loadMujoco, { type MainModule } from '@mujoco/mujoco';
import type { ContactPeer, ContactRun } from './peer.ts';
import { MATTER, type PeerScene } from './scenes.ts';

/** MuJoCo's flex with contact between flexes. */
export function mujocoPeer(): ContactPeer {
  let mujoco: MainModule;
  return {
    name: 'MuJoCo 3.14, discrete',
    note: 'flex of radius 2 mm, f64, particles of equal mass',
    async load() {
      mujoco = await loadMujoco();
    },
    create: (scene) => createMujoco(mujoco, scene),
  };
}

function createMujoco(mujoco: MainModule, scene: PeerScene): ContactRun {
  const model = mujoco.MjModel.from_xml_string(describe(scene));
  const data = new mujoco.MjData(model);
  return {
    step: () => mujoco.mj_step(model, data),
    read: (out) => out.set(data.flexvert_xpos),
    free() {
      data.delete();
      model.delete();
    },
  };
}

function describe({ mesh, centres, planes, young }: PeerScene): string {
  const { poisson, gravity, dt, friction } = MATTER;
  const mass = mesh.masses.reduce((sum, m) => sum + m, 0);
  const grounds = planes.map(
    ({ normal, offset }) =>
      `<geom type="plane" size="20 20 1" pos="${normal.map((c) => c * offset).join(' ')}" zaxis="${normal.join(' ')}" friction="${friction} 0 0"/>`,
  );
  const flexes = Array.from(
    { length: centres.length / 3 },
    (_, b) => `
    <flexcomp name="cube${b}" type="direct" dim="3" mass="${mass}" radius="0.002"
      pos="${centres[3 * b]} ${centres[3 * b + 1]} ${centres[3 * b + 2]}"
      point="${mesh.positions.join(' ')}" element="${mesh.tets.join(' ')}">
      <contact selfcollide="none" internal="false" friction="${friction} 0 0"/>
      <elasticity young="${young}" poisson="${poisson}"/>
    </flexcomp>`,
  );
  return `<mujoco>
  <option timestep="${dt}" gravity="0 ${gravity} 0" integrator="discrete"/>
  <size memory="1G"/>
  <worldbody>
    ${grounds.join('')}${flexes.join('')}
  </worldbody>
</mujoco>`;
}
