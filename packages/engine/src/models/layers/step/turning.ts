import { cholesky, choleskySolve } from '../../../math/dense.ts';
import { atan2 } from '../../../math/elementary.ts';
import { expQuat, quatToMat3 } from '../../../math/quat.ts';
import { ROLE } from '../model.ts';
import { pullEmbedded, pushEmbedded } from './embedded.ts';
import { multiplyShell } from './shell.ts';
import { differential } from './stress.ts';
import type { LayerSystem } from './system.ts';
import { pullForces, pullStresses } from './transfer.ts';

const centre = new Float64Array(3);
const drift = new Float64Array(3);
const spin = new Float64Array(3);
const inertia = new Float64Array(9);
const turn = new Float64Array(4);
const w = new Float64Array(3);
const E = new Float64Array(9);

/** Turns smaller than this in a step [rad] are not worth the trouble: what they would be mistaken for is half their square. */
const SMALL = 1e-4;
/** Sine of the largest turn in a step that is taken as one. */
const MOST = 0.8;

/**
 * A body whose coarsest layer is not rigid turns by moving along chords, x + h u. A turn that goes on then looks like a shrinking by
 * ½(hω)² in every step, which a stiffness that does not know about turning, and its damping, resist: a bar that spins would be longer by
 * as much (twice the true stretch at 6 rad/s and 1/60 s). So the turn that the body does as a whole is taken as done,
 * e = (exp(hω) − 1)(x − c)/h, and stiffness acts on what differs from it: out += (h² + βh) K e.
 */
export function expectTurning(out: Float64Array, s: LayerSystem, v: Float64Array): void {
  if (!findTurn(s, v)) return;
  const { h, mass, composed, hierarchy, stress, fine, v: e, f } = s;
  for (let c = 0; c < 9; c++) E[c] = (E[c] - (c % 4 === 0 ? 1 : 0)) / h;
  for (let i = 0; i < composed.count; i++) {
    const o = 9 * i;
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) {
        stress.d[o + 3 * r + c] =
          E[3 * r] * stress.F[o + c] +
          E[3 * r + 1] * stress.F[o + 3 + c] +
          E[3 * r + 2] * stress.F[o + 6 + c];
      }
    }
  }
  differential(stress, h, false, s.kernels);
  pullStresses(out, composed, hierarchy, stress.d, 1, s.straining);
  if (fine.data.count === 0 && s.shells.length === 0) return;
  for (let i = 0; i < 3 * mass.count; i += 3) {
    const x = mass.x[i] - centre[0];
    const y = mass.x[i + 1] - centre[1];
    const z = mass.x[i + 2] - centre[2];
    for (let r = 0; r < 3; r++) e[i + r] = E[3 * r] * x + E[3 * r + 1] * y + E[3 * r + 2] * z;
  }
  f.fill(0);
  pushEmbedded(fine.d, s.embedded, e);
  differential(fine, h, false, s.kernels);
  pullEmbedded(f, s.embedded, fine.d, 1);
  for (let k = 0; k < s.shells.length; k++)
    multiplyShell(s.shells[k], e, h * h + s.shells[k].data.beta * h, f);
  pullForces(out, mass, hierarchy, f, s.all);
}

/**
 * Turns the velocity u of a free body's coarsest layer on by a step: the next solve begins there. From where it was, stiff
 * modes see a chord that points elsewhere, and what a solve leaves of that is energy (elements without a parent: a quarter in 4 s).
 */
export function turnOn(u: Float64Array, s: LayerSystem, v: Float64Array): void {
  if (!findTurn(s, v)) return;
  const { role, functions } = s.hierarchy.layers[0];
  for (let f = 0; f < functions; f++) {
    const moves = role[f] < ROLE.translation ? 0 : 1;
    const x = u[3 * f] - moves * drift[0];
    const y = u[3 * f + 1] - moves * drift[1];
    const z = u[3 * f + 2] - moves * drift[2];
    for (let r = 0; r < 3; r++)
      u[3 * f + r] = E[3 * r] * x + E[3 * r + 1] * y + E[3 * r + 2] * z + moves * drift[r];
  }
}

/** E = how the body goes on turning in a step, by the velocities of its mass points; false if it hardly does. */
function findTurn(s: LayerSystem, v: Float64Array): boolean {
  if (!findSpin(s, v)) return false;
  for (let c = 0; c < 3; c++) w[c] = s.h * spin[c];
  const square = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
  if (square < SMALL * SMALL) return false;
  // Momentum sees the chord: a body that turns by θ in a step moves by sin θ about its axis.
  const sine = Math.min(MOST, Math.sqrt(square));
  const longer = atan2(sine, Math.sqrt(1 - sine * sine)) / sine;
  for (let c = 0; c < 3; c++) w[c] *= longer;
  expQuat(turn, 0, w, 0);
  quatToMat3(E, 0, turn, 0);
  return true;
}

/** centre of mass, its velocity and spin = I⁻¹ L of the mass points; false if they have no extent. */
function findSpin({ mass: { x, count }, weight }: LayerSystem, v: Float64Array): boolean {
  let total = 0;
  centre.fill(0);
  drift.fill(0);
  for (let i = 0; i < count; i++) {
    total += weight[i];
    for (let c = 0; c < 3; c++) {
      centre[c] += weight[i] * x[3 * i + c];
      drift[c] += weight[i] * v[3 * i + c];
    }
  }
  for (let c = 0; c < 3; c++) {
    centre[c] /= total;
    drift[c] /= total;
  }
  spin.fill(0);
  inertia.fill(0);
  for (let i = 0; i < count; i++) {
    const m = weight[i];
    const a = x[3 * i] - centre[0];
    const b = x[3 * i + 1] - centre[1];
    const c = x[3 * i + 2] - centre[2];
    spin[0] += m * (b * v[3 * i + 2] - c * v[3 * i + 1]);
    spin[1] += m * (c * v[3 * i] - a * v[3 * i + 2]);
    spin[2] += m * (a * v[3 * i + 1] - b * v[3 * i]);
    inertia[0] += m * (b * b + c * c);
    inertia[4] += m * (a * a + c * c);
    inertia[8] += m * (a * a + b * b);
    inertia[3] -= m * a * b;
    inertia[6] -= m * a * c;
    inertia[7] -= m * b * c;
  }
  if (!cholesky(inertia, 3)) return false;
  choleskySolve(spin, inertia, 3);
  return true;
}
