import { tieForces } from '../../../contact/solve/problem.ts';
import { emptyRow, KIND } from '../../../contact/solve/ties.ts';
import { atan2 } from '../../../math/elementary.ts';
import type { PointSet } from '../../../models/body.ts';
import type { SceneJoint } from '../../../scene/schema.ts';
import type { Coupling, LiveBody, LiveObstacle } from '../../types.ts';
import { CORNERS, cornerWeights, frameOf } from './geometry.ts';

/** One end of a joint: its four corners. */
export interface JointEnd {
  /** −1 is the world. */
  readonly body: number;
  readonly set: PointSet | null;
  /** The obstacle it is fixed to, if any, by name: another of that name may take its place. */
  readonly obstacle: string | null;
  /** Corners in the coordinates of what it is fixed to, and now; the way that those of an obstacle go in the step [m]. */
  readonly local: Float64Array;
  readonly x: Float64Array;
  readonly way: Float64Array;
}

/**
 * What a row of a joint holds. `pin`: its point, all of it or across the axis of a slider. `axis`: the axis, by a corner on it. `turn`: about the axis, by the
 * corner across. The others are about what a hinge or slider leaves free.
 */
export type Part = 'pin' | 'axis' | 'turn' | 'lower' | 'upper' | 'motor';

const PARTS: Record<SceneJoint['type'], readonly Part[]> = {
  ball: ['pin'],
  weld: ['pin', 'axis', 'turn'],
  hinge: ['pin', 'axis', 'lower', 'upper', 'motor'],
  slider: ['pin', 'axis', 'turn', 'lower', 'upper', 'motor'],
};

/** A part of what is wrong with a joint is made good in a step where that is more than the share `LARGE` of its reach, so that nothing is torn. */
const LARGE = 0.1;
const SLOWLY = 0.2;
const DEGREE = Math.PI / 180;

export interface JointRow extends Coupling {
  readonly part: Part;
  /** What a straight step leaves of a turning one, as the last step showed: asked for in advance [m]. */
  readonly ahead: Float64Array;
}

export interface Joint {
  readonly name: string;
  readonly spec: SceneJoint;
  readonly ends: readonly [JointEnd, JointEnd];
  readonly rows: readonly JointRow[];
  /** [speed, most] of its motor [rad/s or m/s, N m or N], then impulse and `ahead` of every row. */
  readonly state: Float64Array;
  /** Force [N] and torque [N m] on end a in the last step. */
  readonly reading: { force: number; torque: number };
  /** Where it is now: degrees of a hinge, metres of a slider, 0 of others. */
  position(): number;
  on: boolean;
}

