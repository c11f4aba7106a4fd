import { solveMany } from '../../math/sparse/cholesky.ts';
import type { Compliance, Points } from '../body.ts';
import { createTurnedCompliance, useColumns } from '../shared/kept-columns.ts';
import { weightedPoints } from '../shared/weighted-points.ts';
import { keptCompliance } from './compliance.ts';
import type { SolidLive } from './live.ts';

/** A point moves as Σ w_a x_a of the four nodes around it. */
export function solidPoints(run: SolidLive): Points {
  const { data, memory, kernels } = run;
  const contacts = { ...memory.contacts, inArena: true };
  return {
    ...weightedPoints(kernels, contacts, data.embed, memory.x, memory.impulse),
    compliance: solidCompliance(run),
  };
}

function solidCompliance(run: SolidLive): Compliance | undefined {
  const { data, memory, kernels } = run;
  if (memory.factor === null || data.solver !== 'kept') return undefined;
  const columnsNow = () =>
    useColumns(run.regions.count > 0 || run.adjusted ? run.own : run.shared, run.scale, 1);
  const { gathering, factor } = memory;
  const places = createTurnedCompliance(gathering, data.nodes, kernels, (X) =>
    solveMany(kernels, factor, X, 3),
  );
  return { single: keptCompliance(memory, places, columnsNow) };
}
