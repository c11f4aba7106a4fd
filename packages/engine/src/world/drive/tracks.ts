import { normaliseQuat, slerpQuat } from '../../math/quat.ts';
import { turnOf } from '../../models/shared/move.ts';
import type { PoseChange } from '../../scene/action-types.ts';
import type { SceneKeyframe, SceneTrack } from '../../scene/schema.ts';
import { poseFromQuat, quatFromAngles } from './poses.ts';

/** Keyframes as arrays: times [s], positions [m] (3 each), rotations (quaternion, 4 each). */
export interface Track {
  readonly times: Float64Array;
  readonly positions: Float64Array;
  readonly rotations: Float64Array;
  readonly scratch: Float64Array;
}

/** A keyframe takes missing fields from the one before; the first takes them from the given pose. */
export function createTrack(
  keyframes: readonly SceneKeyframe[],
  position: readonly number[],
  rotation: readonly number[],
): Track {
  const n = keyframes.length;
  const track = {
    times: new Float64Array(n),
    positions: new Float64Array(3 * n),
    rotations: new Float64Array(4 * n),
    scratch: new Float64Array(8),
  };
  let at = position;
  let turned = rotation;
  keyframes.forEach((key, i) => {
    at = key.position ?? at;
    turned = key.rotation ?? turned;
    track.times[i] = key.time;
    track.positions.set(at, 3 * i);
    quatFromAngles(track.rotations, 4 * i, turned);
  });
  return track;
}

/** A track from flat arrays; missing shifts or rotations are zero. */
export function flatTrack(spec: SceneTrack): Track {
  const n = spec.times.length;
  const rotations = new Float64Array(4 * n);
  for (let k = 0; k < n; k++) {
    rotations[4 * k + 3] = 1;
    if (spec.quaternions === undefined) continue;
    let square = 0;
    for (let c = 0; c < 4; c++) square += spec.quaternions[4 * k + c] ** 2;
    const size = Math.sqrt(square);
    for (let c = 0; c < 4; c++) rotations[4 * k + c] = spec.quaternions[4 * k + c] / size;
  }
  return {
    times: Float64Array.from(spec.times),
    positions: spec.positions ? Float64Array.from(spec.positions) : new Float64Array(3 * n),
    rotations,
    scratch: new Float64Array(8),
  };
}

/**
 * pose = 3×4 affine map of the track at a time: linear motion and constant rotation between keyframes, at constant
 * speed or, with `ease`, with a gentle start and end.
 */
export function samplePose(
  pose: Float64Array,
  track: Track,
  time: number,
  ease: boolean = false,
): void {
  const { scratch } = track;
  interpolate(track, time, ease);
  poseFromQuat(pose, scratch, 0, scratch, 4);
}

/** Times this near to a keyframe, as a part of the way to the next one, are rounding of the same time. */
const AT_KEY = 1e-9;

/** track.scratch = quaternion and position at a time. */
function interpolate(track: Track, time: number, ease: boolean): void {
  const { times, positions, rotations, scratch } = track;
  const n = times.length;
  let k = 0;
  while (k + 1 < n && times[k + 1] <= time) k++;
  const next = k + 1 < n ? k + 1 : k;
  const span = times[next] - times[k];
  const part = span > 0 ? Math.min(1, Math.max(0, (time - times[k]) / span)) : 0;
  // At a keyframe it has that pose to the bit, wherever it comes from and goes to.
  if (part > 1 - AT_KEY) k = next;
  if (part < AT_KEY || k === next) {
    for (let c = 0; c < 4; c++) scratch[c] = rotations[4 * k + c];
    for (let c = 0; c < 3; c++) scratch[4 + c] = positions[3 * k + c];
    return;
  }
  const t = ease ? part * part * (3 - 2 * part) : part;
  slerpQuat(scratch, 0, rotations, 4 * k, rotations, 4 * next, t);
  for (let c = 0; c < 3; c++) {
    scratch[4 + c] = positions[3 * k + c] + t * (positions[3 * next + c] - positions[3 * k + c]);
  }
}

/** A pose that does not change. */
export function stillTrack(pose: Float64Array, time: number): Track {
  return {
    times: Float64Array.of(time),
    positions: Float64Array.of(pose[3], pose[7], pose[11]),
    rotations: turnOf(pose),
    scratch: new Float64Array(8),
  };
}

/** The last pose of a track that is replaced. */
export interface Start {
  readonly track: Track;
  readonly time: number;
  readonly ease?: boolean;
}

/**
 * A track from the pose of another track at one time to a new pose at a later time. Keyframes with these times and
 * poses give the same bits.
 */
export function trackTo(
  { track, time, ease = false }: Start,
  until: number,
  { position, rotation }: PoseChange,
): Track {
  const n = track.times.length;
  const over = time >= track.times[n - 1];
  if (!over) interpolate(track, time, ease);
  const from = over ? track.rotations.subarray(4 * n - 4) : track.scratch.subarray(0, 4);
  const place = over ? track.positions.subarray(3 * n - 3) : track.scratch.subarray(4, 7);
  const turned = new Float64Array(4);
  if (rotation === undefined) turned.set(from);
  else if (rotation.length === 3) quatFromAngles(turned, 0, rotation);
  else {
    turned.set(rotation);
    normaliseQuat(turned, 0);
  }
  return {
    times: Float64Array.of(time, until),
    positions: Float64Array.of(...place, ...(position ?? place)),
    rotations: Float64Array.of(...from, ...turned),
    scratch: new Float64Array(8),
  };
}
