import { BOX, CYLINDER, PLANE, SPHERE } from '../../../geometry/primitive.ts';
import { MISSED } from '../numbers.ts';
import { clipFeatures } from './clip.ts';
import { type Feature, findFeature } from './feature.ts';
import type { Placed } from './placed.ts';
import { addPoint, type Manifold } from './points.ts';
import { separate, sizeOf } from './separation.ts';

/** Id of a place that was not among those. */
const DEEPEST = 63;

/**
 * Fills the manifold of two solids with the points that are nearer than `within` [m], sorted by id. `a` is no
 * half-space.
 */
export function findManifold(m: Manifold, a: Placed, b: Placed, within: number): void {
  separate(m.separation, a, b);
  m.count = 0;
  if (!(m.separation[0] < within)) return;
  if (b.kind === PLANE) againstPlane(m, a, b);
  else {
    findFeature(m.first, a, m.separation, 1, -1, b);
    findFeature(m.second, b, m.separation, 1, 1, a);
    if (a.kind === SPHERE) addOne(m, m.first, 0);
    else if (b.kind === SPHERE) addOne(m, m.second, m.separation[0]);
    else {
      clipFeatures(m);
      if (misses(m, MISSED * Math.min(sizeOf(a), sizeOf(b)))) addDeepest(m);
    }
  }
  keepNear(m, within);
}

/** The only corner of a feature, moved by so much along the normal, is the place. */
function addOne(m: Manifold, { corners }: Feature, up: number): void {
  const n = m.separation;
  addPoint(m, 0, n[0], corners[0] + up * n[1], corners[1] + up * n[2], corners[2] + up * n[3]);
}

/** Whether no place is as near as the two are, but for `much` [m]. */
function misses({ gap, count, separation }: Manifold, much: number): boolean {
  for (let k = 0; k < count; k++) if (gap[k] < separation[0] + much) return false;
  return true;
}

/** Where features do not lie above each other: the corner of a that reaches farthest. */
function addDeepest(m: Manifold): void {
  const { corners, count } = m.first;
  const n = m.separation;
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < count; k++) {
    const along = n[1] * corners[3 * k] + n[2] * corners[3 * k + 1] + n[3] * corners[3 * k + 2];
    if (along >= least) continue;
    least = along;
    best = k;
  }
  addPoint(m, DEEPEST, n[0], corners[3 * best], corners[3 * best + 1], corners[3 * best + 2]);
}

/**
 * Every corner of a box; of capsules and cylinders both ends of the lowest line; and of a cap what tells of it lying
 * flat.
 */
function againstPlane(m: Manifold, a: Placed, b: Placed): void {
  const n = m.separation;
  const { half, radius, axes, centre } = a;
  if (a.kind === BOX) {
    for (let k = 0; k < 8; k++) {
      const x = (k & 1) === 1 ? half[0] : -half[0];
      const y = (k & 2) === 2 ? half[1] : -half[1];
      const z = (k & 4) === 4 ? half[2] : -half[2];
      addOnPlane(
        m,
        b,
        k,
        centre[0] + axes[0] * x + axes[1] * y + axes[2] * z - radius * n[1],
        centre[1] + axes[3] * x + axes[4] * y + axes[5] * z - radius * n[2],
        centre[2] + axes[6] * x + axes[7] * y + axes[8] * z - radius * n[3],
      );
    }
    return;
  }
  findFeature(m.first, a, n, 1, -1, b);
  const { corners, count } = m.first;
  for (let k = 0; k < count; k++) {
    // Of a cap every other corner will do.
    if (count > 2 && k % 2 === 1) continue;
    addOnPlane(m, b, k, corners[3 * k], corners[3 * k + 1], corners[3 * k + 2]);
  }
  if (a.kind === CYLINDER && count > 2) addOtherRim(m, a, b);
}

/** A cylinder that leans on its rim may fall on its side: the lowest place of the other rim. */
function addOtherRim(m: Manifold, a: Placed, b: Placed): void {
  const { corners, normal } = m.first;
  const up = -2 * a.half[1];
  addOnPlane(
    m,
    b,
    8,
    corners[0] + up * normal[0],
    corners[1] + up * normal[1],
    corners[2] + up * normal[2],
  );
}

function addOnPlane(m: Manifold, b: Placed, id: number, x: number, y: number, z: number): void {
  const n = m.separation;
  const gap = n[1] * (x - b.centre[0]) + n[2] * (y - b.centre[1]) + n[3] * (z - b.centre[2]);
  addPoint(m, id, gap, x, y, z);
}

/** Drops points that are too far, and puts the others in the order of their ids. */
function keepNear(m: Manifold, within: number): void {
  const { gap, place, id } = m;
  let kept = 0;
  for (let k = 0; k < m.count; k++) {
    if (!(gap[k] < within)) continue;
    const g = gap[k];
    const i = id[k];
    const x = place[3 * k];
    const y = place[3 * k + 1];
    const z = place[3 * k + 2];
    let at = kept++;
    for (; at > 0 && id[at - 1] > i; at--) {
      id[at] = id[at - 1];
      gap[at] = gap[at - 1];
      for (let c = 0; c < 3; c++) place[3 * at + c] = place[3 * at - 3 + c];
    }
    id[at] = i;
    gap[at] = g;
    place[3 * at] = x;
    place[3 * at + 1] = y;
    place[3 * at + 2] = z;
  }
  m.count = kept;
}
