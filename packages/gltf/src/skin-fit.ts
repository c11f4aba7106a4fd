import type { Motion } from './align.ts';
import { alignFrames, spreadOver } from './morph.ts';
import { INFLUENCES, type Skin } from './skin.ts';
import { errorsOf, solvePoses } from './skin-poses.ts';
import { firstWeights, nearestJoints, spreadCentres } from './skin-seeds.ts';
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
const ROUNDS = 6;
/** Joints at first; doubled until the tolerance is met. */
const FIRST = 16;

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
  for (let joints = Math.min(FIRST, most); ; joints = Math.min(2 * joints, most)) {
    const skinned = fitJoints(base, rest, size, joints);
    if (skinned.worst <= tolerance || joints === most) return { base, motions, ...skinned };
  }
}

type Fit = Pick<Skinned, 'centres' | 'joints' | 'weights' | 'poses' | 'worst' | 'rms'>;

function fitJoints(
  base: Float32Array,
  rest: readonly Float32Array[],
  size: number,
  count: number,
): Fit {
  const n = base.length / 3;
  const skin: Skin = {
    base,
    centres: spreadCentres(base, count),
    joints: new Uint16Array(INFLUENCES * n),
    weights: new Float64Array(INFLUENCES * n),
  };
  firstWeights(skin);
  const near = nearestJoints(base, skin.centres, Math.min(TRIED, count));
  let chosen = spreadOver(rest.length, SAMPLES);
  for (let round = 0; round < ROUNDS; round++) {
    const frames = chosen.map((t) => rest[t]);
    fitWeights(skin, near, solvePoses(skin, frames), frames, size);
    if (round === ROUNDS / 2) chosen = withWorst(skin, rest, chosen);
  }
  const { centres, joints, weights } = skin;
  const poses = solvePoses(skin, rest);
  const { worst, rms } = errorsOf(skin, poses, rest);
  return { centres, joints, weights: Float32Array.from(weights), poses, worst, rms };
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
