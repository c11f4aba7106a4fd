import { createWholeTurn, findWholeTurn } from '../../shared/whole-turn.ts';
import { ROLE } from '../model.ts';
import { pullEmbedded, pushEmbedded } from './embedded.ts';
import { multiplyShell } from './shell.ts';
import { differential } from './stress.ts';
import type { LayerSystem } from './system.ts';
import { pullForces, pullStresses } from './transfer.ts';

const whole = createWholeTurn();
const { centre, drift } = whole;
const E = new Float64Array(9);

/**
 * A body whose coarsest layer is not rigid turns by moving along chords, x + h u. A turn that goes on then looks like a
 * shrinking by ½(hω)² in every step, which a stiffness that does not know about turning, and its damping, resist: a bar
 * that spins would be longer by as much (twice the true stretch at 6 rad/s and 1/60 s). So the turn that the body does
 * as a whole is taken as done, e = (exp(hω) − 1)(x − c)/h, and stiffness acts on what differs from it: out += (h² + βh)
 * K e.
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
 * Turns the velocity u of a free body's coarsest layer on by a step: the next solve begins there. From where it was,
 * stiff modes see a chord that points elsewhere, and what a solve leaves of that is energy (elements without a parent:
 * a quarter in 4 s).
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
function findTurn({ mass, weight, h }: LayerSystem, v: Float64Array): boolean {
  if (!findWholeTurn(whole, mass.x, v, weight, mass.count, h)) return false;
  E.set(whole.rotation);
  return true;
}
