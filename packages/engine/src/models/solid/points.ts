import type { Compliance, Points } from '../body.ts';
import { createTurnedCompliance, type KeptColumns, useColumns } from '../shared/kept-columns.ts';
import { keptCompliance } from './compliance.ts';
import type { SolidLive } from './live.ts';
import { pointSet, pullPoints, pushPoints, type SolidPoints } from './point-sets.ts';

/** A point moves as Σ w_a x_a of the four nodes around it. */
export function solidPoints(run: SolidLive): Points {
  const { data, memory, kernels, contacts } = run;
  const { x, impulse } = memory;
  return {
    contacts,
    compliance: solidCompliance(run),
    embed: (points) => pointSet(data.embed(points), false),
    positions: (set, out) => pushPoints(kernels, set as SolidPoints, x, out),
    velocities: (set, u, out, subset) => pushPoints(kernels, set as SolidPoints, u, out, subset),
    forces: (set, f, out, subset) => pullPoints(kernels, set as SolidPoints, f, out, subset),
    record: (set, f, subset) => pullPoints(kernels, set as SolidPoints, f, impulse, subset),
  };
}

function solidCompliance(run: SolidLive): Compliance | undefined {
  const { data, memory, kernels } = run;
  if (memory.factor === null || data.solver !== 'kept') return undefined;
  const columnsNow = (): KeptColumns => {
    const columns = run.regions.count > 0 || run.adjusted ? run.own : run.shared;
    useColumns(columns, run.scale, 1);
    return columns;
  };
  const { gathering, factor, work } = memory;
  const places = createTurnedCompliance(gathering, data.nodes, kernels, factor, work);
  return { dense: keptCompliance(memory, places, columnsNow) };
}
