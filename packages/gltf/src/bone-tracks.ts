import { localMatrix } from './clips.ts';
import type { Clip, Figure } from './figure.ts';
import { type Mat4, multiply4, nearestTurn, transformPoint } from './mat4.ts';
import type { Rig } from './rig.ts';

/**
 * Keys of a bone as a scene takes them: seconds, shifts of the joint [m], quaternions; two keys at the same time make a
 * jump.
 */
export interface BoneTrack {
  times: number[];
  positions: number[];
  quaternions: number[];
}

/**
 * Between keys, motion that is not straight is cut in halves until it is within this part of the figure's size, or
 * radians.
 */
const STRAIGHT = 1e-5;
const DEEPEST = 8;
/** Keys closer than this are the same [s]: half the spacing of single-precision numbers near one second. */
const SAME_TIME = 6e-8;

interface Key {
  readonly time: number;
  readonly shift: Float64Array;
  readonly turn: number[];
}

/**
 * What a bone does in a clip, seen from its parent: L = rest_parent · (maps of the nodes between) · rest⁻¹. `position`
 * is the way of its joint, `quaternion` its turn. Null for a bone that only goes along. `stretch` is what no turn can
 * say: scale in the clip or above.
 */
export function boneTrack(
  figure: Figure,
  rig: Rig,
  unit: Mat4,
  clip: Clip | null,
  b: number,
  size: number,
): { track: BoneTrack | null; stretch: number } {
  const chain = chainOf(figure, rig, b);
  let stretch = 0;
  const joint = rig.bones[b].rest.subarray(12, 15);
  const above = rig.bones[b].parent < 0 ? unit : rig.bones[rig.bones[b].parent].rest;
  const keyAt = (time: number, before = false): Key => {
    let m = above;
    for (const node of chain) m = multiply4(m, localMatrix(figure, clip, node, time, before));
    m = multiply4(m, rig.bones[b].restInverse);
    const { quaternion, stretch: left } = nearestTurn(m);
    stretch = Math.max(stretch, left);
    const shift = new Float64Array(3);
    transformPoint(shift, 0, m, joint, 0);
    for (let d = 0; d < 3; d++) shift[d] -= joint[d];
    return { time, shift, turn: quaternion };
  };
  const times = keyTimes(clip, chain);
  const keys: Key[] = [keyAt(times[0] ?? 0)];
  for (let k = 1; k < times.length; k++) {
    const end = keyAt(times[k], true);
    divide(keys, keys[keys.length - 1], end, keyAt, STRAIGHT * size, DEEPEST);
    keys.push(end);
    const after = keyAt(times[k]);
    if (differ(end, after) > 1e-9) keys.push(after);
  }
  const moves = keys.some((key) => differ(key, keys[0]) > 1e-9);
  const kept = moves ? keys : [keys[0]];
  const still = { time: 0, shift: new Float64Array(3), turn: [0, 0, 0, 1] };
  const isStill = !moves && differ(keys[0], still) < 1e-5 * Math.max(1, size);
  return { track: isStill ? null : flatten(kept), stretch };
}

/** The nodes from below the parent bone (or from the top) down to the bone's own. */
function chainOf(figure: Figure, rig: Rig, b: number): number[] {
  const { node, parent } = rig.bones[b];
  const end = parent < 0 ? -1 : rig.bones[parent].node;
  const chain: number[] = [];
  for (let at = node; at >= 0 && at !== end; at = figure.nodes[at].parent) chain.unshift(at);
  return chain;
}

function keyTimes(clip: Clip | null, chain: readonly number[]): number[] {
  const all = (clip?.channels ?? []).filter(({ node }) => chain.includes(node));
  const sorted = all.flatMap(({ times }) => [...times]).sort((a, b) => a - b);
  const out: number[] = [];
  for (const time of sorted)
    if (out.length === 0 || time - out[out.length - 1] > SAME_TIME) out.push(time);
  return out;
}

/** Adds keys between two until the motion between them is straight. */
function divide(
  keys: Key[],
  from: Key,
  to: Key,
  keyAt: (time: number) => Key,
  length: number,
  depth: number,
): void {
  if (depth === 0) return;
  const middle = keyAt((from.time + to.time) / 2);
  const sign = dot4(from.turn, to.turn) < 0 ? -1 : 1;
  const half = from.turn.map((c, i) => c + sign * to.turn[i]);
  const norm = Math.sqrt(dot4(half, half));
  const turn = half.map((c) => c / norm);
  let away = 0;
  for (let d = 0; d < 3; d++)
    away = Math.max(away, Math.abs((from.shift[d] + to.shift[d]) / 2 - middle.shift[d]));
  // Twice the distance of unit quaternions is the angle between them.
  if (away <= length && 2 * turnDistance(turn, middle.turn) <= STRAIGHT) return;
  divide(keys, from, middle, keyAt, length, depth - 1);
  keys.push(middle);
  divide(keys, middle, to, keyAt, length, depth - 1);
}

function differ(a: Key, b: Key): number {
  let most = turnDistance(a.turn, b.turn);
  for (let d = 0; d < 3; d++) most = Math.max(most, Math.abs(a.shift[d] - b.shift[d]));
  return most;
}

const dot4 = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, c, i) => sum + c * b[i], 0);

function turnDistance(a: readonly number[], b: readonly number[]): number {
  const sign = dot4(a, b) < 0 ? -1 : 1;
  return Math.sqrt(a.reduce((sum, c, i) => sum + (c - sign * b[i]) ** 2, 0));
}

function flatten(keys: readonly Key[]): BoneTrack {
  const track: BoneTrack = { times: [], positions: [], quaternions: [] };
  let last = keys[0].turn;
  for (const { time, shift, turn } of keys) {
    // In one hemisphere, so that whoever blends components goes the short way.
    const sign = dot4(turn, last) < 0 ? -1 : 1;
    last = turn.map((c) => sign * c);
    track.times.push(time);
    for (const x of shift) track.positions.push(short(x));
    for (const x of last) track.quaternions.push(short(x));
  }
  return track;
}

/** Ten digits are more than the file's single precision has, and half as long as all of them. */
function short(x: number): number {
  return Number(x.toPrecision(10)) + 0;
}
