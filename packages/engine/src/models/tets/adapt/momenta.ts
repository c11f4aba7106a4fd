import { spreadSlaves } from '../front/spread.ts';
import type { TetsRuntime } from '../runtime.ts';

/** What a switch must keep: momentum, angular momentum about `centre`, kinetic energy. */
export interface Momenta {
  readonly centre: Float64Array;
  readonly linear: Float64Array;
  readonly angular: Float64Array;
  kinetic: number;
}

export function createMomenta(): Momenta {
  return {
    centre: new Float64Array(3),
    linear: new Float64Array(3),
    angular: new Float64Array(3),
    kinetic: 0,
  };
}

/** Fills `out` for the velocity u of the free vertices; `move` puts its centre to the centre of mass. p is scratch. */
export function findMomenta(
  run: TetsRuntime,
  out: Momenta,
  u: Float64Array,
  p: Float64Array,
  move: boolean,
): void {
  const { front, memory } = run;
  const { x, vertexOf, rowMass } = memory;
  const { centre, linear, angular } = out;
  if (move) {
    let mass = 0;
    centre.fill(0);
    for (let i = 0; i < front.free; i++) {
      mass += rowMass[i];
      for (let c = 0; c < 3; c++) centre[c] += rowMass[i] * x[3 * vertexOf[i] + c];
    }
    for (let c = 0; c < 3; c++) centre[c] /= mass;
  }
  run.massProduct(p, u);
  linear.fill(0);
  angular.fill(0);
  let energy = 0;
  for (let i = 0; i < front.free; i++) {
    const v = 3 * vertexOf[i];
    const rx = x[v] - centre[0];
    const ry = x[v + 1] - centre[1];
    const rz = x[v + 2] - centre[2];
    const px = p[3 * i];
    const py = p[3 * i + 1];
    const pz = p[3 * i + 2];
    linear[0] += px;
    linear[1] += py;
    linear[2] += pz;
    angular[0] += ry * pz - rz * py;
    angular[1] += rz * px - rx * pz;
    angular[2] += rx * py - ry * px;
    energy += 0.5 * (px * u[3 * i] + py * u[3 * i + 1] + pz * u[3 * i + 2]);
  }
  out.kinetic = energy;
}

const work = new Float64Array(12);

/** X = positions about the centre; work = first moments, then second ones xx, yy, zz, yz, xz, xy, then the mass. */
function findMoments(
  { front, memory }: TetsRuntime,
  centre: Float64Array,
  ownMass: Float64Array,
  edgeMass: Float64Array,
): void {
  const { x, X, vertexOf, ends } = memory;
  const n = front.free + front.slaves;
  for (let i = 0; i < front.free; i++)
    for (let c = 0; c < 3; c++) X[3 * i + c] = x[3 * vertexOf[i] + c] - centre[c];
  spreadSlaves(X, front, memory);
  work.fill(0);
  for (let i = 0; i < n; i++) addMoment(work, ownMass[i], X, 3 * i, 3 * i);
  for (let k = 0; k < front.edges; k++) {
    if (edgeMass[k] === 0) continue;
    addMoment(work, edgeMass[k], X, 3 * ends[2 * k], 3 * ends[2 * k + 1]);
    addMoment(work, edgeMass[k], X, 3 * ends[2 * k + 1], 3 * ends[2 * k]);
  }
}

/** out (3×3) = the inertia about the centre of mass, which is given. */
export function findInertia(run: TetsRuntime, out: Float64Array, centre: Float64Array): void {
  findMoments(run, centre, run.memory.ownMass, run.memory.edgeMass);
  out[0] = work[4] + work[5];
  out[4] = work[3] + work[5];
  out[8] = work[3] + work[4];
  for (const [k, at] of OFF_DIAGONAL) {
    out[k] = -work[at];
    out[3 * (k % 3) + Math.floor(k / 3)] = -work[at];
  }
}

/** Entries of an inertia above its diagonal, and the moments they come from. */
const OFF_DIAGONAL = [
  [5, 6],
  [2, 7],
  [1, 8],
] as const;

/**
 * u += the rigid motion a + w × (x − centre) with the given momentum and angular momentum, under the masses given by
 * place and edge (shape as in `memory`). Returns its kinetic energy.
 */
