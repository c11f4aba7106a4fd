import { createFeature, type Feature } from './feature.ts';
import type { Separation } from './separation.ts';

/** Places of one manifold at most. */
export const MOST_POINTS = 16;

/**
 * Where two solids touch: points on the first with their distances from the second, and one normal out of the second
 * for all.
 */
export interface Manifold {
  count: number;
  readonly separation: Separation;
  /** Distance along the normal [m], shape [places]. */
  readonly gap: Float64Array;
  /** On the surface of the first [m], shape [places, 3]. */
  readonly place: Float64Array;
  /** Which corner, or crossing of edges, each is: the same from step to step as long as the same features touch. */
  readonly id: Int32Array;
  /** Features of the first and the second that touch. */
  readonly first: Feature;
  readonly second: Feature;
}

export function createManifold(): Manifold {
  return {
    count: 0,
    separation: new Float64Array(4),
    gap: new Float64Array(MOST_POINTS),
    place: new Float64Array(3 * MOST_POINTS),
    id: new Int32Array(MOST_POINTS),
    first: createFeature(),
    second: createFeature(),
  };
}

/** Appends a place. */
export function addPoint(
  m: Manifold,
  id: number,
  gap: number,
  x: number,
  y: number,
  z: number,
): void {
  if (m.count === MOST_POINTS) return;
  const k = m.count++;
  m.id[k] = id;
  m.gap[k] = gap;
  m.place[3 * k] = x;
  m.place[3 * k + 1] = y;
  m.place[3 * k + 2] = z;
}
