import { LEAST_LENGTH, MOST_BACK, MOST_LENGTH, SINGULAR } from '../numbers.ts';
import { readGroups } from './compliance.ts';
import type { Contacts, Grouping } from './contacts.ts';
import { pushChanges, pushImpulses } from './problem.ts';

/** r = b + Jᵀp − A u of an island's bodies, then as `predict`. */
export function residuals(contacts: Contacts, islands: Grouping, island: number): number {
  const { bodies, kernels } = contacts;
  const { members, start } = islands;
  pushImpulses(contacts, islands, island);
  for (let m = start[island]; m < start[island + 1]; m++) {
    const { body, u, b, q, r, owed } = bodies[members[m]];
    const n = body.equation.unknowns();
    kernels.copy(b, body.equation.rhs, n);
    kernels.axpy(b, 1, owed, n);
    pullGroups(contacts, members[m], b);
    body.equation.multiply(q, u);
    for (let i = 0; i < n; i++) r[i] = b[i] - q[i];
    body.equation.constrain(r);
  }
  return predict(contacts, islands, island);
}

/** Largest speed of a row [m/s] for the velocities u. */
export function speedOfRows(contacts: Contacts, islands: Grouping, island: number): number {
  const { bodies, memory } = contacts;
  const { members, start } = islands;
  for (let m = start[island]; m < start[island + 1]; m++) {
    const live = bodies[members[m]];
    readGroups(live, memory.bodies[members[m]], live.u);
  }
  readRows(contacts, island);
  const { relative, list, first } = memory;
  let square = 0;
  for (let l = first[island]; l < first[island + 1]; l++) {
    const k = 3 * list[l];
    square = Math.max(square, relative[k] ** 2 + relative[k + 1] ** 2 + relative[k + 2] ** 2);
  }
  return Math.sqrt(square);
}

/** z = Ã⁻¹ r and velocities at the points of rows for u + z; returns r·z. */
export function predict(contacts: Contacts, { members, start }: Grouping, island: number): number {
  const { bodies, kernels, memory } = contacts;
  let rz = 0;
  for (let m = start[island]; m < start[island + 1]; m++) {
    const live = bodies[members[m]];
    const { body, u, r, z, q } = live;
    const n = body.equation.unknowns();
    body.equation.precondition(z, r);
    add(q, u, z, n);
    readGroups(live, memory.bodies[members[m]], q);
    rz += kernels.dot(r, z, n);
  }
  return rz;
}

/** g = r + Jᵀ(p⁺ − p) and the step f = Ã⁻¹ g, in z; returns its energy f·g. */
export function answer(contacts: Contacts, islands: Grouping, island: number): number {
  const { bodies, kernels } = contacts;
  const { members, start } = islands;
  pushChanges(contacts, islands, island);
  let e = 0;
  for (let m = start[island]; m < start[island + 1]; m++) {
    const { body, r, g, z } = bodies[members[m]];
    const n = body.equation.unknowns();
    kernels.copy(g, r, n);
    pullGroups(contacts, members[m], g);
    body.equation.constrain(g);
    body.equation.precondition(z, g);
    e += kernels.dot(z, g, n);
  }
  return e;
}

/** Velocities of all rows for u + f. */
export function readSolution(
  contacts: Contacts,
  { members, start }: Grouping,
  island: number,
): void {
  const { bodies, memory } = contacts;
  for (let m = start[island]; m < start[island + 1]; m++) {
    const { body, u, z, q } = bodies[members[m]];
    add(q, u, z, body.equation.unknowns());
    readGroups(bodies[members[m]], memory.bodies[members[m]], q);
  }
  readRows(contacts, island);
}

/** u += f */
export function addStep(
  { bodies, kernels }: Contacts,
  { members, start }: Grouping,
  island: number,
): void {
  for (let m = start[island]; m < start[island + 1]; m++) {
    const { body, u, z } = bodies[members[m]];
    kernels.axpy(u, 1, z, body.equation.unknowns());
  }
}

