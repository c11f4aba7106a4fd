import type { Allocator } from '../../../kernels/arena.ts';
import type { FramesData } from '../model.ts';
import { MOST_KEPT } from '../numbers.ts';
import { createFactor, type Factor } from './factor.ts';
import type { BlockPattern } from './pattern.ts';

/** Memory of the kept factor (`kept-metric.ts`). */
export interface KeptMetric {
  /** Room for it; null in bodies of more frames than `MOST_KEPT`. */
  readonly factor: Factor | null;
  /** What stood before mass and stiffness when it was made; 0 for never. */
  readonly scales: Float64Array;
  /** R̄ of the step as matrix and quaternion. */
  readonly R: Float64Array;
  readonly q: Float64Array;
  /** Stresses of a product, shape [points, 4, 9]. */
  readonly P: Float64Array;
  /** What A₀ is made of, a solution, and those for the three axes of a point (`point-columns.ts`). */
  readonly made: Float64Array;
  readonly x: Float64Array;
  readonly z: Float64Array;
  /** Slots of points, and those of sites (`point-slots.ts`). */
  readonly group: Int32Array;
  readonly point: Int32Array;
  readonly slot: Int32Array;
  readonly weight: Float64Array;
}

export function createKeptMetric(
  data: FramesData,
  pattern: BlockPattern,
  sites: number,
  a: Allocator,
): KeptMetric {
  const room = data.nodes <= MOST_KEPT && data.nodes > 1;
  const size = room ? 12 * data.nodes : 0;
  const slots = slotsIn(3 * sites * size);
  return {
    factor: room ? createFactor(pattern, data.nodes, a) : null,
    scales: a.f64(2),
    R: a.f64(9),
    q: a.f64(4),
    P: a.f64(room ? 36 * data.points.count : 0),
    made: a.f64(4),
    x: a.f64(size),
    z: a.f64(3 * size),
    group: a.i32(slots),
    point: a.i32(slots),
    slot: a.i32(4 * sites),
    weight: a.f64(4 * sites),
  };
}

/** Slots that fit into `length` numbers. */
const slotsIn = (length: number): number => Math.floor(Math.sqrt((2 * length) / 9));
