import type { Kernels } from '../../kernels/kernels.ts';
import { type Factor, solve } from '../../math/sparse/cholesky.ts';
import { turnResponse } from '../turned-response.ts';
import type { SolidData } from './model.ts';
import type { SolidPoints } from './points.ts';
import type { SolidMemory } from './state.ts';

/** How contact points answer to impulses on contact points. */
export interface Response {
  /** Forget what was found: the factor has changed. */
  invalidate(): void;
  /** W ≈ J A⁻¹ Jᵀ for the given contact points, shape [3n, 3n]. */
  fill(points: Int32Array, n: number, W: Float64Array): void;
}

/**
 * With the kept factor A ≈ T A₀ Tᵀ (T turns each node), so J A⁻¹ Jᵀ ≈ R_i (J A₀⁻¹ Jᵀ)_ij R_jᵀ: the blocks of the undeformed body,
 * turned with the material. Those blocks are found once per touched point, by three solves, and kept.
 */
export function keptResponse(
  memory: SolidMemory,
  kernels: Kernels,
  contacts: SolidPoints,
  factor: Factor,
): Response {
  const { nodeR, work, held } = memory;
  const n = contacts.count;
  /** Blocks (i, j) at 9(j·n + i); column j is known if known[j]. Pages that nobody touches cost nothing. */
  const blocks = new Float32Array(9 * n * n);
  const known = new Uint8Array(n);
  const turned = new Float64Array(9);

  /** Velocity of every contact point for unit impulses on point j of the undeformed body. */
  const findColumn = (j: number): void => {
    for (let axis = 0; axis < 3; axis++) {
      work.fill(0);
      for (let k = 4 * j; k < 4 * j + 4; k++) {
        if (held[contacts.indices[k]] === 0)
          work[3 * contacts.indices[k] + axis] += contacts.weights[k];
      }
      solve(kernels, factor, work);
      for (let i = 0; i < n; i++) {
        const block = 9 * (j * n + i);
        for (let row = 0; row < 3; row++) {
          let sum = 0;
          for (let k = 4 * i; k < 4 * i + 4; k++)
            sum += contacts.weights[k] * work[3 * contacts.indices[k] + row];
          blocks[block + 3 * row + axis] = sum;
        }
      }
    }
    known[j] = 1;
  };
  /** The node that weighs most stands for the point. */
  const nodeOf = (p: number): number => {
    let best = 4 * p;
    for (let k = 4 * p + 1; k < 4 * p + 4; k++)
      if (contacts.weights[k] > contacts.weights[best]) best = k;
    return contacts.indices[best];
  };

  return {
    invalidate() {
      known.fill(0);
    },
    fill(points, count, W) {
      for (let c = 0; c < count; c++) if (known[points[c]] === 0) findColumn(points[c]);
      turnResponse(W, points, count, blocks, n, nodeR, nodeOf, turned);
    },
  };
}

/** Without a factor: points answer through the diagonal of A alone, so only points that share nodes know of each other. */
export function diagonalResponse(
  data: SolidData,
  memory: SolidMemory,
  contacts: SolidPoints,
  scaleOfK: () => number,
): Response {
  const { diagonal, K, held } = memory;
  const { indices, weights } = contacts;
  const mobility = (node: number): number => {
    if (held[node] === 1) return 0;
    const d = 9 * data.pattern.diagonal[node];
    return 1 / (diagonal[node] + (scaleOfK() * (K[d] + K[d + 4] + K[d + 8])) / 3);
  };
  return {
    invalidate() {},
    fill(points, count, W) {
      const stride = 3 * count;
      W.fill(0, 0, stride * stride);
      for (let c = 0; c < count; c++) {
        for (let r = 0; r <= c; r++) {
          let sum = 0;
          for (let k = 4 * points[c]; k < 4 * points[c] + 4; k++) {
            for (let l = 4 * points[r]; l < 4 * points[r] + 4; l++) {
              if (indices[k] === indices[l]) sum += weights[k] * weights[l] * mobility(indices[k]);
            }
          }
          for (let i = 0; i < 3; i++) {
            W[(3 * r + i) * stride + 3 * c + i] = sum;
            W[(3 * c + i) * stride + 3 * r + i] = sum;
          }
        }
      }
    },
  };
}
