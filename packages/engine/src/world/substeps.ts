import { FARTHEST } from '../contact/numbers.ts';
import { findTurn, WHOLE } from '../math/turn.ts';
import type { Body } from '../models/body.ts';
import { LARGEST_TURN, MOST_FOR_MOTION, MOST_PARTS } from './numbers.ts';
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
 * Number of parts, at least `parts`, in which soft bodies in contact neither turn far nor are struck by more than they
 * may deform. Call it after contacts were found.
 */
export function partsForMotion(core: WorldCore, parts: number): number {
  if (core.scene.solver.substeps !== undefined) return parts;
  return Math.max(parts, Math.min(Math.max(forTurning(core), forHits(core)), MOST_FOR_MOTION));
}

function forTurning({ scene, bodies, contacts, sleep }: WorldCore): number {
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
  return Math.ceil((Math.sqrt(fastest) * scene.dt) / LARGEST_TURN);
}

/**
 * A point that is stopped within the step stays behind its body by what it would have gone on. What is beyond
 * `FARTHEST` sizes of a soft body `limitIsland` takes back, and the point goes on into what it hit.
 */
function forHits({ scene, bodies, contacts, sleep }: WorldCore): number {
  const { rows, memory } = contacts;
  const { key, ends, gap, normal, surface, touched, count } = rows;
  let most = 1;
  for (let b = 0; b < bodies.length; b++) {
    if (sleep.group[b] >= 0 || memory.bodies[b].touching[0] === 0) continue;
    most = Math.max(most, (scene.dt * memory.bodies[b].mean[3]) / limitOf(bodies[b].body));
  }
  for (let r = 0; r < count[0]; r++) {
    const a = key[3 * r];
    const b = key[3 * r + 1];
    const least = Math.min(
      limitOf(bodies[a].body),
      b < 0 ? Number.POSITIVE_INFINITY : limitOf(bodies[b].body),
    );
    if (least === Number.POSITIVE_INFINITY) continue;
    const va = memory.bodies[a].v;
    const vb = b < 0 ? surface : memory.bodies[b].v;
    const i = 3 * ends[2 * r];
    const j = b < 0 ? 3 * r : 3 * touched[5 * r + 4];
    let closing = 0;
    let square = 0;
    for (let c = 0; c < 3; c++) {
      const w = va[i + c] - vb[j + c];
      closing -= scene.dt * normal[3 * r + c] * w;
      square += w * w;
    }
    // Friction may stop it along the surface, too.
    if (closing - Math.max(0, gap[r]) > least)
      most = Math.max(most, (scene.dt * Math.sqrt(square)) / least);
  }
  return Math.ceil(most);
}

/** How far contact may deform a body in a part of a step [m]. */
function limitOf({ equation, model }: Body): number {
  return equation.limit === undefined ? Number.POSITIVE_INFINITY : FARTHEST * model.size;
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
