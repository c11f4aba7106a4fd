import { ALONG, ON_EDGE } from '../numbers.ts';
import type { Feature } from './feature.ts';
import { addPoint, type Manifold } from './points.ts';

const NOWHERE = 1e-12;
/** Room for the corners of an eight-cornered face cut by another. */
const ROOM = 20;

/** Corners seen along the normal: two coordinates across it and the height along it, shape [corners, 3]. */
const flatA = new Float64Array(3 * ROOM);
const flatB = new Float64Array(3 * ROOM);
const cut = new Float64Array(3 * ROOM);
const ids = new Int32Array(ROOM);
const cutIds = new Int32Array(ROOM);
const t1 = new Float64Array(3);
const t2 = new Float64Array(3);
const heightOf = new Float64Array(1);

/** Ids: corners of the first as they are; then what edges of the second cut off, by edge. */
const BY_EDGE = 64;

/**
 * Appends the points where the features of a manifold lie above each other, seen along its normal: the corners of what
 * two faces have in common, the ends of an edge within a face, the crossing of two edges.
 */
export function clipFeatures(m: Manifold): void {
  const { first, second, separation: n } = m;
  spanPlane(n);
  flatten(flatA, first, n);
  flatten(flatB, second, n);
  if (first.count === 2 && second.count === 2) {
    meetEdges(m);
    return;
  }
  // An edge is cut by the other's face, whichever is which.
  const turned = second.count === 2;
  const count = cutByFace(
    turned ? flatB : flatA,
    turned ? second.count : first.count,
    turned ? flatA : flatB,
    turned ? first.count : second.count,
  );
  for (let k = 0; k < count; k++) {
    const x = cut[3 * k];
    const y = cut[3 * k + 1];
    findHeight(flatA, first, x, y, n);
    const high = heightOf[0];
    findHeight(flatB, second, x, y, n);
    add(m, cutIds[k], x, y, high, heightOf[0]);
  }
}

function add(m: Manifold, id: number, x: number, y: number, high: number, low: number): void {
  const n = m.separation;
  addPoint(
    m,
    id,
    // Just beyond an edge the other face goes on, but is not there.
    Math.max(n[0], high - low),
    x * t1[0] + y * t2[0] + high * n[1],
    x * t1[1] + y * t2[1] + high * n[2],
    x * t1[2] + y * t2[2] + high * n[3],
  );
}

/** t1, t2 = unit vectors square to the normal and each other. */
function spanPlane(n: Float64Array): void {
  const ax = Math.abs(n[1]);
  const ay = Math.abs(n[2]);
  const az = Math.abs(n[3]);
  const least = ax <= ay && ax <= az ? 0 : ay <= az ? 1 : 2;
  for (let c = 0; c < 3; c++) t1[c] = (c === least ? 1 : 0) - n[1 + least] * n[1 + c];
  const length = Math.sqrt(t1[0] * t1[0] + t1[1] * t1[1] + t1[2] * t1[2]);
  for (let c = 0; c < 3; c++) t1[c] /= length;
  t2[0] = n[2] * t1[2] - n[3] * t1[1];
  t2[1] = n[3] * t1[0] - n[1] * t1[2];
  t2[2] = n[1] * t1[1] - n[2] * t1[0];
}

function flatten(out: Float64Array, { corners, count }: Feature, n: Float64Array): void {
  for (let k = 0; k < 3 * count; k += 3) {
    const x = corners[k];
    const y = corners[k + 1];
    const z = corners[k + 2];
    out[k] = t1[0] * x + t1[1] * y + t1[2] * z;
    out[k + 1] = t2[0] * x + t2[1] * y + t2[2] * z;
    out[k + 2] = n[1] * x + n[2] * y + n[3] * z;
  }
}

/** heightOf = how high the feature is at (x, y): that of its plane, or of its line at the place nearest. */
function findHeight(flat: Float64Array, f: Feature, x: number, y: number, n: Float64Array): void {
  const dx = x - flat[0];
  const dy = y - flat[1];
  if (f.count === 2) {
    const ux = flat[3] - flat[0];
    const uy = flat[4] - flat[1];
    const square = ux * ux + uy * uy;
    const t = square > NOWHERE ? Math.max(0, Math.min(1, (dx * ux + dy * uy) / square)) : 0;
    heightOf[0] = flat[2] + t * (flat[5] - flat[2]);
    return;
  }
  const { normal: g } = f;
  const up = g[0] * n[1] + g[1] * n[2] + g[2] * n[3];
  const gx = g[0] * t1[0] + g[1] * t1[1] + g[2] * t1[2];
  const gy = g[0] * t2[0] + g[1] * t2[1] + g[2] * t2[2];
  heightOf[0] = flat[2] - (gx * dx + gy * dy) / up;
}

