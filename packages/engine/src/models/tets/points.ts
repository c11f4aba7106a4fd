import type { Compliance, Points } from '../body.ts';
import { createTurnedCompliance, type KeptColumns, useColumns } from '../shared/kept-columns.ts';
import { embedInTree } from './build/embed.ts';
import { levelCompliance } from './compliance.ts';
import { ownColumns, type TetsLive } from './live.ts';
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
  const columnsOf = (space: number): KeptColumns => {
    const columns =
      run.regions.count > 0 || run.adjusted ? ownColumns(run, space) : run.shared(space);
    useColumns(columns, run.scale, run.massFactor);
    return columns;
  };
  const turned = memory.spaces.map(({ factor, firm }) =>
    createTurnedCompliance(memory.gathering, firm.length, kernels, factor),
  );
  return { single: levelCompliance(data, memory, front, inverse, turned, columnsOf) };
}
