import { tickEvery } from '../../../core/watch.ts';
import { tetQualities } from '../../../geometry/tets/quality.ts';
import { createTripleMap, edgeId } from '../../../geometry/triple-map.ts';
import type { TetMesh } from '../../../geometry/types.ts';

/** Corner pairs of a tet's six edges; midpoints come in the same order. */
export const EDGES: readonly (readonly [number, number])[] = [
  [0, 1],
  [0, 2],
  [0, 3],
  [1, 2],
  [1, 3],
  [2, 3],
];

/** Corners of the four corner children, as places among the four corners (0 to 3) and six midpoints (4 to 9). */
const CORNER_CHILDREN = [
  [0, 4, 5, 6],
  [4, 1, 7, 8],
  [5, 7, 2, 9],
  [6, 8, 9, 3],
];
/**
 * The octahedron's diagonals in the order that breaks ties, each with the ring of the other four midpoints around it.
 */
const DIAGONALS = [
  { ends: [5, 8], ring: [4, 7, 9, 6] },
  { ends: [6, 7], ring: [4, 8, 9, 5] },
  { ends: [4, 9], ring: [5, 7, 8, 6] },
];
/** The diagonal between the midpoints of edges i–j and of the other two corners, by 4i + j. */
const DIAGONAL_OF: readonly number[] = [-1, 2, 0, 1, 2, -1, 1, 0, 0, 1, -1, 2, 1, 0, 2, -1];
/** A later diagonal must be better by this part: Kuhn tets tie exactly, and rounding must not decide. */
const SLACK = 1e-9;

/**
 * A tree of tets: each is split into eight, `levels` times. Tets are numbered level by level; the children of tet t are
 * 8t + roots … 8t + roots + 7. Edges are numbered level by level too, and the midpoint of edge e is vertex e +
 * baseVertices: vertices come from coarse to fine, and neighbours share them.
 */
export interface TetTree {
  /** Splits from the coarsest level to the finest. */
  readonly levels: number;
  /** Tets and vertices of the mesh the tree grows from. */
  readonly roots: number;
  readonly baseVertices: number;
  /** First tet, first edge of each level, and the vertices up to each level; the first two have an end. */
  readonly tetStart: Int32Array;
  readonly edgeStart: Int32Array;
  readonly vertexCount: Int32Array;
  /** Rest positions of all vertices [m]. */
  readonly positions: Float64Array;
  /** Corners, shape [tets, 4], and edges in the order of `EDGES`, shape [tets, 6]. */
  readonly tets: Int32Array;
  readonly edges: Int32Array;
  /** Ends of each edge, shape [edges, 2], and how many tets of its level are around it. */
  readonly ends: Int32Array;
  readonly around: Int32Array;
  /** Corners of each parent's children among its ten vertices: which of `DIAGONALS` it took, shape [parents]. */
  readonly diagonal: Uint8Array;
}

/** Corners of the eight children by diagonal, as places among corners and midpoints: shape [3][8][4]. */
export const CHILDREN: readonly (readonly (readonly number[])[])[] = DIAGONALS.map(
  ({ ends: [p, q], ring }) => [
    ...CORNER_CHILDREN,
    ...ring.map((r, i) => orient([p, q, r, ring[(i + 1) % 4]])),
  ],
);

/** Exchanges two corners if the tet comes out turned over in the unit tet; an affine map keeps the sign. */
function orient(places: number[]): number[] {
  const X = places.map(placeInUnitTet);
  const [a, b, c] = [1, 2, 3].map((k) => X[k].map((x, d) => x - X[0][d]));
  const det =
    a[0] * (b[1] * c[2] - b[2] * c[1]) +
    a[1] * (b[2] * c[0] - b[0] * c[2]) +
    a[2] * (b[0] * c[1] - b[1] * c[0]);
  return det > 0 ? places : [places[0], places[1], places[3], places[2]];
}

function placeInUnitTet(place: number): number[] {
  const corner = (k: number): number[] => [1, 2, 3].map((d) => (k === d ? 1 : 0));
  if (place < 4) return corner(place);
  const [a, b] = EDGES[place - 4].map(corner);
  return a.map((x, d) => 0.5 * (x + b[d]));
}

/**
 * Splits every tet of a mesh `levels` times into eight (red subdivision), the inner octahedron along its best diagonal.
 * Equally good ones are tried in an order that goes by a number of each base vertex, if given (midpoints have the mean
 * of their ends'): mirror images are then split into mirror images.
 */
