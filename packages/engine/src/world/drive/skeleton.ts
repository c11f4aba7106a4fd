import { composeAffine, identityAffine } from '../../math/affine.ts';
import type { SceneSkeleton } from '../../scene/schema.ts';
import { createTrack, flatTrack, samplePose, type Track } from './tracks.ts';

/**
 * Bones that move by keyframes relative to their parents. `poses` has a 3×4 map per bone from rest positions to current
 * positions, both in the skeleton's own coordinates; shape [bones, 12].
 */
export interface Skeleton {
  readonly name: string;
  readonly bones: readonly string[];
  /** Index of each bone's parent, always a smaller one; −1 for none. */
  readonly parent: Int32Array;
  /** Joints at rest [m], shape [bones, 3]. */
  readonly joints: Float64Array;
  /** Motion about the joint, seen from the parent; null for a bone that only follows its parent. */
  readonly tracks: (Track | null)[];
  /** 1 for bones that a program poses: their time does not repeat, and they move at constant speed. */
  readonly posed: Uint8Array;
  readonly ease: boolean;
  /** Period [s], 0 if the motion does not repeat. */
  readonly repeat: number;
  readonly poses: Float64Array;
  readonly scratch: Float64Array;
}

/** The bone named `skeleton.bone`, which must exist. */
export function boneNamed(
  skeletons: readonly Skeleton[],
  name: string,
): { skeleton: Skeleton; index: number } {
  const isIt = (s: Skeleton, bone: string): boolean => `${s.name}.${bone}` === name;
  const skeleton = skeletons.find((s) => s.bones.some((bone) => isIt(s, bone)))!;
  return { skeleton, index: skeleton.bones.findIndex((bone) => isIt(skeleton, bone)) };
}

export function createSkeleton(spec: SceneSkeleton): Skeleton {
  const bones = spec.bones.map((bone) => bone.name);
  return {
    name: spec.name,
    bones,
    parent: Int32Array.from(spec.bones, (bone) => bones.indexOf(bone.parent ?? '')),
    joints: Float64Array.from(spec.bones.flatMap((bone) => bone.joint)),
    tracks: spec.bones.map(boneTrack),
    posed: new Uint8Array(bones.length),
    ease: spec.ease,
    repeat: spec.repeat ?? 0,
    poses: new Float64Array(12 * bones.length),
    scratch: new Float64Array(12),
  };
}

/**
 * Forward kinematics: poses at a time [s]. A bone rotates about its joint and shifts with it, then follows its parent:
 * G = G_parent · [R | joint + shift − R·joint].
 */
export function poseSkeleton(skeleton: Skeleton, time: number): void {
  const { parent, joints, tracks, posed, ease, poses, scratch } = skeleton;
  const t = roundTime(skeleton, time);
  for (let b = 0; b < parent.length; b++) {
    identityAffine(scratch, 0);
    const track = tracks[b];
    if (track !== null) {
      if (posed[b] === 1) samplePose(scratch, track, time);
      else samplePose(scratch, track, t, ease);
      for (let r = 0; r < 3; r++) {
        let turned = 0;
        for (let c = 0; c < 3; c++) turned += scratch[4 * r + c] * joints[3 * b + c];
        scratch[4 * r + 3] += joints[3 * b + r] - turned;
      }
    }
    if (parent[b] < 0) for (let i = 0; i < 12; i++) poses[12 * b + i] = scratch[i];
    else composeAffine(poses, 12 * b, poses, 12 * parent[b], scratch, 0);
  }
}

/** The time within the first period. */
export function roundTime({ repeat }: Skeleton, time: number): number {
  return repeat > 0 ? time - repeat * Math.floor(time / repeat) : time;
}

/** The track of a bone; null if it only follows its parent. */
export function boneTrack({ keyframes, track }: SceneSkeleton['bones'][number]): Track | null {
  if (track !== undefined) return flatTrack(track);
  return keyframes ? createTrack(keyframes, [0, 0, 0], [0, 0, 0]) : null;
}
