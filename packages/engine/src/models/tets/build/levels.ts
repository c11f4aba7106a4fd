import { tickEvery } from '../../../core/watch.ts';
import { strainOfCorner } from './elasticity.ts';
import type { Estimate } from './estimate.ts';
import { type TenNodeData, tenDiagonal } from './ten-matrix.ts';
import { CHILDREN, EDGES, placeOf, type TetTree } from './tree.ts';

/** Where (row, column) of a symmetric 4×4 matrix stands among its ten numbers. */
export function symmetric4(r: number, c: number): number {
  return r >= c ? (r * (r + 1)) / 2 + c : (c * (c + 1)) / 2 + r;
}

/**
 * Elasticity of tet t: a matrix of its own, or the material's times a factor. Returns where it is, writing into `out`
 * if need be. Imai et al., eq. 1.
 */
export function elasticityOf(
  out: Float64Array,
  t: number,
  parents: number,
  estimate: Estimate,
  base: Float64Array,
  factors: Float64Array,
): void {
  const p = t < parents ? estimate.place[t] : -1;
  for (let i = 0; i < 36; i++) out[i] = p < 0 ? factors[t] * base[i] : estimate.C[36 * p + i];
}

/** What the mass of a tet is found from. */
interface Masses {
  readonly tree: TetTree;
  readonly masses: Float64Array;
}

/** Entry (r, c) of the mass matrix of a tet's corners [kg]: leaves are lumped, parents have theirs in `mass`. */
export function massEntry(
  { tree, masses }: Masses,
  mass: Float64Array,
  t: number,
  r: number,
  c: number,
): number {
  if (t < tree.tetStart[tree.levels]) return mass[10 * t + symmetric4(r, c)];
  return r === c ? 0.25 * masses[t] : 0;
}

/**
 * The mass of t from that of its children, whose corners have `weights` of t's corners, shape [10, 4]: Σ_children Wᵀ M
 * W.
 */
export function foldMass(
  mass: Float64Array,
  t: number,
  masses: Masses,
  weights: Float64Array,
): void {
  const { tree } = masses;
  const table = CHILDREN[tree.diagonal[t]];
  mass.fill(0, 10 * t, 10 * t + 10);
  for (let c = 0; c < 8; c++) {
    const child = 8 * t + tree.roots + c;
    for (let r = 0; r < 4; r++) {
      for (let q = 0; q < 4; q++) {
        const m = massEntry(masses, mass, child, r, q);
        if (m === 0) continue;
        const i = 4 * table[c][r];
        const j = 4 * table[c][q];
        for (let a = 0; a < 4; a++)
          for (let b = 0; b <= a; b++)
            mass[10 * t + symmetric4(a, b)] += weights[i + a] * m * weights[j + b];
      }
    }
  }
}

/**
 * The mass of the leaves inside each parent as its four corners feel it, when everything between follows linearly. So
 * momentum and energy of a linear motion do not depend on the level.
 */
export function gatherMasses(tree: TetTree, masses: Float64Array): Float64Array {
  const parents = tree.tetStart[tree.levels];
  const mass = new Float64Array(10 * parents);
  const plain = new Float64Array(40);
  for (let a = 0; a < 4; a++) plain[5 * a] = 1;
  EDGES.forEach((ends, k) => {
    for (const a of ends) plain[16 + 4 * k + a] = 0.5;
  });
  for (let t = parents - 1; t >= 0; t--) foldMass(mass, t, { tree, masses }, plain);
  return mass;
}

/**
 * Mass and mean stiffness of every vertex at every level it is part of: of linear elements, or of the ten-node elements
 * that parents one level up are, where they may be some.
 */
export function levelDiagonals(
  elements: TenNodeData,
  masses: Float64Array,
  elasticity: (out: Float64Array, t: number) => void,
) {
  const { tree, gradients, volumes, smooth } = elements;
  const repStart = new Int32Array(tree.levels + 2);
  for (let l = 0; l <= tree.levels; l++) repStart[l + 1] = repStart[l] + tree.vertexCount[l];
  const repMass = new Float64Array(repStart[tree.levels + 1]);
  const repStiffness = new Float64Array(repMass.length);
  const C = new Float64Array(36);
  const B = new Float64Array(18);
  const ten = new Float64Array(10);
  for (let l = 0; l <= tree.levels; l++) {
    for (let t = tree.tetStart[l]; t < tree.tetStart[l + 1]; t++) {
      tickEvery(t, 'levels');
      const linear = l === 0 || smooth[Math.floor((t - tree.roots) / 8)] === 0;
      if (linear) elasticity(C, t);
      for (let a = 0; a < 4; a++) {
        const rep = repStart[l] + tree.tets[4 * t + a];
        repMass[rep] += 0.25 * masses[t];
        if (!linear) continue;
        strainOfCorner(B, 0, gradients, 12 * t + 3 * a);
        let trace = 0;
        for (let i = 0; i < 3; i++)
          for (let r = 0; r < 6; r++)
            for (let k = 0; k < 6; k++) trace += B[3 * r + i] * C[6 * r + k] * B[3 * k + i];
        repStiffness[rep] += (volumes[t] * trace) / 3;
      }
    }
    for (let t = tree.tetStart[l - 1]; l > 0 && t < tree.tetStart[l]; t++) {
      if (smooth[t] === 0) continue;
      tenDiagonal(ten, elements, t);
      for (let k = 0; k < 10; k++) repStiffness[repStart[l] + placeOf(tree, t, k)] += ten[k];
    }
  }
  return { repStart, repMass, repStiffness };
}
