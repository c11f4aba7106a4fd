import { check } from '../../../core/errors.ts';
import type { ActionOf, PoseChange } from '../../../scene/action-types.ts';
import { disturb } from '../../sleep.ts';
import type { WorldCore } from '../../types.ts';
import { boneNamed, roundTime, type Skeleton } from '../skeleton.ts';
import { createTrack, type Track, trackTo } from '../tracks.ts';
import { checkName, holdsNamed, obstacleNamed } from './find.ts';

/**
 * Moves an obstacle, a held region or a bone to a pose within the next step, or within some seconds. It is from then on
 * where the program says, at the speed that takes it there; keyframes it had end.
 */
export function pose(core: WorldCore, action: ActionOf<'pose'>): void {
  const { obstacle, attachment, bone } = action;
  if (obstacle !== undefined) poseObstacle(core, obstacle, action);
  else if (attachment !== undefined) poseHold(core, attachment, action);
  else poseBone(core, bone!, action);
}

/** When a pose is to be reached [s]: a step's end is where keyframes at multiples of a step are. */
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
    check(held, () => `"${name}" was released and holds nothing any more.`, 'attachment');
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
  // Where it was found within a round of the motion, it goes on in the time of the world.
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
