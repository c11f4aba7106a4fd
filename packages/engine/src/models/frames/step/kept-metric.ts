import type { Kernels } from '../../../kernels/kernels.ts';
import { quatToMat3 } from '../../../math/quat.ts';
import { MOST_FRESH, STAY_FRESH } from '../numbers.ts';
import { type FramesRuntime, unpack } from '../runtime.ts';
import { assembleMatrix } from './dynamics.ts';
import { factorLoaded, loadFactor, solveFactored } from './factor.ts';
import type { KeptMetric } from './kept-memory.ts';
import { forgetSlots } from './point-slots.ts';
import { addTwistStress } from './tension.ts';
import { addMeanStress, meanDilatation } from './volume.ts';

/*
 * The factor of the undeformed body's matrix A₀, kept as long as the step's length and the material stay, and turned
 * with the body as a whole: Ã⁻¹ = T A₀⁻¹ Tᵀ, T the mean rotation R̄ of the integration points in place of each. The
 * stiffness of the closed form depends on the points' rotations alone, so however far a body is squashed, Ã is A but
 * for what its points turn against each other. Where that is much (slender bodies that bend), the contact loop takes
 * too many iterations and asks for `renewMetric`: the step's own matrix is factored, and in the next steps, too. Only
 * while all frames are awake and free: the few of a sleeping body are factored in no time.
 */

/** True if the step may take the kept factor, as far as is known before its forces are. */
export function mayKeep({ data, memory, set, groups, points }: FramesRuntime): boolean {
  return (
    memory.keptMetric.factor !== null &&
    set.count === data.nodes &&
    groups.count === data.points.count &&
    data.root < 0 &&
    data.rigidNodes.length === 0 &&
    points.samples === null &&
    set.drag === null
  );
}

/** True if the step is one of those that factor their matrix at once; counts them. */
export function staysFresh({ freshSteps }: FramesRuntime['memory']): boolean {
  if (freshSteps[0] > 0) {
    freshSteps[0]--;
    return true;
  }
  // Forgotten step by step, but four times as long if the next one fails again.
  freshSteps[1] >>= 1;
  return false;
}

/** Makes the factor of A₀ if it is not there. Before the forces of a step: uses R and the matrix as scratch. */
export function keepRestFactor(run: FramesRuntime, massScale: number, stiffness: number): void {
  const { memory, set, groups, material, kernels } = run;
  const { factor, scales } = memory.keptMetric;
  if (factor === null || (scales[0] === massScale && scales[1] === stiffness)) return;
  for (let i = 0; i < 9 * groups.count; i++)
    memory.R[i] = i % 9 === 0 || i % 9 === 4 || i % 9 === 8 ? 1 : 0;
  if (run.points.tension !== null) run.points.tension.any = false;
  const { matrix } = memory;
  const n = groups.count;
  assembleMatrix(matrix, memory, set, set.index, n, material, massScale, stiffness, kernels);
  loadFactor(factor, matrix, kernels);
  factorLoaded(factor, kernels);
  scales[0] = massScale;
  scales[1] = stiffness;
  forgetSlots(run.slots);
}

/** Factors the step's matrix after all, and in the next steps at once. */
export function renewMetric(run: FramesRuntime): void {
  const { memory, kernels } = run;
  knowMatrix(run);
  loadFactor(memory.factor, memory.matrix, kernels);
  factorLoaded(memory.factor, kernels);
  run.kept = false;
  const { freshSteps } = memory;
  freshSteps[1] = Math.min(MOST_FRESH, Math.max(STAY_FRESH, 4 * freshSteps[1]));
  freshSteps[0] = freshSteps[1];
}

/** The matrix of a step that did without it. */
export function knowMatrix(run: FramesRuntime): void {
  if (!run.kept || run.matrixKnown) return;
  const { memory, set, groups, material, matrixScales: scales, kernels } = run;
  const { matrix } = memory;
  const n = groups.count;
  assembleMatrix(matrix, memory, set, set.index, n, material, scales[0], scales[1], kernels);
  run.matrixKnown = true;
}

/** R̄ of the points as they are; false if there is none. */
export function findWholeTurn({ data, memory }: FramesRuntime): boolean {
  const { R, q: mean } = memory.keptMetric;
  const { q } = memory;
  const { count, volume } = data.points;
  mean.fill(0);
  for (let e = 0; e < count; e++) {
    let along = 0;
    for (let c = 0; c < 4; c++) along += q[4 * e + c] * q[c];
    const w = along < 0 ? -volume[e] : volume[e];
    for (let c = 0; c < 4; c++) mean[c] += w * q[4 * e + c];
  }
  const size = Math.sqrt(
    mean[0] * mean[0] + mean[1] * mean[1] + mean[2] * mean[2] + mean[3] * mean[3],
  );
  if (!(size > 0)) return false;
  for (let c = 0; c < 4; c++) mean[c] /= size;
  quatToMat3(R, 0, mean, 0);
  return true;
}

/** z = T A₀⁻¹ Tᵀ r for the first n members. */
export function applyKept(
  { factor, R }: KeptMetric,
  z: Float64Array,
  r: Float64Array,
  n: number,
  kernels: Kernels,
): void {
  if (factor === null) return;
  for (let i = 0; i < 12 * n; i += 12) {
    for (let p = i; p < i + 4; p++) {
      const x = r[p];
      const y = r[p + 4];
      const w = r[p + 8];
      for (let c = 0; c < 3; c++) z[p + 4 * c] = R[c] * x + R[c + 3] * y + R[c + 6] * w;
    }
  }
  solveFactored(factor, z, kernels);
  for (let i = 0; i < 12 * n; i += 12) {
    for (let p = i; p < i + 4; p++) {
      const x = z[p];
      const y = z[p + 4];
      const w = z[p + 8];
      for (let c = 0; c < 3; c++) z[p + 4 * c] = R[3 * c] * x + R[3 * c + 1] * y + R[3 * c + 2] * w;
    }
  }
}

/** y = A x without A: mass, and the forces of the stresses that the rates of x make. Uses run.forces and `trial`. */
export function multiplyByForces(run: FramesRuntime, y: Float64Array, x: Float64Array): void {
  const { memory, set, groups, points, material, matrixScales: scales, forces, kernels } = run;
  const { pattern } = set;
  const { P } = memory.keptMetric;
  const { rates, volumeMu, volumeLambda, volume, tension } = points;
  const { ptr, node, H } = set.points;
  const { order } = material;
  const { R, trial } = memory;
  const n = groups.count;
  unpack(trial, x, set);
  kernels.elastonGradients(rates, ptr, node, H, trial, n, order);
  kernels.elastonRates(P, rates, R, volumeMu, volumeLambda, n, order, 0, scales[1]);
  if (volume.groups.count > 0) {
    meanDilatation(volume.groups, rates, R, true);
    addMeanStress(P, R, volume.groups, n, scales[1]);
  }
  if (tension?.any) addTwistStress(P, rates, tension, n, scales[1]);
  forces.fill(0);
  kernels.elastonForces(forces, ptr, node, H, P, n, order);
  const mass = set.resisted ?? set.mass;
  kernels.frameMomentum(y, mass, x, pattern.size, pattern.ptr, pattern.cols);
  for (let i = 0; i < set.count; i++) {
    const k = 12 * set.list[i];
    for (let c = 0; c < 12; c++) y[12 * i + c] = scales[0] * y[12 * i + c] - forces[k + c];
  }
}
