import { createWorld, type SceneInput } from 'pliant';
import { CANTILEVER, type Cantilever } from '../cantilever.ts';
import type { Peer, PeerRun } from './peer.ts';

type Model = NonNullable<NonNullable<SceneInput['bodies']>[number]['model']>;

/** The reference solid on the very mesh of the others. */
export const SAME_MESH: Model = { type: 'solid', mesh: 'grid', cell: CANTILEVER.cell };

/** Pliant with one of its models, through the same door as everyone. */
export function pliantPeer(name: string, note: string, model: Model): Peer {
  return {
    name: `Pliant, ${name}`,
    note,
    load: async () => {},
    create: (beam) => createPliant(beam, model),
  };
}

function createPliant(beam: Cantilever, model: Model): PeerRun {
  const world = createWorld(describe(beam, model));
  return {
    step: () => world.step(),
    tip: () => world.bodies[0].probe('tip')[1],
    free: () => {},
  };
}

function describe(beam: Cantilever, model: Model): SceneInput {
  const { cells, cell, young, poisson, density, damping, gravity, dt } = CANTILEVER;
  const [length, height, width] = cells.map((n) => n * cell);
  const tip = beam.positions.subarray(3 * beam.tip, 3 * beam.tip + 3);
  return {
    format: 'pliant/1',
    name: 'cantilever',
    dt,
    gravity: [0, gravity, 0],
    bodies: [
      {
        name: 'beam',
        shape: { type: 'box', size: [length, height, width] },
        position: [length / 2, 0, 0],
        material: { young, poisson, density, damping: { mass: damping, stiffness: 0 } },
        model,
        attachments: [
          {
            name: 'wall',
            region: {
              type: 'box',
              size: [cell / 2, 2 * height, 2 * width],
              position: [-length / 2, 0, 0],
            },
          },
        ],
        probes: { tip: [tip[0] - length / 2, tip[1], tip[2]] },
      },
    ],
  };
}
