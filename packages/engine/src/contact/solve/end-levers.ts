import { findTurn, WHOLE } from '../../math/turn.ts';
import type { TouchBody } from '../memory.ts';
import { MOST_LEVER } from '../numbers.ts';
import type { Contacts, Grouping } from './contacts.ts';
import { addCross, addPlaced, fitPlaces, forgetPlaces, isPlane, putAtPlace } from './placed.ts';

/**
 * Impulses of an implicit step act at its end, so their levers are those of the sites at the end: a site ahead of a
 * rolling body's contact is then below its centre. With levers from the start the weight would brake the body by
 * (travel in a step / radius) of it. A model's `correctMomentum` uses the start; the missing torque, h Σ (velocity of
 * the site − velocity of the centre of mass) × p, is added to its right side as a couple of forces at contact points.
 */

const whole = new Float64Array(WHOLE.length);
const middle = new Float64Array(3);
const displacement = new Float64Array(3);

/**
 * Weights of n points at x, shape [n, 3], with sum 1 and mean `centre`: the smallest of all that have both, so that a
 * rigid motion of the points gives that of the centre. Plain means where points lie in a plane.
 */
export function centreWeights(x: Float64Array, n: number, centre: ArrayLike<number>): Float64Array {
  const weights = new Float64Array(n).fill(1 / n);
  whole.fill(0);
  middle.fill(0);
  for (let i = 0; i < 3 * n; i++) middle[i % 3] += x[i] / n;
  // Σ r rᵀ through the inertia of points: tr/2 − I.
  for (let i = 0; i < 3 * n; i += 3) addInertia(x, i);
  const half = (whole[6] + whole[9] + whole[11]) / 2;
  for (const k of [6, 9, 11]) whole[k] = half - whole[k];
  for (const k of [7, 8, 10]) whole[k] = -whole[k];
  for (let c = 0; c < 3; c++) whole[3 + c] = centre[c] - middle[c];
  if (!findTurn(whole)) return weights;
  for (let i = 0; i < n; i++)
    for (let c = 0; c < 3; c++) weights[i] += whole[3 + c] * (x[3 * i + c] - middle[c]);
  return weights;
}

function addInertia(x: Float64Array, i: number): void {
  const a = x[i] - middle[0];
  const b = x[i + 1] - middle[1];
  const c = x[i + 2] - middle[2];
  whole[6] += b * b + c * c;
  whole[7] -= a * b;
  whole[8] -= a * c;
  whole[9] += a * a + c * c;
  whole[10] -= b * c;
  whole[11] += a * a + b * b;
}

/** Finds the missing torque of a body that is alone in its island: `levers` of the memory, after the solve for u. */
export function findEndLevers(contacts: Contacts, islands: Grouping, island: number): void {
  const { bodies, memory } = contacts;
  const { levers, first, list, rows } = memory;
  const a = islands.members[islands.start[island]];
  levers.fill(0, 6 * a, 6 * a + 3);
  forgetPlaces();
  const { count, touching, live } = memory.bodies[a];
  // Other engines move guests.
  if (touching[0] === 0 || bodies[a].guest !== null) return;
  readCentre(contacts, a);
  const h = islands.seconds[a];
  const { key, ends, share, impulse } = rows;
  // Points of what was cut are others.
  const curvature = bodies[a].body.cut?.isCut === true ? null : live.cage.curvature;
  const part = curvature === null ? 0 : fitPlaces(contacts, a, curvature, h);
  let other = 0;
  let plane = false;
  for (let l = first[island]; l < first[island + 1]; l++) {
    const r = list[l];
    const p = 3 * r;
    if (impulse[p] === 0 && impulse[p + 1] === 0 && impulse[p + 2] === 0) continue;
    // Sites of a manifold are already in the right place, and self contact does not turn a body.
    if (key[p + 1] >= 0 || ends[2 * r] >= count) continue;
    if (key[p + 1] !== other) {
      other = key[p + 1];
      plane = part > 0 && isPlane(contacts, island, r);
    }
    findDisplacement(contacts, r, h);
    for (let c = 0; c < 3; c++) push[c] = impulse[p + c];
    if (plane && share[r] === 0) putAtPlace(memory, r, curvature!, part, displacement, push);
    addCross(levers, 6 * a, displacement, push);
  }
  boundLevers(contacts, a);
  addPlaced(contacts, a);
}
const push = new Float64Array(3);

