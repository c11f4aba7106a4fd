/** Rotations as unit quaternions [x, y, z, w], four numbers inside flat arrays. The result comes first. */
import { acos, atan2, cos, sin } from './elementary.ts';

/** Turns below this [rad] are their own sine to double precision. */
const TINY = 1e-8;

/** out = p ⊗ q: first turns by q, then by p. `out` may be an operand. */
export function mulQuat(
  out: Float64Array,
  o: number,
  P: Float64Array,
  p: number,
  Q: Float64Array,
  q: number,
): void {
  const ax = P[p];
  const ay = P[p + 1];
  const az = P[p + 2];
  const aw = P[p + 3];
  const bx = Q[q];
  const by = Q[q + 1];
  const bz = Q[q + 2];
  const bw = Q[q + 3];
  out[o] = aw * bx + ax * bw + ay * bz - az * by;
  out[o + 1] = aw * by + ay * bw + az * bx - ax * bz;
  out[o + 2] = aw * bz + az * bw + ax * by - ay * bx;
  out[o + 3] = aw * bw - ax * bx - ay * by - az * bz;
}

/** Scales q[k..k+4) to length one; what has no length becomes the identity. */
export function normaliseQuat(q: Float64Array, k: number): void {
  const x = q[k];
  const y = q[k + 1];
  const z = q[k + 2];
  const w = q[k + 3];
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  const good = length > 0 && length < Number.POSITIVE_INFINITY;
  q[k] = good ? x / length : 0;
  q[k + 1] = good ? y / length : 0;
  q[k + 2] = good ? z / length : 0;
  q[k + 3] = good ? w / length : 1;
}

/** out[o..o+3) = v turned by the unit quaternion q; `out` may be v. */
export function rotateByQuat(
  out: Float64Array,
  o: number,
  Q: Float64Array,
  q: number,
  v: Float64Array,
  p: number,
): void {
  const x = Q[q];
  const y = Q[q + 1];
  const z = Q[q + 2];
  const w = Q[q + 3];
  const vx = v[p];
  const vy = v[p + 1];
  const vz = v[p + 2];
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  out[o] = vx + w * tx + (y * tz - z * ty);
  out[o + 1] = vy + w * ty + (z * tx - x * tz);
  out[o + 2] = vz + w * tz + (x * ty - y * tx);
}

/** R[r..r+9) = the rotation matrix of the unit quaternion q[k..k+4). */
export function quatToMat3(R: Float64Array, r: number, q: Float64Array, k: number): void {
  const x = q[k];
  const y = q[k + 1];
  const z = q[k + 2];
  const w = q[k + 3];
  R[r] = 1 - 2 * (y * y + z * z);
  R[r + 1] = 2 * (x * y - w * z);
  R[r + 2] = 2 * (x * z + w * y);
  R[r + 3] = 2 * (x * y + w * z);
  R[r + 4] = 1 - 2 * (x * x + z * z);
  R[r + 5] = 2 * (y * z - w * x);
  R[r + 6] = 2 * (x * z - w * y);
  R[r + 7] = 2 * (y * z + w * x);
  R[r + 8] = 1 - 2 * (x * x + y * y);
}

/** q[k..k+4) = the unit quaternion with w ≥ 0 of the rotation matrix R[r..r+9). */
export function quatFromMat3(q: Float64Array, k: number, R: Float64Array, r: number): void {
  const a = R[r];
  const b = R[r + 4];
  const c = R[r + 8];
  // Four times the squares of x, y, z, w: the largest is the one safe to divide by.
  const xx = 1 + a - b - c;
  const yy = 1 - a + b - c;
  const zz = 1 - a - b + c;
  const ww = 1 + a + b + c;
  const xw = R[r + 7] - R[r + 5];
  const yw = R[r + 2] - R[r + 6];
  const zw = R[r + 3] - R[r + 1];
  const xy = R[r + 1] + R[r + 3];
  const xz = R[r + 2] + R[r + 6];
  const yz = R[r + 5] + R[r + 7];
  if (ww >= xx && ww >= yy && ww >= zz) setQuat(q, k, xw, yw, zw, ww);
  else if (xx >= yy && xx >= zz) setQuat(q, k, xx, xy, xz, xw);
  else if (yy >= zz) setQuat(q, k, xy, yy, yz, yw);
  else setQuat(q, k, xz, yz, zz, zw);
  if (q[k + 3] < 0) setQuat(q, k, -q[k], -q[k + 1], -q[k + 2], -q[k + 3]);
  normaliseQuat(q, k);
}

function setQuat(q: Float64Array, k: number, x: number, y: number, z: number, w: number): void {
  q[k] = x;
  q[k + 1] = y;
  q[k + 2] = z;
  q[k + 3] = w;
}

/** q = turn by `angle` [rad] about the axis (x, y, z) of any length; no axis, no turn. */
export function quatFromAxisAngle(
  q: Float64Array,
  k: number,
  x: number,
  y: number,
  z: number,
  angle: number,
): void {
  const length = Math.sqrt(x * x + y * y + z * z);
  const s = length > 0 ? sin(0.5 * angle) / length : 0;
  setQuat(q, k, s * x, s * y, s * z, length > 0 ? cos(0.5 * angle) : 1);
}

/** q = exp of the rotation vector (axis times angle [rad]) v[p..p+3). `q` may not overlap v. */
export function expQuat(q: Float64Array, k: number, v: Float64Array, p: number): void {
  const x = v[p];
  const y = v[p + 1];
  const z = v[p + 2];
  const angle = Math.sqrt(x * x + y * y + z * z);
  const s = angle < TINY ? 0.5 : sin(0.5 * angle) / angle;
  setQuat(q, k, s * x, s * y, s * z, angle < TINY ? 1 : cos(0.5 * angle));
}

/** out[o..o+3) = rotation vector [rad], of length at most π, of the unit quaternion q. */
export function logQuat(out: Float64Array, o: number, q: Float64Array, k: number): void {
  const sign = q[k + 3] < 0 ? -1 : 1;
  const x = sign * q[k];
  const y = sign * q[k + 1];
  const z = sign * q[k + 2];
  const s = Math.sqrt(x * x + y * y + z * z);
  const scale = s < TINY ? 2 : (2 * atan2(s, sign * q[k + 3])) / s;
  out[o] = scale * x;
  out[o + 1] = scale * y;
  out[o + 2] = scale * z;
}

/** out = the turn a fraction t of the shorter way from unit P to unit Q, at constant speed. `out` may be an operand. */
export function slerpQuat(
  out: Float64Array,
  o: number,
  P: Float64Array,
  p: number,
  Q: Float64Array,
  q: number,
  t: number,
): void {
  let dot = 0;
  for (let i = 0; i < 4; i++) dot += P[p + i] * Q[q + i];
  const sign = dot < 0 ? -1 : 1;
  dot = Math.min(1, Math.abs(dot));
  let a = 1 - t;
  let b = t;
  // Closer than about a tenth of a degree the straight line is the arc to double precision after normalising.
  if (dot < 1 - 1e-7) {
    const angle = acos(dot);
    const s = 1 / Math.sqrt(1 - dot * dot);
    a = sin((1 - t) * angle) * s;
    b = sin(t * angle) * s;
  }
  b *= sign;
  for (let i = 0; i < 4; i++) out[o + i] = a * P[p + i] + b * Q[q + i];
  normaliseQuat(out, o);
}
