import { cholesky } from '../../math/dense.ts';
import { atan2 } from '../../math/elementary.ts';
import { apply3 } from '../../math/mat3.ts';
import { expQuat, quatToMat3 } from '../../math/quat.ts';
import { MOST_TURN, SMALL_TURN } from './numbers.ts';
import { createInertia, halfwayInertia } from './turning.ts';

/** The rigid rotation that a free body continues. */
export interface WholeTurn {
  /** Centre of mass [m] and its velocity [m/s]. */
  readonly centre: Float64Array;
  readonly drift: Float64Array;
  /** Rotation of the coming step, 3×3. */
  readonly rotation: Float64Array;
}

export function createWholeTurn(): WholeTurn {
  return {
    centre: new Float64Array(3),
    drift: new Float64Array(3),
    rotation: new Float64Array(9),
  };
}

const L = new Float64Array(3);
const I = new Float64Array(9);
const probe = new Float64Array(9);
const half = createInertia();
const upright = Float64Array.of(0, 0, 0, 1);
const w = new Float64Array(3);
const turn = new Float64Array(4);

/**
 * How n masses m at x with velocities v, all of shape [n, 3] but m, turn as a whole in a step of h seconds that keeps
 * their angular momentum, with the inertia of half-way: the midpoint rule. False if they hardly turn. A body that
 * moves along chords, x + h u, by the angle θ moves by sin θ about its axis: that is what its momentum says.
 */
export function findWholeTurn(
  out: WholeTurn,
  x: Float64Array,
  v: Float64Array,
  m: Float64Array,
  n: number,
  h: number,
): boolean {
  sumUp(out, x, v, m, n);
  return turnOf(out, I, L, h);
}

/** The rotation of a step of h seconds with inertia I (3×3) and angular momentum L about the centre of mass. */
export function turnOf(out: WholeTurn, I: Float64Array, L: Float64Array, h: number): boolean {
  probe.set(I);
  if (!cholesky(probe, 3)) return false;
  halfwayInertia(half, I, upright, 0, L, 0, h);
  apply3(w, 0, half.inverse, 0, L, 0);
  for (let c = 0; c < 3; c++) w[c] *= h;
  const square = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
  if (!(square >= SMALL_TURN * SMALL_TURN)) return false;
  const sine = Math.min(MOST_TURN, Math.sqrt(square));
  const longer = atan2(sine, Math.sqrt(1 - sine * sine)) / sine;
  for (let c = 0; c < 3; c++) w[c] *= longer;
  expQuat(turn, 0, w, 0);
  quatToMat3(out.rotation, 0, turn, 0);
  return true;
}

/** Centre, its velocity, angular momentum and inertia about it. */
function sumUp(
  { centre, drift }: WholeTurn,
  x: Float64Array,
  v: Float64Array,
  m: Float64Array,
  n: number,
): void {
  let total = 0;
  centre.fill(0);
  drift.fill(0);
  for (let i = 0; i < n; i++) {
    total += m[i];
    for (let c = 0; c < 3; c++) {
      centre[c] += m[i] * x[3 * i + c];
      drift[c] += m[i] * v[3 * i + c];
    }
  }
  for (let c = 0; c < 3; c++) {
    centre[c] /= total;
    drift[c] /= total;
  }
  L.fill(0);
  I.fill(0);
  for (let i = 0; i < n; i++) {
    const a = x[3 * i] - centre[0];
    const b = x[3 * i + 1] - centre[1];
    const c = x[3 * i + 2] - centre[2];
    L[0] += m[i] * (b * v[3 * i + 2] - c * v[3 * i + 1]);
    L[1] += m[i] * (c * v[3 * i] - a * v[3 * i + 2]);
    L[2] += m[i] * (a * v[3 * i + 1] - b * v[3 * i]);
    I[0] += m[i] * (b * b + c * c);
    I[4] += m[i] * (a * a + c * c);
    I[8] += m[i] * (a * a + b * b);
    I[1] -= m[i] * a * b;
    I[2] -= m[i] * a * c;
    I[5] -= m[i] * b * c;
  }
  I[3] = I[1];
  I[6] = I[2];
  I[7] = I[5];
}

/** out[o..] = the velocity along its chord that a turn of h seconds is for the point at x[k..]. */
export function chordVelocity(
  out: Float64Array,
  o: number,
  { centre, drift, rotation: R }: WholeTurn,
  x: Float64Array,
  k: number,
  h: number,
): void {
  const a = x[k] - centre[0];
  const b = x[k + 1] - centre[1];
  const c = x[k + 2] - centre[2];
  out[o] = drift[0] + ((R[0] - 1) * a + R[1] * b + R[2] * c) / h;
  out[o + 1] = drift[1] + (R[3] * a + (R[4] - 1) * b + R[5] * c) / h;
  out[o + 2] = drift[2] + (R[6] * a + R[7] * b + (R[8] - 1) * c) / h;
}
