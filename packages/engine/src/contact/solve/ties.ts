import type { Moving, PointGroup } from './metric.ts';

/** The admissible impulses of a row; see `contact/solve/contacts.kernel.ts`. */
export const KIND = {
  contact: 0,
  tied: 1,
  tiedAlong: 2,
  tiedAcross: 3,
  limit: 4,
  motor: 5,
  /** Rolling resistance, behind the row of its contact: of rolling, then of spinning on the spot. */
  roll: 6,
  pivot: 7,
} as const;

/**
 * A row between two bodies, or one and the world: w + soft∘(p − from) = target, w being the velocity of end a relative
 * to end b. It holds from both sides along the normal (`tiedAlong`), across it (`tiedAcross`) or both (`tied`); along
 * the normal from one side only (`limit`), or with a limited impulse (`motor`). A spring is one, with softness 1/(k h²
 * + d h).
 */
export interface Tie {
  /** Index of the bodies it acts on; −1 is the world. */
  readonly a: number;
  readonly b: number;
  /** Its ends: up to four points each, or many if it is not a row; null in the world. */
  readonly ends: readonly [PointGroup | null, PointGroup | null];
  /** Weights of the up to four points of an end. */
  readonly weights: readonly [Float64Array, Float64Array];
  /** False if it does nothing in this step. */
  active(): boolean;
  /**
   * What follows is of this step: set by whoever makes the tie, before contacts are prepared. `contact` for no row at
   * all.
   */
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

/** True for a tie that is a row in this step. */
export function isLive(tie: Tie): boolean {
  return tie.active() && tie.kind !== KIND.contact;
}

/** Puts the impulses of a tie on the points of one of its ends, which is in a body. */
export function tieForces(tie: Tie, side: number): void {
  const { push, p } = tie;
  const { f } = tie.ends[side]!;
  const weights = tie.weights[side];
  const sign = side === 0 ? 1 : -1;
  f.fill(0);
  for (let c = 0; c < push.length; c++) f[c] = sign * push[c];
  if (!isLive(tie)) return;
  for (let k = 0; k < weights.length; k++) {
    for (let c = 0; c < 3; c++) f[3 * k + c] += sign * weights[k] * p[c];
  }
}

/** Adds the impulses that a tie ended with to what has acted on its bodies in this step. */
export function recordTie(bodies: readonly Pick<Moving, 'body'>[], tie: Tie): void {
  for (let side = 0; side < 2; side++) {
    const end = tie.ends[side];
    if (end === null) continue;
    tieForces(tie, side);
    bodies[side === 0 ? tie.a : tie.b].body.points.record(end.points, end.f);
  }
}
