import { findTurn, WHOLE } from '../../math/turn.ts';
import { MOST_LEVER, ROLLING } from '../numbers.ts';
import type { Contacts, Grouping } from './contacts.ts';
import { fitAffine, leverOfPlace } from './curved-places.ts';

/**
 * Impulses of an implicit step are those of its end, when what they push has moved on. Their torque is that about where
 * sites are by then: a site ahead of a rolling body's contact comes to lie below its centre. Taken at the start of the
 * step its lever would brake the body by (way of a step / radius) of its weight. A model's `correctMomentum` knows the
 * start; what is missing, h Σ (velocity of the site − velocity of the centre of mass) × p, is added to the right side
 * it is told of, as a couple of forces at contact points.
 */

const whole = new Float64Array(WHOLE.length);
const middle = new Float64Array(3);
const way = new Float64Array(3);

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

/** Finds the torque that the body of an island of one misses: `levers` of the memory, after the solve for u. */
export function findEndLevers(contacts: Contacts, islands: Grouping, island: number): void {
  const { bodies, memory } = contacts;
  const { levers, first, list, rows } = memory;
  const a = islands.members[islands.start[island]];
  levers.fill(0, 6 * a, 6 * a + 3);
  placed.fill(0);
  rolled.fill(0);
  const { count, touching, live } = memory.bodies[a];
  // Guests are moved by others.
  if (touching[0] === 0 || bodies[a].guest !== null) return;
  readCentre(contacts, a);
  const h = islands.seconds[a];
  const { key, ends, impulse } = rows;
  const { body } = bodies[a];
  // Points of what was cut are others.
  const curvature = body.cut?.isCut === true ? null : live.cage.curvature;
  let part = 0;
  if (curvature !== null) {
    findEnd(contacts, a, h);
    part = fitAffine(curvature, bodies[a].centre, memory.turned, body.model.size);
  }
  let other = 0;
  let plane = false;
  for (let l = first[island]; l < first[island + 1]; l++) {
    const r = list[l];
    const p = 3 * r;
    if (impulse[p] === 0 && impulse[p + 1] === 0 && impulse[p + 2] === 0) continue;
    // Sites of a manifold are where they are needed already, and a body that pushes itself does not turn by it.
    if (key[p + 1] >= 0 || ends[2 * r] >= count) continue;
    if (key[p + 1] !== other) {
      other = key[p + 1];
      plane = part > 0 && isPlane(contacts, island, r);
    }
    findWay(contacts, r, h);
    for (let c = 0; c < 3; c++) push[c] = impulse[p + c];
    if (plane && leverOfPlace(curvature!, ends[2 * r], rows.normal, p, lever))
      putAtPlace(memory.turned, 3 * ends[2 * r], rows.normal, p, part);
    addCross(levers, 6 * a, way, push);
  }
  boundLevers(contacts, a);
  brake(body.model.mass / h);
  for (let c = 0; c < 3; c++) levers[6 * a + c] += placed[c];
}
/**
 * Torque of what acts at places of the curved surface; what it would be if all that acts there moved as sites do in the
 * step; and the sums of its lengths, with the height of the centre of mass and without.
 */
const placed = new Float64Array(3);
const rolled = new Float64Array(5);
/** Lever of a place. */
const lever = new Float64Array(3);
/** What acts at a site in all, and along the normal; the centre of mass at the end of the step. */
const push = new Float64Array(3);
const straight = new Float64Array(3);
const centre = new Float64Array(3);

/**
 * Takes `part` of what pushes along the normal from where it is at the end of the step, y[i..], to the place of the
 * curved surface.
 */
