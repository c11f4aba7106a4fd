import type { Allocator } from '../../../kernels/arena.ts';
import { MOST_ASKED } from '../../shared/numbers.ts';
import type { FramesData } from '../model.ts';
import { createFactor, type Factor } from '../step/factor.ts';
import { type BlockPattern, createPattern } from '../step/pattern.ts';
import type { SetPoints } from '../step/points.ts';

/** Candidates of the reach test, and its memory. */
export interface Reach {
  /** Their places among the candidates, ascending, the first `count` entries. */
  readonly asked: Int32Array;
  count: number;
  /** True if not all fitted: then refused candidates let others be tested in the next step. */
  isFull: boolean;
  /** Kinetic energy each may come to [J]. */
  readonly energy: Float64Array;
  /** Node → place in `asked`, −1 for none. */
  readonly index: Int32Array;
  /** Points as the wide set moves them. */
  points: SetPoints;
  /** All pairs of those asked, their mass in those blocks, and the matrix, which becomes its factor. */
  readonly pattern: BlockPattern;
  readonly mass: Float64Array;
  readonly factor: Factor;
  readonly column: Float64Array;
  /**
   * What nodes that may sleep do of their own, at the end of the step and at its beginning, and what would hold them.
   */
  readonly own: Float64Array;
  readonly ownBefore: Float64Array;
  readonly force: Float64Array;
  /** What each of them counts: attention by mass [1/kg]. */
  readonly counts: Float64Array;
}
export function createReach(data: FramesData, points: SetPoints, a: Allocator): Reach {
  const n = Math.min(MOST_ASKED, data.nodes);
  const pattern = createPattern(n, a, true);
  return {
    asked: a.i32(n),
    count: 0,
    isFull: false,
    energy: a.f64(n),
    index: a.i32(data.nodes),
    points,
    pattern,
    mass: a.f64(8 * n * (n + 1)),
    factor: createFactor(pattern, n, a),
    column: a.f64(12 * n),
    own: a.f64(12 * n),
    ownBefore: a.f64(12 * n),
    force: a.f64(12 * n),
    counts: a.f64(n),
  };
}
/** Adds the i-th candidate to those that are asked; false if there is no room. Give them in ascending order. */
export function ask(reach: Reach, i: number): boolean {
  reach.isFull = reach.count === reach.asked.length;
  if (!reach.isFull) reach.asked[reach.count++] = i;
  return !reach.isFull;
}
