import { AHEAD } from '../../shared/numbers.ts';
import type { FramesRuntime } from '../runtime.ts';
import { assembleMatrix } from '../step/dynamics.ts';
import { factorLoaded, solveFactored } from '../step/factor.ts';
import { blockOf, coupleAll } from '../step/pattern.ts';

/**
 * Kinetic energy that the tested candidates would reach within T = 0.2 s if all of them were released together, with
 * the active nodes fixed: the work ½ f·x of the forces f that hold them now, with (M/T² + K) x = f. A stiff node finds
 * its balance at once, under any load, and reaches little; nodes that bend together reach more than each alone.
 * `run.residual` are the impulses of a step of h seconds.
 */
export function findReach(run: FramesRuntime, h: number): void {
  const { memory, wide, residual, groups, material, kernels } = run;
  const { reach } = memory;
  const { asked, index, count, pattern, mass, factor, column, energy } = reach;
  index.fill(-1);
  for (let i = 0; i < count; i++) index[wide.candidates[asked[i]]] = i;
  coupleAll(pattern, count);
  mass.fill(0, 0, 16 * pattern.count);
  for (let i = 0; i < count; i++) {
    const block = 16 * blockOf(pattern, i, i);
    for (let c = 0; c < 16; c++) mass[block + c] = wide.mass[16 * asked[i] + c];
  }
  const inertia = 1 / (AHEAD * AHEAD);
  reach.points = wide.points;
  assembleMatrix(factor.L, memory, reach, index, groups.count, material, inertia, 1, kernels);
  for (let i = 0; i < count; i++) {
    const r = 12 * wide.candidates[asked[i]];
    for (let c = 0; c < 12; c++) column[12 * i + c] = residual[r + c] / h;
  }
  factorLoaded(factor, kernels);
  solveFactored(factor, column, kernels);
  for (let i = 0; i < count; i++) {
    const r = 12 * wide.candidates[asked[i]];
    energy[i] = 0;
    for (let c = 0; c < 12; c++) energy[i] += (0.5 * column[12 * i + c] * residual[r + c]) / h;
  }
}
