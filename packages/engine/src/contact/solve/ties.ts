import type { PointGroup } from './metric.ts';

/** What an impulse of a row may be; see `contact/solve/contacts.kernel.ts`. */
export const KIND = {
  contact: 0,
  tied: 1,
  tiedAlong: 2,
  tiedAcross: 3,
  limit: 4,
  motor: 5,
} as const;

/**
 * A row between two bodies, or one and the world: w + soft∘(p − from) = target, w being the velocity of end a relative to end b. It holds from
 * both sides along the normal (`tiedAlong`), across it (`tiedAcross`) or both (`tied`); along the normal from one side only (`limit`), or with a limited
 * impulse (`motor`). A spring is one, with softness 1/(k h² + d h).
 */
export interface Tie {
  /** Index of the bodies it acts on; −1 is the world. */
  readonly a: number;
  readonly b: number;
  /** Its ends: up to four points each, or many if it is no row; null in the world. */
  readonly ends: readonly [PointGroup | null, PointGroup | null];
  /** How much each of the up to four points of an end counts: the place is their mean. */
  readonly weights: readonly [Float64Array, Float64Array];
  /** False when it does nothing in this step. */
  active(): boolean;
  /** What follows is of this step: set by whoever makes the tie, before contacts are prepared. `contact` for no row at all. */
  kind: number;
  readonly normal: Float64Array;
  /** [1/kg]: along the normal and across it. */
  readonly soft: Float64Array;
  /** Velocity asked for [m/s]. */
  readonly target: Float64Array;
  /** Impulse that a motor gives at most [N s]. */
  most: number;
  /** Impulse without any motion [N s]. */
  readonly from: Float64Array;
  /** Impulse on end a [N s]: where the loop begins, and what it ended with. */
  readonly p: Float64Array;
  /** A known impulse on end a besides that [N s], three numbers a point. */
  readonly push: Float64Array;
}

/** The numbers of a row that does nothing yet: ends of one point unless said otherwise. */
export function emptyRow(points = 1) {
  return {
    kind: KIND.contact as number,
    weights: [one(points), one(points)] as const,
    normal: new Float64Array(3),
    soft: new Float64Array(2),
    target: new Float64Array(3),
    most: 0,
    from: new Float64Array(3),
    p: new Float64Array(3),
  };
}

function one(points: number): Float64Array {
  const weights = new Float64Array(points);
  weights[0] = 1;
  return weights;
}
