import { TEN_PLACES } from '../../../geometry/tets/ten-node.ts';
import { inverse3 } from '../../../math/mat3.ts';
import { CHILDREN, EDGES, placeOf } from '../build/tree.ts';
import type { Front, Group } from '../front/front.ts';
import type { TetsMemory } from '../memory.ts';
import type { TetsData } from '../model.ts';
import { POLAR } from '../numbers.ts';

/**
 * Forces that a ten-node element keeps where eight ten-node elements merged into it in a deformed state: what those did
 * to its nodes, followers' forces handed on by its shape functions, beyond what it does by itself. They turn with the
 * element, so that merging changes no force, and only what changes from then on is felt on the coarser front.
 */
export interface KeptForces {
  /** f += forces of all elements of the front; returns the energy [J]. Rotations are those of the last `deform`. */
  add(f: Float64Array): number;
  /** out[o..o+30) = forces of the eight ten-node children of t at its ten nodes [N]; returns their energy [J]. */
  ofChildren(out: Float64Array, o: number, t: number): number;
  /**
   * Adds to out[o..o+30) what balances a force F on midpoint k of child c of t that goes to the child's corners, by
   * `weights` of shape [10, 4], and not the way of elastic forces: the weight of what is inside.
   */
  balance(
    out: Float64Array,
    o: number,
    t: number,
    c: number,
    k: number,
    F: Float64Array,
    weights: Float64Array,
  ): void;
  /** Ten-node element t keeps what of forces[o..o+30) and the energy it does not have by itself. */
  keep(t: number, forces: Float64Array, o: number, energy: number): void;
  /** P += mean stress [Pa] that belongs to what t keeps; returns its energy [J]. */
  addMean(P: Float64Array, t: number): number;
}

export function createKeptForces(
  data: TetsData,
  memory: TetsMemory,
  front: Front,
  group: Group,
  stress: (P: Float64Array, i: number) => number,
): KeptForces {
  const { tree, volumes, parents } = data;
  const { tenOf, place, frozen, kept, energy0, x } = memory;
  const { R } = group;
  const turn = new Float64Array(9);
  const own = new Float64Array(30);
  const mean = new Float64Array(3);
  const work = new Float64Array(1);
  const nodes = new Float64Array(30);

  const ownForces = createOwnForces(data, memory, stress);
  const elementOf = (t: number): number => (front.elementOf[t] - group.start) >> 2;

  /** out = the kept forces of t turned by `turn`; `work` = what they do where its nodes are. */
  const turnForces = (out: Float64Array, t: number, at: Float64Array | null): void => {
    work[0] = 0;
    for (let a = 0; a < 10; a++) {
      const o = 30 * t + 3 * a;
      const v = placeOf(tree, t, a);
      for (let r = 0; r < 3; r++) {
        const f =
          turn[3 * r] * kept[o] + turn[3 * r + 1] * kept[o + 1] + turn[3 * r + 2] * kept[o + 2];
        out[3 * a + r] = f;
        work[0] += f * (at === null ? x[3 * v + r] : at[3 * place[v] + r]);
      }
    }
  };

  const isKept = (t: number): boolean => t < parents && frozen[t] === 1 && memory.ten[t] === 1;

  return {
    add(f) {
      let energy = 0;
      for (let e = 0; e < front.ten; e++) {
        const t = tenOf[e];
        if (frozen[t] !== 1) continue;
        findTurn(turn, R, 36 * e);
        turnForces(nodes, t, memory.at);
        energy += energy0[t] - work[0];
        for (let a = 0; a < 10; a++) {
          const o = 3 * place[placeOf(tree, t, a)];
          for (let c = 0; c < 3; c++) f[o + c] += nodes[3 * a + c];
        }
      }
      return energy;
    },
    ofChildren(out, o, t) {
      const table = CHILDREN[tree.diagonal[t]];
      out.fill(0, o, o + 30);
      let energy = 0;
      for (let c = 0; c < 8; c++) {
        const child = 8 * t + tree.roots + c;
        const e = elementOf(child);
        energy += ownForces(own, e);
        if (isKept(child)) {
          findTurn(turn, R, 36 * e);
          turnForces(nodes, child, null);
          energy += energy0[child] - work[0];
          for (let k = 0; k < 30; k++) own[k] += nodes[k];
        }
        for (let a = 0; a < 4; a++) handOn(out, o, table[c][a], table[c][a], own, 3 * a);
        for (let k = 0; k < 6; k++)
          handOn(out, o, table[c][EDGES[k][0]], table[c][EDGES[k][1]], own, 12 + 3 * k);
      }
      return energy;
    },
    balance(out, o, t, c, k, F, weights) {
      const places = CHILDREN[tree.diagonal[t]][c];
      handOn(out, o, places[EDGES[k][0]], places[EDGES[k][1]], F, 0);
      for (let a = 0; a < 4; a++)
        for (let i = 0; i < 3; i++) out[o + 3 * places[a] + i] -= weights[16 + 4 * k + a] * F[i];
    },
    keep(t, forces, o, energy) {
      const e = elementOf(t);
      const left = energy - ownForces(own, e);
      findTurn(turn, R, 36 * e);
      mean.fill(0);
      for (let k = 0; k < 30; k++) {
        own[k] = forces[o + k] - own[k];
        mean[k % 3] += own[k] / 10;
      }
      for (let a = 0; a < 10; a++)
        for (let c = 0; c < 3; c++) {
          let f = 0;
          for (let r = 0; r < 3; r++) f += turn[3 * r + c] * (own[3 * a + r] - mean[r]);
          kept[30 * t + 3 * a + c] = f;
        }
      frozen[t] = 1;
      turnForces(nodes, t, null);
      energy0[t] = left + work[0];
    },
    addMean(out, t) {
      if (!isKept(t)) return 0;
      findTurn(turn, R, 36 * elementOf(t));
      turnForces(nodes, t, null);
      for (let a = 0; a < 10; a++) {
        const v = 3 * placeOf(tree, t, a);
        for (let r = 0; r < 3; r++)
          for (let c = 0; c < 3; c++)
            out[3 * r + c] -= (nodes[3 * a + r] * tree.positions[v + c]) / volumes[t];
      }
      return energy0[t] - work[0];
    },
  };
}

