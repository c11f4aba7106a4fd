import type { Kernels } from '../../../kernels/kernels.ts';
import type { FramesMemory } from '../memory.ts';
import type { ActiveSet } from './active.ts';
import type { PointState } from './point-state.ts';
import type { SetPoints } from './points.ts';
import { type FramesMaterial, sampledStress, sampledTangents } from './samples.ts';
import { addTwistMatrix, addTwistStress } from './tension.ts';
import { addMeanMatrix, addMeanStress, meanDilatation, type VolumeCells } from './volume.ts';

/**
 * Gradients, rotations and stresses of `count` points at displacements D, `cells` being theirs; returns the elastic
 * energy [J].
 */
export function evaluatePoints(
  state: PointState,
  memory: FramesMemory,
  points: SetPoints,
  count: number,
  volumeMu: Float64Array,
  volumeLambda: Float64Array,
  order: number,
  D: Float64Array,
  q: Float64Array,
  kernels: Kernels,
  cells: VolumeCells | null = null,
): number {
  const { F, P, samples } = state;
  const { ptr, node, H } = points;
  kernels.elastonGradients(F, ptr, node, H, D, count, order);
  kernels.elastonMeans(memory.F, F, count);
  kernels.extractRotations(q, memory.R, memory.F, count);
  const local =
    samples !== null
      ? sampledStress(P, F, volumeMu, samples, count, kernels)
      : kernels.elastonStress(P, F, memory.R, volumeMu, volumeLambda, count, order);
  if (cells === null || cells.count === 0) return local;
  meanDilatation(cells, F, memory.R, false);
  return local + addMeanStress(P, memory.R, cells, count, 1);
}

/** f_j −= the points' stresses, for the members of a set; f has 12 numbers a node. */
export function pullAll(
  f: Float64Array,
  P: Float64Array,
  set: { readonly points: SetPoints },
  count: number,
  order: number,
  kernels: Kernels,
): void {
  kernels.elastonForces(f, set.points.ptr, set.points.node, set.points.H, P, count, order);
}

/**
 * matrix = massScale·M⊗I₃ + stiffnessScale·K in the blocks of the set's pattern: the members' step matrix. M has the
 * air in it where there is any. Rotations and gradients are those of the last `evaluatePoints`. Members without a
 * number in `index` (−1) have no stiffness in it. Tournier et al. 2014, eq. 3.
 */
export function assembleMatrix(
  matrix: Float64Array,
  memory: FramesMemory,
  set: Pick<ActiveSet, 'points' | 'pattern' | 'mass'> & Partial<Pick<ActiveSet, 'resisted'>>,
  index: Int32Array,
  count: number,
  material: FramesMaterial,
  massScale: number,
  stiffnessScale: number,
  kernels: Kernels,
): void {
  const { volumeMu, turned, own, samples, tension } = memory.points;
  const { ptr, node, H } = set.points;
  const { order, lambda, mu } = material;
  const { count: blocks, where, size } = set.pattern;
  const { R } = memory;
  const mass = set.resisted ?? set.mass;
  matrix.fill(0, 0, 144 * blocks);
  if (samples !== null) {
    const { tangents, half } = samples;
    sampledTangents(samples, volumeMu, count, kernels);
    kernels.tangentProducts(
      matrix,
      where,
      size,
      index,
      ptr,
      node,
      H,
      tangents,
      count,
      order,
      stiffnessScale,
      half,
    );
    kernels.tangentMatrix(matrix, matrix, mass, blocks, massScale);
    addMeans(matrix, memory, set, index, stiffnessScale, kernels);
    return;
  }
  kernels.elastonProducts(
    matrix,
    where,
    size,
    index,
    ptr,
    node,
    H,
    R,
    volumeMu,
    count,
    order,
    stiffnessScale,
    turned,
    own,
  );
  kernels.frameMatrix(matrix, matrix, mass, blocks, massScale, lambda / mu);
  addMeans(matrix, memory, set, index, stiffnessScale, kernels);
  if (tension?.any) {
    const { points } = set;
    addTwistMatrix(
      matrix,
      where,
      size,
      index,
      points,
      tension,
      count,
      stiffnessScale,
      turned,
      own,
      kernels,
    );
  }
}

/** The part of the stiffness that acts on means. */
function addMeans(
  matrix: Float64Array,
  { points: { volume, turned, own }, R }: FramesMemory,
  { points, pattern: { where, size } }: Pick<ActiveSet, 'points' | 'pattern'>,
  index: Int32Array,
  scale: number,
  kernels: Kernels,
): void {
  const cells = volume.groups;
  if (cells.count === 0) return;
  addMeanMatrix(matrix, where, size, index, points, cells, R, scale, turned, own, kernels);
}

/**
 * P = keep·P + scale·(∂P/∂F)·Ġ for every point: what the linearised law, as it stands in the step matrix, adds to
 * stresses when the members of the set move with velocities V (12 numbers a node).
 */
export function addRateStress(
  state: PointState,
  memory: FramesMemory,
  set: ActiveSet,
  count: number,
  order: number,
  V: Float64Array,
  keep: number,
  scale: number,
  kernels: Kernels,
): void {
  const { P, rates, volumeMu, volumeLambda, samples, tension, turning, volume } = state;
  const { ptr, node, H } = set.points;
  kernels.elastonGradients(rates, ptr, node, H, V, count, order);
  if (samples !== null || tension?.any) {
    for (let e = 0; e < count; e++) {
      // Of the law without samples only taut points turn, and they are few.
      if (tension?.taut[e] === 0) continue;
      for (let i = 36 * e; i < 36 * e + 36; i++) rates[i] -= turning[i];
    }
  }
  if (samples !== null) {
    kernels.tangentRates(P, rates, samples.tangents, count, order, keep, scale);
  } else {
    kernels.elastonRates(P, rates, memory.R, volumeMu, volumeLambda, count, order, keep, scale);
  }
  if (volume.groups.count > 0) {
    meanDilatation(volume.groups, rates, memory.R, true);
    addMeanStress(P, memory.R, volume.groups, count, scale);
  }
  if (tension?.any) addTwistStress(P, rates, tension, count, scale);
}
