import { check } from '../../../core/errors.ts';
import { composeAffine } from '../../../math/affine.ts';
import { normaliseQuat } from '../../../math/quat.ts';
import type { Body } from '../../../models/body.ts';
import { findTurn } from '../../../models/shared/momentum.ts';
import { MEASURE } from '../../../models/views.ts';
import type { ActionOf, Point } from '../../../scene/action-types.ts';
import { bodyPose } from '../../bodies/body-pose.ts';
import type { LiveHold } from '../../live.ts';
import { disturb } from '../../sleep.ts';
import type { WorldCore } from '../../types.ts';
import { gravityOf } from '../gravity.ts';
import { poseFromQuat, quatFromAngles } from '../poses.ts';
import { samplePose, stillTrack } from '../tracks.ts';
import { bodiesNamed, bodyAt } from './find.ts';

const NONE: Point = [0, 0, 0];
const measures = new Float64Array(MEASURE.length);
const whole = new Float64Array(12);

/** Mass, momenta, centre and inertia of a body now, in `measures`. */
function look(core: WorldCore, b: number): void {
  core.bodies[b].body.motion.measure(gravityOf(core, b), measures);
}

/**
 * The angular velocity [rad/s] of angular momentum L about the centre of mass, for the body measured last; null if it
 * has no inertia.
 */
function turnOf(L: readonly number[]): Point | null {
  for (let c = 0; c < 3; c++) whole[3 + c] = L[c];
  for (let c = 0; c < 6; c++) whole[6 + c] = measures[MEASURE.inertia + c];
  return findTurn(whole) ? [whole[3], whole[4], whole[5]] : null;
}

function changed(core: WorldCore, b: number): void {
  disturb(core, b);
  core.measured = -1;
}

const cross = (a: readonly number[], b: readonly number[]): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const three = (at: number): Point => [measures[at], measures[at + 1], measures[at + 2]];

/** Adds exact momentum, and angular momentum about the centre, as a rigid motion without strain. */
export function impulse(core: WorldCore, action: ActionOf<'impulse'>): void {
  const { body: name, impulse: J, point, where } = action;
  if (point === undefined && where === undefined) {
    const found = bodiesNamed(core, name);
    const total = found.reduce((sum, b) => sum + core.bodies[b].body.model.mass, 0);
    for (const b of found) {
      look(core, b);
      core.bodies[b].body.motion.addVelocity([J[0] / total, J[1] / total, J[2] / total], NONE);
      changed(core, b);
    }
    return;
  }
  const b = point === undefined ? nearestBody(core, name, where!) : bodyAt(core, name, point);
  const { body } = core.bodies[b];
  const x = Float64Array.from(where ?? NONE);
  if (point !== undefined) body.points.positions(body.points.embed(Float64Array.from(point)), x);
  look(core, b);
  const m = measures[MEASURE.mass];
  const arm = three(MEASURE.centre).map((c, k) => x[k] - c);
  const turn = turnOf(cross(arm, J));
  check(
    turn !== null,
    () => 'the body is too thin to be turned. Leave out "point" and "where".',
    'body',
  );
  body.motion.addVelocity([J[0] / m, J[1] / m, J[2] / m], turn);
  changed(core, b);
}

/** The piece of a body with the nearest centre. */
function nearestBody(core: WorldCore, name: string, where: Point): number {
  const found = bodiesNamed(core, name);
  let best = found[0];
  let least = Number.POSITIVE_INFINITY;
  for (const b of found) {
    look(core, b);
    const c = three(MEASURE.centre);
    const away = (c[0] - where[0]) ** 2 + (c[1] - where[1]) ** 2 + (c[2] - where[2]) ** 2;
    if (away >= least) continue;
    least = away;
    best = b;
  }
  return best;
}

/** Sets the spin of all bodies of a name; refused, before any change, if one cannot spin. */
function turnBy(core: WorldCore, name: string, L: (b: number, mass: number) => Point): void {
  const found = bodiesNamed(core, name);
  const total = found.reduce((sum, b) => sum + core.bodies[b].body.model.mass, 0);
  const turns = found.map((b) => {
    look(core, b);
    const turn = turnOf(L(b, core.bodies[b].body.model.mass / total));
    check(turn !== null, () => 'the body is too thin to be turned. Push it instead.', 'body');
    return turn;
  });
  found.forEach((b, k) => {
    core.bodies[b].body.motion.addVelocity(NONE, turns[k]);
    changed(core, b);
  });
}

