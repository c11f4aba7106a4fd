import {
  type Components,
  createSets,
  findSet,
  joinSets,
  labelSets,
} from '../../geometry/disjoint-sets.ts';
import {
  EXPLAINED,
  LEAST_EXPLAINED,
  MUTUAL,
  NEIGHBOUR_REACH,
  PATCH,
  PATCH_SAMPLES,
  PIECE,
} from '../numbers.ts';
import { closestInCone, createFoot, isOnBorder } from '../surface/closest.ts';
import { placeSamples, type Samples } from '../surface/samples.ts';
import { normalAt, type Surface } from '../surface/surface.ts';
import type { SpringSource } from './springs.ts';

/** The piece of the target that each sample lies on: joined by faces, or, in a cloud, by being neighbours. */
export function piecesOf(
  { triangles, isCloud }: Surface,
  samples: Samples,
  at: Float64Array,
): Int32Array {
  if (isCloud) return piecesOfCloud(samples.count, at);
  let n = 0;
  for (let s = 0; s < triangles.length; s++) n = Math.max(n, triangles[s] + 1);
  const sets = createSets(n);
  for (let t = 0; t < triangles.length; t += 3) {
    joinSets(sets, triangles[t], triangles[t + 1]);
    joinSets(sets, triangles[t], triangles[t + 2]);
  }
  return Int32Array.from({ length: samples.count }, (_, i) =>
    findSet(sets, triangles[3 * samples.triangle[i]]),
  );
}

function piecesOfCloud(count: number, at: Float64Array): Int32Array {
  const some: number[] = [];
  for (let i = 0; i < count; i += Math.ceil(count / PATCH_SAMPLES)) some.push(i);
  const { label } = patchesOf(some, at);
  return Int32Array.from({ length: count }, (_, i) => {
    let [best, least] = [0, Infinity];
    some.forEach((j, s) => {
      const x = at[3 * i] - at[3 * j];
      const y = at[3 * i + 1] - at[3 * j + 1];
      const z = at[3 * i + 2] - at[3 * j + 2];
      const square = x * x + y * y + z * z;
      if (square < least) [best, least] = [s, square];
    });
    return label[best];
  });
}

/**
 * Sets the weights of springs from the target for where the template is: none from what belongs to something else. That
 * is a piece of which the template explains little, and a patch that it does not explain and that is too large for a
 * limb that has to grow. What counts as explained goes by the distances of the template from the target, which clutter
 * does not change. Returns the part left out.
 */
export function weighClutter(source: SpringSource): number {
  const { fromTarget, backwardBase, backwardWeight } = source;
  const n = fromTarget.count;
  const { limit, share } = explainedWithin(source);
  const isExplained = findExplained(source, limit);
  let explained = 0;
  for (let i = 0; i < n; i++) explained += isExplained[i];
  const isClutter = new Uint8Array(n);
  if (explained > 0) {
    dropPieces(isClutter, isExplained, source.pieces);
    // Samples that would cover all of the template, where those explained cover what has found the target.
    dropPatches(
      isClutter,
      isExplained,
      source.targetAt,
      (PATCH * explained) / Math.max(share, 0.1),
    );
  }
  let [all, kept, dropped] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    all += backwardBase[i];
    if (isClutter[i] === 0) kept += backwardBase[i];
    else dropped++;
  }
  const factor = kept > 0 ? all / kept : 1;
  for (let i = 0; i < n; i++)
    backwardWeight[i] = kept > 0 && isClutter[i] === 1 ? 0 : factor * backwardBase[i];
  return kept > 0 ? dropped / n : 0;
}

const foot = createFoot();
const back = createFoot();
const normal = new Float64Array(3);

/**
 * How far the template usually is from the target, and the part of it that has found the target within a few times
 * that.
 */
