import type { Points } from '../body.ts';
import type { ColumnSets } from '../shared/kept-columns.ts';
import { pullToAll } from './adaptive/follow.ts';
import { layersCompliance } from './compliance.ts';
import { composed, type LayersLive, outer } from './live.ts';
import { fitting } from './step/compose.ts';
import { pullForces, pushVelocities } from './step/transfer.ts';

/** A point moves as x = X + w₀ composed through the layers. */
export function layersPoints(run: LayersLive, columns: ColumnSets): Points {
  const { memory, hierarchy, system, adaptive } = run;
  /** Where kernels reach them, one set of embedded points is as fast as those of the body's own. */
  let freeRoom = memory.inner;
  return {
    contacts: run.contacts,
    compliance: layersCompliance(run, columns),
    embed(points) {
      const rows = hierarchy.rows(points);
      const room = fitting(freeRoom, points.length / 3, rows);
      if (room !== null) freeRoom = null;
      return outer(run, points.slice(), rows, room);
    },
    positions(set, out) {
      const { x, count } = composed(run, set);
      for (let i = 0; i < 3 * count; i++) out[i] = x[i];
    },
    velocities: (set, u, out) => pushVelocities(out, composed(run, set), hierarchy, u, system.all),
    forces: (set, f, out) => pullForces(out, composed(run, set), hierarchy, f, system.all),
    record(set, f) {
      const points = composed(run, set);
      pullForces(memory.impulse, points, hierarchy, f, system.all);
      // Frames that sleep are asked, too.
      if (adaptive !== null) pullToAll(adaptive.impulse, points.following!, f, points.count);
    },
  };
}
