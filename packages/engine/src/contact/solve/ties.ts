import type { PointGroup } from './metric.ts';

/** What an impulse of a row may be; see `kernels/reference/contacts.ts`. */
export const KIND = { contact: 0, tied: 1, tiedAlong: 2 } as const;

/**
 * A row that holds points of two bodies, or of one and the world, from both sides: w + soft∘(p − from) = 0 along the normal, and with
 * `KIND.tied` across it, too. w is the velocity of end a relative to end b. A spring is one, with softness 1/(k h² + d h).
 */
export interface Tie {
  /** Index of the bodies it acts on; −1 is the world. */
  readonly a: number;
  readonly b: number;
  /** Its ends: one point each, or many if it is no row; null in the world. */
  readonly ends: readonly [PointGroup | null, PointGroup | null];
  /** False when it does nothing in this step. */
  active(): boolean;
  /** What follows is of this step: set by whoever makes the tie, before contacts are prepared. `contact` for no row at all. */
  kind: number;
  readonly normal: Float64Array;
  /** [1/kg]: along the normal and across it. */
  readonly soft: Float64Array;
  /** Impulse without any motion [N s]. */
  readonly from: Float64Array;
  /** Impulse on end a [N s]: where the loop begins, and what it ended with. */
  readonly p: Float64Array;
  /** A known impulse on end a besides that [N s], three numbers a point. */
  readonly push: Float64Array;
}
