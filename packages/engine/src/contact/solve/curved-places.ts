import { mul3 } from '../../math/mat3.ts';
import type { Curvature } from '../detect/curvature.ts';
import { LEAST_ALIKE, MOST_BENT } from '../numbers.ts';

/**
 * A smooth body touches a plane where its surface faces it. Its contact points are a few of that surface, and elements
 * give way more at their nodes than between them, so the points that happen to push have their middle elsewhere, and
 * the torque of that is of nothing: a ball stood on three points, or in the hollow of an element. So the normal impulse
 * of a point has the torque of one at the place near it that faces the plane, X − P (N − N*), carried along by the
 * affine map that fits all contact points best.
 */

/** F, 3×3: the affine map from rest to where contact points are; and how much the body is otherwise deformed. */
const map = new Float64Array(9);
const moments = new Float64Array(9);
const mean = new Float64Array(3);

/**
 * Fits the affine map of contact points at y (shape [points, 3]); gives how much of the rule holds: 1 for a body that
 * is not bent, 0 for one that is, where the map says nothing about a single place. `size` is its longest side [m].
 */
export function fitAffine({ rest, inverse }: Curvature, y: Float64Array, size: number): number {
  const n = rest.length;
  mean.fill(0);
  for (let i = 0; i < n; i += 3) for (let c = 0; c < 3; c++) mean[c] += (3 * y[i + c]) / n;
  moments.fill(0);
  let square = 0;
  for (let i = 0; i < n; i += 3) {
    for (let r = 0; r < 3; r++) {
      const d = y[i + r] - mean[r];
      square += d * d;
      for (let c = 0; c < 3; c++) moments[3 * r + c] += d * rest[i + c];
    }
  }
  mul3(map, 0, moments, 0, inverse, 0);
  for (let k = 0; k < 9; k++) square -= map[k] * moments[k];
  const bent = Math.sqrt(Math.max(0, (3 * square) / n)) / size;
  return Math.max(0, Math.min(1, 1.5 - bent / MOST_BENT));
}

/**
 * out = way [m], along the plane with normal n (at normal[k..]), from where the surface near contact point i faces the
 * plane to the point. False where it is flat, or looks elsewhere.
 */
export function wayFromPlace(
  { normals, radii }: Curvature,
  i: number,
  normal: Float64Array,
  k: number,
  out: Float64Array,
): boolean {
  const x = normals[3 * i];
  const y = normals[3 * i + 1];
  const z = normals[3 * i + 2];
  if (x === 0 && y === 0 && z === 0) return false;
  const n0 = normal[k];
  const n1 = normal[k + 1];
  const n2 = normal[k + 2];
  // N* = −Fᵀn, a unit vector: planes turn with the map's transpose.
  const a = map[0] * n0 + map[3] * n1 + map[6] * n2;
  const b = map[1] * n0 + map[4] * n1 + map[7] * n2;
  const c = map[2] * n0 + map[5] * n1 + map[8] * n2;
  const length = Math.sqrt(a * a + b * b + c * c);
  const dx = x + a / length;
  const dy = y + b / length;
  const dz = z + c / length;
  // N·(N − N*) is one less the cosine of the angle between them.
  const away = x * dx + y * dy + z * dz;
  if (!(length > 0 && away <= 1 - LEAST_ALIKE)) return false;
  const o = 6 * i;
  let ex = radii[o] * dx + radii[o + 1] * dy + radii[o + 2] * dz;
  let ey = radii[o + 1] * dx + radii[o + 3] * dy + radii[o + 4] * dz;
  let ez = radii[o + 2] * dx + radii[o + 4] * dy + radii[o + 5] * dz;
  // A circle goes down as well as aside.
  const tangent = dx * dx + dy * dy + dz * dz - away * away;
  const down = tangent > 0 ? ((ex * dx + ey * dy + ez * dz) / tangent) * away : 0;
  ex += down * x;
  ey += down * y;
  ez += down * z;
  out[0] = map[0] * ex + map[1] * ey + map[2] * ez;
  out[1] = map[3] * ex + map[4] * ey + map[5] * ez;
  out[2] = map[6] * ex + map[7] * ey + map[8] * ez;
  const along = out[0] * n0 + out[1] * n1 + out[2] * n2;
  out[0] -= along * n0;
  out[1] -= along * n1;
  out[2] -= along * n2;
  return true;
}
