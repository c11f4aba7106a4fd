import type { Bounds } from '../types.ts';

/** Points that a node is given at most in one call. Big enough to hide the calls, small enough to stay in the cache. */
export const BLOCK = 256;

/**
 * One piece of a compiled shape. Each owns its scratch, so the same description compiled twice never shares any.
 *
 * Besides changing by at most one metre per metre, every node keeps value(x) ≥ n·x − extent(n) for all unit n: the
 * value is at least the distance to the convex hull. That is what lets a union skip parts without changing a bit of the
 * result.
 */
export interface Node {
  /** Largest n·x over the solid, for a unit direction n: its reach that way [m], possibly infinite. */
  extent(nx: number, ny: number, nz: number): number;
  /** out[i] = signed distance at point i of xyz, for i < n ≤ BLOCK. */
  evaluate(xyz: Float64Array, n: number, out: Float64Array): void;
}

/** The smallest axis-aligned box that the node's extents promise. */
export function boundsOf(node: Node): Bounds {
  return [
    -node.extent(-1, 0, 0),
    -node.extent(0, -1, 0),
    -node.extent(0, 0, -1),
    node.extent(1, 0, 0),
    node.extent(0, 1, 0),
    node.extent(0, 0, 1),
  ];
}
