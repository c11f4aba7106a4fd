import { createWorld, type SceneInput } from 'pliant';
import type { ContactPeer, ContactRun } from './peer.ts';
import { MATTER, type PeerScene } from './scenes.ts';

type Model = NonNullable<NonNullable<SceneInput['bodies']>[number]['model']>;

/** Pliant with one of its models; nodes of the mesh are read as probes. */
export function pliantPeer(
  name: string,
  note: string,
  modelOf: (scene: PeerScene) => Model,
): ContactPeer {
  return {
    name: `Pliant, ${name}`,
    note,
    load: async () => {},
    create: (scene) => createPliant(scene, modelOf(scene)),
  };
}

function createPliant(scene: PeerScene, model: Model): ContactRun {
  const { poisson, density, damping, friction, gravity, dt } = MATTER;
  const { mesh, shape, young, centres, planes } = scene;
  const nodes = mesh.positions.length / 3;
  const probes: Record<string, [number, number, number]> = {};
  for (let i = 0; i < nodes; i++) {
    const [x, y, z] = mesh.positions.subarray(3 * i, 3 * i + 3);
    probes[`n${i}`] = [x, y, z];
  }
  const world = createWorld({
    format: 'pliant/1',
    name: 'peers',
    dt,
    gravity: [0, gravity, 0],
    bodies: Array.from({ length: centres.length / 3 }, (_, b) => ({
      name: `body-${b}`,
      shape,
      position: [centres[3 * b], centres[3 * b + 1], centres[3 * b + 2]],
      material: { young, poisson, density, damping: { mass: damping, stiffness: 0 } },
      friction,
      model,
      probes,
    })),
    obstacles: planes.map(({ normal, offset }, i) => ({
      name: `plane-${i}`,
      shape: { type: 'plane' as const, normal, offset },
      friction,
    })),
  });
  return {
    step: () => world.step(),
    read(out) {
      world.bodies.forEach((body, b) => {
        for (let i = 0; i < nodes; i++) out.set(body.probe(`n${i}`), 3 * (nodes * b + i));
      });
    },
    free: () => {},
  };
}
