import { turnResponse } from '../../turned-response.ts';
import type { Front } from '../front/front.ts';
import type { TetsData } from '../model.ts';
import type { TetsMemory } from '../state.ts';
import { pullFree, pushFree, type TetPoints } from './points.ts';
import type { Preconditioner } from './precondition.ts';

/** How contact points answer to impulses on contact points. */
export interface Response {
  /** Forget what was found: the front, the held vertices or the step have changed. */
  invalidate(): void;
  /** W ≈ J A⁻¹ Jᵀ for the given contact points, shape [3n, 3n]. */
  fill(points: Int32Array, n: number, W: Float64Array): void;
}

/**
 * Through the preconditioner of the undeformed body: three applications for each point that is touched for the first time in this
 * front, turned with the material after that. Symmetric positive semidefinite, because the preconditioner is; it depends on
 * nothing but the front, so a restored body finds the same.
 */
export function createResponse(
  data: TetsData,
  memory: TetsMemory,
  front: Front,
  inverse: Preconditioner,
  contacts: TetPoints,
): Response {
  const n = contacts.count;
  const { held, vertexOf, place, owner, R } = memory;
  /** Blocks (i, j) at 9(j·n + i). Pages that nobody touches cost nothing. */
  const blocks = new Float32Array(9 * n * n);
  const known = new Uint8Array(n);
  const unit = new Float64Array(3 * n);
  const answer = new Float64Array(3 * n);
  const r = new Float64Array(3 * data.vertices);
  const z = new Float64Array(3 * data.vertices);
  const turned = new Float64Array(9);

  const findColumn = (j: number): void => {
    for (let axis = 0; axis < 3; axis++) {
      unit[3 * j + axis] = 1;
      r.fill(0, 0, 3 * front.free);
      pullFree(contacts, data, front, memory, unit, r, null);
      unit[3 * j + axis] = 0;
      for (let i = 0; i < front.free; i++) if (held[vertexOf[i]] === 1) r.fill(0, 3 * i, 3 * i + 3);
      inverse.apply(z, r, false);
      pushFree(contacts, data, front, memory, z, answer);
      for (let i = 0; i < n; i++) {
        for (let row = 0; row < 3; row++)
          blocks[9 * (j * n + i) + 3 * row + axis] = answer[3 * i + row];
      }
    }
    known[j] = 1;
  };
  /** The element whose rotation stands for a point's: at the vertex that weighs most. */
  const elementOf = (p: number): number => {
    let best = 4 * p;
    for (let k = 4 * p + 1; k < 4 * p + 4; k++)
      if (contacts.weights[k] > contacts.weights[best]) best = k;
    const v = contacts.indices[best];
    return place[v] >= 0 ? front.elementAt[place[v]] : owner[v];
  };

  return {
    invalidate() {
      known.fill(0);
    },
    fill(points, count, W) {
      for (let c = 0; c < count; c++) if (known[points[c]] === 0) findColumn(points[c]);
      turnResponse(W, points, count, blocks, n, R, elementOf, turned);
    },
  };
}
