import type { HeldRegions } from '../../shared/held-regions.ts';
import type { TetsData } from '../model.ts';
import { FORCE } from '../numbers.ts';

/**
 * The error of the force between held regions, as a length [m] to compare with the tolerance. Between two holds no
 * point may move far although the force is much too large: a twisted bar on coarse elements is a fifth too stiff. The
 * missing fraction of the elastic energy is the relative error of that force, so it counts as that fraction of the
 * displacement of the regions, capped so that a fraction of `FORCE` just reaches the tolerance.
 */
export function errorOfHolds(
  data: TetsData,
  regions: HeldRegions | null,
  missing: number,
  energy: number,
  tolerance: number,
): number {
  if (regions === null || regions.count < 2 || !(energy > 0)) return 0;
  return Math.min(1, missing / energy) * Math.min(movedApart(data, regions), tolerance / FORCE);
}

/** How far held regions are from where the first of them would have them [m]. */
export function movedApart({ regions, tree }: TetsData, { held, poses }: HeldRegions): number {
  let first = 0;
  while (held[first] === 0) first++;
  let most = 0;
  for (let r = first + 1; r < held.length; r++) {
    if (held[r] === 0) continue;
    const { vertices } = regions[r];
    for (let k = 0; k < vertices.length; k++) {
      const v = 3 * vertices[k];
      let square = 0;
      for (let c = 0; c < 3; c++) {
        const p = 12 * r + 4 * c;
        const q = 12 * first + 4 * c;
        let way = poses[p + 3] - poses[q + 3];
        for (let d = 0; d < 3; d++) way += (poses[p + d] - poses[q + d]) * tree.positions[v + d];
        square += way * way;
      }
      most = Math.max(most, square);
    }
  }
  return Math.sqrt(most);
}
