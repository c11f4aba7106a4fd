import { mul3 } from '../../math/mat3.ts';
import type { Curvature } from '../detect/curvature.ts';
import { LEAST_ALIKE, MOST_BENT } from '../numbers.ts';

/**
 * A smooth body touches a plane where its surface faces it. Contact points only sample that surface, and elements are
 * softer at their nodes than between them, so the centre of pressure is shifted and has a false torque: a ball stood on
 * three points, or in the hollow of an element. So the torque of a point's normal impulse is computed at the nearby
 * surface point that faces the plane, X − P (N − N*), moved by the affine map that best fits all contact points.
 */

/** F, 3×3: the affine map from rest to where contact points are. */
const map = new Float64Array(9);
const moments = new Float64Array(9);
const mean = new Float64Array(3);
/** Centre of mass at rest, from the mean of contact points [m]. */
const middle = new Float64Array(3);

/**
 * Fits the affine map of contact points at y (shape [points, 3]); returns how much of the rule holds: 1 for a body that
 * is not bent, 0 for one that is, where the map says nothing about a single place. `centre` are the weights of points
 * with which they are the centre of mass, `size` is the body's longest side [m].
 */
export function fitAffine(
  { rest, inverse }: Curvature,
  centre: Float64Array,
  y: Float64Array,
  size: number,
): number {
  const n = centre.length;
  mean.fill(0);
  middle.fill(0);
  for (let i = 0; i < n; i++) {
    for (let c = 0; c < 3; c++) {
      mean[c] += y[3 * i + c] / n;
      middle[c] += centre[i] * rest[3 * i + c];
    }
  }
  moments.fill(0);
  let square = 0;
  for (let i = 0; i < 3 * n; i += 3) {
    for (let r = 0; r < 3; r++) {
      const d = y[i + r] - mean[r];
      square += d * d;
      for (let c = 0; c < 3; c++) moments[3 * r + c] += d * rest[i + c];
    }
  }
  mul3(map, 0, moments, 0, inverse, 0);
  for (let k = 0; k < 9; k++) square -= map[k] * moments[k];
  const bent = Math.sqrt(Math.max(0, square / n)) / size;
  return Math.max(0, Math.min(1, 1.5 - bent / MOST_BENT));
}

/**
 * out = lever [m], from the centre of mass, of the place near contact point i where the surface faces the plane with
 * normal normal[k..]. False where it is flat, or looks elsewhere.
 */
export function leverOfPlace(
  { rest, normals, radii }: Curvature,
  i: number,
  normal: Float64Array,
  k: number,
  out: Float64Array,
): boolean {
  const x = normals[3 * i];
  const y = normals[3 * i + 1];
  const z = normals[3 * i + 2];
  if (x === 0 && y === 0 && z === 0) return false;
  // N* = −Fᵀn, a unit vector: planes turn with the map's transpose.
  const a = map[0] * normal[k] + map[3] * normal[k + 1] + map[6] * normal[k + 2];
  const b = map[1] * normal[k] + map[4] * normal[k + 1] + map[7] * normal[k + 2];
  const c = map[2] * normal[k] + map[5] * normal[k + 1] + map[8] * normal[k + 2];
  const length = Math.sqrt(a * a + b * b + c * c);
  const dx = x + a / length;
  const dy = y + b / length;
  const dz = z + c / length;
  // N·(N − N*) is one less the cosine of the angle between them.
  const away = x * dx + y * dy + z * dz;
  if (!(length > 0 && away <= 1 - LEAST_ALIKE)) return false;
  const o = 6 * i;
  const ex = radii[o] * dx + radii[o + 1] * dy + radii[o + 2] * dz;
  const ey = radii[o + 1] * dx + radii[o + 3] * dy + radii[o + 4] * dz;
  const ez = radii[o + 2] * dx + radii[o + 4] * dy + radii[o + 5] * dz;
  // A circle goes down as well as aside.
  const tangent = dx * dx + dy * dy + dz * dz - away * away;
  const down = tangent > 0 ? ((ex * dx + ey * dy + ez * dz) / tangent) * away : 0;
  const px = rest[3 * i] - ex - down * x - middle[0];
  const py = rest[3 * i + 1] - ey - down * y - middle[1];
  const pz = rest[3 * i + 2] - ez - down * z - middle[2];
  for (let r = 0; r < 3; r++) out[r] = map[3 * r] * px + map[3 * r + 1] * py + map[3 * r + 2] * pz;
  return true;
}
