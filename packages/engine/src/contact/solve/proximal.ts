import {
  INNER,
  LAW,
  LEAST_LENGTH,
  MOST_BACK,
  MOST_LENGTH,
  MOST_SWEEPS,
  NEAR,
  PART,
  SATISFIED,
  SOLVED,
  SWEEPS,
  TOGETHER,
} from '../numbers.ts';
import { missedOutside, widenActiveSet } from './active-set.ts';
import { readGroups } from './compliance.ts';
import type { Contacts, Grouping } from './contacts.ts';
import { violation, worstMiss } from './law.ts';
import type { Moving } from './metric.ts';
import {
  beginIteration,
  fillProblem,
  hardenContacts,
  isLive,
  pushChanges,
  pushImpulses,
  rowVelocities,
  storeImpulses,
} from './problem.ts';

/** What a loop did. One object, overwritten. */
export interface Outcome {
  iterations: number;
  sweeps: number;
  /** Products with A of single bodies; fillings of the compliance of all. */
  products: number;
  fillings: number;
  /** Energy of the first iteration and of the last [J]. */
  first: number;
  last: number;
  /** The most that a row misses its law by at the end [m/s]. */
  missed: number;
  /** True if the loop came to its end; true if at least the bodies' own equations are solved. */
  met: boolean;
  solved: boolean;
}
export const outcome: Outcome = {
  iterations: 0,
  sweeps: 0,
  products: 0,
  fillings: 0,
  first: 0,
  last: 0,
  missed: 0,
  met: true,
  solved: true,
};

/** Bounds of the part of the error that an iteration is taken to leave. */
const LEAST_RATIO = 0.1;
const MOST_RATIO = 0.9;
/** A 2×2 system this near to singular says nothing. */
const SINGULAR = 1e-8;

/**
 * Velocities u of an island's bodies and impulses p of its rows with A u = b + Jᵀp and p obeying the contact law for J u. From u, the old velocities, and p,
 * carried over, it goes on like this, Ã being the bodies' metrics and W̃ = J Ã⁻¹ Jᵀ:
 *
 *     r = b + Jᵀp − A u,  z = Ã⁻¹ r,  w = J (u + z)
 *     p⁺ obeys the law for velocities w + W̃ (p⁺ − p)         sweeps
 *     g = r + Jᵀ(p⁺ − p),  f = Ã⁻¹ g,  e = f·g               e: energy of the step in the metric
 *     enough: u + f, p⁺ are the answer
 *     else the best of u + αf + βd, d being the last way gone, with A alone saying how far
 *
 * Every f obeys the law as far as the sweeps go, and leaves an error of the elastic equation alone. f hardly moves the rows, so that impulses do no
 * work along it: the last line makes it conjugate gradients on the velocities that contacts leave free. It is there to be safe where Ã
 * is far from A. There is no state beyond the step.
 */
