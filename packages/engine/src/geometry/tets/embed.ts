import { check } from '../../core/errors.ts';
import { tick } from '../../core/watch.ts';
import { type Bvh, buildBvh } from '../query/bvh.ts';
import { closestPoints } from '../query/bvh-query.ts';
import type { TetMesh } from '../types.ts';
import { buildTetGrid, gridCellAt, type TetGrid } from './grid.ts';
import { shapeGradients, tetSurface } from './mesh.ts';

export interface EmbedOptions {
  /**
   * Points outside the mesh follow their nearest tet: extended linearly beyond it (they keep their place at rest), or,
   * if true, put onto the mesh's surface (weights between 0 and 1, but the point moves).
   */
  clamp?: boolean;
}

export const EMBED_DEFAULTS: Readonly<Required<EmbedOptions>> = { clamp: false };

/** Points as weighted means of four tet vertices: x = Σ weights[4i+k] · positions[indices[4i+k]]. */
export interface Embedding {
  /** Vertices of the tet mesh, shape [points, 4]. */
  indices: Int32Array;
  /** Weights, adding up to 1 for each point; shape [points, 4]. */
  weights: Float64Array;
  /** The tet each point belongs to, shape [points]. */
  tets: Int32Array;
  /** Number of points outside the mesh. */
  outside: number;
  /** Largest distance of a point from the mesh [m]; 0 if all are inside. */
  largestDistance: number;
}

/** Weights below this are rounding: the point is in the tet. */
const INSIDE = -1e-10;

/** Attaches points [m], shape [n, 3], to the mesh it was made for. */
export type Embedder = (points: Float64Array, options?: EmbedOptions) => Embedding;

/** Attaches points [m], shape [n, 3], to a tet mesh. */
export function embedPoints(
  mesh: TetMesh,
  points: Float64Array,
  options: EmbedOptions = {},
): Embedding {
  return createEmbedder(mesh)(points, options);
}

/** Keeps what finds points in a mesh, for those that come one after the other. The mesh must stay as it is. */
export function createEmbedder(mesh: TetMesh): Embedder {
  check(
    mesh.tets.length >= 4,
    () => 'a mesh needs at least one tetrahedron. Is it the right file?',
    'mesh',
  );
  const finder = createFinder(mesh);
  return (points, options = {}) => {
    const { clamp } = { ...EMBED_DEFAULTS, ...options };
    tick('points in the mesh');
    const n = points.length / 3;
    const gradients = finder.gradients();
    const tets = findContaining(mesh, gradients, finder.grid(), points);
    const out: Embedding = {
      indices: new Int32Array(4 * n),
      weights: new Float64Array(4 * n),
      tets,
      outside: 0,
      largestDistance: 0,
    };
    const places = clamp ? points.slice() : points;
    attachOutside(finder, points, places, out);
    for (let i = 0; i < n; i++) {
      tetWeights(out.weights, 4 * i, mesh, gradients, tets[i], places, 3 * i);
      if (clamp) clampWeights(out.weights, 4 * i);
      for (let k = 0; k < 4; k++) out.indices[4 * i + k] = mesh.tets[4 * tets[i] + k];
    }
    return out;
  };
}

/** What depends on the mesh alone, each made when it is first needed. */
interface Finder {
  gradients(): Float64Array;
  grid(): TetGrid;
  /** The boundary, and a tree of its triangles. */
  outside(): { surface: ReturnType<typeof tetSurface>; tree: Bvh };
}

