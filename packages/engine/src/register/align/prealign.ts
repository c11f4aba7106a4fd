import { boundsOf, diagonalOf } from '../../geometry/bounds.ts';
import { composeAffine } from '../../math/affine.ts';
import { eigen3 } from '../../math/eigen3.ts';
import {
  FIRST_ROUNDS,
  FIRST_SAMPLES,
  KEPT,
  LAST_ROUNDS,
  MORE_ROUNDS,
  NEAR_ROUNDS,
  OTHER_UNITS,
  POSE_SAMPLES,
  ROUGH,
  SAME_POSE,
} from '../numbers.ts';
import type { FullOptions } from '../options.ts';
import { placeSamples, sampleSurface } from '../surface/samples.ts';
import type { Surface } from '../surface/surface.ts';
import { type AlignPair, alignPose } from './icp.ts';
import { scaleOf } from './similarity.ts';
import { mapPoints } from './units.ts';

/** A pose of the template (3×4) and how well it fits; less is better. */
export interface Pose {
  readonly matrix: Float64Array;
  readonly score: number;
}

/**
 * The best poses of the template, best first. Surfaces are in the template's own units; `start` is where the files say
 * it is.
 */
export function* findPoses(
  template: Surface,
  target: Surface,
  start: Float64Array,
  options: FullOptions,
): Generator<void, Pose[]> {
  const pair: AlignPair = {
    template,
    target,
    onTemplate: sampleSurface(template, POSE_SAMPLES, options.seed + 10),
    onTarget: sampleSurface(target, POSE_SAMPLES, options.seed + 11),
    scale: options.scale,
  };
  if (options.prealign === 'given') {
    const matrix = start.slice();
    return [{ matrix, score: yield* alignPose(matrix, pair, 0) }];
  }
  const few: AlignPair = {
    ...pair,
    onTemplate: sampleSurface(template, FIRST_SAMPLES, options.seed + 12),
    onTarget: sampleSurface(target, FIRST_SAMPLES, options.seed + 13),
  };
  if (options.prealign === 'near') {
    const { matrix } = yield* settle(nearStart(start, pair), few, NEAR_ROUNDS, ROUGH);
    return [yield* settle(matrix, pair, LAST_ROUNDS)];
  }
  const first: Pose[] = [];
  for (const pose of allStarts(start, pair)) first.push(yield* settle(pose, few, FIRST_ROUNDS));
  const best: Pose[] = [];
  for (const { matrix } of differentPoses(first).slice(0, KEPT))
    best.push(yield* settle(matrix, pair, MORE_ROUNDS));
  return differentPoses(best);
}

/**
 * Where the files say, unless the two do not meet there: then middle on middle, and of one size if they seem to have
 * other units. Closest points alone would shrink the template to a point.
 */
function nearStart(start: Float64Array, { template, target, ...pair }: AlignPair): Float64Array {
  const a = momentsOf(template, pair.onTemplate);
  const b = momentsOf(target, pair.onTarget);
  const ratio = b.radius / (a.radius * scaleOf(start));
  const isOther = ratio > OTHER_UNITS || ratio * OTHER_UNITS < 1;
  const [p, q] = [boundsOf(mapPoints(start, template.positions)), boundsOf(target.positions)];
  const isApart = [0, 1, 2].some((d) => p[d] > q[d + 3] || q[d] > p[d + 3]);
  if (!isApart && !(isOther && pair.scale)) return start;
  const scale = scaleOf(start) * (isOther && pair.scale ? ratio : 1);
  const turn = new Float64Array(9);
  for (let k = 0; k < 9; k++) turn[k] = start[4 * Math.floor(k / 3) + (k % 3)] / scaleOf(start);
  return turnAbout(turn, a.middle, b.middle, scale);
}

function* settle(
  pose: Float64Array,
  pair: AlignPair,
  rounds: number,
  rest?: number,
): Generator<void, Pose> {
  const matrix = pose.slice();
  return { score: yield* alignPose(matrix, pair, rounds, rest), matrix };
}

/** Sorted by score, without those that are as good as an earlier one. */
function differentPoses(poses: readonly Pose[]): Pose[] {
  const out: Pose[] = [];
  for (const pose of [...poses].sort((a, b) => a.score - b.score)) {
    if (out.every((other) => apart(pose.matrix, other.matrix) > SAME_POSE)) out.push(pose);
  }
  return out;
}

