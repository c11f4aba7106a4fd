import { ldlt } from '../../../math/dense.ts';
import {
  addTetStiffness,
  createSixScratch,
  geometricMean,
  invertSix,
  type SixScratch,
  strainOfCorner,
} from './elasticity.ts';
import { sampleElasticity } from './sampled.ts';
import { CHILDREN, type TetTree } from './tree.ts';

/** How a parent's elasticity follows from its children's: see the README. */
export type Estimation = 'mean' | 'voigt' | 'subc' | 'sampled';

/**
 * What is known about parents. Only those that are not uniform have numbers of their own: `place[t]`, −1 for the
 * others.
 */
export interface Estimate {
  readonly place: Int32Array;
  /** Elasticity [Pa], shape [places, 6, 6]. */
  readonly C: Float64Array;
  /** Largest ratio of the energies that the two bounds give a strain, shape [places]. */
  readonly apart: Float64Array;
  /**
   * Strains between which the parent's law counts as linear, lowest six then highest six, shape [places, 12]; empty
   * unless sampled.
   */
  readonly range: Float64Array;
}

/** Two parents' factors that differ by less than this part are one material. */
const SAME = 1e-12;

/**
 * Bottom-up estimation of the parents' elasticity. `base` is the material's 6×6 matrix, factors (shape [tets]) what
 * multiplies it: given for the leaves, filled in here for parents (volume mean). Imai et al., eq. 3.
 */
export function estimateElasticity(
  tree: TetTree,
  gradients: Float64Array,
  volumes: Float64Array,
  base: Float64Array,
  factors: Float64Array,
  method: Estimation,
): Estimate {
  const parents = tree.tetStart[tree.levels];
  const place = new Int32Array(parents).fill(-1);
  let count = 0;
  for (let t = parents - 1; t >= 0; t--) {
    const first = 8 * t + tree.roots;
    let sum = 0;
    let uniform = method !== 'sampled';
    for (let c = first; c < first + 8; c++) {
      sum += volumes[c] * factors[c];
      if (Math.abs(factors[c] - factors[first]) > SAME * factors[first]) uniform = false;
      if (c < parents && place[c] >= 0) uniform = false;
    }
    factors[t] = uniform ? factors[first] : sum / volumes[t];
    if (!uniform) place[t] = count++;
  }
  const estimate: Estimate = {
    place,
    C: new Float64Array(36 * count),
    apart: new Float64Array(count),
    range: new Float64Array(method === 'sampled' ? 12 * count : 0),
  };
  const bounds = createBounds(count);
  const scratch = createScratch();
  for (let t = parents - 1; t >= 0; t--) {
    const p = place[t];
    if (p < 0) continue;
    gatherChildren(scratch, tree, t, parents, place, bounds, base, factors);
    voigt(bounds.voigt, 36 * p, scratch.above, tree, t, volumes);
    subc(bounds.subc, 36 * p, scratch, tree, t, gradients, volumes);
    const { C } = estimate;
    const apart = geometricMean(C, 36 * p, bounds.voigt, 36 * p, bounds.subc, 36 * p, scratch.six);
    estimate.apart[p] = apart;
    const bound = method === 'voigt' ? bounds.voigt : method === 'subc' ? bounds.subc : null;
    if (bound !== null) for (let i = 0; i < 36; i++) C[36 * p + i] = bound[36 * p + i];
    if (method === 'sampled') {
      // The seed's own way up: children bring what was sampled for them.
      for (let c = 0; c < 8; c++)
        childElasticity(scratch.below, 36 * c, tree, t, c, parents, place, C, base, factors);
      sampleElasticity(C, estimate.range, p, scratch.below, tree, t, gradients, volumes);
    }
  }
  return estimate;
}

interface Bounds {
  readonly voigt: Float64Array;
  readonly subc: Float64Array;
}

function createBounds(count: number): Bounds {
  return { voigt: new Float64Array(36 * count), subc: new Float64Array(36 * count) };
}

interface Scratch {
  readonly six: SixScratch;
  /** Children's upper and lower bounds, or sampled matrices, shape [8, 36]. */
  readonly above: Float64Array;
  readonly below: Float64Array;
  readonly K: Float64Array;
  readonly H: Float64Array;
  readonly S: Float64Array;
  readonly B: Float64Array;
}