function explainedWithin(source: SpringSource): { limit: number; share: number } {
  const { template, target, fromTemplate, cone, lastForward, at } = source;
  placeSamples(at, template, fromTemplate);
  const found: number[] = [];
  for (let i = 0; i < fromTemplate.count; i++) {
    const t = 3 * fromTemplate.triangle[i];
    closestInCone(foot, target, at, 3 * i, template.normals, t, cone, lastForward[i]);
    lastForward[i] = foot.triangle;
    if (foot.triangle >= 0 && !isOnBorder(target, foot)) found.push(Math.sqrt(foot.distance2));
  }
  const sorted = Float64Array.from(found).sort();
  const middle = sorted.length === 0 ? 0 : sorted[sorted.length >> 1];
  const limit = Math.max(LEAST_EXPLAINED, EXPLAINED * middle);
  let near = 0;
  while (near < sorted.length && sorted[near] <= limit) near++;
  return { limit, share: near / fromTemplate.count };
}

/**
 * 1 for samples of the target with a place of the template near that faces the same way and has nowhere much closer to
 * go.
 */
function findExplained(source: SpringSource, limit: number): Uint8Array {
  const { template, target, fromTarget, targetAt, cone, lastBackward } = source;
  const out = new Uint8Array(fromTarget.count);
  for (let i = 0; i < fromTarget.count; i++) {
    normalAt(normal, target, fromTarget.triangle[i], fromTarget.corners, 3 * i);
    closestInCone(foot, template, targetAt, 3 * i, normal, 0, -1, lastBackward[i]);
    lastBackward[i] = foot.triangle;
    const t = 3 * foot.triangle;
    const cos =
      template.normals[t] * normal[0] +
      template.normals[t + 1] * normal[1] +
      template.normals[t + 2] * normal[2];
    const agrees = (target.isCloud ? Math.abs(cos) : cos) >= cone;
    if (!agrees || foot.distance2 > limit * limit) continue;
    const away = Math.sqrt(foot.distance2);
    closestInCone(back, target, foot.at, 0, template.normals, t, cone, fromTarget.triangle[i]);
    if (away <= MUTUAL * Math.max(LEAST_EXPLAINED, Math.sqrt(back.distance2))) out[i] = 1;
  }
  return out;
}

function dropPieces(isClutter: Uint8Array, isExplained: Uint8Array, pieces: Int32Array): void {
  const all = new Map<number, number>();
  const good = new Map<number, number>();
  pieces.forEach((piece, i) => {
    all.set(piece, (all.get(piece) ?? 0) + 1);
    good.set(piece, (good.get(piece) ?? 0) + isExplained[i]);
  });
  pieces.forEach((piece, i) => {
    if (good.get(piece)! < PIECE * all.get(piece)!) isClutter[i] = 1;
  });
}

/** Takes out patches of at least `most` samples, neighbours that nothing explains. */
function dropPatches(
  isClutter: Uint8Array,
  isExplained: Uint8Array,
  at: Float64Array,
  most: number,
): void {
  const every = Math.ceil(isExplained.length / PATCH_SAMPLES);
  const open: number[] = [];
  for (let i = 0; i < isExplained.length; i += every)
    if (isExplained[i] === 0 && isClutter[i] === 0) open.push(i);
  if (open.length * every < most) return;
  const { label, sizes } = patchesOf(open, at);
  open.forEach((i, o) => {
    if (sizes[label[o]] * every < most) return;
    for (let j = i; j < Math.min(i + every, isExplained.length); j++)
      if (isExplained[j] === 0) isClutter[j] = 1;
  });
}

/** Groups of points that are neighbours: nearer than a few times the usual distance to the nearest. */
function patchesOf(open: readonly number[], at: Float64Array): Components {
  const n = open.length;
  const square = (i: number, j: number): number => {
    const x = at[3 * open[i]] - at[3 * open[j]];
    const y = at[3 * open[i] + 1] - at[3 * open[j] + 1];
    const z = at[3 * open[i] + 2] - at[3 * open[j] + 2];
    return x * x + y * y + z * z;
  };
  const nearest = new Float64Array(n).fill(Infinity);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      const d = square(i, j);
      nearest[i] = Math.min(nearest[i], d);
      nearest[j] = Math.min(nearest[j], d);
    }
  }
  const reach = NEIGHBOUR_REACH * NEIGHBOUR_REACH * nearest.slice().sort()[n >> 1];
  const sets = createSets(n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < i; j++) if (square(i, j) <= reach) joinSets(sets, i, j);
  return labelSets(sets);
}
