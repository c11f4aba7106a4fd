import { BOX, CAPSULE, CYLINDER, PLANE, SPHERE } from '../../../geometry/primitive.ts';
import { FACES_FIRST, INSET, MOST_PROJECTIONS, PARALLEL } from '../numbers.ts';
import { intoCore, nearestSurface } from './nearest.ts';
import type { Placed } from './placed.ts';

const NOWHERE = 1e-12;

/** Of two solids: [gap [m], unit normal out of the second]. The gap is that along the normal: the true one, or less. */
export type Separation = Float64Array;

const d = new Float64Array(3);
const axis = new Float64Array(3);
const p = new Float64Array(3);
const q = new Float64Array(3);
const best = new Float64Array(4);
const point = new Float64Array(4);
/** What the best axis was preferred by [m]. */
const preferred = new Float64Array(1);

/** How far a solid reaches from its centre along the unit `axis` and against it [m]. */
function extent({ kind, half, radius, axes }: Placed): number {
  const along = axis[0] * axes[1] + axis[1] * axes[4] + axis[2] * axes[7];
  if (kind === SPHERE) return radius;
  if (kind === CAPSULE) return half[1] * Math.abs(along) + radius;
  if (kind === CYLINDER) {
    return half[1] * Math.abs(along) + half[0] * Math.sqrt(Math.max(0, 1 - along * along));
  }
  const x = axis[0] * axes[0] + axis[1] * axes[3] + axis[2] * axes[6];
  const z = axis[0] * axes[2] + axis[1] * axes[5] + axis[2] * axes[8];
  return half[0] * Math.abs(x) + half[1] * Math.abs(along) + half[2] * Math.abs(z) + radius;
}

/**
 * Takes the direction of `axis`, of any length, if the solids are farther apart along it than along the best so far.
 */
function tryAxis(a: Placed, b: Placed, bonus: number): void {
  const length = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  if (!(length > NOWHERE)) return;
  const sign = axis[0] * d[0] + axis[1] * d[1] + axis[2] * d[2] < 0 ? -1 / length : 1 / length;
  for (let c = 0; c < 3; c++) axis[c] *= sign;
  const gap = axis[0] * d[0] + axis[1] * d[1] + axis[2] * d[2] - extent(a) - extent(b);
  if (!(gap + bonus > best[0])) return;
  best[0] = gap + bonus;
  preferred[0] = bonus;
  for (let c = 0; c < 3; c++) best[1 + c] = axis[c];
}

function takeColumn(solid: Placed, k: number): void {
  for (let c = 0; c < 3; c++) axis[c] = solid.axes[3 * c + k];
}

/** Faces of a solid: all three axes of a box, the second of a cylinder. */
function tryFaces(solid: Placed, a: Placed, b: Placed, bonus: number): void {
  if (solid.kind !== BOX && solid.kind !== CYLINDER) return;
  for (let k = 0; k < 3; k++) {
    if (solid.kind === CYLINDER && k !== 1) continue;
    takeColumn(solid, k);
    tryAxis(a, b, bonus);
  }
}

/** Directions square to an edge of each, and square to both. */
function tryEdges(a: Placed, b: Placed): void {
  for (let i = 0; i < 3; i++) {
    if (a.kind !== BOX && i !== 1) continue;
    for (let j = 0; j < 3; j++) {
      if (b.kind !== BOX && j !== 1) continue;
      for (let c = 0; c < 3; c++) {
        const e = (c + 1) % 3;
        const f = (c + 2) % 3;
        axis[c] = a.axes[3 * e + i] * b.axes[3 * f + j] - a.axes[3 * f + i] * b.axes[3 * e + j];
      }
      const square = axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2];
      if (square > PARALLEL * PARALLEL) tryAxis(a, b, 0);
    }
  }
}

/** The direction between the nearest points of the two cores, by projecting from one to the other. */
function tryNearest(a: Placed, b: Placed): void {
  const insetA = INSET * leastHalf(a);
  const insetB = INSET * leastHalf(b);
  for (let c = 0; c < 3; c++) p[c] = a.centre[c];
  let last = Number.POSITIVE_INFINITY;
  for (let k = 0; k < MOST_PROJECTIONS; k++) {
    for (let c = 0; c < 3; c++) q[c] = p[c];
    intoCore(q, b, insetB);
    for (let c = 0; c < 3; c++) p[c] = q[c];
    intoCore(p, a, insetA);
    let square = 0;
    for (let c = 0; c < 3; c++) square += (p[c] - q[c]) * (p[c] - q[c]);
    if (square >= last * (1 - 1e-9)) break;
    last = square;
  }
  for (let c = 0; c < 3; c++) axis[c] = p[c] - q[c];
  tryAxis(a, b, 0);
}

/** Smallest half size of what has faces [m]; 0 for spheres and capsules. */
function leastHalf({ kind, half }: Placed): number {
  if (kind === BOX) return Math.min(half[0], half[1], half[2]);
  return kind === CYLINDER ? Math.min(half[0], half[1]) : 0;
}

/**
 * How far apart two solids are and along which normal, which points out of b. By the separating axis that shows them
 * farthest apart: faces, pairs of edges, and the direction between their nearest points. Exact if one is a sphere or a
 * half-space. `a` is no half-space.
 */
export function separate(out: Separation, a: Placed, b: Placed): void {
  if (b.kind === PLANE) {
    nearestSurface(point, b, a.centre);
    for (let c = 0; c < 3; c++) axis[c] = point[1 + c];
    out[0] = point[0] - extent(a);
    for (let c = 1; c < 4; c++) out[c] = point[c];
    return;
  }
  if (a.kind === SPHERE) {
    nearestSurface(out, b, a.centre);
    out[0] -= a.radius;
    return;
  }
  if (b.kind === SPHERE) {
    nearestSurface(out, a, b.centre);
    out[0] -= b.radius;
    for (let c = 1; c < 4; c++) out[c] = -out[c];
    return;
  }
  for (let c = 0; c < 3; c++) d[c] = a.centre[c] - b.centre[c];
  best[0] = Number.NEGATIVE_INFINITY;
  const small = Math.min(sizeOf(a), sizeOf(b));
  tryFaces(b, a, b, FACES_FIRST * small);
  tryFaces(a, a, b, 0.5 * FACES_FIRST * small);
  tryEdges(a, b);
  tryNearest(a, b);
  out[0] = best[0] - preferred[0];
  for (let c = 1; c < 4; c++) out[c] = best[c];
}

/** Largest half size [m]. */
export function sizeOf({ half, radius }: Placed): number {
  return Math.max(half[0], half[1], half[2]) + radius;
}
