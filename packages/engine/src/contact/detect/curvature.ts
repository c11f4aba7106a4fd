import { inverse3 } from '../../math/mat3.ts';
import { ASIDE, CURVATURE_REACH, FLATTEST, LINE, ROUGH, SMOOTH } from './numbers.ts';

/**
 * The surface between contact points, where it is curved and bulges out: with its normal N and its radii of curvature P
 * at a point X, it faces a direction N* near X at X − P (N − N*).
 */
export interface Curvature {
  /** Contact points less their mean [m], shape [points, 3], and the inverse of Σ X Xᵀ, shape [9]. */
  readonly rest: Float64Array;
  readonly inverse: Float64Array;
  /** Outward normals, shape [points, 3]; zero where the surface is flat, hollow or sharp. */
  readonly normals: Float64Array;
  /** Radii of curvature [m], zero along the normal and where it is flat: xx, xy, xz, yy, yz, zz; shape [points, 6]. */
  readonly radii: Float64Array;
}

/**
 * Curvature at contact points (shape [points, 3]), from the surface's normals at them; null where nothing is curved.
 * Points on a rim, which have no normal of their own, get that of the curved surface beside it: a cylinder rolls on its
 * rims as well. `spacing` is the mean distance of neighbours, `size` the body's longest side [m].
 */
export function findCurvature(
  points: Float64Array,
  normals: Float64Array,
  spacing: number,
  size: number,
): Curvature | null {
  const n = points.length / 3;
  const near = neighbours(points, CURVATURE_REACH * spacing);
  const fits = near.map((list, i) => fitNormals(points, normals, i, list));
  const out = { normals: new Float64Array(3 * n), radii: new Float64Array(6 * n) };
  let any = false;
  fits.forEach((own, i) => {
    const fit = own ?? besideOf(points, fits, near[i], i, ASIDE * spacing);
    if (fit === null) return;
    const radii = radiiOf(fit, FLATTEST * size);
    if (radii === null) return;
    any = true;
    out.normals.set(fit.normal, 3 * i);
    out.radii.set(radii, 6 * i);
  });
  const rest = points.slice();
  const inverse = new Float64Array(9);
  return any && centre(rest, inverse) ? { ...out, rest, inverse } : null;
}

/** A surface near a point: its normal there, and how that changes along two tangents: curvatures [1/m] 11, 12, 22. */
interface Fit {
  readonly normal: number[];
  readonly tangents: readonly [number[], number[]];
  readonly curvature: readonly [number, number, number];
}

/** Fits the normals as a linear function of position, over neighbours with similar normals. Null if the fit is poor. */
function fitNormals(
  points: Float64Array,
  normals: Float64Array,
  i: number,
  near: readonly number[],
): Fit | null {
  const normal = at(normals, i);
  const tangents = tangentsOf(normal);
  const like = near.filter((j) => dot(normal, at(normals, j)) > SMOOTH);
  const rows = like.map((j) => {
    const d = at(points, j).map((x, c) => x - points[3 * i + c]);
    return { d: tangents.map((t) => dot(d, t)), n: tangents.map((t) => dot(at(normals, j), t)) };
  });
  const sum = (of: (row: (typeof rows)[number]) => number): number =>
    rows.reduce((total, row) => total + of(row), 0);
  const aa = sum(({ d }) => d[0] * d[0]);
  const ab = sum(({ d }) => d[0] * d[1]);
  const bb = sum(({ d }) => d[1] * d[1]);
  const det = aa * bb - ab * ab;
  // Normals on a rim agree only along the rim.
  if (!(det > LINE * (aa + bb) * (aa + bb))) return null;
  const along = [0, 1].map((k) => {
    const p = sum(({ d, n }) => n[k] * d[0]);
    const q = sum(({ d, n }) => n[k] * d[1]);
    return [(bb * p - ab * q) / det, (aa * q - ab * p) / det];
  });
  const rough = sum(({ d, n }) =>
    n.reduce((square, x, k) => square + (x - along[k][0] * d[0] - along[k][1] * d[1]) ** 2, 0),
  );
  if (rough > ROUGH * ROUGH * rows.length) return null;
  const cross = 0.5 * (along[0][1] + along[1][0]);
  return { normal, tangents, curvature: [along[0][0], cross, along[1][1]] };
}

