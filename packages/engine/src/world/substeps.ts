import { findTurn, WHOLE } from '../math/turn.ts';
import { LARGEST_TURN, MOST_FOR_TURNING, MOST_PARTS } from './numbers.ts';
import type { WorldCore } from './types.ts';

/** Number of equal parts of a step: set by the scene, or as its bodies need. */
export function substepsOf({ scene, bodies }: Pick<WorldCore, 'scene' | 'bodies'>): number {
  if (scene.solver.substeps !== undefined) return scene.solver.substeps;
  let most = 1;
  for (let b = 0; b < bodies.length; b++) {
    most = Math.max(most, bodies[b].body.motion.substeps?.(scene.dt) ?? 1);
  }
  return Math.min(most, MOST_PARTS);
}

/**
 * Number of parts, at least `parts`, that soft bodies in contact need at the spin they have now. Call it after contacts
 * were found.
 */
export function partsForTurning(core: WorldCore, parts: number): number {
  const { scene, bodies, contacts, sleep } = core;
  if (scene.solver.substeps !== undefined) return parts;
  let fastest = 0;
  for (let b = 0; b < bodies.length; b++) {
    const { touching, x, v, count } = contacts.memory.bodies[b];
    const { motion } = bodies[b].body;
    if (touching[0] === 0 || sleep.group[b] >= 0 || motion.substeps !== undefined) continue;
    if (!findSpin(whole, x, v, count)) continue;
    let square = 0;
    for (let c = 0; c < 3; c++) square += whole[WHOLE.torque + c] * whole[WHOLE.torque + c];
    fastest = Math.max(fastest, square);
  }
  const turning = Math.ceil((Math.sqrt(fastest) * scene.dt) / LARGEST_TURN);
  return Math.max(parts, Math.min(turning, MOST_FOR_TURNING));
}

const whole = new Float64Array(WHOLE.length);

/** out.torque = mean spin of points at x with velocities v [rad/s]; false if they lie on a line. */
export function findSpin(
  out: Float64Array,
  x: Float64Array,
  v: Float64Array,
  count: number,
): boolean {
  const { centre, torque: L, inertia: I } = WHOLE;
  out.fill(0);
  for (let i = 0; i < 3 * count; i++) out[centre + (i % 3)] += x[i] / count;
  for (let i = 0; i < 3 * count; i += 3) {
    const a = x[i] - out[centre];
    const b = x[i + 1] - out[centre + 1];
    const c = x[i + 2] - out[centre + 2];
    out[L] += b * v[i + 2] - c * v[i + 1];
    out[L + 1] += c * v[i] - a * v[i + 2];
    out[L + 2] += a * v[i + 1] - b * v[i];
    out[I] += b * b + c * c;
    out[I + 1] -= a * b;
    out[I + 2] -= a * c;
    out[I + 3] += a * a + c * c;
    out[I + 4] -= b * c;
    out[I + 5] += a * a + b * b;
  }
  return findTurn(out);
}
