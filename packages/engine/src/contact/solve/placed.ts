import { findTurn, WHOLE } from '../../math/turn.ts';
import type { Curvature } from '../detect/curvature.ts';
import type { ContactMemory } from '../memory.ts';
import { ROLLING } from '../numbers.ts';
import type { Contacts } from './contacts.ts';
import { fitAffine, leverOfPlace } from './curved-places.ts';

/** Impulses that act at points of a curved surface instead of at contact points, for one body at a time. */

/** Its torque [N m s]; its sum along normals [N s], times the height of the centre of mass, and plain. */
const placed = new Float64Array(3);
const pressed = new Float64Array(2);
/** Rolling resistance of the surfaces. */
let resistance = 0;
/** The centre of mass at the end of the step; lever of a place, and what acts there. */
const centre = new Float64Array(3);
const lever = new Float64Array(3);
const straight = new Float64Array(3);

/** Begins another body: nothing acts at such points yet. */
export function forgetPlaces(): void {
  placed.fill(0);
  pressed.fill(0);
  resistance = ROLLING;
}

/** True if something acted there when levers were found last. */
export function isPlaced(): boolean {
  return pressed[1] > 0;
}

/** Speed [m/s] of that rotation beyond what the last solve assumed; from now on it counts as assumed. */
export function unknownSpeed(mass: number, size: number): number {
  let square = 0;
  for (let c = 0; c < 3; c++) {
    square += (placed[c] - known[c]) ** 2;
    known[c] = placed[c];
  }
  return Math.sqrt(square) / (mass * size);
}
const known = new Float64Array(3);

/** Where contact points of a body are at the end of the step (`turned`); returns how much of the rule holds for it. */
export function fitPlaces(
  { bodies, memory }: Contacts,
  b: number,
  curvature: Curvature,
  h: number,
): number {
  const { body, centre: weights } = bodies[b];
  const { v } = memory.bodies[b];
  const { turned } = memory;
  body.points.positions(body.points.contacts, turned);
  centre.fill(0);
  for (let k = 0; k < 3 * weights.length; k++) {
    turned[k] += h * v[k];
    centre[k % 3] += weights[(k - (k % 3)) / 3] * turned[k];
  }
  return fitAffine(curvature, weights, turned, body.model.size);
}

/** True if all nearby rows with the same other thing have the same normal. */
export function isPlane({ memory }: Contacts, island: number, r: number): boolean {
  const { rows, first, list } = memory;
  const { key, normal } = rows;
  for (let l = first[island]; l < first[island + 1]; l++) {
    const s = list[l];
    if (key[3 * s + 1] !== key[3 * r + 1]) continue;
    let cosine = 0;
    for (let c = 0; c < 3; c++) cosine += normal[3 * r + c] * normal[3 * s + c];
    if (cosine < PLANE) return false;
  }
  return true;
}
/** Cosine between normals of a plane, but for rounding. */
const PLANE = 1 - 1e-9;

/**
 * Takes `part` of what pushes along the normal of row r from its contact point, which moves by `displacement` about the
 * centre of mass in the step, to the place of the curved surface: `push` is left without it.
 */
export function putAtPlace(
  { rows, rolling, turned }: ContactMemory,
  r: number,
  curvature: Curvature,
  part: number,
  displacement: Float64Array,
  push: Float64Array,
): void {
  const { normal, ends } = rows;
  const p = 3 * r;
  const i = ends[2 * r];
  if (!leverOfPlace(curvature, i, normal, p, lever)) return;
  const along = part * (normal[p] * push[0] + normal[p + 1] * push[1] + normal[p + 2] * push[2]);
  const low = normal[p] * lever[0] + normal[p + 1] * lever[1] + normal[p + 2] * lever[2];
  for (let c = 0; c < 3; c++) {
    straight[c] = along * normal[p + c];
    push[c] -= straight[c];
    // The step's own torque is that about where the point was at its start.
    lever[c] += displacement[c] - (turned[3 * i + c] - centre[c]);
  }
  addCross(placed, 0, lever, straight);
  pressed[0] -= low * along;
  pressed[1] += along;
  resistance = Math.max(resistance, rolling[r]);
}

/** `levers` of a body += what acts at positions, and rolling friction. */
export function addPlaced(contacts: Contacts, b: number): void {
  if (pressed[1] > 0) brake(contacts, b);
  for (let c = 0; c < 3; c++) contacts.memory.levers[6 * b + c] += placed[c];
}

/** Rolling friction, and the same for spinning on the spot: against the turn, or less where that would stop it. */
function brake({ bodies, memory }: Contacts, b: number): void {
  const { turned, levers } = memory;
  const { v } = memory.bodies[b];
  whole.fill(0);
  for (let i = 0; i < 3 * bodies[b].centre.length; i += 3) {
    for (let c = 0; c < 3; c++) {
      arm[c] = turned[i + c] - centre[c];
      spin[c] = v[i + c] - levers[6 * b + 3 + c];
    }
    addCross(whole, WHOLE.torque, arm, spin);
    whole[6] += arm[1] * arm[1] + arm[2] * arm[2];
    whole[7] -= arm[0] * arm[1];
    whole[8] -= arm[0] * arm[2];
    whole[9] += arm[0] * arm[0] + arm[2] * arm[2];
    whole[10] -= arm[1] * arm[2];
    whole[11] += arm[0] * arm[0] + arm[1] * arm[1];
  }
  if (!findTurn(whole)) return;
  const turn = Math.sqrt(whole[3] ** 2 + whole[4] ** 2 + whole[5] ** 2);
  const high = pressed[0] / pressed[1];
  if (!(turn > 0 && high > 0)) return;
  const stop = STOP * bodies[b].body.model.mass * high * high;
  const torque = Math.min((resistance * pressed[0]) / turn, stop);
  for (let c = 0; c < 3; c++) placed[c] -= torque * whole[3 + c];
}
const whole = new Float64Array(WHOLE.length);
const arm = new Float64Array(3);
const spin = new Float64Array(3);
/** Half of a ball's inertia by its mass and the square of its radius. */
const STOP = 0.2;

/** out[o..] += v × w */
export function addCross(out: Float64Array, o: number, v: Float64Array, w: Float64Array): void {
  out[o] += v[1] * w[2] - v[2] * w[1];
  out[o + 1] += v[2] * w[0] - v[0] * w[2];
  out[o + 2] += v[0] * w[1] - v[1] * w[0];
}
