import { inverse3 } from '../../../math/mat3.ts';
import { EDGES } from '../build/tree.ts';
import type { TetsMemory } from '../memory.ts';
import type { TetsData } from '../model.ts';
import { FLAT, MOST_LEAN } from '../numbers.ts';
import { addCurve } from './curve.ts';
import type { Front } from './front.ts';

/** Offsets whose square is below this part of the edge's are rounding. */
const ROUNDING = 1e-28;

/**
 * A midpoint that follows stands off the middle of its edge, or off the quadratic field it follows, by d if it was
 * frozen in a bent state. The offset is written as weights γ of the four corners of the element that carries it, Σ γ_a
 * x_a = d with Σ γ_a = 0, so it deforms with that element. Followers are then fixed combinations of the free vertices:
 * masses stay constant, forces are exact transposes, and every rigid motion of the body is one of its motions, bent or
 * not.
 */
export interface Lean {
  /** Positions have changed: forget what was inverted. */
  forget(): void;
  /**
   * Inverse deformation gradient of parent t at the positions now, in `inverse` from 9t on; false if it is too flat.
   */
  invert(t: number): boolean;
  readonly inverse: Float64Array;
  /** Writes γ for an offset d[m] carried by parent t; zero, and false, if t is too flat. */
  weigh(out: Float64Array, o: number, t: number, d: Float64Array): boolean;
  /**
   * Weights of the corners of t at its ten nodes, as the positions are now: out has shape [10, 4]. False if t is too
   * flat.
   */
  places(out: Float64Array, t: number): boolean;
  /** Freezes all followers where they are. */
  freeze(): void;
  /** Hands the weights of slaves to the numbering of the front. */
  number(): void;
}

export function createLean(data: TetsData, memory: TetsMemory, front: Front): Lean {
  const { tree, parents, gradients } = data;
  const { x, lean, leans, offset, ownerTet, place } = memory;
  const inverse = new Float64Array(9 * parents);
  /** 0 unknown, 1 inverted, 2 too flat. */
  const known = new Uint8Array(parents);
  const F = new Float64Array(9);
  const d = new Float64Array(3);

  const invert = (t: number): boolean => {
    if (known[t] > 0) return known[t] === 1;
    gradientAt(F, data, x, t);
    const det =
      F[0] * (F[4] * F[8] - F[5] * F[7]) -
      F[1] * (F[3] * F[8] - F[5] * F[6]) +
      F[2] * (F[3] * F[7] - F[4] * F[6]);
    known[t] = det > FLAT && inverse3(inverse, 9 * t, F, 0) ? 1 : 2;
    return known[t] === 1;
  };
  const weigh = (out: Float64Array, o: number, t: number, off: Float64Array): boolean => {
    for (let a = 0; a < 4; a++) out[o + a] = 0;
    if (!invert(t)) return false;
    const i = 9 * t;
    const r0 = inverse[i] * off[0] + inverse[i + 1] * off[1] + inverse[i + 2] * off[2];
    const r1 = inverse[i + 3] * off[0] + inverse[i + 4] * off[1] + inverse[i + 5] * off[2];
    const r2 = inverse[i + 6] * off[0] + inverse[i + 7] * off[1] + inverse[i + 8] * off[2];
    let sum = 0;
    let most = 0;
    for (let a = 1; a < 4; a++) {
      const g = 12 * t + 3 * a;
      const w = gradients[g] * r0 + gradients[g + 1] * r1 + gradients[g + 2] * r2;
      out[o + a] = w;
      sum += w;
      most = Math.max(most, Math.abs(w));
    }
    out[o] = -sum;
    if (most <= MOST_LEAN && Math.abs(sum) <= MOST_LEAN) return true;
    for (let a = 0; a < 4; a++) out[o + a] = 0;
    return false;
  };
  /** d = how far midpoint v stands off the middle of its edge. */
  const standOff = (v: number): void => {
    const e = v - tree.baseVertices;
    const a = 3 * tree.ends[2 * e];
    const b = 3 * tree.ends[2 * e + 1];
    for (let c = 0; c < 3; c++) d[c] = x[3 * v + c] - 0.5 * (x[a + c] + x[b + c]);
  };
  /** Is d more than rounding? */
  const standsOff = (v: number): boolean => {
    const e = v - tree.baseVertices;
    const a = 3 * tree.ends[2 * e];
    const b = 3 * tree.ends[2 * e + 1];
    let edge = 0;
    for (let c = 0; c < 3; c++) edge += (x[a + c] - x[b + c]) * (x[a + c] - x[b + c]);
    return d[0] * d[0] + d[1] * d[1] + d[2] * d[2] > ROUNDING * edge;
  };

  return {
    inverse,
    invert,
    weigh,
    forget() {
      known.fill(0);
    },
    places(out, t) {
      out.fill(0);
      for (let a = 0; a < 4; a++) out[5 * a] = 1;
      let good = true;
      for (let k = 0; k < 6; k++) {
        const o = 16 + 4 * k;
        standOff(tree.edges[6 * t + k] + tree.baseVertices);
        if (!weigh(out, o, t, d)) good = false;
        out[o + EDGES[k][0]] += 0.5;
        out[o + EDGES[k][1]] += 0.5;
      }
      return good;
    },
    freeze() {
      for (let i = 0; i < front.free; i++) {
        const v = memory.vertexOf[i];
        leans[v] = 0;
        offset.fill(0, 3 * v, 3 * v + 3);
      }
      for (let i = 0; i < front.followerCount; i++) {
        const v = front.followers[i];
        const t = ownerTet[v];
        standOff(v);
        if (memory.curved[v] === 1) addCurve(d, 0, x, tree, data.above, v, -1);
        leans[v] = 0;
        offset.fill(0, 3 * v, 3 * v + 3);
        if (!standsOff(v)) continue;
        leans[v] = 1;
        if (weigh(lean, 4 * v, t, d)) continue;
        // Too flat to carry it: it stays as it is in the world.
        for (let c = 0; c < 3; c++) offset[3 * v + c] = d[c];
      }
    },
    number() {
      const { slaveCorners, slaveLean, slaveLeans, vertexOf } = memory;
      for (let s = 0; s < front.slaves; s++) {
        const v = vertexOf[front.free + s];
        const e = v - tree.baseVertices;
        // If all around it are split there is no unsplit neighbour to push back.
        const alone = front.splitAround[e] === tree.around[e];
        slaveLeans[s] = leans[v] === 1 && alone ? 2 : leans[v];
        if (leans[v] === 0) continue;
        for (let a = 0; a < 4; a++) {
          slaveLean[4 * s + a] = lean[4 * v + a];
          slaveCorners[4 * s + a] = place[tree.tets[4 * ownerTet[v] + a]];
        }
      }
    },
  };
}

/** Deformation gradient of tet t from where its corners are: F = Σ x_a g_aᵀ; for velocities its rate. */
export function gradientAt(F: Float64Array, data: TetsData, x: Float64Array, t: number): void {
  F.fill(0);
  for (let a = 0; a < 4; a++) {
    const v = 3 * data.tree.tets[4 * t + a];
    const g = 12 * t + 3 * a;
    for (let r = 0; r < 3; r++)
      for (let c = 0; c < 3; c++) F[3 * r + c] += x[v + r] * data.gradients[g + c];
  }
}
