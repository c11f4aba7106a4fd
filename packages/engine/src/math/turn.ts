/**
 * Numbers that say how the motion of a body as a whole misses what it should be: [0..3) its centre [m], [3..6) angular
 * momentum that is missing about it [kg m²/s], [6..12) inertia: xx, xy, xz, yy, yz, zz [kg m²].
 */
export const WHOLE = { centre: 0, torque: 3, inertia: 6, length: 12 } as const;

/**
 * The torque becomes the turn [rad/s] that makes up for it; false where nothing says how (a row of points has no
 * inertia about itself). The numbers start at `o`.
 */
export function findTurn(whole: Float64Array, o = 0): boolean {
  const xx = whole[o + 6];
  const xy = whole[o + 7];
  const xz = whole[o + 8];
  const yy = whole[o + 9];
  const yz = whole[o + 10];
  const zz = whole[o + 11];
  // By cofactors, in here: a returned number would be garbage.
  const a = yy * zz - yz * yz;
  const e = xz * yz - xy * zz;
  const f = xy * yz - xz * yy;
  const det = xx * a + xy * e + xz * f;
  const mean = (xx + yy + zz) / 3;
  if (!(det > FLAT * mean * mean * mean)) return false;
  const tx = whole[o + 3] / det;
  const ty = whole[o + 4] / det;
  const tz = whole[o + 5] / det;
  whole[o + 3] = a * tx + e * ty + f * tz;
  whole[o + 4] = e * tx + (xx * zz - xz * xz) * ty + (xy * xz - xx * yz) * tz;
  whole[o + 5] = f * tx + (xy * xz - xx * yz) * ty + (xx * yy - xy * xy) * tz;
  return true;
}

/** Determinant of an inertia below which it counts as none along some axis, relative to the cube of its mean. */
const FLAT = 1e-9;
