import type { Allocator } from '../../kernels/arena.ts';
import { LOOKS } from './numbers.ts';

/** Scratch of a detection of edges, for bodies of up to so many of them. Allocates and nothing else. */
export function allocateEdgeScratch(a: Allocator, edges: number) {
  const places = LOOKS * edges;
  return {
    near: a.i32(edges),
    pieces: a.i32(edges),
    /** Where both ends are [m] and how they move in the step, as what may be crossed sees them: shape [edges, 12]. */
    paths: a.f64(12 * edges),
    /** Length [m], and the distance within which a place is looked at more closely [m]. */
    length: a.f64(edges),
    reach: a.f64(edges),
    /** From end to end, where what may be crossed is at rest [m], shape [edges, 3]. */
    edge: a.f64(3 * edges),
    /** The deepest place: part of the edge and of the path, distance. */
    at: a.f64(edges),
    part: a.f64(edges),
    deep: a.f64(edges),
    /** 1 for those that may cross. */
    decided: a.u8(edges),
    /** Distances at the points that are looked at first. */
    seen: a.f64(LOOKS * edges),
    /** The sine by which b falls away from the edge, and as how wide a part of the edge was looked at. */
    falls: a.f64(edges),
    wide: a.f64(edges),
    /** Its tetrahedron, weights and place at rest, by edge. */
    hit: a.i32(4 * edges),
    hitWeights: a.f64(4 * edges),
    hitRest: a.f64(3 * edges),
    /** Places asked for: whose, which part of the edge. */
    who: a.i32(places),
    t: a.f64(places),
    y: a.f64(3 * places),
    own: a.i32(places),
    found: a.i32(4 * places),
    weights: a.f64(4 * places),
    rest: a.f64(3 * places),
    distance: a.f64(places),
    gradient: a.f64(3 * places),
    matrix: a.f64(18),
    one: a.f64(6),
    place: a.f64(3),
  };
}
export type EdgeScratch = ReturnType<typeof allocateEdgeScratch>;