function createScratch(): Scratch {
  return {
    six: createSixScratch(),
    above: new Float64Array(288),
    below: new Float64Array(288),
    K: new Float64Array(900),
    H: new Float64Array(180),
    S: new Float64Array(36),
    B: new Float64Array(80),
  };
}

function gatherChildren(
  scratch: Scratch,
  tree: TetTree,
  t: number,
  parents: number,
  place: Int32Array,
  bounds: Bounds,
  base: Float64Array,
  factors: Float64Array,
): void {
  for (let c = 0; c < 8; c++) {
    childElasticity(scratch.above, 36 * c, tree, t, c, parents, place, bounds.voigt, base, factors);
    childElasticity(scratch.below, 36 * c, tree, t, c, parents, place, bounds.subc, base, factors);
  }
}

function childElasticity(
  out: Float64Array,
  o: number,
  tree: TetTree,
  t: number,
  c: number,
  parents: number,
  place: Int32Array,
  own: Float64Array,
  base: Float64Array,
  factors: Float64Array,
): void {
  const child = 8 * t + tree.roots + c;
  const p = child < parents ? place[child] : -1;
  for (let i = 0; i < 36; i++) out[o + i] = p < 0 ? factors[child] * base[i] : own[36 * p + i];
}

/** Upper bound: the volume mean, as if all children were strained alike. */
function voigt(
  out: Float64Array,
  o: number,
  children: Float64Array,
  tree: TetTree,
  t: number,
  volumes: Float64Array,
): void {
  for (let i = 0; i < 36; i++) out[o + i] = 0;
  for (let c = 0; c < 8; c++) {
    const share = volumes[8 * t + tree.roots + c] / volumes[t];
    for (let i = 0; i < 36; i++) out[o + i] += share * children[36 * c + i];
  }
}

/**
 * Lower bound: all ten vertices free under a uniform traction. With K the stiffness of the eight children and H the
 * loads of unit stresses, the mean strain is Hᵀ K⁻¹ H σ / V: the compliance. K is singular (rigid motions), but the
 * loads are in balance, so the factor that drops those pivots is exact; as Yᵀ D⁻¹ Y it is symmetric and definite by
 * construction.
 */
function subc(
  out: Float64Array,
  o: number,
  scratch: Scratch,
  tree: TetTree,
  t: number,
  gradients: Float64Array,
  volumes: Float64Array,
): void {
  const { K, H, S, B, below } = scratch;
  K.fill(0);
  H.fill(0);
  const table = CHILDREN[tree.diagonal[t]];
  for (let c = 0; c < 8; c++) {
    const child = 8 * t + tree.roots + c;
    addTetStiffness(K, 30, table[c], gradients, 12 * child, volumes[child], below, 36 * c, B);
    for (let a = 0; a < 4; a++) {
      strainOfCorner(B, 0, gradients, 12 * child + 3 * a);
      for (let i = 0; i < 3; i++) {
        for (let r = 0; r < 6; r++)
          H[6 * (3 * table[c][a] + i) + r] += volumes[child] * B[3 * r + i];
      }
    }
  }
  ldlt(K, 30, 1e-9);
  // H ← L⁻¹ H
  for (let i = 0; i < 30; i++) {
    for (let k = 0; k < i; k++) {
      const l = K[30 * i + k];
      if (l === 0) continue;
      for (let r = 0; r < 6; r++) H[6 * i + r] -= l * H[6 * k + r];
    }
  }
  S.fill(0);
  for (let i = 0; i < 30; i++) {
    const d = K[31 * i];
    if (!(d > 0)) continue;
    for (let r = 0; r < 6; r++)
      for (let q = 0; q <= r; q++) S[6 * r + q] += (H[6 * i + r] * H[6 * i + q]) / d;
  }
  for (let r = 0; r < 6; r++) {
    for (let q = 0; q <= r; q++) {
      S[6 * r + q] /= volumes[t];
      S[6 * q + r] = S[6 * r + q];
    }
  }
  invertSix(out, o, S, 0, scratch.six);
}