/**
 * u += d, p += dp along the d = αf + βd of least energy, by A alone: the 2×2 system of f and the last direction. A
 * plain step if the system is singular or there is no last direction. Returns the number of products with A.
 */
export function advance(
  { memory, bodies, kernels }: Contacts,
  { members, start }: Grouping,
  island: number,
  e: number,
  fresh: boolean,
): number {
  const from = start[island];
  const to = start[island + 1];
  let fAf = 0;
  let fAd = 0;
  let dAd = 0;
  let dg = 0;
  for (let m = from; m < to; m++) {
    const { body, z, q, p, Ap, g } = bodies[members[m]];
    const n = body.equation.unknowns();
    body.equation.multiply(q, z);
    body.equation.constrain(q);
    fAf += kernels.dot(z, q, n);
    if (fresh) continue;
    fAd += kernels.dot(z, Ap, n);
    dAd += kernels.dot(p, Ap, n);
    dg += kernels.dot(p, g, n);
  }
  // A step of nothing at all has no best length.
  let alpha = fAf > 0 ? Math.min(fresh ? 1 : 2, e / fAf) : 1;
  let beta = 0;
  const det = fAf * dAd - fAd * fAd;
  if (!fresh && det > SINGULAR * fAf * dAd) {
    const a = (e * dAd - dg * fAd) / det;
    const b = (dg * fAf - e * fAd) / det;
    if (a > LEAST_LENGTH && a < MOST_LENGTH && Math.abs(b) <= MOST_BACK) {
      alpha = a;
      beta = b;
    }
  }
  for (let m = from; m < to; m++) {
    const { body, u, r, z, g, q, p, Ap, Jp } = bodies[members[m]];
    const n = body.equation.unknowns();
    for (let i = 0; i < n; i++) {
      p[i] = alpha * z[i] + beta * p[i];
      Ap[i] = alpha * q[i] + beta * Ap[i];
      Jp[i] = alpha * (g[i] - r[i]) + beta * Jp[i];
      u[i] += p[i];
      r[i] += Jp[i] - Ap[i];
    }
  }
  const { count, p, begin, direction } = memory.problem;
  for (let k = 0; k < 3 * count; k++) {
    direction[k] = alpha * (p[k] - begin[k]) + beta * direction[k];
    p[k] = begin[k] + direction[k];
  }
  return to - from;
}

/** out += Jᵀ f of all groups of a body's points. */
export function pullGroups({ bodies, memory }: Contacts, b: number, out: Float64Array): void {
  const { groups } = memory.bodies[b];
  for (let k = 0; k < groups.length; k++) {
    const { points, f, subset } = groups[k];
    if (subset === undefined || subset.count > 0)
      bodies[b].body.points.forces(points, f, out, subset);
  }
}

/** memory.relative = velocities of all contact rows of an island, from those of its points. */
export function readRows({ memory }: Contacts, island: number): void {
  const { rows, relative, list, first, bodies } = memory;
  const { key, ends, share, surface, touched, weight } = rows;
  for (let l = first[island]; l < first[island + 1]; l++) {
    const r = list[l];
    const va = bodies[key[3 * r]].v;
    const i = 3 * ends[2 * r];
    const j = 3 * ends[2 * r + 1];
    const other = key[3 * r + 1];
    for (let c = 0; c < 3; c++) {
      let w = va[i + c] + share[r] * (va[j + c] - va[i + c]);
      if (other < 0) w -= surface[3 * r + c];
      else {
        const vb = bodies[other].live.v;
        for (let s = 0; s < 4; s++) w -= weight[4 * r + s] * vb[3 * touched[5 * r + s] + c];
      }
      relative[3 * r + c] = w;
    }
  }
}

/** out = a + b */
function add(out: Float64Array, a: Float64Array, b: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) out[i] = a[i] + b[i];
}
