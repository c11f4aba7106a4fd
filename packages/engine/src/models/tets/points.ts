import { solveMany } from '../../math/sparse/cholesky.ts';
import type { Compliance, Points } from '../body.ts';
import { createTurnedCompliance, useColumns } from '../shared/kept-columns.ts';
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
  const columnsOf = (space: number) => {
    const sets = run.regions.count > 0 || run.adjusted ? ownColumns(run, space) : run.shared(space);
    return useColumns(sets, run.scale, run.massFactor);
  };
  const turned = memory.spaces.map(({ factor, firm }) =>
    createTurnedCompliance(memory.gathering, firm.length, kernels, (X) =>
      solveMany(kernels, factor, X, 3),
    ),
  );
  return { single: levelCompliance(data, memory, front, inverse, turned, columnsOf) };
}
