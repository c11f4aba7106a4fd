import type { Kernels } from '../../kernels/kernels.ts';
import { findTurn, WHOLE } from '../../math/turn.ts';
import type { Moving, PointSet } from './metric.ts';

/** Points of a body that determine its rigid motion. */
const POINTS = 4;

/** A jointed body and its rigid correction. */
export interface JoinedBody {
  live: Moving | null;
  /** Four points of it, and where they are [m], shape [4, 3]. */
  set: PointSet | null;
  x: Float64Array;
  /** Mass, centre, velocity of the centre, spin; the first two are given. */
  readonly motion: Float64Array;
  /** About the centre [kg m²]: xx, xy, xz, yy, yz, zz. */
  readonly inertia: Float64Array;
}

export function createJoinedBody(): JoinedBody {
  const [motion, inertia] = [new Float64Array(10), new Float64Array(6)];
  return { live: null, set: null, x: new Float64Array(0), motion, inertia };
}

const whole = new Float64Array(WHOLE.length);
const velocities = new Float64Array(3 * POINTS);
const forces = new Float64Array(3 * POINTS);
const total = new Float64Array(6);
const wanted = new Float64Array(6);

/**
 * Corrects the total momentum of jointed bodies to rounding. Separate corrections (`correctMomentum`) would violate the
 * joints; a common rigid motion with the same momentum does not. `live.b` is the right side that was solved for.
 */
export function correctTogether(
  kernels: Kernels,
  members: readonly JoinedBody[],
  count: number,
): void {
  whole.fill(0);
  total.fill(0);
  let mass = 0;
  for (let k = 0; k < count; k++) {
    const { live, set, x, motion } = members[k];
    const { body, u, b, z } = live!;
    const n = body.equation.unknowns();
    kernels.copy(z, u, n);
    body.equation.correctMomentum(u, b);
    for (let i = 0; i < n; i++) z[i] = u[i] - z[i];
    body.points.velocities(set!, z, velocities);
    readMotion(motion, x, velocities);
    mass += motion[0];
    for (let c = 0; c < 3; c++) whole[c] += motion[0] * motion[1 + c];
  }
  for (let c = 0; c < 3; c++) whole[c] /= mass;
  for (let k = 0; k < count; k++) addMember(members[k].motion, members[k].inertia);
  for (let c = 0; c < 3; c++) whole[3 + c] = total[3 + c];
  if (!findTurn(whole)) return;
  for (let k = 0; k < count; k++) {
    const { live, set, x, motion, inertia } = members[k];
    const { body, u, b } = live!;
    for (let c = 0; c < 3; c++) {
      const i = (c + 1) % 3;
      const j = (c + 2) % 3;
      const turned =
        whole[3 + i] * (motion[1 + j] - whole[j]) - whole[3 + j] * (motion[1 + i] - whole[i]);
      wanted[c] = motion[0] * (total[c] / mass + turned - motion[4 + c]);
      forces[c] = whole[3 + c] - motion[7 + c];
    }
    wanted[3] = inertia[0] * forces[0] + inertia[1] * forces[1] + inertia[2] * forces[2];
    wanted[4] = inertia[1] * forces[0] + inertia[3] * forces[1] + inertia[4] * forces[2];
    wanted[5] = inertia[2] * forces[0] + inertia[4] * forces[1] + inertia[5] * forces[2];
    if (!spreadForces(forces, x, motion, wanted)) continue;
    body.points.forces(set!, forces, b);
    body.equation.correctMomentum(u, b);
  }
}

/** motion[4..10) = velocity of the centre and spin of the rigid motion that corners at x have velocities v of. */
function readMotion(motion: Float64Array, x: Float64Array, v: Float64Array): void {
  fit.fill(0);
  for (let k = 3; k < 3 * POINTS; k += 3) {
    addTorque(
      fit,
      x[k] - x[0],
      x[k + 1] - x[1],
      x[k + 2] - x[2],
      v[k] - v[0],
      v[k + 1] - v[1],
      v[k + 2] - v[2],
    );
  }
  if (!findTurn(fit)) fit.fill(0, 3, 6);
  for (let c = 0; c < 3; c++) {
    const i = (c + 1) % 3;
    const j = (c + 2) % 3;
    motion[4 + c] =
      v[c] + fit[3 + i] * (motion[1 + j] - x[j]) - fit[3 + j] * (motion[1 + i] - x[i]);
    motion[7 + c] = fit[3 + c];
  }
}
const fit = new Float64Array(WHOLE.length);

/** Adds what a velocity w at r from the middle has of spin to the numbers that `findTurn` solves. */
function addTorque(
  out: Float64Array,
  x: number,
  y: number,
  z: number,
  wx: number,
  wy: number,
  wz: number,
): void {
  out[3] += y * wz - z * wy;
  out[4] += z * wx - x * wz;
  out[5] += x * wy - y * wx;
  out[6] += y * y + z * z;
  out[7] -= x * y;
  out[8] -= x * z;
  out[9] += x * x + z * z;
  out[10] -= y * z;
  out[11] += x * x + y * y;
}

/** Adds a member's momentum to `total` and its inertia to `whole`, both about the centre of all. */
function addMember(motion: Float64Array, inertia: Float64Array): void {
  const m = motion[0];
  const x = motion[1] - whole[0];
  const y = motion[2] - whole[1];
  const z = motion[3] - whole[2];
  for (let c = 0; c < 3; c++) total[c] += m * motion[4 + c];
  total[3] += m * (y * motion[6] - z * motion[5]);
  total[4] += m * (z * motion[4] - x * motion[6]);
  total[5] += m * (x * motion[5] - y * motion[4]);
  total[3] += inertia[0] * motion[7] + inertia[1] * motion[8] + inertia[2] * motion[9];
  total[4] += inertia[1] * motion[7] + inertia[3] * motion[8] + inertia[4] * motion[9];
  total[5] += inertia[2] * motion[7] + inertia[4] * motion[8] + inertia[5] * motion[9];
  whole[6] += inertia[0] + m * (y * y + z * z);
  whole[7] += inertia[1] - m * x * y;
  whole[8] += inertia[2] - m * x * z;
  whole[9] += inertia[3] + m * (x * x + z * z);
  whole[10] += inertia[4] - m * y * z;
  whole[11] += inertia[5] + m * (x * x + y * y);
}

/** f = impulses on corners at x with the momentum and the angular momentum about a member's centre that are wanted. */
function spreadForces(
  f: Float64Array,
  x: Float64Array,
  motion: Float64Array,
  momenta: Float64Array,
): boolean {
  fit.fill(0);
  for (let k = 0; k < 3 * POINTS; k++) fit[k % 3] += x[k] / POINTS;
  for (let k = 0; k < 3 * POINTS; k += 3)
    addTorque(fit, x[k] - fit[0], x[k + 1] - fit[1], x[k + 2] - fit[2], 0, 0, 0);
  for (let c = 0; c < 3; c++) {
    const i = (c + 1) % 3;
    const j = (c + 2) % 3;
    fit[3 + c] =
      momenta[3 + c] -
      (fit[i] - motion[1 + i]) * momenta[j] +
      (fit[j] - motion[1 + j]) * momenta[i];
  }
  if (!findTurn(fit)) return false;
  for (let k = 0; k < 3 * POINTS; k += 3) {
    for (let c = 0; c < 3; c++) {
      const i = (c + 1) % 3;
      const j = (c + 2) % 3;
      f[k + c] =
        momenta[c] / POINTS + fit[3 + i] * (x[k + j] - fit[j]) - fit[3 + j] * (x[k + i] - fit[i]);
    }
  }
  return true;
}
