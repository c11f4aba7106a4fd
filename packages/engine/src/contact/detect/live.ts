import type { Cage } from './cage.ts';

/** A cage in the world: where its corners are now, and the boxes around them. */
export interface LiveCage {
  readonly cage: Cage;
  /** Positions [m], velocities [m/s] and impulses [N s] of the corners, shape [corners, 3]. */
  readonly x: Float64Array;
  readonly v: Float64Array;
  readonly f: Float64Array;
  /** Positions when the implicit part of a second-order step begins, in islands of several bodies. */
  readonly at: Float64Array;
  /**
   * Boxes [min, −max] around the cubes as they were when they were fitted last, moved along with the body; and where
   * the corners were then [m].
   */
  readonly boxes: Float64Array;
  readonly fitted: Float64Array;
  readonly fit: Fit;
  // The cage's tables, where the kernels can reach them.
  readonly nodes: Int32Array;
  readonly cubes: Int32Array;
  readonly apart: Uint8Array;
  readonly clearance: Float64Array;
}

/** How well the boxes of a cage fit. */
export interface Fit {
  /** How often they were fitted. */
  count: number;
  /** Cubes are now within this distance of their boxes [m]. */
  margin: number;
  /** How far the boxes were moved since they were fitted [m]. */
  readonly moved: Float64Array;
}

/** A subset of the points of a set: the first `count` of `list`, each once. */
export interface Subset {
  readonly list: Int32Array;
  count: number;
}

/** A body's contact points as detection sees them. */
export interface LivePoints {
  readonly count: number;
  /** Positions [m] and velocities [m/s]; and of points a little below the surface. Shape [count, 3]. */
  readonly x: Float64Array;
  readonly v: Float64Array;
  readonly inner: Float64Array;
  /** Cube of the body's own cage each is in. */
  readonly home: Int32Array;
  /** Mean velocity [m/s], and the largest difference from it. */
  readonly mean: Float64Array;
}

/** Cosine between the surface at contact point i and a normal: −1 where the two surfaces face each other. */
export function facing(
  { x, inner }: LivePoints,
  i: number,
  normal: Float64Array,
  g: number,
): number {
  const mx = x[3 * i] - inner[3 * i];
  const my = x[3 * i + 1] - inner[3 * i + 1];
  const mz = x[3 * i + 2] - inner[3 * i + 2];
  const along = mx * normal[g] + my * normal[g + 1] + mz * normal[g + 2];
  return along / Math.sqrt(mx * mx + my * my + mz * mz);
}

/** Length of one piece of a point's path [m]. */
export function pieceLength(
  points: LivePoints,
  mean: Float64Array,
  i: number,
  h: number,
  pieces: number,
): number {
  const dx = points.v[3 * i] - mean[0];
  const dy = points.v[3 * i + 1] - mean[1];
  const dz = points.v[3 * i + 2] - mean[2];
  return (h * Math.sqrt(dx * dx + dy * dy + dz * dz)) / pieces;
}
