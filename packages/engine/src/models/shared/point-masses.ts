import type { Kernels } from '../../kernels/kernels.ts';
import { MEASURE } from '../views.ts';
import { measureInertia } from './momentum.ts';

/**
 * What bodies of point masses have in common, whatever pulls at the points: positions x and velocities v of shape [n,
 * 3], masses m.
 */

/** x = pose·rest, a 3×4 affine map. */
export function placePoints(
  x: Float64Array,
  rest: Float64Array,
  n: number,
  pose: Float64Array,
): void {
  for (let i = 0; i < 3 * n; i += 3) {
    const X = rest[i];
    const Y = rest[i + 1];
    const Z = rest[i + 2];
    for (let c = 0; c < 3; c++) {
      x[i + c] = pose[4 * c] * X + pose[4 * c + 1] * Y + pose[4 * c + 2] * Z + pose[4 * c + 3];
    }
  }
}

/** v += linear + spin × (x − centre) */
export function addRigidVelocity(
  v: Float64Array,
  x: Float64Array,
  n: number,
  centre: ArrayLike<number>,
  linear: readonly number[],
  spin: readonly number[],
): void {
  for (let i = 0; i < 3 * n; i += 3) {
    const dx = x[i] - centre[0];
    const dy = x[i + 1] - centre[1];
    const dz = x[i + 2] - centre[2];
    v[i] += linear[0] + spin[1] * dz - spin[2] * dy;
    v[i + 1] += linear[1] + spin[2] * dx - spin[0] * dz;
    v[i + 2] += linear[2] + spin[0] * dy - spin[1] * dx;
  }
}

/** Centre of mass [m] of n masses; mass i is at point pointOf[i], or at point i. Allocates. */
export function centreOfMass(
  x: Float64Array,
  m: Float64Array,
  n: number,
  pointOf: Int32Array | null = null,
  total: number | null = null,
): number[] {
  let weight = total ?? 0;
  if (total === null) for (let i = 0; i < n; i++) weight += m[i];
  const centre = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    const k = 3 * (pointOf === null ? i : pointOf[i]);
    for (let c = 0; c < 3; c++) centre[c] += (m[i] * x[k + c]) / weight;
  }
  return centre;
}

/** Mass, energy of motion and of height, momenta, centre, top speed and inertia. */
export function measurePoints(
  out: Float64Array,
  x: Float64Array,
  v: Float64Array,
  m: Float64Array,
  n: number,
  gravity: Float64Array,
): void {
  out.fill(0);
  for (let i = 0; i < n; i++) {
    const px = x[3 * i];
    const py = x[3 * i + 1];
    const pz = x[3 * i + 2];
    const vx = v[3 * i];
    const vy = v[3 * i + 1];
    const vz = v[3 * i + 2];
    const speed2 = vx * vx + vy * vy + vz * vz;
    out[MEASURE.mass] += m[i];
    out[MEASURE.kinetic] += 0.5 * m[i] * speed2;
    out[MEASURE.potential] -= m[i] * (gravity[0] * px + gravity[1] * py + gravity[2] * pz);
    out[MEASURE.linear] += m[i] * vx;
    out[MEASURE.linear + 1] += m[i] * vy;
    out[MEASURE.linear + 2] += m[i] * vz;
    out[MEASURE.angular] += m[i] * (py * vz - pz * vy);
    out[MEASURE.angular + 1] += m[i] * (pz * vx - px * vz);
    out[MEASURE.angular + 2] += m[i] * (px * vy - py * vx);
    out[MEASURE.centre] += m[i] * px;
    out[MEASURE.centre + 1] += m[i] * py;
    out[MEASURE.centre + 2] += m[i] * pz;
    if (speed2 > out[MEASURE.speed]) out[MEASURE.speed] = speed2;
  }
  out[MEASURE.speed] = Math.sqrt(out[MEASURE.speed]);
  for (let c = 0; c < 3; c++) out[MEASURE.centre + c] /= out[MEASURE.mass];
  measureInertia(out, x, m, n);
}

/** Arrays of the arena that a skin tied to four points a vertex is drawn with. */
export interface SkinMemory {
  readonly skin: { readonly indices: Int32Array; readonly weights: Float64Array };
  readonly triangles: Int32Array;
  readonly drawn: Float32Array;
  readonly drawnNormals: Float32Array;
}

/** Positions and normals of a skin for drawing, from the points' positions x. */
export function drawSkin(
  { skin, triangles, drawn, drawnNormals }: SkinMemory,
  x: Float64Array,
  kernels: Kernels,
  positions: Float32Array,
  normals: Float32Array,
): void {
  const count = skin.indices.length / 4;
  kernels.skin4F32(drawn, skin.indices, skin.weights, x, count);
  kernels.vertexNormals(drawnNormals, drawn, triangles, count, triangles.length / 3);
  positions.set(drawn);
  normals.set(drawnNormals);
}
