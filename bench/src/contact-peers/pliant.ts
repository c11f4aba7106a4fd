import { createWorld, type SceneInput } from 'pliant';
import type { ContactPeer, ContactRun } from './peer.ts';
import { STACK, type Stack } from './stack.ts';

type Model = NonNullable<NonNullable<SceneInput['bodies']>[number]['model']>;

/** Pliant with one of its models; nodes of the mesh are read as probes. */
export function pliantStack(name: string, note: string, model: Model): ContactPeer {
  return {
    name: `Pliant, ${name}`,
    note,
    load: async () => {},
    create: (stack) => createPliant(stack, model),
  };
}

function createPliant(stack: Stack, model: Model): ContactRun {
  const { young, poisson, density, damping, friction, gravity, dt } = STACK;
  const { mesh, edge, centres } = stack;
  const nodes = mesh.positions.length / 3;
  const probes: Record<string, [number, number, number]> = {};
  for (let i = 0; i < nodes; i++) {
    const [x, y, z] = mesh.positions.subarray(3 * i, 3 * i + 3);
    probes[`n${i}`] = [x, y, z];
  }
  const world = createWorld({
    format: 'pliant/1',
    name: 'stack',
    dt,
    gravity: [0, gravity, 0],
    bodies: Array.from({ length: centres.length / 3 }, (_, b) => ({
      name: `cube-${b}`,
      shape: { type: 'box', size: [edge, edge, edge] },
      position: [centres[3 * b], centres[3 * b + 1], centres[3 * b + 2]],
      material: { young, poisson, density, damping: { mass: damping, stiffness: 0 } },
      friction,
      model,
      probes,
    })),
    obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] }, friction }],
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
