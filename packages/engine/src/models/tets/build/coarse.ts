import { isotropicElasticity } from '../../../materials/elasticity.ts';
import { type BsrPattern, elementSlots, patternFromElements } from '../../../math/sparse/bsr.ts';
import { analyse, type Symbolic } from '../../../math/sparse/symbolic.ts';
import { MOST_FACTORED, MOST_FINER } from '../numbers.ts';
import { strainOfCorner } from './elasticity.ts';
import type { Estimate } from './estimate.ts';
import { EVEN_POINTS } from './points.ts';
import { CHILDREN, EDGES, placeOf, type TetTree } from './tree.ts';

/**
 * A space that bends: vertices of a level and the midpoints of their edges, one quadratic element for each tet whose
 * leaves are of nearly one stiffness, its eight linear children for others. Linear elements lock, so their factor is a
 * bad preconditioner for bending; they alone are used where nothing is ever split, or where the larger factor would
 * cost too much.
 */
export interface CoarseSpace {
  /** Vertices up to this level, the midpoints'; 0 for the linear elements alone. */
  readonly level: number;
  readonly pattern: BsrPattern;
  readonly symbolic: Symbolic;
  /** Stiffness at rest [N/m], blocks in the pattern. */
  readonly stiffness: Float64Array;
  /**
   * 1 where a vertex finer than that follows the quadratic field of coarser ones, 0 where it is in the middle of its
   * edge; shape [vertices].
   */
  readonly bent: Uint8Array;
}

/** What ten-node elements are made of: see `TetsData`. */
export interface TenNodeData {
  readonly tree: TetTree;
  readonly gradients: Float64Array;
  readonly volumes: Float64Array;
  readonly smooth: Uint8Array;
  readonly factors: Float64Array;
  readonly estimate: Estimate;
  readonly points: Float64Array;
  readonly mu: number;
  readonly lambda: number;
  readonly local: number;
}

/** The coarsest space that bends, and finer ones that are small enough to be factored. */
export function coarseSpaces(
  data: TenNodeData,
  elasticity: (out: Float64Array, t: number) => void,
): CoarseSpace[] {
  const { tree, smooth } = data;
  const quadratic = tree.levels > 0 && smooth.subarray(0, tree.roots).some((s) => s === 1);
  if (!quadratic || tree.vertexCount[1] > MOST_FACTORED) return [coarseSpace(data, elasticity, 0)];
  const spaces = [coarseSpace(data, elasticity, 1)];
  for (let l = 2; l <= tree.levels && tree.vertexCount[l] <= MOST_FINER; l++)
    spaces.push(coarseSpace(data, elasticity, l));
  return spaces;
}

function coarseSpace(
  data: TenNodeData,
  elasticity: (out: Float64Array, t: number) => void,
  level: number,
): CoarseSpace {
  const { tree, gradients, volumes, smooth } = data;
  const n = tree.vertexCount[level];
  const width = level > 0 ? 10 : 4;
  const first = level > 0 ? tree.tetStart[level - 1] : 0;
  const count = level > 0 ? tree.tetStart[level] - first : tree.roots;
  const tables = new Int32Array(width * count);
  for (let i = 0; i < count; i++)
    for (let k = 0; k < width; k++) tables[width * i + k] = placeOf(tree, first + i, k);
  const pattern = patternFromElements(n, tables, width);
  const slots = elementSlots(pattern, tables, width);
  const stiffness = new Float64Array(9 * pattern.cols.length);
  const one = new Float64Array(9 * width * width);
  const C = new Float64Array(36);
  const g = new Float64Array(30);
  for (let i = 0; i < count; i++) {
    const t = first + i;
    one.fill(0);
    if (level === 0 || smooth[t] === 0) {
      for (let c = 0; c < (level === 0 ? 1 : 8); c++) {
        const tet = level === 0 ? t : 8 * t + tree.roots + c;
        const places = level === 0 ? CORNERS : CHILDREN[tree.diagonal[t]][c];
        elasticity(C, tet);
        g.set(gradients.subarray(12 * tet, 12 * tet + 12));
        addPoint(one, width, places, g, C, volumes[tet]);
      }
    } else addTenNode(one, data, t);
    for (let k = 0; k < width * width; k++)
      for (let j = 0; j < 9; j++) stiffness[9 * slots[width * width * i + k] + j] += one[9 * k + j];
  }
  return {
    level,
    pattern,
    symbolic: analyse(pattern, 3, { positions: tree.positions.subarray(0, 3 * n) }),
    stiffness,
    bent: findBent(tree, smooth, level),
  };
}

