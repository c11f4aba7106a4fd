import type { Points } from '../body.ts';
import { framesCompliance } from './compliance.ts';
import { type FramesLive, spread } from './live.ts';
import { type FramePoints, framePoints, pullFrames, pushFrames } from './point-sets.ts';
import { gather } from './step/contraction.ts';

/** A point moves as Σ_k D_k q_k over all nodes, which follow the active ones. */
export function framesPoints(run: FramesLive): Points {
  const { data, memory, contacts, kernels, input } = run;
  const { nodes, nodeImpulse, pushImpulse, impulse } = memory;
  return {
    contacts,
    compliance: framesCompliance(run, run.fixed),
    embed: (points) => framePoints(input.embed(points)),
    positions: (points, out) => pushFrames(kernels, points as FramePoints, memory.D, out),
    velocities(points, u, out, subset) {
      spread(run, u);
      pushFrames(kernels, points as FramePoints, nodes, out, subset);
    },
    forces(points, f, out, subset) {
      nodes.fill(0);
      pullFrames(kernels, points as FramePoints, f, nodes, subset);
      addToActive(run, out);
    },
    // The activation test asks for impulses by all nodes, and for those that nobody saw coming apart.
    record(points, f, subset) {
      nodes.fill(0);
      pullFrames(kernels, points as FramePoints, f, nodes, subset);
      for (let i = 0; i < 12 * data.nodes; i++) nodeImpulse[i] += nodes[i];
      if (points !== contacts) for (let i = 0; i < 12 * data.nodes; i++) pushImpulse[i] += nodes[i];
      addToActive(run, impulse);
    },
  };
}

/** out += what forces on all nodes, in memory.nodes, are to the active ones. */
function addToActive(run: FramesLive, out: Float64Array): void {
  const { data, memory, set, forces, kernels } = run;
  forces.fill(0);
  gather(forces, memory.nodes, set.contraction, data.nodes, kernels);
  for (let i = 0; i < set.count; i++) {
    for (let c = 0; c < 12; c++) out[12 * i + c] += forces[12 * set.list[i] + c];
  }
}