/** cut = the part of a face or an edge within the face B; returns the number of its corners. */
function cutByFace(A: Float64Array, countA: number, B: Float64Array, countB: number): number {
  for (let k = 0; k < 3 * countA; k++) cut[k] = A[k];
  for (let k = 0; k < countA; k++) cutIds[k] = k;
  let count = countA;
  // Which way round B goes, seen along the normal.
  let area = 0;
  for (let j = 0; j < countB; j++) {
    const i = 3 * ((j + 1) % countB);
    area += B[3 * j] * B[i + 1] - B[3 * j + 1] * B[i];
  }
  const round = area < 0 ? -1 : 1;
  for (let j = 0; j < countB && count > 0; j++) {
    const i = 3 * ((j + 1) % countB);
    const ex = round * (B[i] - B[3 * j]);
    const ey = round * (B[i + 1] - B[3 * j + 1]);
    count = cutByLine(count, B[3 * j], B[3 * j + 1], ex, ey, BY_EDGE * (j + 1));
  }
  return count;
}

/** Keeps what of `cut` is left of the line through (x, y) along (ex, ey). */
function cutByLine(
  count: number,
  x: number,
  y: number,
  ex: number,
  ey: number,
  id: number,
): number {
  let kept = 0;
  const least = -ON_EDGE * (ex * ex + ey * ey);
  const steps = count === 2 ? 1 : count;
  const room = ROOM - 2;
  for (let k = 0; k < steps; k++) {
    const i = 3 * k;
    const j = 3 * ((k + 1) % count);
    const here = ex * (cut[i + 1] - y) - ey * (cut[i] - x);
    const there = ex * (cut[j + 1] - y) - ey * (cut[j] - x);
    if (here >= least && kept < room) keep(kept++, cut[i], cut[i + 1], cutIds[k]);
    if (here >= least !== there >= least && kept < room) {
      const t = Math.max(0, Math.min(1, here / (here - there)));
      const mark = id + (cutIds[k] % BY_EDGE) + (here >= least ? 32 : 0);
      keep(
        kept++,
        cut[i] + t * (cut[j] - cut[i]),
        cut[i + 1] + t * (cut[j + 1] - cut[i + 1]),
        mark,
      );
    }
    if (count === 2 && there >= least) keep(kept++, cut[j], cut[j + 1], cutIds[1]);
  }
  for (let k = 0; k < kept; k++) {
    cutIds[k] = ids[k];
    for (let c = 0; c < 2; c++) cut[3 * k + c] = held[2 * k + c];
  }
  return kept;
}

const held = new Float64Array(2 * ROOM);

function keep(k: number, x: number, y: number, id: number): void {
  held[2 * k] = x;
  held[2 * k + 1] = y;
  ids[k] = id;
}

/** Two edges: where they cross, or both ends of the part along which they lie side by side. */
function meetEdges(m: Manifold): void {
  const ux = flatA[3] - flatA[0];
  const uy = flatA[4] - flatA[1];
  const vx = flatB[3] - flatB[0];
  const vy = flatB[4] - flatB[1];
  const wx = flatB[0] - flatA[0];
  const wy = flatB[1] - flatA[1];
  const uu = ux * ux + uy * uy;
  const vv = vx * vx + vy * vy;
  if (!(uu > NOWHERE) || !(vv > NOWHERE)) return;
  const cross = ux * vy - uy * vx;
  if (Math.abs(cross) > ALONG * Math.sqrt(uu * vv)) {
    const s = (wx * vy - wy * vx) / cross;
    const t = (wx * uy - wy * ux) / cross;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) addOfLines(m, 0, s, t);
    return;
  }
  // From where to where along A the other lies beside it.
  const p = (wx * ux + wy * uy) / uu;
  const q = p + (vx * ux + vy * uy) / uu;
  const from = Math.max(0, Math.min(p, q));
  const to = Math.min(1, Math.max(p, q));
  if (from > to) return;
  addOfLines(m, 0, from, (from - p) / (q - p));
  if (to > from) addOfLines(m, 1, to, (to - p) / (q - p));
}

function addOfLines(m: Manifold, id: number, s: number, t: number): void {
  const x = flatA[0] + s * (flatA[3] - flatA[0]);
  const y = flatA[1] + s * (flatA[4] - flatA[1]);
  const high = flatA[2] + s * (flatA[5] - flatA[2]);
  const low = flatB[2] + t * (flatB[5] - flatB[2]);
  add(m, id, x, y, high, low);
}