function putAtPlace(
  y: Float64Array,
  i: number,
  normal: Float64Array,
  p: number,
  part: number,
): void {
  const along = part * (normal[p] * push[0] + normal[p + 1] * push[1] + normal[p + 2] * push[2]);
  const low = normal[p] * lever[0] + normal[p + 1] * lever[1] + normal[p + 2] * lever[2];
  for (let c = 0; c < 3; c++) {
    straight[c] = along * normal[p + c];
    push[c] -= straight[c];
    // The step's own torque is that about where the site was at its start.
    lever[c] += way[c] - (y[i + c] - centre[c]);
  }
  addCross(placed, 0, lever, straight);
  addCross(rolled, 0, way, straight);
  rolled[3] -= low * along;
  rolled[4] += along;
}

/**
 * Rolling friction: what acts at places acts a little ahead of them, or less where that would stop the body. `stop` is
 * its mass by time [kg/s].
 */
function brake(stop: number): void {
  const high = rolled[3];
  const pressed = rolled[4];
  const way = Math.sqrt(rolled[0] ** 2 + rolled[1] ** 2 + rolled[2] ** 2);
  if (!(way > 0 && high > 0 && pressed > 0)) return;
  const ahead = Math.min((ROLLING * high) / way, (0.5 * stop * high) / (pressed * pressed));
  for (let c = 0; c < 3; c++) placed[c] -= ahead * rolled[c];
}

/** A step begins: no solve has known of places yet. */
export function forgetPlaces(): void {
  placed.fill(0);
  known.fill(0);
}

/** Speed [m/s] by which places turn a body that the last solve did not know of; from now on it counts as known. */
export function unknownSpeed(mass: number, size: number): number {
  let square = 0;
  for (let c = 0; c < 3; c++) {
    square += (placed[c] - known[c]) ** 2;
    known[c] = placed[c];
  }
  return Math.sqrt(square) / (mass * size);
}
const known = new Float64Array(3);

/** out[o..] += v × w */
function addCross(out: Float64Array, o: number, v: Float64Array, w: Float64Array): void {
  out[o] += v[1] * w[2] - v[2] * w[1];
  out[o + 1] += v[2] * w[0] - v[0] * w[2];
  out[o + 2] += v[0] * w[1] - v[1] * w[0];
}

/** Where contact points of a body are at the end of the step (`turned`), and its centre of mass. */
function findEnd({ bodies, memory }: Contacts, b: number, h: number): void {
  const { body, centre: weights } = bodies[b];
  const { v } = memory.bodies[b];
  const { turned } = memory;
  body.points.positions(body.points.contacts, turned);
  centre.fill(0);
  for (let k = 0; k < 3 * weights.length; k++) {
    turned[k] += h * v[k];
    centre[k % 3] += weights[(k - (k % 3)) / 3] * turned[k];
  }
}

/** True if all that the body is near to of what row r touches looks the same way. */
function isPlane({ memory }: Contacts, island: number, r: number): boolean {
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
 * No torque may turn a body by more than a part of how fast it turned when the step began: what a blow sets in motion
 * was not on its way when it was struck.
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

/** way = how far the site of a row moves about its body's centre of mass in the step [m]. */
function findWay({ memory }: Contacts, r: number, h: number): void {
  const { levers, rows } = memory;
  const { key, ends, share } = rows;
  const a = key[3 * r];
  const { v } = memory.bodies[a];
  const i = 3 * ends[2 * r];
  const j = 3 * ends[2 * r + 1];
  for (let c = 0; c < 3; c++)
    way[c] = h * (v[i + c] + share[r] * (v[j + c] - v[i + c]) - levers[6 * a + 3 + c]);
}

/** out += what `findEndLevers` found for a body. */
export function addEndLevers(contacts: Contacts, b: number, out: Float64Array): void {
  const { levers, bodies } = contacts.memory;
  const o = 6 * b;
  if (bodies[b].touching[0] === 0) return;
  if (levers[o] === 0 && levers[o + 1] === 0 && levers[o + 2] === 0) return;
  addTorque(contacts, b, levers, o, out);
}

/**
 * out += torque[o..o+3) on a body [N m s], as forces at its contact points that push nowhere in sum; false if it cannot
 * be turned.
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
  // Separate solids of one body do not turn together.
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
