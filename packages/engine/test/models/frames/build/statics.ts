import { cholesky, choleskySolve } from '../../../../src/math/dense.ts';
import type { FramesData, FrameWeights } from '../../../../src/models/frames/model.ts';
import { splitModuli } from '../../../../src/models/frames/step/volume.ts';

/** Isotropic moduli [Pa], and those of the terms of first order if they shall differ. */
export interface Moduli {
  mu: number;
  lambda: number;
}

export const moduli = (young: number, poisson: number): Moduli => ({
  mu: young / (2 * (1 + poisson)),
  lambda: (young * poisson) / ((1 + poisson) * (1 - 2 * poisson)),
});

/**
 * Linear stiffness at rest, dense [12n, 12n], unknowns D_k row by row: E = V/2 Σ_a e_a : C : e_a with e_a = sym(F_a), a from 0
 * (the mean) to `order` ≥ 1 ? 3 : 0; with a part of λ on the mean change of volume of each cell.
 */
export function restStiffness(data: FramesData, whole: Moduli, order = 1): Float64Array {
  const split = splitModuli(whole, data.lock);
  const { mu, lambda } = split;
  const n = 12 * data.nodes;
  const K = new Float64Array(n * n);
  const { ptr, node, H, volume, factor } = data.points;
  addMeans(K, data, split.bulk);
  for (let e = 0; e < data.points.count; e++) {
    const from = ptr[e];
    const count = ptr[e + 1] - from;
    for (let a = 0; a <= (order > 0 ? 3 : 0); a++) {
      const l = volume[e] * factor[e] * lambda;
      const m = volume[e] * factor[e] * mu;
      for (let i = 0; i < 4 * count; i++) {
        const u = 48 * (from + (i >> 2)) + 12 * a + 3 * (i & 3);
        const row = 12 * node[from + (i >> 2)] + (i & 3);
        for (let j = 0; j < 4 * count; j++) {
          const v = 48 * (from + (j >> 2)) + 12 * a + 3 * (j & 3);
          const col = 12 * node[from + (j >> 2)] + (j & 3);
          const dot = m * (H[u] * H[v] + H[u + 1] * H[v + 1] + H[u + 2] * H[v + 2]);
          for (let c = 0; c < 3; c++) {
            for (let d = 0; d < 3; d++) {
              K[(row + 4 * c) * n + col + 4 * d] +=
                l * H[u + c] * H[v + d] + m * H[u + d] * H[v + c] + (c === d ? dot : 0);
            }
          }
        }
      }
    }
  }
  return K;
}

/** K += Σ_c W b bᵀ with b = Σ_e w_e H_{0,e} / W and W = Σ w_e, w_e = bulk·V_e. */
function addMeans(K: Float64Array, { nodes, points }: FramesData, bulk: number): void {
  const n = 12 * nodes;
  const { ptr, node, H, volume, factor, cell, count } = points;
  const cells = Math.max(...cell) + 1;
  const b = Array.from({ length: cells }, () => new Float64Array(n));
  const W = new Float64Array(cells);
  for (let e = 0; e < count; e++) {
    const w = bulk * volume[e] * factor[e];
    W[cell[e]] += w;
    for (let i = ptr[e]; i < ptr[e + 1]; i++)
      for (let p = 0; p < 4; p++)
        for (let c = 0; c < 3; c++)
          b[cell[e]][12 * node[i] + 4 * c + p] += w * H[48 * i + 3 * p + c];
  }
  b.forEach((row, c) => {
    for (let i = 0; i < n; i++)
      if (row[i] !== 0) for (let j = 0; j < n; j++) K[i * n + j] += (row[i] * row[j]) / W[c];
  });
}

/** Solves K x = f for the nodes that are not held; those stay as they are (zero change). */
export function solveFree(K: Float64Array, f: Float64Array, held: ArrayLike<number>): Float64Array {
  const n = f.length;
  const fixed = new Set(Array.from(held));
  const free = Array.from({ length: n }, (_, i) => i).filter((i) => !fixed.has(Math.floor(i / 12)));
  const m = free.length;
  const A = new Float64Array(m * m);
  const x = new Float64Array(m);
  const scale = free.map((i) => 1 / Math.sqrt(K[i * n + i]));
  for (let i = 0; i < m; i++) {
    x[i] = scale[i] * f[free[i]];
    for (let j = 0; j < m; j++) A[i * m + j] = scale[i] * scale[j] * K[free[i] * n + free[j]];
    // A trace of stiffness for modes that neither move nor strain anything.
    A[i * m + i] += 1e-10;
  }
  if (!cholesky(A, m)) throw new Error('singular');
  choleskySolve(x, A, m);
  const out = new Float64Array(n);
  free.forEach((i, j) => {
    out[i] = scale[j] * x[j];
  });
  return out;
}

/** Force of gravity [N] on all nodes. */
export function weightOf(data: FramesData, gravity: readonly number[]): Float64Array {
  const f = new Float64Array(12 * data.nodes);
  for (let k = 0; k < data.nodes; k++)
    for (let c = 0; c < 3; c++)
      for (let p = 0; p < 4; p++) f[12 * k + 4 * c + p] = gravity[c] * data.massVector[4 * k + p];
  return f;
}

/** f += force·qᵀ on the nodes of point i. */
export function pullForce(
  f: Float64Array,
  { ptr, cols, q }: FrameWeights,
  i: number,
  force: readonly number[],
): void {
  for (let e = ptr[i]; e < ptr[i + 1]; e++)
    for (let c = 0; c < 3; c++)
      for (let p = 0; p < 4; p++) f[12 * cols[e] + 4 * c + p] += force[c] * q[4 * e + p];
}

/** Σ D_k q_k of point i: its position, or its displacement if D are changes. */
export function pushPoint({ ptr, cols, q }: FrameWeights, i: number, D: Float64Array): number[] {
  const out = [0, 0, 0];
  for (let e = ptr[i]; e < ptr[i + 1]; e++)
    for (let c = 0; c < 3; c++)
      for (let p = 0; p < 4; p++) out[c] += D[12 * cols[e] + 4 * c + p] * q[4 * e + p];
  return out;
}

/** All nodes with the same displacement matrix, 3×4 row-major. */
export function everywhere(nodes: number, D: readonly number[]): Float64Array {
  return Float64Array.from({ length: 12 * nodes }, (_, i) => D[i % 12]);
}

export const AT_REST = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