/** Makes a joint whose ends are as they shall be held. Allocates. */
export function createJoint(
  bodies: readonly LiveBody[],
  obstacles: readonly LiveObstacle[],
  spec: SceneJoint,
  ends: readonly [JointEnd, JointEnd],
): Joint {
  const [a, b] = ends;
  const parts = PARTS[spec.type];
  const state = new Float64Array(2 + 6 * parts.length);
  state[0] = spec.motor?.speed ?? 0;
  state[1] = spec.motor?.force ?? spec.friction;
  /** Seconds of the step, the frame of end b, error of the pin with what is asked for in advance. */
  let seconds = 1;
  const F = new Float64Array(9);
  const off = new Float64Array(3);
  const error = new Float64Array(3);
  const force = new Float64Array(3 * CORNERS);
  const reach = cornerDistance(a.local);
  const isSlider = spec.type === 'slider';
  // What is moved by more than the step's equation does not go where it is asked to: looking ahead makes it shake.
  const keeps = ends.every(
    ({ body }) => body < 0 || bodies[body].body.equation.solveDiagonal === undefined,
  );

  const isFree = ({ body, obstacle }: JointEnd): boolean =>
    body >= 0 ? !bodies[body].broken : obstacle === null || find(obstacles, obstacle) !== null;
  const active = (): boolean => joint.on && isFree(a) && isFree(b);

  /** Holds corner k along `normal`, across it or both: asks for `error` to be gone at the end of the step. */
  const hold = (row: JointRow, k: number, kind: number, n: number): void => {
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
    place(row, k);
    for (let c = 0; c < 3; c++) {
      ahead[c] = far || !keeps ? 0 : ahead[c] + error[c];
      target[c] = (wayOf(row, c) - (far ? SLOWLY : 1) * error[c] - ahead[c]) / seconds;
    }
    row.kind = kind;
  };

  /** Puts a row at corner k of end a, on both sides. */
  const place = (row: JointRow, k: number): void => {
    row.weights[0].fill(0);
    row.weights[0][k] = 1;
    cornerWeights(row.weights[1], b.x, a.x, 3 * k);
  };
  /** Coordinate c of the way that end b goes by itself at a row's place [m]. */
  const wayOf = ({ weights }: JointRow, c: number): number => {
    let sum = 0;
    for (let k = 0; k < CORNERS; k++) sum += weights[1][k] * b.way[3 * k + c];
    return sum;
  };

  /** A row along t, away from a bound or at a speed; `rate` [m/s] is of what the joint leaves free, `sign` which way along t. */
  const drive = (row: JointRow, kind: number, sign: number, rate: number, k: number): void => {
    let drift = 0;
    for (let c = 0; c < 3; c++) drift += t[c] * off[c];
    place(row, k);
    for (let c = 0; c < 3; c++) {
      row.normal[c] = sign * t[c];
      row.target[c] = (rate - drift / seconds) * t[c] + wayOf(row, c) / seconds;
    }
    row.kind = kind;
  };
  /** The way that is free, where it is on it in metres, and how many metres are a unit of `lower`, `upper` and of the motor's speed. */
  const t = new Float64Array(3);
  let way = 0;
  let perLimit = 1;
  let perSpeed = 1;

  const readFree = (): void => {
    if (isSlider) {
      way = 0;
      for (let c = 0; c < 3; c++) {
        t[c] = F[c];
        way += F[c] * (a.x[c] - b.x[c]);
      }
      return;
    }
    let along = 0;
    for (let c = 0; c < 3; c++) along += F[c] * (a.x[6 + c] - a.x[c]);
    let [x, y] = [0, 0];
    for (let c = 0; c < 3; c++) {
      const arm = a.x[6 + c] - a.x[c] - along * F[c];
      x += arm * F[3 + c];
      y += arm * F[6 + c];
    }
    const long = Math.sqrt(x * x + y * y);
    const angle = atan2(y, x);
    for (let c = 0; c < 3; c++) t[c] = long > 0 ? (x * F[6 + c] - y * F[3 + c]) / long : F[6 + c];
    way = long * angle;
    perSpeed = long;
    perLimit = long * DEGREE;
  };

  const prepareRow = (row: JointRow): void => {
    const k = isSlider ? 0 : 2;
    const { lower, upper } = spec;
    row.kind = KIND.contact;
    switch (row.part) {
      case 'pin':
        for (let c = 0; c < 3; c++) error[c] = a.x[c] - b.x[c];
        hold(row, 0, isSlider ? KIND.tiedAcross : KIND.tied, 0);
        for (let c = 0; c < 3; c++) off[c] = wayOf(row, c) - seconds * row.target[c];
        break;
      case 'axis':
        for (let c = 0; c < 3; c++) error[c] = a.x[3 + c] - b.x[c];
        hold(row, 1, KIND.tiedAcross, 0);
        break;
      case 'turn':
        for (let c = 0; c < 3; c++) error[c] = a.x[6 + c] - b.x[c];
        hold(row, 2, KIND.tiedAlong, 6);
        break;
      case 'lower':
        if (lower === undefined) break;
        drive(row, KIND.limit, 1, rateTo(perLimit * lower - way), k);
        break;
      case 'upper':
        if (upper === undefined) break;
        drive(row, KIND.limit, -1, -rateTo(way - perLimit * upper), k);
        break;
      case 'motor':
        if (!(state[1] > 0)) break;
        row.most = (state[1] * seconds) / (isSlider ? 1 : perSpeed);
        drive(row, KIND.motor, 1, perSpeed * state[0], k);
        break;
    }
    if (row.kind === KIND.contact) row.p.fill(0);
  };
  /** Velocity [m/s] away from a bound that is `over` metres away, or behind by that: what is behind it comes back slowly. */
  const rateTo = (over: number): number => (over > 0 ? SLOWLY * over : over) / seconds;

  const rows = parts.map((part, i): JointRow => {
    const at = 2 + 6 * i;
    const row: JointRow = {
      part,
      a: a.body,
      b: b.body,
      ends: [groupOf(a), groupOf(b)],
      ...emptyRow(CORNERS),
      p: state.subarray(at, at + 3),
      ahead: state.subarray(at + 3, at + 6),
      push: NONE,
      active,
      prepare(h) {
        if (i > 0) return;
        seconds = h;
        readEnd(bodies, obstacles, a);
        readEnd(bodies, obstacles, b);
        frameOf(F, b.x);
        if (parts.includes('motor')) readFree();
        for (const one of rows) prepareRow(one);
      },
      settle() {
        for (let side = 0; side < 2; side++) {
          const end = ends[side];
          if (end.set === null) continue;
          const { body } = bodies[end.body];
          force.fill(0);
          tieForces(row, side, force);
          body.points.record(end.set, force);
        }
        if (i === rows.length - 1) readLoad(joint, seconds);
      },
    };
    return row;
  });
  const joint: Joint = {
    name: spec.name,
    spec,
    ends,
    rows,
    state,
    reading: { force: 0, torque: 0 },
    position() {
      if (!parts.includes('motor')) return 0;
      readEnd(bodies, obstacles, a);
      readEnd(bodies, obstacles, b);
      // The step that moves an obstacle is over.
      for (let k = 0; k < 3 * CORNERS; k++) b.x[k] += b.way[k];
      frameOf(F, b.x);
      readFree();
      return way / perLimit;
    },
    on: true,
  };
  return joint;
}