export function addRigid(
  run: TetsRuntime,
  u: Float64Array,
  linear: Float64Array,
  angular: Float64Array,
  centre: Float64Array,
  ownMass: Float64Array,
  edgeMass: Float64Array,
): number {
  const { front, memory } = run;
  const { X } = memory;
  findMoments(run, centre, ownMass, edgeMass);
  const mass = work[9];
  // About the centre of these masses, wherever the given one is.
  const sx = work[0] / mass;
  const sy = work[1] / mass;
  const sz = work[2] / mass;
  const qx = work[3] - mass * sx * sx;
  const qy = work[4] - mass * sy * sy;
  const qz = work[5] - mass * sz * sz;
  const xx = qy + qz;
  const yy = qx + qz;
  const zz = qx + qy;
  const yz = -(work[6] - mass * sy * sz);
  const xz = -(work[7] - mass * sx * sz);
  const xy = -(work[8] - mass * sx * sy);
  const tx = angular[0] - (sy * linear[2] - sz * linear[1]);
  const ty = angular[1] - (sz * linear[0] - sx * linear[2]);
  const tz = angular[2] - (sx * linear[1] - sy * linear[0]);
  const a = yy * zz - yz * yz;
  const e = xz * yz - xy * zz;
  const f = xy * yz - xz * yy;
  const det = xx * a + xy * e + xz * f;
  const s = det > 0 ? 1 / det : 0;
  const wx = s * (a * tx + e * ty + f * tz);
  const wy = s * (e * tx + (xx * zz - xz * xz) * ty + (xy * xz - xx * yz) * tz);
  const wz = s * (f * tx + (xy * xz - xx * yz) * ty + (xx * yy - xy * xy) * tz);
  const ux = linear[0] / mass;
  const uy = linear[1] / mass;
  const uz = linear[2] / mass;
  for (let i = 0; i < front.free; i++) {
    const rx = X[3 * i] - sx;
    const ry = X[3 * i + 1] - sy;
    const rz = X[3 * i + 2] - sz;
    u[3 * i] += ux + wy * rz - wz * ry;
    u[3 * i + 1] += uy + wz * rx - wx * rz;
    u[3 * i + 2] += uz + wx * ry - wy * rx;
  }
  return 0.5 * (ux * linear[0] + uy * linear[1] + uz * linear[2] + wx * tx + wy * ty + wz * tz);
}

function addMoment(out: Float64Array, m: number, X: Float64Array, i: number, j: number): void {
  out[0] += m * X[i];
  out[1] += m * X[i + 1];
  out[2] += m * X[i + 2];
  out[3] += m * X[i] * X[j];
  out[4] += m * X[i + 1] * X[j + 1];
  out[5] += m * X[i + 2] * X[j + 2];
  out[6] += m * X[i + 1] * X[j + 2];
  out[7] += m * X[i] * X[j + 2];
  out[8] += m * X[i] * X[j + 1];
  out[9] += m;
}

const missing = createMomenta();

/**
 * Puts right what a switch may have changed, because two elements with a common midpoint no longer agreed on where it
 * goes: a rigid motion gives back the momenta, and if the energy has grown the rest of the motion is scaled down. Both
 * are small.
 */
export function restoreMomenta(
  run: TetsRuntime,
  before: Momenta,
  u: Float64Array,
  p: Float64Array,
): void {
  const { ownMass, edgeMass } = run.memory;
  const { centre } = before;
  missing.centre.set(before.centre);
  findMomenta(run, missing, u, p, false);
  for (let c = 0; c < 3; c++) {
    missing.linear[c] = before.linear[c] - missing.linear[c];
    missing.angular[c] = before.angular[c] - missing.angular[c];
  }
  addRigid(run, u, missing.linear, missing.angular, centre, ownMass, edgeMass);
  findMomenta(run, missing, u, p, false);
  if (missing.kinetic <= before.kinetic) return;
  // u = rigid + rest, with nothing between them in the energy: take the rigid part out, scale, and put it back.
  for (let c = 0; c < 3; c++) {
    missing.linear[c] = -before.linear[c];
    missing.angular[c] = -before.angular[c];
  }
  const rigid = addRigid(run, u, missing.linear, missing.angular, centre, ownMass, edgeMass);
  const rest = missing.kinetic - rigid;
  const room = Math.max(0, before.kinetic - rigid);
  const scale = rest > 0 ? Math.sqrt(room / rest) : 1;
  for (let i = 0; i < 3 * run.front.free; i++) u[i] *= scale;
  addRigid(run, u, before.linear, before.angular, centre, ownMass, edgeMass);
}