export function solveContacts(
  contacts: Contacts,
  islands: Grouping,
  island: number,
  h: number,
  tolerance: number,
  most: number,
): void {
  const { memory, bodies, kernels } = contacts;
  const { problem } = memory;
  const from = islands.start[island];
  const to = islands.start[island + 1];
  const { members } = islands;
  const rowsFrom = memory.first[island];
  const rowsTo = memory.first[island + 1];
  let size = Number.POSITIVE_INFINITY;
  let still = 0;
  let exact = true;
  for (let m = from; m < to; m++) {
    const { body } = bodies[members[m]];
    size = Math.min(size, body.model.size);
    still += ((SOLVED * body.model.size) / h) ** 2 * body.model.mass;
    exact = exact && body.metric.exact === true;
  }
  const satisfied = (SATISFIED * size) / h;
  outcome.iterations = 0;
  outcome.sweeps = 0;
  outcome.products = 0;
  outcome.fillings = 0;
  outcome.met = true;
  outcome.solved = true;

  // r = b + Jᵀp − A u, z = Ã⁻¹ r, velocities of all rows for u + z.
  pushImpulses(contacts, islands, island);
  let rz = 0;
  for (let m = from; m < to; m++) {
    const live = bodies[members[m]];
    const n = live.body.unknowns();
    kernels.copy(live.b, live.body.rhs, n);
    pullGroups(contacts, members[m], live.b);
    live.body.multiply(live.q, live.u);
    for (let i = 0; i < n; i++) live.r[i] = live.b[i] - live.q[i];
    live.body.constrain(live.r);
    rz += predict(contacts, live, members[m]);
  }
  readRows(contacts, islands, island);
  const first = violation(memory, rowsFrom, rowsTo);
  outcome.missed = first;
  if (first <= satisfied && rz <= still && !anyTie(contacts, islands, island)) {
    for (let m = from; m < to; m++) {
      const { body, u, z } = bodies[members[m]];
      kernels.axpy(u, 1, z, body.unknowns());
    }
    return;
  }
  widenActiveSet(memory, rowsFrom, rowsTo, NEAR * first);
  let room = fillProblem(contacts, islands, island);
  outcome.fillings++;
  let enough = 0;
  const part = Math.min(PART, tolerance);

  let before = 0;
  let sweeps = SWEEPS;
  let fresh = true;
  for (let k = 1; ; k++) {
    outcome.iterations++;
    beginIteration(contacts, islands, island);
    let missed = worstMiss(problem, rowVelocities(contacts));
    if (k === 1) enough = Math.max((SOLVED * size) / h, 2 * LAW * Math.max(first, missed));
    const inner = exact ? Math.max(still, part * part * rz) : Math.max(still, INNER * before);
    let swept = relax(contacts, exact ? part * part : INNER, inner, enough / 3, sweeps);
    // No iteration follows that would take back what the rows' softness left.
    for (let more = swept; exact && more > 1 && swept < sweeps; swept += more) {
      hardenContacts(problem);
      more = relax(contacts, part * part, inner, enough / 3, sweeps - swept);
    }
    outcome.sweeps += swept;
    pushChanges(contacts, islands, island);
    let e = 0;
    for (let m = from; m < to; m++) {
      const live = bodies[members[m]];
      const n = live.body.unknowns();
      kernels.copy(live.g, live.r, n);
      pullGroups(contacts, members[m], live.g);
      live.body.constrain(live.g);
      live.body.metric.apply(live.z, live.g);
      e += kernels.dot(live.z, live.g, n);
    }
    if (k === 1) outcome.first = e;
    outcome.last = e;
    const ratio =
      before > 0 ? Math.min(MOST_RATIO, Math.max(LEAST_RATIO, Math.sqrt(e / before))) : MOST_RATIO;
    const left = e * (ratio / (1 - ratio)) ** 2;
    // With the exact inverse sweeps are all there is to it.
    const solved = exact
      ? swept < sweeps || (k > 1 && missed <= satisfied)
      : left <= Math.max(still, part * part * outcome.first) && missed <= enough;
    if (exact && !solved) missed = Number.POSITIVE_INFINITY;
    const last = k >= most;
    if (solved || last) {
      // The rows that were left out have their say at the end.
      for (let m = from; m < to; m++) {
        const { body, u, z, q } = bodies[members[m]];
        add(q, u, z, body.unknowns());
        readGroups(bodies[members[m]], memory.bodies[members[m]], q);
      }
      readRows(contacts, islands, island);
      const outside = missedOutside(memory, rowsFrom, rowsTo);
      if (outside <= enough || last) {
        for (let m = from; m < to; m++) {
          const { body, u, z } = bodies[members[m]];
          kernels.axpy(u, 1, z, body.unknowns());
        }
        storeImpulses(contacts);
        outcome.met = solved && outside <= enough;
        outcome.solved = exact || left <= Math.max(still, part * part * outcome.first);
        outcome.missed = outcome.met
          ? missed
          : Math.max(outside, worstMiss(problem, rowVelocities(contacts)));
        return;
      }
      advance(contacts, islands, island, e, true);
      storeImpulses(contacts);
      // Where there is no room for all, those that neither push nor are missed make way.
      if (!room) for (let l = rowsFrom; l < rowsTo; l++) memory.active[memory.list[l]] = 0;
      widenActiveSet(memory, rowsFrom, rowsTo, room ? outside : 0);
      refresh(contacts, islands, island);
      room = fillProblem(contacts, islands, island);
      outcome.fillings++;
      fresh = true;
    } else {
      // Sweeps are what keeps the loop from its end.
      if (
        missed > enough &&
        (exact || e > 0.25 * before) &&
        swept === sweeps &&
        sweeps < MOST_SWEEPS
      )
        sweeps *= 2;
      advance(contacts, islands, island, e, fresh);
      refresh(contacts, islands, island);
      fresh = false;
    }
    before = e;
  }
}