const NONE = new Float64Array(0);

function groupOf({ set }: JointEnd): JointRow['ends'][0] {
  const numbers = () => new Float64Array(3 * CORNERS);
  return set && { points: set, v: numbers(), f: numbers() };
}

/** Where the corners of an end are now, and how far they go by themselves. */
function readEnd(
  bodies: readonly LiveBody[],
  obstacles: readonly LiveObstacle[],
  { body, set, obstacle, local, x, way }: JointEnd,
): void {
  if (set !== null) bodies[body].body.points.positions(set, x);
  if (obstacle === null) return;
  const { pose, nextPose } = find(obstacles, obstacle)!;
  placeCorners(x, pose, local);
  placeCorners(way, nextPose, local);
  for (let k = 0; k < 3 * CORNERS; k++) way[k] -= x[k];
}

/** The obstacle of a name, if it is there. */
export function find(obstacles: readonly LiveObstacle[], name: string): LiveObstacle | null {
  for (let o = 0; o < obstacles.length; o++) {
    const one = obstacles[o];
    if (one.name === name && one.guest === null) return one.present ? one : null;
  }
  return null;
}

export function placeCorners(x: Float64Array, pose: Float64Array, local: Float64Array): void {
  for (let k = 0; k < 3 * CORNERS; k += 3) {
    for (let r = 0; r < 3; r++) {
      const o = 4 * r;
      x[k + r] =
        pose[o] * local[k] + pose[o + 1] * local[k + 1] + pose[o + 2] * local[k + 2] + pose[o + 3];
    }
  }
}

function cornerDistance(x: Float64Array): number {
  return Math.sqrt((x[3] - x[0]) ** 2 + (x[4] - x[1]) ** 2 + (x[5] - x[2]) ** 2);
}

/** Force and torque on end a, about its point. */
function readLoad({ rows, ends, reading }: Joint, seconds: number): void {
  load.fill(0);
  const { x } = ends[0];
  for (let r = 0; r < rows.length; r++) {
    const { p, weights, kind } = rows[r];
    if (kind === KIND.contact) continue;
    arm.fill(0);
    for (let k = 0; k < CORNERS; k++)
      for (let c = 0; c < 3; c++) arm[c] += weights[0][k] * (x[3 * k + c] - x[c]);
    for (let c = 0; c < 3; c++) {
      load[c] += p[c];
      const i = (c + 1) % 3;
      const j = (c + 2) % 3;
      load[3 + c] += arm[i] * p[j] - arm[j] * p[i];
    }
  }
  reading.force = Math.sqrt(load[0] ** 2 + load[1] ** 2 + load[2] ** 2) / seconds;
  reading.torque = Math.sqrt(load[3] ** 2 + load[4] ** 2 + load[5] ** 2) / seconds;
}
const load = new Float64Array(6);
const arm = new Float64Array(3);