const CORNERS = [0, 1, 2, 3];
const TEN = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

const shape = new Float64Array(30);
const mean = new Float64Array(30);

/**
 * The stiffness at rest of t as a ten-node element, in 3×3 blocks [10, 10]: that of its points, and of its mean
 * dilatation.
 */
function addTenNode(K: Float64Array, data: TenNodeData, t: number): void {
  const { gradients, volumes, factors, mu, lambda, local } = data;
  const V = volumes[t] * factors[t];
  const C = isotropicElasticity(mu, local);
  mean.fill(0);
  for (let p = 0; p < 4; p++) {
    tenGradients(shape, gradients, 12 * t, pointsOf(data, t), p);
    for (let k = 0; k < 30; k++) mean[k] += 0.25 * shape[k];
    addPoint(K, 10, TEN, shape, C, 0.25 * V);
  }
  if (lambda > local) addPoint(K, 10, TEN, mean, isotropicElasticity(0, lambda - local), V);
}

/** Integration points of t as a ten-node element, shape [4, 4]. */
function pointsOf(
  { estimate, points }: Pick<TenNodeData, 'estimate' | 'points'>,
  t: number,
): Float64Array {
  const p = estimate.place[t];
  return p < 0 ? EVEN_POINTS : points.subarray(16 * p, 16 * p + 16);
}

/** g = gradients of the ten shape functions at point q of a tet whose corners have those from a on, shape [10, 3]. */
function tenGradients(
  g: Float64Array,
  corners: Float64Array,
  a: number,
  points: Float64Array,
  q: number,
): void {
  for (let k = 0; k < 4; k++) {
    const own = 4 * points[4 * k + q] - 1;
    for (let i = 0; i < 3; i++) g[3 * k + i] = own * corners[a + 3 * k + i];
  }
  EDGES.forEach(([j, k], e) => {
    const atJ = 4 * points[4 * j + q];
    const atK = 4 * points[4 * k + q];
    for (let i = 0; i < 3; i++)
      g[12 + 3 * e + i] = atJ * corners[a + 3 * k + i] + atK * corners[a + 3 * j + i];
  });
}

const B = new Float64Array(18);
const CB = new Float64Array(180);

/** K_ab += V B_aᵀ C B_b in 3×3 blocks [width, width], for shape functions at the given places with gradients g. */
function addPoint(
  K: Float64Array,
  width: number,
  places: readonly number[],
  g: Float64Array,
  C: Float64Array,
  volume: number,
): void {
  const n = places.length;
  for (let b = 0; b < n; b++) {
    strainOfCorner(B, 0, g, 3 * b);
    for (let r = 0; r < 6; r++)
      for (let j = 0; j < 3; j++) {
        let sum = 0;
        for (let k = 0; k < 6; k++) sum += C[6 * r + k] * B[3 * k + j];
        CB[18 * b + 3 * r + j] = volume * sum;
      }
  }
  for (let a = 0; a < n; a++) {
    strainOfCorner(B, 0, g, 3 * a);
    for (let b = 0; b < n; b++) {
      const o = 9 * (width * places[a] + places[b]);
      for (let i = 0; i < 3; i++)
        for (let j = 0; j < 3; j++) {
          let sum = 0;
          for (let r = 0; r < 6; r++) sum += B[3 * r + i] * CB[18 * b + 3 * r + j];
          K[o + 3 * i + j] += sum;
        }
    }
  }
}

/** Midpoints of edges inside tets of the space that are all quadratic. */
function findBent(tree: TetTree, smooth: Uint8Array, level: number): Uint8Array {
  const bent = new Uint8Array(tree.positions.length / 3);
  if (level === 0) return bent;
  const inside = new Int32Array(tree.edgeStart[tree.levels]);
  const first = tree.tetStart[level - 1];
  let root = new Int32Array(tree.tetStart[level] - first).map((_, i) => first + i);
  for (let l = level - 1; l < tree.levels; l++) {
    const below = new Int32Array(8 * root.length);
    for (let i = 0; i < root.length; i++) {
      const t = tree.tetStart[l] + i;
      for (let k = 0; k < 6; k++) inside[tree.edges[6 * t + k]] += smooth[root[i]];
      below.fill(root[i], 8 * i, 8 * i + 8);
    }
    root = below;
  }
  for (let e = tree.edgeStart[level]; e < inside.length; e++)
    if (inside[e] === tree.around[e]) bent[e + tree.baseVertices] = 1;
  return bent;
}
