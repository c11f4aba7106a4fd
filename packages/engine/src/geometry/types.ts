/** A triangle surface. Closed ones have outward faces (counter-clockwise seen from outside). */
export interface TriangleMesh {
  /** Vertex positions [m], shape [vertices, 3]. */
  positions: Float64Array;
  /** Vertex indices, shape [triangles, 3]. */
  triangles: Int32Array;
  /** Named numbers per vertex (stiffness paint, say), each shape [vertices]. */
  attributes?: Record<string, Float64Array>;
}

/** A tetrahedral mesh. Every tet is positive: (x1−x0)·((x2−x0)×(x3−x0)) > 0. */
export interface TetMesh {
  /** Vertex positions [m], shape [vertices, 3]. */
  positions: Float64Array;
  /** Vertex indices, shape [tets, 4]. */
  tets: Int32Array;
}

/** Axis-aligned box: [minX, minY, minZ, maxX, maxY, maxZ] in metres. */
export type Bounds = readonly [number, number, number, number, number, number];

/**
 * A solid given by its signed distance: negative inside. The value may be a lower bound of the true distance away from
 * the surface, but its sign and its zero set are right, and it changes by at most one metre per metre.
 */
export interface Sdf {
  /** A box that contains the solid; infinite sides are allowed (a half-space). */
  readonly bounds: Bounds;
  /**
   * out[i] = signed distance [m] at point i of xyz, for i < n. Works on whole batches: nothing is allocated once warm
   * and no number is returned, so that a step can call it without garbage. `out` may not overlap `xyz`.
   */
  evaluate(xyz: Float64Array, n: number, out: Float64Array): void;
}

/**
 * Cubic cells of a solid. Cell (i, j, k) has its centre at origin + cell·(i+½, j+½, k+½); index = i + nx·(j + ny·k).
 */
export interface VoxelGrid {
  origin: readonly [number, number, number];
  /** Edge of a cell [m]. */
  cell: number;
  dims: readonly [number, number, number];
  /** 1 where the cell's centre is inside, shape [nx·ny·nz]. */
  inside: Uint8Array;
}
