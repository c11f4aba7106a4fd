import { emptyRow, KIND } from '../../../contact/solve/ties.ts';
import type { SceneJoint } from '../../../scene/schema.ts';
import type { LiveBody, LiveObstacle } from '../../live.ts';
import type { Joint, JointEnd } from '../../parts.ts';
import { CORNERS, frameOf } from './geometry.ts';
import { type Bearing, cornerOf, type JointRow, type Part, prepareRow, readFree } from './rows.ts';

const PARTS: Record<SceneJoint['type'], readonly Part[]> = {
  ball: ['pin'],
  weld: ['pin', 'axis', 'turn'],
  hinge: ['pin', 'axis', 'lower', 'upper', 'motor'],
  slider: ['pin', 'axis', 'turn', 'lower', 'upper', 'motor'],
};

/** Creates a joint from its completed ends. Allocates. */
export function createJoint(
  bodies: readonly LiveBody[],
  obstacles: readonly LiveObstacle[],
  spec: SceneJoint,
  ends: readonly [JointEnd, JointEnd],
): Joint {
  const [a, b] = ends;
  const parts = PARTS[spec.type];
  const loadAt = 2 + 6 * parts.length;
  const state = new Float64Array(loadAt + 2);
  state[0] = spec.motor?.speed ?? 0;
  state[1] = spec.motor?.force ?? spec.friction;
  const bearing: Bearing = {
    spec,
    a: a.x,
    b: b.x,
    travel: b.travel,
    reach: cornerDistance(a.local),
    keeps: ends.every(({ body }) => body < 0 || !bodies[body].body.equation.solveDiagonal),
    motor: state.subarray(0, 2),
    F: new Float64Array(9),
    off: new Float64Array(3),
    free: new Float64Array(3),
    position: 0,
    perLimit: 1,
    perSpeed: 1,
    seconds: 1,
  };
  const isFree = ({ body, obstacle }: JointEnd): boolean =>
    body >= 0 ? !bodies[body].broken : obstacle === null || find(obstacles, obstacle) !== null;

  const prepare = (h: number): void => {
    bearing.seconds = h;
    readEnd(bodies, obstacles, a);
    readEnd(bodies, obstacles, b);
    frameOf(bearing.F, b.x);
    readFree(bearing);
    for (let r = 0; r < rows.length; r++) prepareRow(bearing, rows[r]);
  };
  const rows = parts.map((part, i): JointRow => {
    const at = 2 + 6 * i;
    const row: JointRow = {
      part,
      corner: cornerOf(part, spec.type),
      a: a.body,
      b: b.body,
      ends: [groupOf(a), groupOf(b)],
      ...emptyRow(CORNERS),
      p: state.subarray(at, at + 3),
      ahead: state.subarray(at + 3, at + 6),
      push: NONE,
      active: () => joint.on && isFree(a) && isFree(b),
      // The first row prepares all of them.
      prepare(h) {
        if (i === 0) prepare(h);
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
    load: state.subarray(loadAt),
    readLoad() {
      if (rows[0].active()) readLoad(joint, bearing.seconds);
      else joint.load.fill(0);
    },
    look() {
      readEnd(bodies, obstacles, a);
      readEnd(bodies, obstacles, b);
      // The obstacle has moved in the step.
      for (let k = 0; k < 3 * CORNERS; k++) b.x[k] += b.travel[k];
    },
    position() {
      if (!parts.includes('motor')) return 0;
      joint.look();
      frameOf(bearing.F, b.x);
      readFree(bearing);
      return bearing.position / bearing.perLimit;
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

/** Reads the corners of an end now, and their prescribed motion in the step. */
function readEnd(
  bodies: readonly LiveBody[],
  obstacles: readonly LiveObstacle[],
  { body, set, obstacle, local, x, travel }: JointEnd,
): void {
  if (set !== null) bodies[body].body.points.positions(set, x);
  if (obstacle === null) return;
  const live = find(obstacles, obstacle);
  if (live === null) return;
  placeCorners(x, live.pose, local);
  placeCorners(travel, live.nextPose, local);
  for (let k = 0; k < 3 * CORNERS; k++) travel[k] -= x[k];
}

/** The obstacle of a name, if it exists. */
export function find(obstacles: readonly LiveObstacle[], name: string): LiveObstacle | null {
  for (let o = 0; o < obstacles.length; o++) {
    const one = obstacles[o];
    if (one.name === name && one.guest === null) return one.present ? one : null;
  }
  return null;
}

function placeCorners(x: Float64Array, pose: Float64Array, local: Float64Array): void {
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
function readLoad({ rows, ends, load }: Joint, seconds: number): void {
  sum.fill(0);
  const { x } = ends[0];
  for (let r = 0; r < rows.length; r++) {
    const { p, weights, kind } = rows[r];
    if (kind === KIND.contact) continue;
    arm.fill(0);
    for (let k = 0; k < CORNERS; k++)
      for (let c = 0; c < 3; c++) arm[c] += weights[0][k] * (x[3 * k + c] - x[c]);
    for (let c = 0; c < 3; c++) {
      sum[c] += p[c];
      const i = (c + 1) % 3;
      const j = (c + 2) % 3;
      sum[3 + c] += arm[i] * p[j] - arm[j] * p[i];
    }
  }
  load[0] = Math.sqrt(sum[0] ** 2 + sum[1] ** 2 + sum[2] ** 2) / seconds;
  load[1] = Math.sqrt(sum[3] ** 2 + sum[4] ** 2 + sum[5] ** 2) / seconds;
}
const sum = new Float64Array(6);
const arm = new Float64Array(3);
