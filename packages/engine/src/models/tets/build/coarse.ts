import { tickEvery } from '../../../core/watch.ts';
import { type BsrPattern, elementSlots, patternFromElements } from '../../../math/sparse/bsr.ts';
import { analyse, type Symbolic } from '../../../math/sparse/symbolic.ts';
import { MOST_FACTORED, MOST_FINER } from '../numbers.ts';
import { addPoint, addTenNode, type TenNodeData } from './ten-matrix.ts';
import { CHILDREN, placeOf, type TetTree } from './tree.ts';

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
    tickEvery(i, 'coarse elements');
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
