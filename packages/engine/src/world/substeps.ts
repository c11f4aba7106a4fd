import { findTurn, WHOLE } from '../math/turn.ts';
import type { WorldCore } from './types.ts';

/** Parts of a step that bodies may ask for by themselves. */
const MOST_PARTS = 128;

/**
 * A soft body that touches something turns by no more than this in a part of a step [rad], since it moves along chords
 * and leaves the ground. Half: twice the cost of what rolls; twice: what rolls loses up to half of its acceleration.
 */
const LARGEST_TURN = 0.3;
/** But what turns fast makes no more parts than this: all bodies take them. */
const MOST_FOR_TURNING = 4;

/** Equal parts that a step is made of: what the scene says, or what its bodies need. */
export function substepsOf({ scene, bodies }: Pick<WorldCore, 'scene' | 'bodies'>): number {
  if (scene.solver.substeps !== undefined) return scene.solver.substeps;
  let most = 1;
  for (let b = 0; b < bodies.length; b++) {
    most = Math.max(most, bodies[b].body.motion.substeps?.(scene.dt) ?? 1);
  }
  return Math.min(most, MOST_PARTS);
}

/**
 * The same or more: what soft bodies that touch something need, as fast as they turn now. After contacts were found.
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

/** out.torque = how points at x with velocities v turn as a whole [rad/s]; false if they lie in a line. */
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