export function growTree(base: TetMesh, levels: number, ranks?: Float64Array): TetTree {
  const roots = base.tets.length / 4;
  const baseVertices = base.positions.length / 3;
  const tetStart = new Int32Array(levels + 2);
  for (let l = 0; l <= levels; l++) tetStart[l + 1] = tetStart[l] * 8 + roots;
  const total = tetStart[levels + 1];
  const tets = new Int32Array(4 * total);
  const edges = new Int32Array(6 * total);
  const diagonal = new Uint8Array(tetStart[levels]);
  const edgeStart = new Int32Array(levels + 2);
  const vertexCount = new Int32Array(levels + 1);
  vertexCount[0] = baseVertices;
  tets.set(base.tets);
  let positions: Float64Array = base.positions.slice();
  let order = ranks ?? null;
  const endLists: Int32Array[] = [];

  for (let l = 0; l <= levels; l++) {
    const count = tetStart[l + 1] - tetStart[l];
    const map = createTripleMap(2 * count);
    for (let t = tetStart[l]; t < tetStart[l + 1]; t++) {
      tickEvery(t, 'the tree');
      for (let k = 0; k < 6; k++) {
        const [a, b] = EDGES[k];
        edges[6 * t + k] = edgeStart[l] + edgeId(map, tets[4 * t + a], tets[4 * t + b]);
      }
    }
    const found = new Int32Array(2 * map.count);
    for (let e = 0; e < map.count; e++) {
      found[2 * e] = map.keys[3 * e];
      found[2 * e + 1] = map.keys[3 * e + 1];
    }
    endLists.push(found);
    edgeStart[l + 1] = edgeStart[l] + map.count;
    if (l === levels) break;
    vertexCount[l + 1] = vertexCount[l] + map.count;
    positions = addMidpoints(positions, found, 3);
    if (order !== null) order = addMidpoints(order, found, 1);
    splitLevel(
      { positions, order, tets, edges, diagonal, roots, baseVertices },
      tetStart[l],
      tetStart[l + 1],
    );
  }

  const ends = new Int32Array(2 * edgeStart[levels + 1]);
  endLists.forEach((list, l) => {
    ends.set(list, 2 * edgeStart[l]);
  });
  const around = new Int32Array(edgeStart[levels + 1]);
  for (let i = 0; i < edges.length; i++) around[edges[i]]++;
  return {
    levels,
    roots,
    baseVertices,
    tetStart,
    edgeStart,
    vertexCount,
    positions,
    tets,
    edges,
    ends,
    around,
    diagonal,
  };
}

/** Numbers of vertices, `width` each, and of the midpoints of edges after them. */
function addMidpoints(numbers: Float64Array, ends: Int32Array, width: number): Float64Array {
  const out = new Float64Array(numbers.length + (width * ends.length) / 2);
  out.set(numbers);
  for (let e = 0; e < ends.length / 2; e++) {
    for (let d = 0; d < width; d++) {
      out[numbers.length + width * e + d] =
        0.5 * (numbers[width * ends[2 * e] + d] + numbers[width * ends[2 * e + 1] + d]);
    }
  }
  return out;
}

interface Growing {
  readonly positions: Float64Array;
  /** By vertex; null for the order in which tets name their corners. */
  readonly order: Float64Array | null;
  readonly tets: Int32Array;
  readonly edges: Int32Array;
  readonly diagonal: Uint8Array;
  readonly roots: number;
  readonly baseVertices: number;
}

/** Corners of the children of tets from … to. */
function splitLevel(growing: Growing, from: number, to: number): void {
  const { positions, order, tets, edges, diagonal, roots, baseVertices } = growing;
  const ten = new Int32Array(10);
  const takeTen = (t: number): void => {
    for (let k = 0; k < 4; k++) ten[k] = tets[4 * t + k];
    for (let k = 0; k < 6; k++) ten[4 + k] = edges[6 * t + k] + baseVertices;
  };
  // The four inner children for each diagonal, judged by their radius ratios.
  const trial = new Int32Array(48 * (to - from));
  for (let t = from; t < to; t++) {
    tickEvery(t, 'the tree');
    takeTen(t);
    for (let d = 0; d < 3; d++) {
      for (let c = 0; c < 4; c++) {
        for (let k = 0; k < 4; k++)
          trial[48 * (t - from) + 16 * d + 4 * c + k] = ten[CHILDREN[d][4 + c][k]];
      }
    }
  }
  const quality = tetQualities({ positions, tets: trial });
  for (let t = from; t < to; t++) {
    tickEvery(t, 'the tree');
    let best = 0;
    let most = Number.NEGATIVE_INFINITY;
    if (order !== null) sortCorners(corners, tets, 4 * t, order);
    for (let k = 0; k < 3; k++) {
      const d = order === null ? k : DIAGONAL_OF[4 * corners[FIRST[k][0]] + corners[FIRST[k][1]]];
      const q = 12 * (t - from) + 4 * d;
      const worst = Math.min(quality[q], quality[q + 1], quality[q + 2], quality[q + 3]);
      if (k > 0 && worst <= most + SLACK * Math.abs(most)) continue;
      best = d;
      most = worst;
    }
    diagonal[t] = best;
    takeTen(t);
    for (let c = 0; c < 8; c++) {
      for (let k = 0; k < 4; k++) tets[4 * (8 * t + roots + c) + k] = ten[CHILDREN[best][c][k]];
    }
  }
}

const corners = [0, 1, 2, 3];
/** Corners of one edge of each diagonal, in the order of `DIAGONALS`. */
const FIRST = DIAGONALS.map(({ ends }) => EDGES[ends[0] - 4]);

/** out = 0 to 3, by the numbers of a tet's corners. */
function sortCorners(out: number[], tets: Int32Array, o: number, order: Float64Array): void {
  for (let k = 0; k < 4; k++) out[k] = k;
  out.sort((a, b) => order[tets[o + a]] - order[tets[o + b]] || a - b);
}

/** Vertex at one of the ten nodes of parent t. */
export function placeOf(tree: TetTree, t: number, place: number): number {
  return place < 4 ? tree.tets[4 * t + place] : tree.edges[6 * t + place - 4] + tree.baseVertices;
}

/** The tets of one level as a mesh of its own. */
export function levelMesh(tree: TetTree, level: number): TetMesh {
  return {
    positions: tree.positions.subarray(0, 3 * tree.vertexCount[level]),
    tets: tree.tets.subarray(4 * tree.tetStart[level], 4 * tree.tetStart[level + 1]),
  };
}