/**
 * Bounds the torque by a fraction of the body's rotation at the start of the step: a body struck by a blow was not
 * moving with that velocity before.
 */
function boundLevers({ bodies, memory }: Contacts, b: number): void {
  const { levers } = memory;
  const { size, mass } = bodies[b].body.model;
  const o = 6 * b;
  const torque = Math.sqrt(levers[o] ** 2 + levers[o + 1] ** 2 + levers[o + 2] ** 2);
  const most = MOST_LEVER * mass * size * memory.bodies[b].mean[3];
  if (torque <= most) return;
  for (let c = 0; c < 3; c++) levers[o + c] *= most / torque;
}

/** levers[6b+3..] = velocity of the centre of mass; velocities of its contact points. */
function readCentre({ bodies, memory }: Contacts, b: number): void {
  const { body, u, centre } = bodies[b];
  const { v } = memory.bodies[b];
  const { levers } = memory;
  body.points.velocities(body.points.contacts, u, v);
  for (let c = 0; c < 3; c++) {
    let sum = 0;
    for (let i = 0; i < centre.length; i++) sum += centre[i] * v[3 * i + c];
    levers[6 * b + 3 + c] = sum;
  }
}

/** displacement = that of a row's site relative to its body's centre of mass in the step [m]. */
function findDisplacement({ memory }: Contacts, r: number, h: number): void {
  const { levers, rows } = memory;
  const { key, ends, share } = rows;
  const a = key[3 * r];
  const { v } = memory.bodies[a];
  const i = 3 * ends[2 * r];
  const j = 3 * ends[2 * r + 1];
  for (let c = 0; c < 3; c++)
    displacement[c] = h * (v[i + c] + share[r] * (v[j + c] - v[i + c]) - levers[6 * a + 3 + c]);
}

/** True if a torque can act on a body's contact points. Separate solids of one body do not turn together. */
export function canTurn({ touching, live }: TouchBody): boolean {
  return touching[0] === 1 && live.cage.pieces <= 1;
}

/** out += the torque in a body's `levers`. */
export function addEndLevers(contacts: Contacts, b: number, out: Float64Array): void {
  const { levers, bodies } = contacts.memory;
  const o = 6 * b;
  if (!canTurn(bodies[b])) return;
  if (levers[o] === 0 && levers[o + 1] === 0 && levers[o + 2] === 0) return;
  addTorque(contacts, b, levers, o, out);
}

/**
 * out += torque[o..o+3) on a body [N m s], as forces at its contact points with zero sum; false if it cannot be turned.
 */
export function addTorque(
  { bodies, memory }: Contacts,
  b: number,
  torque: Float64Array,
  o: number,
  out: Float64Array,
): boolean {
  const { turned: x } = memory;
  const { f, count, live } = memory.bodies[b];
  if (live.cage.pieces > 1) return false;
  const { points } = bodies[b].body;
  // Where the implicit part of the step begins.
  points.positions(points.contacts, x);
  whole.fill(0);
  middle.fill(0);
  for (let c = 0; c < 3; c++) {
    whole[WHOLE.torque + c] = torque[o + c];
    for (let i = 0; i < count; i++) middle[c] += x[3 * i + c] / count;
  }
  for (let i = 0; i < 3 * count; i += 3) addInertia(x, i);
  if (!findTurn(whole)) return false;
  f.fill(0);
  for (let i = 0; i < 3 * count; i += 3) {
    const rx = x[i] - middle[0];
    const ry = x[i + 1] - middle[1];
    const rz = x[i + 2] - middle[2];
    f[i] = whole[4] * rz - whole[5] * ry;
    f[i + 1] = whole[5] * rx - whole[3] * rz;
    f[i + 2] = whole[3] * ry - whole[4] * rx;
  }
  points.forces(points.contacts, f, out);
  f.fill(0);
  return true;
}