/**
 * f[p..p+3), at the point between nodes a and b (a node itself if they are the same), handed on to the ten nodes in
 * out[o..o+30) by their shape functions.
 */
function handOn(
  out: Float64Array,
  o: number,
  a: number,
  b: number,
  f: Float64Array,
  p: number,
): void {
  for (let i = 0; i < 4; i++) at[i] = 0.5 * (partOf(a, i) + partOf(b, i));
  for (let n = 0; n < 10; n++) {
    const w = n < 4 ? at[n] * (2 * at[n] - 1) : 4 * at[EDGES[n - 4][0]] * at[EDGES[n - 4][1]];
    if (w === 0) continue;
    for (let c = 0; c < 3; c++) out[o + 3 * n + c] += w * f[p + c];
  }
}
const at = new Float64Array(4);

/** Barycentric coordinate i of node n. */
function partOf(n: number, i: number): number {
  if (n < 4) return n === i ? 1 : 0;
  return EDGES[n - 4][0] === i || EDGES[n - 4][1] === i ? 0.5 : 0;
}

const upright = new Float64Array(9);

/** turn = the rotation nearest to the mean of the four points' from R[o] on. */
function findTurn(turn: Float64Array, R: Float64Array, o: number): void {
  for (let k = 0; k < 9; k++)
    turn[k] = 0.25 * (R[o + k] + R[o + 9 + k] + R[o + 18 + k] + R[o + 27 + k]);
  for (let i = 0; i < POLAR; i++) {
    // A mean that is no rotation any more: the first point's instead.
    if (!inverse3(upright, 0, turn, 0)) {
      for (let k = 0; k < 9; k++) turn[k] = R[o + k];
      return;
    }
    for (let r = 0; r < 3; r++)
      for (let c = 0; c < 3; c++) turn[3 * r + c] = 0.5 * (turn[3 * r + c] + upright[3 * c + r]);
  }
}

/** A function that writes what element e does to its ten nodes by itself [N] and returns its energy [J]. */
function createOwnForces(
  { volumes }: TetsData,
  { tenPoints, tenGradients, tenOf }: TetsMemory,
  stress: (P: Float64Array, i: number) => number,
): (out: Float64Array, e: number) => number {
  const P = new Float64Array(36);
  const corner = new Float64Array(9);
  return (out, e) => {
    const quarter = 0.25 * volumes[tenOf[e]];
    let energy = 0;
    for (let q = 0; q < 4; q++) {
      energy += quarter * stress(corner, 4 * e + q);
      for (let k = 0; k < 9; k++) P[9 * q + k] = corner[k];
    }
    out.fill(0);
    for (let i = 0; i < 4; i++) {
      corner.fill(0);
      for (let q = 0; q < 4; q++) {
        const w = -quarter * tenPoints[16 * e + 4 * i + q];
        for (let k = 0; k < 9; k++) corner[k] += w * P[9 * q + k];
      }
      for (let k = 0; k < 4; k++) {
        const g = 12 * e + 3 * k;
        for (let r = 0; r < 3; r++) {
          const z =
            corner[3 * r] * tenGradients[g] +
            corner[3 * r + 1] * tenGradients[g + 1] +
            corner[3 * r + 2] * tenGradients[g + 2];
          out[3 * TEN_PLACES[4 * k + i] + r] += 4 * z;
          out[3 * k + r] -= z;
        }
      }
    }
    return energy;
  };
}
