import { FLAT_JOINT } from '../../numbers.ts';

/**
 * Four points of a joint's end: its point, then one at distance `reach` along its axis, one across it, and one along
 * the third direction. Twelve numbers.
 */
export const CORNERS = 4;

/**
 * out = corners of an end with its point, axis and a direction across it, `reach` [m] long; both directions need not be
 * exact.
 */
export function endCorners(
  point: ArrayLike<number>,
  axis: ArrayLike<number>,
  across: ArrayLike<number>,
  reach: number,
): Float64Array {
  const trial = new Float64Array(12);
  for (let c = 0; c < 3; c++) {
    trial[3 + c] = axis[c];
    trial[6 + c] = across[c];
  }
  const F = new Float64Array(9);
  frameOf(F, trial);
  const out = new Float64Array(12);
  for (let c = 0; c < 3; c++) {
    out[c] = point[c];
    for (let k = 0; k < 3; k++) out[3 * k + 3 + c] = point[c] + reach * F[3 * k + c];
  }
  return out;
}

/** F = three unit vectors: the axis, the part of the second direction across it, and their cross product. */
export function frameOf(F: Float64Array, x: Float64Array): void {
  for (let c = 0; c < 3; c++) F[c] = x[3 + c] - x[c];
  normalise(F, 0);
  let along = 0;
  for (let c = 0; c < 3; c++) along += F[c] * (x[6 + c] - x[c]);
  for (let c = 0; c < 3; c++) F[3 + c] = x[6 + c] - x[c] - along * F[c];
  normalise(F, 3);
  F[6] = F[1] * F[5] - F[2] * F[4];
  F[7] = F[2] * F[3] - F[0] * F[5];
  F[8] = F[0] * F[4] - F[1] * F[3];
}

function normalise(F: Float64Array, o: number): void {
  const long = Math.sqrt(F[o] * F[o] + F[o + 1] * F[o + 1] + F[o + 2] * F[o + 2]);
  const s = long > 0 ? 1 / long : 0;
  for (let c = o; c < o + 3; c++) F[c] *= s;
}

/** A direction perpendicular to an axis: arbitrary, but always the same. */
export function acrossOf(axis: ArrayLike<number>): [number, number, number] {
  const [x, y, z] = [Math.abs(axis[0]), Math.abs(axis[1]), Math.abs(axis[2])];
  if (x <= y && x <= z) return [0, axis[2], -axis[1]];
  return y <= z ? [axis[2], 0, -axis[0]] : [axis[1], -axis[0], 0];
}

/**
 * weights = weights of the corners at x for the point q[o..o+3): Σ w = 1 and Σ w x = q. An impulse distributed by these
 * weights acts as one at q, with the same moment. If the corners have no volume, only the first counts.
 */
export function cornerWeights(
  weights: Float64Array,
  x: Float64Array,
  q: Float64Array,
  o: number,
): void {
  const ax = x[3] - x[0];
  const ay = x[4] - x[1];
  const az = x[5] - x[2];
  const bx = x[6] - x[0];
  const by = x[7] - x[1];
  const bz = x[8] - x[2];
  const cx = x[9] - x[0];
  const cy = x[10] - x[1];
  const cz = x[11] - x[2];
  const dx = q[o] - x[0];
  const dy = q[o + 1] - x[1];
  const dz = q[o + 2] - x[2];
  const nx = by * cz - bz * cy;
  const ny = bz * cx - bx * cz;
  const nz = bx * cy - by * cx;
  const volume = ax * nx + ay * ny + az * nz;
  const long = ax * ax + ay * ay + az * az;
  weights.fill(0);
  weights[0] = 1;
  if (!(Math.abs(volume) > FLAT_JOINT * long * Math.sqrt(long))) return;
  weights[1] = (dx * nx + dy * ny + dz * nz) / volume;
  weights[2] =
    (dx * (cy * az - cz * ay) + dy * (cz * ax - cx * az) + dz * (cx * ay - cy * ax)) / volume;
  weights[3] =
    (dx * (ay * bz - az * by) + dy * (az * bx - ax * bz) + dz * (ax * by - ay * bx)) / volume;
  weights[0] = 1 - weights[1] - weights[2] - weights[3];
}
