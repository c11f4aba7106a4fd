import type { Kernels } from '../../../kernels/kernels.ts';
import type { FramesData } from '../model.ts';
import type { FramesMemory } from '../state.ts';
import type { ActiveSet } from './active.ts';
import { elastonStress } from './elaston.ts';
import { addPointStiffness, pointGradients, pullStress, type SetPoints } from './points.ts';

/** What the material is, and how finely a point looks at it. */
export interface FramesMaterial {
  /** Lamé's constants [Pa], multiplied by each point's own factor. */
  readonly mu: number;
  readonly lambda: number;
  /** 0: mean strain only; 1: with its change across the point's region. */
  readonly order: number;
}

/** Gradients and stresses of all points, 36 numbers each, and scratch. */
export interface PointState {
  readonly F: Float64Array;
  readonly P: Float64Array;
  readonly work: Float64Array;
  readonly one: Float64Array;
  readonly turned: Float64Array;
}

export function createPointState(data: FramesData): PointState {
  return {
    F: new Float64Array(36 * data.points.count),
    P: new Float64Array(36 * data.points.count),
    work: new Float64Array(40),
    one: new Float64Array(36),
    turned: new Float64Array(48 * data.nodes),
  };
}

/** Gradients, rotations and stresses of every point at displacements D; gives the elastic energy [J]. */
export function evaluatePoints(
  state: PointState,
  data: FramesData,
  memory: FramesMemory,
  set: ActiveSet,
  material: FramesMaterial,
  D: Float64Array,
  q: Float64Array,
  kernels: Kernels,
): number {
  const { volume, factor, count } = data.points;
  for (let e = 0; e < count; e++) {
    pointGradients(state.one, D, set.points, e);
    for (let i = 0; i < 36; i++) state.F[36 * e + i] = state.one[i];
    for (let i = 0; i < 9; i++) memory.F[9 * e + i] = state.one[i];
  }
  kernels.extractRotations(q, memory.R, memory.F, count);
  let energy = 0;
  for (let e = 0; e < count; e++) {
    const { mu, lambda, order } = material;
    energy += elastonStress(
      state.P,
      36 * e,
      state.F,
      36 * e,
      memory.R,
      9 * e,
      volume[e],
      mu * factor[e],
      lambda * factor[e],
      order,
      state.work,
    );
  }
  return energy;
}

/** f_j −= the points' stresses, for the members of a set; f has 12 numbers a node. */
export function pullAll(
  f: Float64Array,
  P: Float64Array,
  set: { readonly points: SetPoints },
  count: number,
): void {
  for (let e = 0; e < count; e++) pullStress(f, P, 36 * e, set.points, e);
}

/**
 * matrix = massScale·M⊗I₃ + stiffnessScale·K, lower triangle, [12n, 12n]: the members' step matrix. Rotations are those of the
 * last `evaluatePoints`.
 */
export function assembleMatrix(
  matrix: Float64Array,
  data: FramesData,
  memory: FramesMemory,
  set: ActiveSet,
  material: FramesMaterial,
  massScale: number,
  stiffnessScale: number,
  turned: Float64Array,
): void {
  const n = set.count;
  const stride = 12 * n;
  matrix.fill(0, 0, stride * stride);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      for (let p = 0; p < 4; p++) {
        for (let q = 0; q < 4; q++) {
          const m = massScale * set.mass[(4 * i + p) * 4 * n + 4 * j + q];
          for (let r = 0; r < 3; r++)
            matrix[(12 * i + 4 * r + p) * stride + 12 * j + 4 * r + q] = m;
        }
      }
    }
  }
  const { volume, factor, count } = data.points;
  for (let e = 0; e < count; e++) {
    const s = stiffnessScale * volume[e] * factor[e];
    addPointStiffness(
      matrix,
      n,
      set.index,
      set.points,
      e,
      memory.R,
      9 * e,
      material.mu,
      material.lambda,
      s,
      turned,
    );
  }
}

/**
 * P[o..o+36) += s·V R C sym(RᵀĠ_a) for point e: what the linearised law adds to the stress of a point whose gradients move with
 * rates G (36 numbers).
 */
export function addRateStress(
  P: Float64Array,
  o: number,
  G: Float64Array,
  R: Float64Array,
  r: number,
  mu: number,
  lambda: number,
  s: number,
): void {
  for (let a = 0; a < 36; a += 9) {
    // Sum of R·sym(RᵀG): ½(G + R GᵀR), and R tr(RᵀG).
    let trace = 0;
    for (let i = 0; i < 9; i++) trace += R[r + i] * G[a + i];
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        let rgr = 0;
        for (let k = 0; k < 3; k++) {
          for (let l = 0; l < 3; l++) rgr += R[r + 3 * i + k] * G[a + 3 * l + k] * R[r + 3 * l + j];
        }
        P[o + a + 3 * i + j] +=
          s * (mu * (G[a + 3 * i + j] + rgr) + lambda * trace * R[r + 3 * i + j]);
      }
    }
  }
}
