import type { Motion } from './align.ts';
import { alignFrames, spreadOver } from './morph.ts';
import { INFLUENCES, type Skin } from './skin.ts';
import { errorsOf, solvePoses } from './skin-poses.ts';
import { firstWeights, nearestJoints, spreadCentres, spreadOut } from './skin-seeds.ts';
import { fitWeights } from './skin-weights.ts';

export interface SkinOptions {
  /**
   * Largest distance of a vertex from where it was, as a part of the longest side; joints are added until it is met.
   */
  readonly tolerance?: number;
  /** Most joints. */
  readonly joints?: number;
}

export const SKIN_DEFAULTS = { tolerance: 1e-2, joints: 64 } as const;

/**
 * An animation as a skin: x(t) = R(t)·(Σ_k w_k A_jk(t)·[p − centre_jk; 1]) + c(t), with four joints a vertex and
 * weights that add up to one.
 */
export interface Skinned {
  readonly base: Float32Array;
  readonly motions: readonly Motion[];
  /** Where each joint is at rest, shape [joints, 3]. */
  readonly centres: Float64Array;
  /** Joints and weights of each vertex, shape [vertices, 4]. */
  readonly joints: Uint16Array;
  readonly weights: Float32Array;
  /** 3×4 affine maps of each joint and frame, about its centre; shape [frames, joints, 12]. */
  readonly poses: Float64Array;
  readonly worst: number;
  readonly rms: number;
}

/** Frames that weights are fitted to, joints tried for a vertex, rounds of fitting joints and weights in turn. */
const SAMPLES = 48;
const TRIED = 12;
const ROUNDS = 8;
/** What moves by less than this beside turns and shifts, in parts of its size, is rigid: rounding. */
const RIGID = 1e-5;
/** Joints at first; doubled until the tolerance is met. */
const FIRST = 16;
/**
 * Vertices for each joint that the rounds go by; the others get their weights at the end. A map has twelve unknowns and
 * a vertex says three things, so that four determine it.
 */
const VERTICES_A_JOINT = 64;
/** Rounds with all vertices. */
const LAST = 2;

/**
 * Fits joints and weights to frames (each [vertices, 3], in metres): any model's, since only places count. `size` is
 * the body's longest side.
 */
export function fitSkin(
  frames: readonly Float32Array[],
  size: number,
  options: SkinOptions = {},
): Skinned {
  const tolerance = (options.tolerance ?? SKIN_DEFAULTS.tolerance) * size;
  const { base, motions, rest } = alignFrames(frames);
  const most = Math.max(1, Math.min(options.joints ?? SKIN_DEFAULTS.joints, base.length / 3));
  // What is rigid needs no more than one.
  const first = furthest(rest) < RIGID * size ? 1 : FIRST;
  for (let joints = Math.min(first, most); ; joints = Math.min(2 * joints, most)) {
    const skinned = fitJoints(base, rest, size, joints, joints < most ? tolerance : Infinity);
    if (skinned !== null) return { base, motions, ...skinned };
  }
}

/** The largest distance along an axis of any frame from the base, `rest` being the differences. */
function furthest(rest: readonly Float32Array[]): number {
  let most = 0;
  for (const frame of rest)
    for (let i = 0; i < frame.length; i++) most = Math.max(most, Math.abs(frame[i]));
  return most;
}

type Fit = Pick<Skinned, 'centres' | 'joints' | 'weights' | 'poses' | 'worst' | 'rms'>;

/** A skin of so many joints; null if a vertex is further off than `tolerance` [m]. */
function fitJoints(
  base: Float32Array,
  rest: readonly Float32Array[],
  size: number,
  count: number,
  tolerance: number,
): Fit | null {
  const centres = spreadCentres(base, count);
  const some = spreadOut(base, VERTICES_A_JOINT * count);
  const part = skinOf(pick(base, some), centres);
  const seen = rest.map((frame) => pick(frame, some));
  let chosen = spreadOver(rest.length, SAMPLES);
  const near = nearestJoints(part.base, centres, Math.min(TRIED, count));
  for (let round = 0; round < ROUNDS; round++) {
    const frames = chosen.map((t) => seen[t]);
    fitWeights(part, near, solvePoses(part, frames), frames, size);
    if (round === ROUNDS / 2) chosen = withWorst(part, seen, chosen);
  }
  if (errorsOf(part, solvePoses(part, seen), seen).worst > tolerance) return null;
  const skin = some.length === base.length / 3 ? part : skinOf(base, centres);
  if (skin !== part) {
    const all = nearestJoints(base, centres, Math.min(TRIED, count));
    const frames = chosen.map((t) => rest[t]);
    const first = solvePoses(
      part,
      chosen.map((t) => seen[t]),
    );
    fitWeights(skin, all, first, frames, size);
    for (let k = 1; k < LAST; k++) fitWeights(skin, all, solvePoses(skin, frames), frames, size);
  }
  const poses = solvePoses(skin, rest);
  const { worst, rms } = errorsOf(skin, poses, rest);
  const { joints, weights } = skin;
  return worst > tolerance
    ? null
    : { centres, joints, weights: Float32Array.from(weights), poses, worst, rms };
}

function skinOf(base: Float32Array, centres: Float64Array): Skin {
  const count = (INFLUENCES * base.length) / 3;
  const skin = {
    base,
    centres,
    joints: new Uint16Array(count),
    weights: new Float64Array(count),
  };
  firstWeights(skin);
  return skin;
}

/** The listed vertices; the array itself if they are all. */
function pick(x: Float32Array, list: Int32Array): Float32Array {
  if (3 * list.length === x.length) return x;
  const out = new Float32Array(3 * list.length);
  for (let k = 0; k < list.length; k++)
    for (let d = 0; d < 3; d++) out[3 * k + d] = x[3 * list[k] + d];
  return out;
}

/** Frames among which the worst are looked for. */
const LOOKED_AT = 4 * SAMPLES;

/** The chosen frames, half of them replaced by those that are furthest off. */
function withWorst(skin: Skin, rest: readonly Float32Array[], chosen: readonly number[]): number[] {
  if (rest.length <= chosen.length) return [...chosen];
  const looked = spreadOver(rest.length, LOOKED_AT);
  const frames = looked.map((t) => rest[t]);
  const { errors } = errorsOf(skin, solvePoses(skin, frames), frames);
  const worst = [...errors.keys()]
    .sort((a, b) => errors[b] - errors[a])
    .slice(0, chosen.length / 2)
    .map((i) => looked[i]);
  return [...new Set([...chosen.filter((_, i) => i % 2 === 0), ...worst])];
}