export function torque(core: WorldCore, { body, torque: T }: ActionOf<'torque'>): void {
  turnBy(core, body, (_b, part) => [part * T[0], part * T[1], part * T[2]]);
}

export function velocity(core: WorldCore, { body, velocity: v }: ActionOf<'velocity'>): void {
  for (const b of bodiesNamed(core, body)) {
    look(core, b);
    const m = measures[MEASURE.mass];
    const p = three(MEASURE.linear);
    core.bodies[b].body.motion.addVelocity(
      [v[0] - p[0] / m, v[1] - p[1] / m, v[2] - p[2] / m],
      NONE,
    );
    changed(core, b);
  }
}

export function spin(core: WorldCore, { body, spin: w }: ActionOf<'spin'>): void {
  // I·ω minus the current angular momentum about the centre.
  turnBy(core, body, () => {
    const I = three(MEASURE.inertia);
    const [yy, yz, zz] = three(MEASURE.inertia + 3);
    const about = cross(three(MEASURE.centre), three(MEASURE.linear));
    const L = three(MEASURE.angular);
    return [
      I[0] * w[0] + I[1] * w[1] + I[2] * w[2] - (L[0] - about[0]),
      I[1] * w[0] + yy * w[1] + yz * w[2] - (L[1] - about[1]),
      I[2] * w[0] + yz * w[1] + zz * w[2] - (L[2] - about[2]),
    ];
  });
}

/**
 * Moves a body, deformed and moving as it is. Its centre of mass keeps its velocity; spin and vibration turn with it,
 * so only potential energy changes. Regions held in place move with it.
 */
export function place(core: WorldCore, action: ActionOf<'place'>): void {
  const found = bodiesNamed(core, action.body);
  const { position, rotation, still = false } = action;
  for (const b of found) {
    for (const { name, held, bone, track, posed } of core.bodies[b].holds) {
      check(
        !held || (bone === null && (track === null || posed)),
        () =>
          `"${action.body}.${name}" is moved by something else and would pull it back. Pose that, or release it.`,
        'body',
      );
    }
  }
  // All pieces of a body move with it.
  const motion = motionTo(bodyPose(core.bodies[found[0]].body), position, rotation);
  for (const b of found) {
    const { body, holds } = core.bodies[b];
    const before = meanVelocity(core, b);
    body.motion.move(motion, still ? 0 : 1);
    if (!still) {
      const after = meanVelocity(core, b);
      body.motion.addVelocity(
        [before[0] - after[0], before[1] - after[1], before[2] - after[2]],
        NONE,
      );
    }
    for (const hold of holds) if (hold.held) goAlong(hold, motion, core.time);
    changed(core, b);
  }
}

function meanVelocity(core: WorldCore, b: number): Point {
  look(core, b);
  const m = measures[MEASURE.mass];
  const p = three(MEASURE.linear);
  return [p[0] / m, p[1] / m, p[2] / m];
}

/** A region held in place is now held at its new position. */
function goAlong(hold: LiveHold, motion: Float64Array, time: number): void {
  const before = hold.pose.slice();
  if (hold.track !== null) samplePose(before, hold.track, time);
  composeAffine(hold.pose, 0, motion, 0, before, 0);
  hold.track = stillTrack(hold.pose, time);
  hold.posed = true;
}

/** The rigid map from one pose to another; missing parts do not change. */
function motionTo(
  now: Float64Array,
  position: Point | undefined,
  rotation: ActionOf<'place'>['rotation'],
): Float64Array {
  const next = now.slice();
  if (rotation !== undefined) {
    const q = new Float64Array(4);
    if (rotation.length === 3) quatFromAngles(q, 0, rotation);
    else q.set(rotation);
    normaliseQuat(q, 0);
    poseFromQuat(next, q, 0, [now[3], now[7], now[11]], 0);
  }
  if (position !== undefined) for (let c = 0; c < 3; c++) next[4 * c + 3] = position[c];
  const out = new Float64Array(12);
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      for (let k = 0; k < 3; k++) out[4 * r + c] += next[4 * r + k] * now[4 * c + k];
    }
    if (rotation === undefined) for (let c = 0; c < 3; c++) out[4 * r + c] = r === c ? 1 : 0;
  }
  for (let r = 0; r < 3; r++) {
    out[4 * r + 3] = next[4 * r + 3];
    for (let c = 0; c < 3; c++) out[4 * r + 3] -= out[4 * r + c] * now[4 * c + 3];
  }
  return out;
}

/** Stops all motion of a body. */
export function stop(body: Body): void {
  body.motion.move(Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0), 0);
}