function createFinder(mesh: TetMesh): Finder {
  return {
    gradients: once(() => shapeGradients(mesh)),
    grid: once(() => buildTetGrid(mesh)),
    outside: once(() => {
      const surface = tetSurface(mesh);
      return { surface, tree: buildBvh(surface.mesh) };
    }),
  };
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** out[i] = Σ weights · positions: where the embedded points are now. Allocates nothing. */
export function applyEmbedding(
  out: Float64Array,
  embedding: Pick<Embedding, 'indices' | 'weights'>,
  positions: Float64Array,
): void {
  const { indices, weights } = embedding;
  for (let i = 0; i < indices.length / 4; i++) {
    let x = 0;
    let y = 0;
    let z = 0;
    for (let k = 4 * i; k < 4 * i + 4; k++) {
      const v = 3 * indices[k];
      const w = weights[k];
      x += w * positions[v];
      y += w * positions[v + 1];
      z += w * positions[v + 2];
    }
    out[3 * i] = x;
    out[3 * i + 1] = y;
    out[3 * i + 2] = z;
  }
}

/** The tet in which each point lies deepest, −1 for points in none. */
function findContaining(
  mesh: TetMesh,
  gradients: Float64Array,
  grid: TetGrid,
  points: Float64Array,
): Int32Array {
  const out = new Int32Array(points.length / 3).fill(-1);
  const w = new Float64Array(4);
  for (let i = 0; i < out.length; i++) {
    const c = gridCellAt(grid, points[3 * i], points[3 * i + 1], points[3 * i + 2]);
    if (c < 0) continue;
    let deepest = INSIDE;
    for (let e = grid.start[c]; e < grid.start[c + 1]; e++) {
      tetWeights(w, 0, mesh, gradients, grid.tets[e], points, 3 * i);
      const least = Math.min(w[0], w[1], w[2], w[3]);
      if (least < deepest || (least === deepest && out[i] >= 0)) continue;
      deepest = least;
      out[i] = grid.tets[e];
    }
  }
  return out;
}

/**
 * Assigns each point outside all tets the one behind the nearest boundary triangle; `places` (if not `points`) gets the
 * nearest point.
 */
function attachOutside(
  finder: Finder,
  points: Float64Array,
  places: Float64Array,
  out: Embedding,
): void {
  const lost: number[] = [];
  for (let i = 0; i < out.tets.length; i++) if (out.tets[i] < 0) lost.push(i);
  out.outside = lost.length;
  if (lost.length === 0) return;
  for (const i of lost) {
    const finite = [0, 1, 2].every((d) => Number.isFinite(points[3 * i + d]));
    check(
      finite,
      () => 'must be finite coordinates in metres, got others. Leave the point out.',
      `points[${i}]`,
    );
  }
  const { surface, tree } = finder.outside();
  const xyz = Float64Array.from(
    { length: 3 * lost.length },
    (_, j) => points[3 * lost[Math.floor(j / 3)] + (j % 3)],
  );
  const distance2 = new Float64Array(lost.length);
  const triangle = new Int32Array(lost.length);
  const nearest = new Float64Array(3 * lost.length);
  closestPoints(tree, xyz, lost.length, distance2, triangle, nearest);
  let most = 0;
  for (let j = 0; j < lost.length; j++) {
    out.tets[lost[j]] = surface.tets[triangle[j]];
    most = Math.max(most, distance2[j]);
    if (places === points) continue;
    for (let d = 0; d < 3; d++) places[3 * lost[j] + d] = nearest[3 * j + d];
  }
  out.largestDistance = Math.sqrt(most);
}

/** Barycentric coordinates of points[p..p+3) in tet t; beyond the tet they are extended linearly. */
function tetWeights(
  out: Float64Array,
  o: number,
  mesh: TetMesh,
  gradients: Float64Array,
  t: number,
  points: Float64Array,
  p: number,
): void {
  const v = 3 * mesh.tets[4 * t];
  const x = points[p] - mesh.positions[v];
  const y = points[p + 1] - mesh.positions[v + 1];
  const z = points[p + 2] - mesh.positions[v + 2];
  let sum = 0;
  for (let k = 1; k < 4; k++) {
    const g = 12 * t + 3 * k;
    const w = gradients[g] * x + gradients[g + 1] * y + gradients[g + 2] * z;
    out[o + k] = w;
    sum += w;
  }
  out[o] = 1 - sum;
}

/** Removes what rounding left below zero. */
function clampWeights(w: Float64Array, o: number): void {
  let sum = 0;
  for (let k = 0; k < 4; k++) {
    w[o + k] = Math.max(0, w[o + k]);
    sum += w[o + k];
  }
  for (let k = 0; k < 4; k++) w[o + k] /= sum;
}
