import { applyToPoint, applyToVector, composeAffine, inverseAffine } from '../../math/affine.ts';
import { AGREE, AT_REST, DISAGREE, SLACK, TRIM } from '../numbers.ts';
import { closestInCone, createFoot, isOnBorder } from '../surface/closest.ts';
import { placeSamples, type Samples } from '../surface/samples.ts';
import { normalAt, type Surface } from '../surface/surface.ts';
import { fitSimilarity, scaleOf } from './similarity.ts';

/** Two surfaces and points on them, between which a pose is sought. */
export interface AlignPair {
  readonly template: Surface;
  readonly target: Surface;
  readonly onTemplate: Samples;
  readonly onTarget: Samples;
  readonly scale: boolean;
}

/**
 * Pairs of points, template's and target's, both in the target's space; their distance, Infinity where normals
 * disagree.
 */
interface Pairs {
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly distance: Float64Array;
  readonly weight: Float64Array;
  /** Last feet, where the next search begins. */
  readonly feet: Int32Array;
}

/**
 * Moves the pose (3×4, template to target) by closest points both ways, the nearest four fifths of them, until it rests
 * or `rounds` are over. Returns the score: the trimmed mean distance both ways over the size, more where normals
 * disagree.
 */
export function* alignPose(
  pose: Float64Array,
  pair: AlignPair,
  rounds: number,
  rest = AT_REST,
): Generator<void, number> {
  const n = pair.onTemplate.count + pair.onTarget.count;
  const pairs: Pairs = {
    a: new Float64Array(3 * n),
    b: new Float64Array(3 * n),
    distance: new Float64Array(n),
    weight: new Float64Array(n),
    feet: new Int32Array(n).fill(-1),
  };
  const step = new Float64Array(12);
  const next = new Float64Array(12);
  for (let round = 0; round < rounds; round++) {
    yield;
    findPairs(pairs, pair, pose);
    const used = trim(pairs, pair.onTemplate.count, n);
    if (used < 6) break;
    fitSimilarity(step, pairs.a, pairs.b, pairs.weight, n, pair.scale);
    composeAffine(next, 0, step, 0, pose, 0);
    let change = 0;
    for (let i = 0; i < 12; i++) change = Math.max(change, Math.abs(next[i] - pose[i]));
    pose.set(next);
    if (change < rest * scaleOf(pose)) break;
  }
  findPairs(pairs, pair, pose);
  return score(pairs, pair, n) / scaleOf(pose);
}

const foot = createFoot();
const normal = new Float64Array(3);
const point = new Float64Array(3);

function findPairs(out: Pairs, pair: AlignPair, pose: Float64Array): void {
  const { template, target, onTemplate, onTarget } = pair;
  const at = new Float64Array(3 * onTemplate.count);
  placeSamples(at, template, onTemplate);
  for (let i = 0; i < onTemplate.count; i++) {
    applyToPoint(out.a, 3 * i, pose, 0, at, 3 * i);
    closestInCone(foot, target, out.a, 3 * i, normal, 0, -1, out.feet[i]);
    out.feet[i] = foot.triangle;
    applyToVector(normal, 0, pose, 0, template.normals, 3 * onTemplate.triangle[i]);
    out.b.set(foot.at, 3 * i);
    out.distance[i] =
      agree(normal, target, foot.triangle, foot.corners, 0) && !isOnBorder(target, foot)
        ? Math.sqrt(foot.distance2)
        : Infinity;
  }
  const back = new Float64Array(12);
  if (!inverseAffine(back, 0, pose, 0, new Float64Array(18))) return;
  const from = new Float64Array(3 * onTarget.count);
  placeSamples(from, target, onTarget);
  const s = scaleOf(pose);
  for (let i = 0; i < onTarget.count; i++) {
    const o = onTemplate.count + i;
    applyToPoint(point, 0, back, 0, from, 3 * i);
    closestInCone(foot, template, point, 0, normal, 0, -1, out.feet[o]);
    out.feet[o] = foot.triangle;
    normalAt(across, template, foot.triangle, foot.corners, 0);
    applyToVector(normal, 0, pose, 0, across, 0);
    applyToPoint(out.a, 3 * o, pose, 0, foot.at, 0);
    for (let d = 0; d < 3; d++) out.b[3 * o + d] = from[3 * i + d];
    out.distance[o] =
      agree(normal, target, onTarget.triangle[i], onTarget.corners, 3 * i) &&
      !isOnBorder(template, foot)
        ? s * Math.sqrt(foot.distance2)
        : Infinity;
  }
}

const across = new Float64Array(3);

/** True if a direction (of any length) agrees with the target's normal at a place. */
function agree(
  direction: Float64Array,
  target: Surface,
  t: number,
  corners: Float64Array,
  o: number,
): boolean {
  normalAt(across, target, t, corners, o);
  let [cos, size] = [0, 0];
  for (let d = 0; d < 3; d++) {
    cos += direction[d] * across[d];
    size += direction[d] * direction[d];
  }
  return (target.isCloud ? Math.abs(cos) : cos) >= AGREE * Math.sqrt(size);
}

/** Weight 1 for the nearest four fifths of the pairs that agree, both ways; returns how many. */
function trim(pairs: Pairs, forward: number, n: number): number {
  const there = limitOf(pairs.distance.subarray(0, forward));
  const back = limitOf(pairs.distance.subarray(forward, n));
  const least = SLACK * Math.min(there, back);
  let used = 0;
  for (let i = 0; i < n; i++) {
    pairs.weight[i] = pairs.distance[i] <= Math.min(least, i < forward ? there : back) ? 1 : 0;
    used += pairs.weight[i];
  }
  return used;
}

/** The distance that four fifths of the pairs that agree stay below; Infinity if none agrees. */
function limitOf(distance: Float64Array): number {
  const agreed = distance.filter((d) => d < Infinity).sort();
  return agreed.length === 0
    ? Infinity
    : agreed[Math.min(agreed.length - 1, Math.floor(TRIM * agreed.length))];
}

function score(pairs: Pairs, { onTemplate }: AlignPair, n: number): number {
  let total = 0;
  for (const [from, to] of [
    [0, onTemplate.count],
    [onTemplate.count, n],
  ]) {
    const sorted = pairs.distance.slice(from, to).sort();
    const kept = Math.max(1, Math.floor(TRIM * sorted.length));
    let agreed = 0;
    let sum = 0;
    for (let i = 0; i < kept; i++) {
      if (sorted[i] === Infinity) continue;
      sum += sorted[i];
      agreed++;
    }
    total += (agreed > 0 ? sum / agreed : 1) + DISAGREE * (1 - agreed / kept);
  }
  return total;
}
