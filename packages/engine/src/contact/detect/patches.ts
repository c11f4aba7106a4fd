import type { NormalQuery } from '../../geometry/sdf/query.ts';
import { inverse3 } from '../../math/mat3.ts';

/**
 * Smooth patches around contact points. Between its contact points a round body is a polyhedron, which stands on facets and lands on each corner; what
 * touches is looked for on the curved surface instead, as far as the next points. A patch is the surface at rest to second order.
 */
export interface Patches {
  /** 1 for points on a surface that is round and smooth. */
  readonly round: Uint8Array;
  /** Outward normal and two directions of principal curvature at rest, as rows; shape [points, 9]. */
  readonly frame: Float64Array;
  /** Radii of curvature along the two [m], 0 where it is flat or hollow; shape [points, 2]. */
  readonly radii: Float64Array;
  /** How far the point is below the surface [m]. */
  readonly below: Float64Array;
  /** Neighbours in turn around the point, −1 behind the last; shape [points, RING]. */
  readonly ring: Int32Array;
  /** With sums over the neighbours these give how the patch is deformed, in space and along the two directions (xx, xy, yy); shapes [points, 9], [points, 3]. */
  readonly inverse: Float64Array;
  readonly flatInverse: Float64Array;
}

/** Neighbours of a patch at most, and how far away they may be, in spacings. */
export const RING = 10;
const FAR = 1.9;
/** Curvature is that over this part of the spacing. */
const OVER = 0.25;
/** Radii of curvature below so many spacings are edges; above so many body sizes flat. */
const SHARP = 2;
const FLAT = 2;
/** Neighbours whose surface looks elsewhere, by the cosine, are across an edge. */
const ACROSS = 0.5;

/** The patches of a solid's contact points; `inner` are points below them, `size` its longest side [m]. */
export function buildPatches(
  query: NormalQuery,
  points: Float64Array,
  inner: Float64Array,
  spacing: number,
  size: number,
): Patches {
  const n = points.length / 3;
  const normals = new Float64Array(3 * n);
  const below = new Float64Array(n);
  query.normals(points, n, below, normals);
  for (let i = 0; i < n; i++) below[i] = -below[i];
  const out: Patches = {
    round: new Uint8Array(n),
    frame: new Float64Array(9 * n),
    radii: new Float64Array(2 * n),
    below,
    ring: new Int32Array(RING * n).fill(-1),
    inverse: new Float64Array(9 * n),
    flatInverse: new Float64Array(3 * n),
  };
  for (let i = 0; i < n; i++) {
    if (!curve(out, query, points, normals, i, spacing, size)) continue;
    if (!gatherRing(out, points, normals, i, FAR * spacing)) continue;
    out.round[i] = findInverse(out, points, inner, i) ? 1 : 0;
  }
  return out;
}

/** Principal curvatures at point i, from how the normal turns; false where it is an edge, or flat. */
function curve(
  { frame, radii }: Patches,
  query: NormalQuery,
  points: Float64Array,
  normals: Float64Array,
  i: number,
  spacing: number,
  size: number,
): boolean {
  const m = normals.subarray(3 * i, 3 * i + 3);
  const { t, s } = spanTangents(m);
  if (!Number.isFinite(t[0])) return false;
  const step = OVER * spacing;
  const places = new Float64Array(12);
  for (let c = 0; c < 3; c++) {
    places[c] = points[3 * i + c] + step * t[c];
    places[3 + c] = points[3 * i + c] - step * t[c];
    places[6 + c] = points[3 * i + c] + step * s[c];
    places[9 + c] = points[3 * i + c] - step * s[c];
  }
  const d = new Float64Array(4);
  const g = new Float64Array(12);
  query.normals(places, 4, d, g);
  const turn = (a: number, e: readonly number[]): number =>
    (e[0] * (g[6 * a] - g[6 * a + 3]) +
      e[1] * (g[6 * a + 1] - g[6 * a + 4]) +
      e[2] * (g[6 * a + 2] - g[6 * a + 5])) /
    (2 * step);
  const tt = turn(0, t);
  const ss = turn(1, s);
  const ts = (turn(0, s) + turn(1, t)) / 2;
  // Principal directions of the symmetric 2×2 matrix.
  const mean = (tt + ss) / 2;
  const half = (tt - ss) / 2;
  const spread = Math.sqrt(half * half + ts * ts);
  let c = 1;
  let e = 0;
  if (spread > 1e-9 * (Math.abs(mean) + 1 / size)) {
    const cos2 = half / spread;
    c = Math.sqrt(Math.max(0, (1 + cos2) / 2));
    e = Math.sqrt(Math.max(0, (1 - cos2) / 2)) * (ts < 0 ? -1 : 1);
  }
  let round = false;
  for (let a = 0; a < 2; a++) {
    const k = a === 0 ? mean + spread : mean - spread;
    if (Math.abs(k) * SHARP * spacing > 1) return false;
    radii[2 * i + a] = k * FLAT * size > 1 ? 1 / k : 0;
    round = round || radii[2 * i + a] > 0;
    for (let x = 0; x < 3; x++) {
      frame[9 * i + 3 * (a + 1) + x] = a === 0 ? c * t[x] + e * s[x] : c * s[x] - e * t[x];
    }
  }
  for (let x = 0; x < 3; x++) frame[9 * i + x] = m[x];
  return round;
}

