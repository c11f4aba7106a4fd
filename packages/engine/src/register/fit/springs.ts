import { exp } from '../../math/elementary.ts';
import { closestInCone, createFoot, isOnBorder } from '../surface/closest.ts';
import { placeSamples, type Samples } from '../surface/samples.ts';
import { normalAt, type Surface } from '../surface/surface.ts';

/** Springs between points of the template and places in space. */
export interface Springs {
  count: number;
  /** Vertices of the template's triangle and their weights, shape [most, 3] each. */
  readonly vertices: Int32Array;
  readonly corners: Float64Array;
  /** Where each pulls to, and the direction it pulls along in full; shape [most, 3] each. */
  readonly goal: Float64Array;
  readonly normal: Float64Array;
  /** How much it pulls along other directions, 0 to 1. */
  readonly tangent: Float64Array;
  readonly weight: Float64Array;
  /** How far its two ends were apart when it was found. */
  readonly distance: Float64Array;
  /** Scratch of the median. */
  readonly sorted: Float64Array;
}

/** What springs are made from again and again. */
export interface SpringSource {
  readonly template: Surface;
  readonly target: Surface;
  readonly fromTemplate: Samples;
  readonly fromTarget: Samples;
  /** Weight of each sample; those of the template add up to one, those of the target to `backward`. */
  readonly forwardWeight: Float64Array;
  readonly backwardWeight: Float64Array;
  /** The target's weights before clutter is left out, and the piece of it that each sample lies on. */
  readonly backwardBase: Float64Array;
  readonly pieces: Int32Array;
  readonly cone: number;
  readonly tangent: number;
  /** Springs from the target of this length pull along the surface, too, so that limbs grow. */
  readonly reach: number;
  /** Last feet, to start the next search from. */
  readonly lastForward: Int32Array;
  readonly lastBackward: Int32Array;
  /** Only one in so many samples is used: few frames need few springs. */
  every: number;
  /** Scratch: where samples are. */
  readonly at: Float64Array;
  readonly targetAt: Float64Array;
  /** For each sample of the template the nearest other one. */
  readonly neighbour: Int32Array;
}

export function createSprings(most: number): Springs {
  return {
    count: 0,
    vertices: new Int32Array(3 * most),
    corners: new Float64Array(3 * most),
    goal: new Float64Array(3 * most),
    normal: new Float64Array(3 * most),
    tangent: new Float64Array(most),
    weight: new Float64Array(most),
    distance: new Float64Array(most),
    sorted: new Float64Array(most),
  };
}

const foot = createFoot();
const normal = new Float64Array(3);

/** Springs from the template: they come first, one for each sample in use. */
export function forwardCount({ fromTemplate, every }: SpringSource): number {
  return Math.ceil(fromTemplate.count / every);
}

/** Finds all springs for the template's present positions (its surface refitted). */
export function findSprings(springs: Springs, source: SpringSource): void {
  springs.count = 0;
  forwardSprings(springs, source);
  backwardSprings(springs, source);
}

function forwardSprings(springs: Springs, source: SpringSource): void {
  const { template, target, fromTemplate, forwardWeight, cone, lastForward, at } = source;
  placeSamples(at, template, fromTemplate);
  for (let i = 0; i < fromTemplate.count; i += source.every) {
    const t = fromTemplate.triangle[i];
    closestInCone(foot, target, at, 3 * i, template.normals, 3 * t, cone, lastForward[i]);
    lastForward[i] = foot.triangle;
    // All samples have a spring, so that they come first and in order; some pull nothing.
    const isPulled = foot.triangle >= 0 && !isOnBorder(target, foot);
    if (isPulled) normalAt(normal, target, foot.triangle, foot.corners, 0);
    else foot.at.set(at.subarray(3 * i, 3 * i + 3));
    const weight = isPulled ? source.every * forwardWeight[i] : 0;
    addSpring(
      springs,
      template,
      t,
      fromTemplate.corners,
      3 * i,
      at,
      3 * i,
      foot.at,
      0,
      source.tangent,
      weight,
    );
  }
}

function backwardSprings(springs: Springs, source: SpringSource): void {
  const { template, target, fromTarget, backwardWeight, cone, lastBackward, targetAt } = source;
  for (let i = 0; i < fromTarget.count; i += source.every) {
    if (backwardWeight[i] === 0) continue;
    normalAt(normal, target, fromTarget.triangle[i], fromTarget.corners, 3 * i);
    closestInCone(foot, template, targetAt, 3 * i, normal, 0, -1, lastBackward[i]);
    lastBackward[i] = foot.triangle;
    refuseOther(template, normal, cone, target.isCloud);
    if (foot.triangle < 0 || isOnBorder(template, foot)) continue;
    const far = Math.min(1, Math.sqrt(foot.distance2) / source.reach);
    const tangent = source.tangent + (1 - source.tangent) * far;
    addSpring(
      springs,
      template,
      foot.triangle,
      foot.corners,
      0,
      foot.at,
      0,
      targetAt,
      3 * i,
      tangent,
      source.every * backwardWeight[i],
    );
  }
}

/**
 * Forgets the foot if the template there faces another way than m. Only after the search: what is behind the nearest
 * place, facing the right way, is not what clutter near it belongs to. A cloud's normals have no sign, and a zero one
 * fits any.
 */
function refuseOther({ normals }: Surface, m: Float64Array, cone: number, isCloud: boolean): void {
  if (foot.triangle < 0 || (m[0] === 0 && m[1] === 0 && m[2] === 0)) return;
  const t = 3 * foot.triangle;
  const cos = normals[t] * m[0] + normals[t + 1] * m[1] + normals[t + 2] * m[2];
  if ((isCloud ? Math.abs(cos) : cos) < cone) foot.triangle = -1;
}

/** A spring from a place p of the template to c, along the target's normal and, by `tangent`, along its surface. */
function addSpring(
  springs: Springs,
  template: Surface,
  t: number,
  corners: Float64Array,
  o: number,
  p: Float64Array,
  pAt: number,
  c: Float64Array,
  cAt: number,
  tangent: number,
  weight: number,
): void {
  const s = springs.count++;
  let square = 0;
  for (let d = 0; d < 3; d++) {
    springs.goal[3 * s + d] = c[cAt + d];
    springs.normal[3 * s + d] = normal[d];
    square += (c[cAt + d] - p[pAt + d]) * (c[cAt + d] - p[pAt + d]);
    springs.vertices[3 * s + d] = template.triangles[3 * t + d];
    springs.corners[3 * s + d] = corners[o + d];
  }
  springs.tangent[s] = tangent;
  springs.weight[s] = weight;
  springs.distance[s] = Math.sqrt(square);
}

/** Weights times exp(−d²/2σ²): what is far away beside the rest counts little. */
export function weighRobustly(springs: Springs, sigma: number): void {
  if (sigma === Infinity) return;
  for (let s = 0; s < springs.count; s++) {
    const d = springs.distance[s] / sigma;
    springs.weight[s] *= exp(-0.5 * d * d);
  }
}

/** Median length of the springs. */
export function medianDistance(springs: Springs): number {
  const { count, weight, distance, sorted } = springs;
  let n = 0;
  for (let s = 0; s < count; s++) if (weight[s] > 0) sorted[n++] = distance[s];
  return n === 0 ? 0 : sorted.subarray(0, n).sort()[n >> 1];
}
