import { check } from '../../../core/errors.ts';
import type { ActionOf, PoseChange } from '../../../scene/action-types.ts';
import { disturb } from '../../sleep.ts';
import type { WorldCore } from '../../types.ts';
import { boneNamed, roundTime, type Skeleton } from '../skeleton.ts';
import { createTrack, type Track, trackTo } from '../tracks.ts';
import { checkName, holdsNamed, obstacleNamed } from './find.ts';

/**
 * Moves an obstacle, a held region or a bone to a pose within the next step, or within some seconds, with the velocity
 * that this requires. Its keyframes end.
 */
export function pose(core: WorldCore, action: ActionOf<'pose'>): void {
  const { obstacle, attachment, bone } = action;
  if (obstacle !== undefined) poseObstacle(core, obstacle, action);
  else if (attachment !== undefined) poseHold(core, attachment, action);
  else poseBone(core, bone!, action);
}

/** Time at which a pose is reached [s], at the end of a step, like keyframes at multiples of a step. */
function arrival({ steps, scene, time }: WorldCore, { seconds }: PoseChange): number {
  return seconds === undefined ? (steps + 1) * scene.dt : time + Math.max(seconds, scene.dt);
}

const standing = (position: readonly number[], rotation: readonly number[]): Track =>
  createTrack([{ time: 0 }], position, rotation);

function poseObstacle(core: WorldCore, name: string, action: PoseChange): void {
  const live = obstacleNamed(core, name);
  const spec = core.scene.obstacles.find((o) => o.name === name)!;
  const track = live.track ?? standing(spec.position, spec.rotation);
  live.track = trackTo({ track, time: core.time }, arrival(core, action), action);
  live.posed = true;
}

function poseHold(core: WorldCore, name: string, action: PoseChange): void {
  const found = holdsNamed(core, name, 'attachment');
  for (const { live, index } of found) {
    const { held, bone } = live.holds[index];
    check(
      held,
      () => `"${name}" was released and holds nothing any more. Add another body.`,
      'attachment',
    );
    check(bone === null, () => `"${name}" is moved by a bone. Pose the bone.`, 'attachment');
  }
  for (const { live, body, index } of found) {
    const hold = live.holds[index];
    const { position, rotation } = core.scene.bodies[live.origin];
    const track = hold.track ?? standing(position, rotation);
    hold.track = trackTo({ track, time: core.time }, arrival(core, action), action);
    hold.posed = true;
    disturb(core, body);
  }
}

function poseBone(core: WorldCore, name: string, action: PoseChange): void {
  const { skeletons, time } = core;
  const known = skeletons.flatMap((s) => s.bones.map((one) => `${s.name}.${one}`));
  checkName(known.includes(name), 'bone', name, known, 'bone');
  const { skeleton, index: b } = boneNamed(skeletons, name);
  const start = startOf(skeleton, b, time);
  const next = trackTo(start, arrival(core, action), action);
  // A pose found within one period of a repeating motion continues in world time.
  next.times[0] = time;
  skeleton.tracks[b] = next;
  skeleton.posed[b] = 1;
  core.bodies.forEach(({ holds }, index) => {
    if (holds.some((hold) => hold.held && hold.bone?.skeleton === skeleton)) disturb(core, index);
  });
}

function startOf(skeleton: Skeleton, b: number, time: number) {
  const track = skeleton.tracks[b] ?? standing([0, 0, 0], [0, 0, 0]);
  if (skeleton.posed[b] === 1) return { track, time };
  return { track, time: roundTime(skeleton, time), ease: skeleton.ease };
}
