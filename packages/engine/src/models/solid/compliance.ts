import type { Compliance } from '../body.ts';
import type { KeptColumns, TurnedCompliance } from '../shared/kept-columns.ts';
import type { WeightedPoints } from '../shared/weighted-points.ts';
import type { SolidMemory } from './memory.ts';

/** The compliance of the kept factor, exactly: sites between the nodes that they depend on (`kept-columns.ts`). */
export function keptCompliance(
  { nodeR, held }: SolidMemory,
  places: TurnedCompliance,
  columnsNow: () => KeptColumns,
): NonNullable<Compliance['single']> {
  const { now } = places;
  return (groups, { group, points, weights }, n, W) => {
    places.begin();
    for (let s = 0; s < n; s++) {
      const set = groups[group[s]].points as WeightedPoints;
      for (let k = 4 * s; k < 4 * s + 4; k++) {
        if (weights[k] === 0) continue;
        for (let c = 4 * points[k]; c < 4 * points[k] + 4; c++) {
          const i = set.indices[c];
          now[0] = weights[k] * set.weights[c];
          if (now[0] !== 0 && held[i] === 0 && !places.add(i, i)) return false;
        }
      }
      places.next();
    }
    return places.fill(W, columnsNow(), nodeR);
  };
}