/** Unit vectors square to m and each other; not finite if m is none. */
function spanTangents(m: Float64Array): { t: number[]; s: number[] } {
  const [x, y, z] = [Math.abs(m[0]), Math.abs(m[1]), Math.abs(m[2])];
  const least = x <= y && x <= z ? 0 : y <= z ? 1 : 2;
  const t = [0, 1, 2].map((c) => (c === least ? 1 : 0) - m[least] * m[c]);
  const length =
    m[0] === 0 && m[1] === 0 && m[2] === 0 ? 0 : Math.sqrt(t[0] ** 2 + t[1] ** 2 + t[2] ** 2);
  for (let c = 0; c < 3; c++) t[c] /= length;
  const s = [m[1] * t[2] - m[2] * t[1], m[2] * t[0] - m[0] * t[2], m[0] * t[1] - m[1] * t[0]];
  return { t, s };
}

/** The nearest neighbours of point i, in turn around it; false if they leave a gap. */
function gatherRing(
  { frame, ring }: Patches,
  points: Float64Array,
  normals: Float64Array,
  i: number,
  far: number,
): boolean {
  const near: { j: number; square: number; x: number; y: number }[] = [];
  for (let j = 0; j < points.length / 3; j++) {
    if (j === i) continue;
    let square = 0;
    let along = 0;
    let x = 0;
    let y = 0;
    for (let c = 0; c < 3; c++) {
      const d = points[3 * j + c] - points[3 * i + c];
      square += d * d;
      along += normals[3 * i + c] * normals[3 * j + c];
      x += d * frame[9 * i + 3 + c];
      y += d * frame[9 * i + 6 + c];
    }
    if (square > far * far || along < ACROSS) continue;
    near.push({ j, square, x, y });
  }
  near.sort((a, b) => a.square - b.square || a.j - b.j);
  const kept = near.slice(0, RING);
  kept.sort((a, b) => angle(a.x, a.y) - angle(b.x, b.y));
  if (kept.length < 3) return false;
  for (let k = 0; k < kept.length; k++) {
    const a = kept[k];
    const b = kept[(k + 1) % kept.length];
    if (!(a.x * b.y - a.y * b.x > 0)) return false;
  }
  for (let k = 0; k < kept.length; k++) ring[RING * i + k] = kept[k].j;
  return true;
}

/** Grows with the angle of (x, y), from 0 to 4. */
function angle(x: number, y: number): number {
  const sum = Math.abs(x) + Math.abs(y);
  const part = y / sum;
  return x < 0 ? 2 - part : y < 0 ? 4 + part : part;
}

function findInverse(
  { ring, inverse, flatInverse, frame }: Patches,
  points: Float64Array,
  inner: Float64Array,
  i: number,
): boolean {
  const sum = new Float64Array(9);
  const add = (d: readonly number[]): void => {
    for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) sum[3 * r + c] += d[r] * d[c];
  };
  let [xx, xy, yy] = [0, 0, 0];
  for (let k = 0; k < RING && ring[RING * i + k] >= 0; k++) {
    const j = ring[RING * i + k];
    const d = [0, 1, 2].map((c) => points[3 * j + c] - points[3 * i + c]);
    add(d);
    const [x, y] = [3, 6].map((t) => d.reduce((s, e, c) => s + e * frame[9 * i + t + c], 0));
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  add([0, 1, 2].map((c) => inner[3 * i + c] - points[3 * i + c]));
  inverse3(inverse, 9 * i, sum, 0);
  const det = xx * yy - xy * xy;
  flatInverse.set([yy / det, -xy / det, xx / det], 3 * i);
  const all = [...inverse.subarray(9 * i, 9 * i + 9), ...flatInverse.subarray(3 * i, 3 * i + 3)];
  return all.every((c) => Number.isFinite(c));
}
