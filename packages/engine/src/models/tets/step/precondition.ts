import type { Kernels } from '../../../kernels/kernels.ts';
import { elementSlots } from '../../../math/sparse/bsr.ts';
import { factorize, initFactor, solveSingle } from '../../../math/sparse/cholesky.ts';
import { addTetStiffness } from '../build/elasticity.ts';
import { elasticityOf } from '../build/levels.ts';
import type { Front } from '../front/front.ts';
import type { TetsData } from '../model.ts';
import type { TetsMemory } from '../state.ts';

/** A held vertex gets this many times the largest mass: it then moves by nothing that matters. */
const FIRM = 1e14;

/** An approximate inverse of A on the free vertices. */
export interface Preconditioner {
  /** For A = (1+αh)M + scale·K; `massFactor` is 1+αh. */
  prepare(scale: number, massFactor: number): void;
  /** The set of held vertices has changed. */
  invalidate(): void;
  /** z ≈ A⁻¹ r, zero at held vertices; with `turned` false as if no element were turned. */
  apply(z: Float64Array, r: Float64Array, turned: boolean): void;
}

/**
 * All levels at once (Bramble, Pasciak and Xu): a residual is handed down the tree, every level answers with what its own
 * diagonal says, the coarsest with the kept factor of its undeformed matrix turned with the material, and the answers are added up
 * on the way back. The tree is all it needs, so a new front costs nothing; it is symmetric and positive whatever the front.
 * Diagonals are those of the undeformed levels, one number a vertex: turning does not change them.
 */
export function createPreconditioner(
  data: TetsData,
  memory: TetsMemory,
  front: Front,
  kernels: Kernels,
): Preconditioner {
  const { tree, repStart, repMass, repStiffness, pattern } = data;
  const { factor, coarse, coarseK, firm, corrections, held, vertexOf, slaveEnds, X, R, touch } =
    memory;
  initFactor(factor);
  fillCoarse(data, coarseK);
  let factored = 0;
  let factoredMass = 0;
  let scale = 0;
  let massFactor = 0;
  /** One over the diagonal of each level's matrix, zero where it has no say; found for front number `stamp`. */
  const answers = new Float64Array(repMass.length);
  let stamp = -1;

  const refactor = (): void => {
    let largest = 0;
    for (let i = 0; i < pattern.rows; i++) largest = Math.max(largest, repMass[i]);
    for (let i = 0; i < pattern.rows; i++)
      firm[i] = held[i] === 1 ? FIRM * largest : massFactor * repMass[i];
    factorize(kernels, factor, coarseK, firm, scale);
    factored = scale;
    factoredMass = massFactor;
  };

  const findAnswers = (): void => {
    for (let l = 1; l <= tree.levels; l++) {
      const rep = repStart[l];
      for (let i = 0; i < front.freeUpTo[l]; i++) {
        const c = rep + vertexOf[i];
        const on = touch[i] >= l && held[vertexOf[i]] === 0;
        answers[rep + i] = on ? 1 / (massFactor * repMass[c] + scale * repStiffness[c]) : 0;
      }
    }
    stamp = front.stamp;
  };

  return {
    invalidate() {
      factored = 0;
      stamp = -1;
    },
    prepare(s, m) {
      scale = s;
      massFactor = m;
      if (factored === s && factoredMass === m) return;
      refactor();
      stamp = -1;
    },
    apply(z, r, turned) {
      const { free, freeUpTo, slavesUpTo } = front;
      if (stamp !== front.stamp) findAnswers();
      for (let i = 0; i < 3 * free; i++) X[i] = r[i];
      X.fill(0, 3 * free, 3 * (free + front.slaves));
      for (let l = tree.levels; l > 0; l--) {
        const rep = repStart[l];
        for (let i = 0; i < freeUpTo[l]; i++) {
          const d = answers[rep + i];
          if (d === 0) continue;
          const o = 3 * (rep + i);
          corrections[o] = d * X[3 * i];
          corrections[o + 1] = d * X[3 * i + 1];
          corrections[o + 2] = d * X[3 * i + 2];
        }
        for (let s = slavesUpTo[l] - 1; s >= slavesUpTo[l - 1]; s--)
          halve(X, free + s, slaveEnds[2 * s], slaveEnds[2 * s + 1]);
        for (let i = freeUpTo[l] - 1; i >= freeUpTo[l - 1]; i--) {
          const e = vertexOf[i] - tree.baseVertices;
          halve(X, i, memory.place[tree.ends[2 * e]], memory.place[tree.ends[2 * e + 1]]);
        }
      }
      // The coarsest level, turned back to rest and forth.
      const n = tree.baseVertices;
      if (turned) turn(coarse, X, R, front.elementAt, n, 3, 1);
      else for (let i = 0; i < 3 * n; i++) coarse[i] = X[i];
      solveSingle(kernels, factor, coarse);
      if (turned) turn(X, coarse, R, front.elementAt, n, 1, 3);
      else for (let i = 0; i < 3 * n; i++) X[i] = coarse[i];
      for (let l = 1; l <= tree.levels; l++) {
        const rep = repStart[l];
        for (let i = freeUpTo[l - 1]; i < freeUpTo[l]; i++) {
          const e = vertexOf[i] - tree.baseVertices;
          middle(X, i, memory.place[tree.ends[2 * e]], memory.place[tree.ends[2 * e + 1]]);
        }
        for (let s = slavesUpTo[l - 1]; s < slavesUpTo[l]; s++)
          middle(X, free + s, slaveEnds[2 * s], slaveEnds[2 * s + 1]);
        for (let i = 0; i < freeUpTo[l]; i++) {
          if (answers[rep + i] === 0) continue;
          const o = 3 * (rep + i);
          X[3 * i] += corrections[o];
          X[3 * i + 1] += corrections[o + 1];
          X[3 * i + 2] += corrections[o + 2];
        }
      }
      for (let i = 0; i < free; i++) {
        const on = held[vertexOf[i]] === 1 ? 0 : 1;
        z[3 * i] = on * X[3 * i];
        z[3 * i + 1] = on * X[3 * i + 1];
        z[3 * i + 2] = on * X[3 * i + 2];
      }
    },
  };
}

