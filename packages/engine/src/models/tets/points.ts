import type { Compliance, Points } from '../body.ts';
import { createTurnedCompliance, type KeptColumns, useColumns } from '../shared/kept-columns.ts';
import { embedInTree } from './build/embed.ts';
import { levelCompliance } from './compliance.ts';
import type { TetsLive } from './live.ts';
import { pullFree, pushFree, pushPositions, type TetPoints, tetPoints } from './step/points.ts';

/** A point moves as the corners of the leaf it lies in, which follow the free vertices, plus frozen offsets. */
export function tetsPoints(run: TetsLive): Points {
  const { data, memory, front, contacts } = run;
  const { tree, gradients } = data;
  return {
    contacts,
    compliance: tetsCompliance(run),
    embed: (points) => tetPoints(tree, embedInTree(tree, gradients, points)),
    positions: (set, out) => pushPositions(set as TetPoints, data, front, memory, out),
    velocities: (set, u, out) => pushFree(set as TetPoints, data, front, memory, u, out),
    forces: (set, f, out) => pullFree(set as TetPoints, data, front, memory, f, out, null),
    // Adaptation asks where on the leaves impulses act, besides.
    record: (set, f) =>
      pullFree(set as TetPoints, data, front, memory, f, memory.impulse, memory.leafImpulse),
  };
}

function tetsCompliance(run: TetsLive): Compliance {
  const { data, memory, front, inverse, kernels } = run;
  const { gathering, factor, coarse } = memory;
  const { rows } = data.coarse.pattern;
  const columnsNow = (): KeptColumns => {
    const columns = run.regions.count > 0 || run.adjusted ? run.own : run.shared;
    useColumns(columns, run.scale, run.massFactor);
    return columns;
  };
  const turned = createTurnedCompliance(gathering, rows, kernels, factor, coarse);
  return { dense: levelCompliance(data, memory, front, inverse, turned, columnsNow) };
}