/** z = Ã⁻¹ r and velocities at the points of rows for u + z; gives r·z. */
function predict({ kernels, memory }: Contacts, live: Moving, b: number): number {
  const { body, u, r, z, q } = live;
  const n = body.unknowns();
  body.metric.apply(z, r);
  add(q, u, z, n);
  readGroups(live, memory.bodies[b], q);
  return kernels.dot(r, z, n);
}

function refresh(contacts: Contacts, islands: Grouping, island: number): void {
  for (let m = islands.start[island]; m < islands.start[island + 1]; m++) {
    predict(contacts, contacts.bodies[islands.members[m]], islands.members[m]);
  }
}

/**
 * u += d, p += dp along d = αf + βd that makes the energy least, A alone being asked: the 2×2 system of f and the last way. A plain step where
 * that says nothing sensible or there is no last way.
 */
function advance(
  { memory, bodies, kernels }: Contacts,
  { members, start }: Grouping,
  island: number,
  e: number,
  fresh: boolean,
): void {
  const from = start[island];
  const to = start[island + 1];
  let fAf = 0;
  let fAd = 0;
  let dAd = 0;
  let dg = 0;
  for (let m = from; m < to; m++) {
    const { body, z, q, p, Ap, g } = bodies[members[m]];
    const n = body.unknowns();
    body.multiply(q, z);
    body.constrain(q);
    outcome.products++;
    fAf += kernels.dot(z, q, n);
    if (fresh) continue;
    fAd += kernels.dot(z, Ap, n);
    dAd += kernels.dot(p, Ap, n);
    dg += kernels.dot(p, g, n);
  }
  let alpha = Math.min(fresh ? 1 : 2, e / fAf);
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
    const n = body.unknowns();
    for (let i = 0; i < n; i++) {
      p[i] = alpha * z[i] + beta * p[i];
      Ap[i] = alpha * q[i] + beta * Ap[i];
      Jp[i] = alpha * (g[i] - r[i]) + beta * Jp[i];
      u[i] += p[i];
      r[i] += Jp[i] - Ap[i];
    }
  }
  const { count, p, begin, way } = memory.problem;
  for (let k = 0; k < 3 * count; k++) {
    way[k] = alpha * (p[k] - begin[k]) + beta * way[k];
    p[k] = begin[k] + way[k];
  }
}

/** Sweeps over the rows, as many as needed; gives how many. Conjugate directions begin anew now and then (`TOGETHER`). */
function relax(
  { memory, kernels }: Contacts,
  inner: number,
  least: number,
  tolerance: number,
  most: number,
): number {
  const { problem: c, W } = memory;
  let done = 0;
  while (done < most) {
    const now = Math.min(TOGETHER, most - done);
    const swept = kernels.sweepContacts(
      c.p,
      c.state,
      c.base,
      W,
      c.block,
      c.soft,
      c.normal,
      c.bias,
      c.friction,
      c.target,
      c.from,
      c.kind,
      c.side,
      c.table,
      c.work,
      c.count,
      c.states,
      inner,
      least,
      tolerance,
      now,
    );
    done += swept;
    if (swept < now) break;
  }
  return done;
}

/** out += Jᵀ f of all groups of a body's points. */
export function pullGroups({ bodies, memory }: Contacts, b: number, out: Float64Array): void {
  const { groups } = memory.bodies[b];
  for (let k = 0; k < groups.length; k++) {
    const { points, f, few } = groups[k];
    if (few === undefined || few.count > 0) bodies[b].body.pullForces(points, f, out, few);
  }
}

/** memory.relative = velocities of all contact rows of an island, from those of its points. */
function readRows({ memory }: Contacts, _islands: Grouping, island: number): void {
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

function anyTie({ ties }: Contacts, { of }: Grouping, island: number): boolean {
  for (let t = 0; t < ties.length; t++) {
    const { a, b } = ties[t];
    if (isLive(ties[t]) && of[a >= 0 ? a : b] === island) return true;
  }
  return false;
}

/** out = a + b */
function add(out: Float64Array, a: Float64Array, b: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) out[i] = a[i] + b[i];
}
