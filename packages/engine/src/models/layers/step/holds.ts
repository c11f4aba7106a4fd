import type { Kernels } from '../../../kernels/kernels.ts';
import { MOST_LEFT, OLD, STIFFEST } from '../numbers.ts';
import { clearFixed, type LayerSolver, multiply, precondition } from './solver.ts';
import type { LayerSystem } from './system.ts';

/** How well Ĥ stands for H in a step. */
export const HOLDS = { well: 0, old: 1, badly: 2 } as const;

/**
 * How well Ĥ stands for H where this step goes. Ĥ knows the undeformed detail; where that is bent aside or pressed flat
 * H may be much stiffer. A motion that Ĥ gets so wrong that it grows from step to step soon is most of r, and then
 * shows here. z and y are scratch.
 */
export function prefactoredHolds(
  r: Float64Array,
  z: Float64Array,
  y: Float64Array,
  solver: LayerSolver,
  s: LayerSystem,
  kernels: Kernels,
): number {
  const n = s.hierarchy.unknowns;
  clearFixed(r, solver.fixed, n);
  precondition(z, r, solver, s, kernels);
  const all = kernels.dot(r, z, n);
  if (!(all > 0)) return HOLDS.well;
  multiply(y, z, s);
  clearFixed(y, solver.fixed, n);
  const stiff = kernels.dot(z, y, n);
  for (let i = 0; i < n; i++) y[i] = r[i] - y[i];
  precondition(z, y, solver, s, kernels);
  const left = kernels.dot(y, z, n);
  if (stiff > STIFFEST * all || left > MOST_LEFT * all) return HOLDS.badly;
  return left > OLD * all ? HOLDS.old : HOLDS.well;
}
