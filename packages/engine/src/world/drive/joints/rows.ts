import { KIND } from '../../../contact/solve/ties.ts';
import { atan2 } from '../../../math/elementary.ts';
import type { SceneJoint } from '../../../scene/schema.ts';
import type { Coupling } from '../../live.ts';
import { LARGE, SLOWLY } from '../../numbers.ts';
import { CORNERS, cornerWeights } from './geometry.ts';

/**
 * The part of a joint that a row constrains. `pin`: its point, fully or across the axis of a slider. `axis`: the axis,
 * by a corner on it. `turn`: rotation about the axis, by the corner across. The others act along the free direction of
 * a hinge or slider.
 */
export type Part = 'pin' | 'axis' | 'turn' | 'lower' | 'upper' | 'motor';

export interface JointRow extends Coupling {
  readonly part: Part;
  /** The corner of end a that it acts at. */
  readonly corner: number;
  /** Error of a straight step for a rotating joint, known from the last step and corrected in advance [m]. */
  readonly ahead: Float64Array;
}

/** Data of a joint for its rows in one step. */
export interface Bearing {
  readonly spec: Pick<SceneJoint, 'type' | 'lower' | 'upper'>;
  /** Corners of both ends now [m], and the prescribed motion of those of end b in the step. */
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly travel: Float64Array;
  /** Distance of its corners [m]. */
  readonly reach: number;
  /** False if bodies do not follow the rows; then correcting in advance would make them shake. */
  readonly keeps: boolean;
  /** [speed, most] of its motor. */
  readonly motor: Float64Array;
  /** The axes of end b, three unit vectors. */
  readonly F: Float64Array;
  /** Error of the pin, including the correction in advance [m]. */
  readonly off: Float64Array;
  /** The free direction, and the position along it [m]. */
  readonly free: Float64Array;
  position: number;
  /** Metres in a unit of `lower` and `upper`, and of the motor's speed. */
  perLimit: number;
  perSpeed: number;
  seconds: number;
}

const DEGREE = Math.PI / 180;
const error = new Float64Array(3);

/** Finds the free direction, and the position of the joint along it. */
export function readFree(on: Bearing): void {
  const { a, b, F, free } = on;
  if (on.spec.type === 'slider') {
    on.position = 0;
    for (let c = 0; c < 3; c++) {
      free[c] = F[c];
      on.position += F[c] * (a[c] - b[c]);
    }
    return;
  }
  let x = 0;
  let y = 0;
  for (let c = 0; c < 3; c++) {
    x += (a[6 + c] - a[c]) * F[3 + c];
    y += (a[6 + c] - a[c]) * F[6 + c];
  }
  const long = Math.sqrt(x * x + y * y);
  for (let c = 0; c < 3; c++) free[c] = long > 0 ? (x * F[6 + c] - y * F[3 + c]) / long : F[6 + c];
  on.position = long * atan2(y, x);
  on.perSpeed = long;
  on.perLimit = long * DEGREE;
}

/** The corner of end a that a part of a joint acts at. */
export function cornerOf(part: Part, type: SceneJoint['type']): number {
  if (part === 'axis') return 1;
  return part === 'pin' || (type === 'slider' && part !== 'turn') ? 0 : 2;
}

/** Sets up a row for this step. The pin comes first: others use its error. */
export function prepareRow(on: Bearing, row: JointRow): void {
  const { a, b, spec } = on;
  const isSlider = spec.type === 'slider';
  row.kind = KIND.contact;
  switch (row.part) {
    case 'pin':
      for (let c = 0; c < 3; c++) error[c] = a[c] - b[c];
      hold(on, row, isSlider ? KIND.tiedAcross : KIND.tied, 0);
      for (let c = 0; c < 3; c++) on.off[c] = travelOf(on, row, c) - on.seconds * row.target[c];
      break;
    case 'axis':
      for (let c = 0; c < 3; c++) error[c] = a[3 + c] - b[c];
      hold(on, row, KIND.tiedAcross, 0);
      break;
    case 'turn':
      for (let c = 0; c < 3; c++) error[c] = a[6 + c] - b[c];
      hold(on, row, KIND.tiedAlong, 6);
      break;
    case 'lower':
      if (spec.lower === undefined) break;
      drive(on, row, KIND.limit, 1, rateTo(on, on.perLimit * spec.lower - on.position));
      break;
    case 'upper':
      if (spec.upper === undefined) break;
      drive(on, row, KIND.limit, -1, -rateTo(on, on.position - on.perLimit * spec.upper));
      break;
    case 'motor':
      if (!(on.motor[1] > 0)) break;
      row.most = (on.motor[1] * on.seconds) / (isSlider ? 1 : on.perSpeed);
      drive(on, row, KIND.motor, 1, on.perSpeed * on.motor[0]);
      break;
  }
  if (row.kind === KIND.contact) row.p.fill(0);
}

/** Holds a row's corner along axis n of F, across it or both: `error` must vanish by the end of the step. */
function hold(on: Bearing, row: JointRow, kind: number, n: number): void {
  const { F, reach, keeps, seconds } = on;
  const { ahead, target, normal } = row;
  let along = 0;
  for (let c = 0; c < 3; c++) along += F[n + c] * error[c];
  let size = 0;
  for (let c = 0; c < 3; c++) {
    normal[c] = F[n + c];
    if (kind === KIND.tiedAlong) error[c] = along * F[n + c];
    if (kind === KIND.tiedAcross) error[c] -= along * F[n + c];
    size += error[c] * error[c];
  }
  const far = size > (LARGE * reach) ** 2;
  place(on, row);
  for (let c = 0; c < 3; c++) {
    ahead[c] = far || !keeps ? 0 : ahead[c] + error[c];
    target[c] = (travelOf(on, row, c) - (far ? SLOWLY : 1) * error[c] - ahead[c]) / seconds;
  }
  row.kind = kind;
}

/** A row along the free direction, or against it, with the required velocity `rate` [m/s]. */
function drive(on: Bearing, row: JointRow, kind: number, sign: number, rate: number): void {
  const { free, off, seconds } = on;
  let drift = 0;
  for (let c = 0; c < 3; c++) drift += free[c] * off[c];
  place(on, row);
  for (let c = 0; c < 3; c++) {
    row.normal[c] = sign * free[c];
    row.target[c] = (rate - drift / seconds) * free[c] + travelOf(on, row, c) / seconds;
  }
  row.kind = kind;
}

/**
 * Required velocity [m/s] for a bound that is `over` metres away, or exceeded by that; an exceeded bound is restored
 * slowly.
 */
function rateTo({ seconds }: Bearing, over: number): number {
  return (over > 0 ? SLOWLY * over : over) / seconds;
}

/** Puts a row at its corner of end a, on both sides. */
function place({ a, b }: Bearing, { weights, corner }: JointRow): void {
  weights[0].fill(0);
  weights[0][corner] = 1;
  cornerWeights(weights[1], b, a, 3 * corner);
}

/** Coordinate c of the prescribed motion of end b at a row's position [m]. */
function travelOf({ travel }: Bearing, { weights }: JointRow, c: number): number {
  let sum = 0;
  for (let k = 0; k < CORNERS; k++) sum += weights[1][k] * travel[3 * k + c];
  return sum;
}