/** Largest distance between where two poses put the corners of a box about the template, over the size. */
function apart(P: Float64Array, Q: Float64Array): number {
  let [most, size] = [0, 0];
  for (let corner = 0; corner < 8; corner++) {
    let [away, length] = [0, 0];
    for (let r = 0; r < 3; r++) {
      let [d, p] = [P[4 * r + 3] - Q[4 * r + 3], 0];
      for (let c = 0; c < 3; c++) {
        const side = (corner >> c) & 1 ? 0.3 : -0.3;
        d += (P[4 * r + c] - Q[4 * r + c]) * side;
        p += P[4 * r + c] * side;
      }
      away += d * d;
      length += p * p;
    }
    most = Math.max(most, Math.sqrt(away));
    size = Math.max(size, 2 * Math.sqrt(length));
  }
  return most / size;
}

/** Where the files say, middle on middle, and principal axes on principal axes in all 24 ways. */
function allStarts(start: Float64Array, pair: AlignPair): Float64Array[] {
  const a = momentsOf(pair.template, pair.onTemplate);
  const b = momentsOf(pair.target, pair.onTarget);
  const s = pair.scale ? b.radius / a.radius : 1;
  const starts = [
    start.slice(),
    turnAbout(Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), a.middle, b.middle, s),
  ];
  const turn = new Float64Array(9);
  for (const axes of cubeTurns()) {
    // R = B turn Aᵀ, columns of A and B the principal axes.
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) {
        turn[3 * r + c] = 0;
        for (let k = 0; k < 3; k++) {
          for (let l = 0; l < 3; l++)
            turn[3 * r + c] += b.axes[3 * r + k] * axes[3 * k + l] * a.axes[3 * c + l];
        }
      }
    }
    starts.push(turnAbout(turn, a.middle, b.middle, s));
  }
  return starts;
}

interface Moments {
  readonly middle: readonly number[];
  readonly radius: number;
  readonly axes: Float64Array;
}

function momentsOf(surface: Surface, samples: AlignPair['onTemplate']): Moments {
  const at = new Float64Array(3 * samples.count);
  placeSamples(at, surface, samples);
  const middle = [0, 0, 0];
  for (let i = 0; i < at.length; i++) middle[i % 3] += at[i] / samples.count;
  const C = new Float64Array(9);
  for (let i = 0; i < at.length; i += 3) {
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) C[3 * r + c] += (at[i + r] - middle[r]) * (at[i + c] - middle[c]);
    }
  }
  const axes = new Float64Array(9);
  eigen3(new Float64Array(3), 0, axes, 0, C, 0);
  const radius = Math.sqrt((C[0] + C[4] + C[8]) / samples.count);
  return { middle, radius: Math.max(radius, 1e-12 * diagonalOf(boundsOf(at))), axes };
}

function turnAbout(
  R: Float64Array,
  from: readonly number[],
  to: readonly number[],
  s: number,
): Float64Array {
  const out = new Float64Array(12);
  for (let r = 0; r < 3; r++) {
    out[4 * r + 3] = to[r];
    for (let c = 0; c < 3; c++) {
      out[4 * r + c] = s * R[3 * r + c];
      out[4 * r + 3] -= out[4 * r + c] * from[c];
    }
  }
  return out;
}

/** The 24 turns that take a cube to itself. */
function cubeTurns(): Float64Array[] {
  const out: Float64Array[] = [];
  for (const [i, j, k] of [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [0, 2, 1],
    [2, 1, 0],
    [1, 0, 2],
  ]) {
    const isOdd = (i + 1) % 3 !== j;
    for (let signs = 0; signs < 8; signs++) {
      const R = new Float64Array(9);
      R[i] = signs & 1 ? -1 : 1;
      R[3 + j] = signs & 2 ? -1 : 1;
      R[6 + k] = signs & 4 ? -1 : 1;
      const negative = ((signs & 1) + ((signs >> 1) & 1) + (signs >> 2)) % 2 === 1;
      if (negative === isOdd) out.push(R);
    }
  }
  return out;
}

/** The pose after which `matrix` comes: first start, then it. */
export function after(matrix: Float64Array, start: Float64Array): Float64Array {
  const out = new Float64Array(12);
  composeAffine(out, 0, matrix, 0, start, 0);
  return out;
}