/** out_i = R a_i with strides 1, 3 (across, down), Rᵀ a_i with 3, 1; R of the element at vertex i. */
function turn(
  out: Float64Array,
  a: Float64Array,
  R: Float64Array,
  elementAt: Int32Array,
  n: number,
  across: number,
  down: number,
): void {
  for (let i = 0; i < n; i++) {
    const x = a[3 * i];
    const y = a[3 * i + 1];
    const z = a[3 * i + 2];
    for (let c = 0; c < 3; c++) {
      const o = 9 * elementAt[i] + down * c;
      out[3 * i + c] = R[o] * x + R[o + across] * y + R[o + 2 * across] * z;
    }
  }
}

function halve(X: Float64Array, i: number, a: number, b: number): void {
  for (let c = 0; c < 3; c++) {
    const half = 0.5 * X[3 * i + c];
    X[3 * a + c] += half;
    X[3 * b + c] += half;
  }
}

function middle(X: Float64Array, i: number, a: number, b: number): void {
  for (let c = 0; c < 3; c++) X[3 * i + c] = 0.5 * (X[3 * a + c] + X[3 * b + c]);
}

/** Stiffness of the coarsest level at rest. */
function fillCoarse(data: TetsData, K: Float64Array): void {
  const { tree, estimate, base, factors, gradients, volumes, pattern, parents } = data;
  const slots = elementSlots(pattern, tree.tets.subarray(0, 4 * tree.roots), 4);
  const one = new Float64Array(144);
  const C = new Float64Array(36);
  const B = new Float64Array(80);
  for (let t = 0; t < tree.roots; t++) {
    one.fill(0);
    elasticityOf(C, t, parents, estimate, base, factors);
    addTetStiffness(one, 12, [0, 1, 2, 3], gradients, 12 * t, volumes[t], C, 0, B);
    for (let a = 0; a < 4; a++) {
      for (let b = 0; b < 4; b++) {
        const o = 9 * slots[16 * t + 4 * a + b];
        for (let i = 0; i < 3; i++)
          for (let j = 0; j < 3; j++) K[o + 3 * i + j] += one[12 * (3 * a + i) + 3 * b + j];
      }
    }
  }
}
