import loadMujoco, { type MainModule } from '@mujoco/mujoco';
import type { ContactPeer, ContactRun } from './peer.ts';
import { STACK, type Stack } from './stack.ts';

/** MuJoCo's flex with contact between flexes. */
export function mujocoStack(): ContactPeer {
  let mujoco: MainModule;
  return {
    name: 'MuJoCo 3.14, discrete',
    note: 'flex of radius 2 mm, f64, particles of equal mass',
    async load() {
      mujoco = await loadMujoco();
    },
    create: (stack) => createMujoco(mujoco, stack),
  };
}

function createMujoco(mujoco: MainModule, stack: Stack): ContactRun {
  const model = mujoco.MjModel.from_xml_string(describe(stack));
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

function describe({ mesh, centres, edge }: Stack): string {
  const { young, poisson, gravity, dt, friction, density } = STACK;
  const mass = density * edge ** 3;
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
    <geom type="plane" size="20 20 1" zaxis="0 1 0" friction="${friction} 0 0"/>${flexes.join('')}
  </worldbody>
</mujoco>`;
}