/** The curved surface of a neighbour that goes on to point i, the nearest one. */
function besideOf(
  points: Float64Array,
  fits: readonly (Fit | null)[],
  near: readonly number[],
  i: number,
  aside: number,
): Fit | null {
  for (const j of near) {
    const fit = fits[j];
    if (fit === null) continue;
    const { tangents, curvature, normal } = fit;
    const d = at(points, i).map((x, c) => x - points[3 * j + c]);
    const [a, b] = tangents.map((t) => dot(d, t));
    const [aa, ab, bb] = curvature;
    const bulge = 0.5 * (aa * a * a + 2 * ab * a * b + bb * b * b);
    if (Math.max(Math.abs(aa), Math.abs(bb)) * aside < 1e-3) continue;
    if (Math.abs(dot(d, normal) + bulge) > aside) continue;
    const turned = normal.map(
      (x, c) => x + (aa * a + ab * b) * tangents[0][c] + (ab * a + bb * b) * tangents[1][c],
    );
    return { ...fit, normal: unit(turned) };
  }
  return null;
}

/** Radii of curvature as xx, xy, xz, yy, yz, zz; null where it is flat or hollow in every direction. */
function radiiOf({ normal, tangents, curvature }: Fit, most: number): number[] | null {
  const [a, b, d] = curvature;
  const half = 0.5 * (a - d);
  const root = Math.sqrt(half * half + b * b);
  const values = [0.5 * (a + d) + root, 0.5 * (a + d) - root];
  // Along the larger curvature: the longer of two vectors that are the same direction.
  const across = half >= 0 ? [half + root, b] : [b, root - half];
  const length = Math.sqrt(across[0] ** 2 + across[1] ** 2);
  const [x, y] = length > 0 ? [across[0] / length, across[1] / length] : [1, 0];
  const tensor = [0, 0, 0, 0, 0, 0];
  values.forEach((k, m) => {
    if (!(k * most > 1)) return;
    const [p, q] = m === 0 ? [x, y] : [-y, x];
    const along = tangents[0].map((t, c) => p * t + q * tangents[1][c]);
    // Rims have a normal that is turned against the tangents.
    const lean = dot(along, normal);
    const v = unit(along.map((t, c) => t - lean * normal[c]));
    INDEX.forEach(([r, c], e) => {
      tensor[e] += (v[r] * v[c]) / k;
    });
  });
  return tensor.some((t) => t !== 0) ? tensor : null;
}
const INDEX = [
  [0, 0],
  [0, 1],
  [0, 2],
  [1, 1],
  [1, 2],
  [2, 2],
] as const;

/** Takes the mean away from points, and finds the inverse of Σ X Xᵀ; false if they lie in a plane. */
function centre(points: Float64Array, inverse: Float64Array): boolean {
  const n = points.length / 3;
  const mean = [0, 0, 0];
  for (let i = 0; i < 3 * n; i++) mean[i % 3] += points[i] / n;
  const moments = new Float64Array(9);
  for (let i = 0; i < 3 * n; i++) points[i] -= mean[i % 3];
  for (let i = 0; i < 3 * n; i += 3)
    for (let r = 0; r < 3; r++)
      for (let c = 0; c < 3; c++) moments[3 * r + c] += points[i + r] * points[i + c];
  return inverse3(inverse, 0, moments, 0);
}

/** Neighbours of each point within a distance, the nearest first. */
function neighbours(points: Float64Array, reach: number): number[][] {
  const n = points.length / 3;
  return Array.from({ length: n }, (_, i) => {
    const found: { j: number; square: number }[] = [];
    for (let j = 0; j < n; j++) {
      if (j === i) continue;
      let square = 0;
      for (let c = 0; c < 3; c++) square += (points[3 * i + c] - points[3 * j + c]) ** 2;
      if (square < reach * reach) found.push({ j, square });
    }
    return found.sort((a, b) => a.square - b.square || a.j - b.j).map(({ j }) => j);
  });
}

function tangentsOf([x, y, z]: number[]): [number[], number[]] {
  const axis = Math.abs(x) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  const s = unit([y * axis[2] - z * axis[1], z * axis[0] - x * axis[2], x * axis[1] - y * axis[0]]);
  return [s, [y * s[2] - z * s[1], z * s[0] - x * s[2], x * s[1] - y * s[0]]];
}

function at(values: Float64Array, i: number): number[] {
  return [values[3 * i], values[3 * i + 1], values[3 * i + 2]];
}

function unit(v: readonly number[]): number[] {
  const length = Math.sqrt(dot(v, v));
  return v.map((x) => x / length);
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
