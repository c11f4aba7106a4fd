import { isMoving, pairKey } from '../../../contact/detect/things.ts';
import type { Scene, SceneBody, SceneJoint } from '../../../scene/schema.ts';
import { bodyPose } from '../../bodies/body-pose.ts';
import { bodyWith } from '../../bodies/body-set.ts';
import type { LiveBody, LiveObstacle } from '../../live.ts';
import { REACH } from '../../numbers.ts';
import type { Joint, JointEnd } from '../../parts.ts';
import { disturb, wakeGroup } from '../../sleep.ts';
import type { WorldCore } from '../../types.ts';
import { acrossOf, endCorners, frameOf } from './geometry.ts';
import { createJoint, find } from './joint.ts';

const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);

/**
 * Creates a joint of the scene. Missing fields of end b are taken from the current poses and written into the joint, so
 * that it can be recreated later.
 */
export function createSceneJoint(
  spec: SceneJoint,
  specs: readonly SceneBody[],
  bodies: readonly LiveBody[],
  obstacles: readonly LiveObstacle[],
): Joint {
  const indexOf = (name: string | undefined, point: readonly number[]): number => {
    const origin = specs.findIndex((one) => one.name === name);
    return origin < 0 ? -1 : bodyWith(bodies, origin, [point[0], point[1], point[2]]);
  };
  const first = indexOf(spec.a.body, spec.a.point);
  const size = (index: number): number =>
    index < 0 ? Number.POSITIVE_INFINITY : bodies[index].body.model.size;
  const other = indexOf(spec.b.body, spec.b.point ?? spec.a.point);
  const reach = spec.reach ?? REACH * Math.min(size(first), size(other));
  const { axis } = spec;
  const a = createEnd(bodies, first, null, endCorners(spec.a.point, axis, acrossOf(axis), reach));
  complete(spec, a, poseOf(bodies, obstacles, spec, other));
  const { point, axis: theirs, across } = spec.b;
  const b = createEnd(
    bodies,
    other,
    spec.b.obstacle ?? null,
    endCorners(point!, theirs!, across!, reach),
  );
  return createJoint(bodies, obstacles, spec, [a, b]);
}

function createEnd(
  bodies: readonly LiveBody[],
  body: number,
  obstacle: string | null,
  local: Float64Array,
): JointEnd {
  const x = local.slice();
  const set = body < 0 ? null : bodies[body].body.points.embed(local, true);
  if (set !== null) bodies[body].body.points.positions(set, x);
  return { body, set, obstacle, local, x, travel: new Float64Array(local.length) };
}

/** Pose of the coordinates of end b now, a 3×4 map. */
function poseOf(
  bodies: readonly LiveBody[],
  obstacles: readonly LiveObstacle[],
  { b }: SceneJoint,
  body: number,
): Float64Array {
  if (body >= 0) return bodyPose(bodies[body].body);
  return obstacles.find((o) => o.guest === null && o.name === b.obstacle)?.nextPose ?? IDENTITY;
}

/** Fills in missing fields of end b: the point, axis and direction of end a in its coordinates. */
function complete({ b }: SceneJoint, { x }: JointEnd, pose: Float64Array): void {
  const F = new Float64Array(9);
  frameOf(F, x);
  const seen = (v: ArrayLike<number>, o: number): [number, number, number] => [
    pose[0] * v[o] + pose[4] * v[o + 1] + pose[8] * v[o + 2],
    pose[1] * v[o] + pose[5] * v[o + 1] + pose[9] * v[o + 2],
    pose[2] * v[o] + pose[6] * v[o + 1] + pose[10] * v[o + 2],
  ];
  b.point ??= seen([x[0] - pose[3], x[1] - pose[7], x[2] - pose[11]], 0);
  b.axis ??= seen(F, 0);
  b.across ??= seen(F, 3);
}

/** Largest number of rows of a scene's joints. */
export function jointRows(joints: Scene['joints']): number {
  return 6 * joints.length;
}

/** Tells detection which pairs are joined: called when joints are added, removed or break. */
export function useJoints({ joints, joined, obstacles }: WorldCore): void {
  joined.clear();
  for (const { on, spec, ends } of joints) {
    if (!on || spec.touch) continue;
    const [a, b] = ends;
    const obstacle = obstacles.findIndex((o) => o.guest === null && o.name === b.obstacle);
    if (b.body >= 0) joined.add(pairKey(a.body, b.body));
    else if (obstacle >= 0) joined.add(pairKey(a.body, -1 - obstacle));
  }
}

/** Wakes bodies that are joined to something that moves. */
export function wakeJoined(core: WorldCore): void {
  for (let j = 0; j < core.joints.length; j++) {
    const { on, ends } = core.joints[j];
    const { obstacle } = ends[1];
    if (!on || obstacle === null) continue;
    const live = find(core.obstacles, obstacle);
    if (live !== null && isMoving(live)) wakeGroup(core, ends[0].body);
  }
}

/** Releases a joint. */
export function releaseJoint(core: WorldCore, joint: Joint): void {
  joint.on = false;
  joint.load.fill(0);
  for (const { body } of joint.ends) disturb(core, body);
  useJoints(core);
}

/** After a solve: overloaded joints break. */
export function breakJoints(core: WorldCore): void {
  for (let j = 0; j < core.joints.length; j++) {
    const joint = core.joints[j];
    const { on, spec, load } = joint;
    const [force, torque] = load;
    if (!on) continue;
    const { breakForce = Number.POSITIVE_INFINITY, breakTorque = Number.POSITIVE_INFINITY } = spec;
    if (force <= breakForce && torque <= breakTorque) continue;
    releaseJoint(core, joint);
    core.broke.push({
      joint: joint.name,
      a: spec.a.body,
      b: spec.b.body ?? spec.b.obstacle ?? null,
      force,
      torque,
    });
  }
}
