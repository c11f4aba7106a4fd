import { MOST_SITES } from '../../../contact/numbers.ts';
import type { Allocator } from '../../../kernels/arena.ts';
import { rowOf4 } from '../../../kernels/single.ts';
import { allocateGathering } from '../../shared/kept-columns.ts';
import type { LayerData } from '../model.ts';
import { MOST_SITE_NUMBERS, MOST_SITE_POINTS } from '../numbers.ts';
import type { DetailPlan } from './detail.ts';

/** Memory of the compliance of sites (`compliance.ts`). Allocates and nothing else. */
export function allocateSites(
  a: Allocator,
  plan: DetailPlan | null,
  dense: number,
  asOne: boolean,
) {
  const sums = plan === null ? 1 : 3;
  const width = sums * upToThree(dense);
  const sites = Math.min(MOST_SITES, Math.floor(MOST_SITE_NUMBERS / Math.max(1, 3 * width)));
  return {
    /** Sites that there is room for. */
    sites,
    left: a.f64(3 * sites * width),
    right: a.f32(width * rowOf4(3 * sites)),
    /** EᵀY_c of the two groups of layers at rest. */
    middle: a.f64(plan === null ? 0 : dense * dense),
    row: a.f64(dense),
    turn: a.f64(9),
    nodes: allocateGathering(a, plan === null ? 0 : plan.pattern.rows),
    points: allocateGathering(a, plan === null || asOne ? 0 : MOST_SITE_POINTS),
  };
}

export function upToThree(n: number): number {
  return 3 * Math.ceil(n / 3);
}

/** True if nothing but a rigid layer turns points of the sparse ones. */
export function turnsAsOne(layers: readonly LayerData[], dense: Uint8Array): boolean {
  return layers.every(({ form, scripted }, k) => form === 'rigid' || (dense[k] === 0 && !scripted));
}
