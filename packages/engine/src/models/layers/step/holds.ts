import { createRandom } from '../../../core/random.ts';
import type { Kernels } from '../../../kernels/kernels.ts';
import { clearFixed, type LayerSolver, multiply, precondition } from './solver.ts';
import type { LayerSystem } from './system.ts';

/** Prefactored steps diverge when Ĥ⁻¹H has an eigenvalue above 2; from here on a step is solved in full. */
const MOST = 1.5;

/**
 * True if prefactored details hold in the state last assembled. Ĥ knows the undeformed detail; where that is bent aside or pressed flat
 * H may be much stiffer, and a step that takes Ĥ for H overshoots. The largest eigenvalue of Ĥ⁻¹H is followed by one power
 * iteration a step: `worst` is where the last one ended.
 */
export function prefactoredHolds(
  worst: Float64Array,
  y: Float64Array,
  z: Float64Array,
  solver: LayerSolver,
  s: LayerSystem,
  kernels: Kernels,
): boolean {
  const n = s.hierarchy.unknowns;
  clearFixed(worst, solver.fixed, n);
  multiply(y, worst, s);
  clearFixed(y, solver.fixed, n);
  precondition(z, y, solver, s, kernels);
  const before = kernels.dot(worst, y, n);
  const after = kernels.dot(z, y, n);
  if (!(before > 0) || !(after > 0)) {
    startWorst(worst);
    return true;
  }
  // √(Hz·Ĥ⁻¹Hz / z·Hz) would be a bound; this is the quotient that converges to the eigenvalue from below.
  const scale = 1 / Math.sqrt(after);
  for (let i = 0; i < n; i++) worst[i] = scale * z[i];
  return after / before < MOST;
}

export function startWorst(worst: Float64Array): void {
  const random = createRandom(5);
  for (let i = 0; i < worst.length; i++) worst[i] = random.range(-1, 1);
}
