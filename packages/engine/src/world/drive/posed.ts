import { bytesOf } from '../../core/hash.ts';
import type { SnapshotHeader } from '../../scene/snapshot-schema.ts';
import { heldParts } from '../bodies/body-set.ts';
import type { WorldCore } from '../types.ts';
import { poseFromScene } from './poses.ts';
import { boneTrack } from './skeleton.ts';
import { createTrack, samplePose, type Track } from './tracks.ts';

type Posed = SnapshotHeader['poses'][number];

/** Poses set by a program, for a snapshot: fixed order, numbers to the last bit. */
export function posedThings(core: WorldCore): Posed[] {
  const out: Posed[] = [];
  const note = (of: Posed['of'], name: string, track: Track): void => {
    const { times, positions, rotations } = track;
    out.push({
      of,
      name,
      times: toHex(times),
      positions: toHex(positions),
      rotations: toHex(rotations),
    });
  };
  for (const { name, posed, track } of core.obstacles)
    if (posed && track !== null) note('obstacle', name, track);
  for (const { name, holds } of core.bodies.slice(0, core.seats.first))
    for (const hold of holds)
      if (hold.posed && hold.track !== null) note('attachment', `${name}.${hold.name}`, hold.track);
  for (const { name, bones, posed, tracks } of core.skeletons)
    bones.forEach((bone, b) => {
      if (posed[b] === 1) note('bone', `${name}.${bone}`, tracks[b]!);
    });
  return out;
}

/** Restores the poses of a snapshot; everything else follows its keyframes again. */
export function restorePosed(core: WorldCore, posed: readonly Posed[]): void {
  const find = (of: Posed['of'], name: string): Track | null => {
    const found = posed.find((p) => p.of === of && p.name === name);
    if (found === undefined) return null;
    return {
      times: fromHex(found.times),
      positions: fromHex(found.positions),
      rotations: fromHex(found.rotations),
      scratch: new Float64Array(8),
    };
  };
  for (const live of core.obstacles) {
    const spec = live.guest === null && core.scene.obstacles.find((o) => o.name === live.name);
    if (!spec) continue;
    const track = find('obstacle', live.name);
    if (track === null && !live.posed) continue;
    const { position, rotation, keyframes } = spec;
    live.track = track ?? (keyframes ? createTrack(keyframes, position, rotation) : null);
    live.posed = track !== null;
    for (const pose of [live.pose, live.nextPose]) pose.set(poseFromScene(position, rotation));
  }
  // Their poses at the end of the last step: joints added now use them.
  const { dt } = core.scene;
  const now = (core.steps - 1) * dt + dt;
  for (const { track, nextPose } of core.obstacles)
    if (track !== null && core.steps > 0) samplePose(nextPose, track, now);
  for (const live of core.bodies.slice(0, core.seats.first)) {
    const spec = core.scene.bodies[live.origin];
    for (const hold of live.holds) {
      const track = find('attachment', `${live.name}.${hold.name}`);
      if (track === null && !hold.posed) continue;
      const keyframes = heldParts(spec).find((part) => part.name === hold.name)?.keyframes;
      hold.track =
        track ?? (keyframes ? createTrack(keyframes, spec.position, spec.rotation) : null);
      hold.posed = track !== null;
      hold.pose.set(poseFromScene(spec.position, spec.rotation));
    }
  }
  for (const skeleton of core.skeletons) {
    const spec = core.scene.skeletons.find((s) => s.name === skeleton.name)!;
    spec.bones.forEach((bone, b) => {
      const track = find('bone', `${skeleton.name}.${bone.name}`);
      if (track === null && skeleton.posed[b] === 0) return;
      skeleton.tracks[b] = track ?? boneTrack(bone);
      skeleton.posed[b] = track === null ? 0 : 1;
    });
  }
}

export function toHex(numbers: Float64Array): string {
  return Array.from(bytesOf(numbers), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function fromHex(text: string): Float64Array {
  const numbers = new Float64Array(text.length / 16);
  const bytes = bytesOf(numbers);
  for (let i = 0; i < bytes.length; i++)
    bytes[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return numbers;
}
