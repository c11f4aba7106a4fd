import {
  INNER,
  LAW,
  LAZY,
  LEAST_RATIO,
  LOST,
  MOST_RATIO,
  MOST_SWEEPS,
  NEAR,
  PART,
  RENEW_AFTER,
  SATISFIED,
  SLOW,
  SOLVED,
  SWEEPS,
  VIOLATED,
} from '../numbers.ts';
import { violationOutside, widenActiveSet } from './active-set.ts';
import type { Contacts, Grouping } from './contacts.ts';
import { largestViolation, naturalResidual } from './law.ts';
import { beginIteration, fillProblem, rowVelocities, storeImpulses } from './problem.ts';
import { rollingViolation } from './rolling.ts';
import {
  addStep,
  advance,
  answer,
  predict,
  readRows,
  readSolution,
  residuals,
  speedOfRows,
} from './steps.ts';
import { sweep } from './sweeps.ts';
import { isLive } from './ties.ts';

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
  /** The most by which a row violates its law at the end [m/s]. */
  violation: number;
  /** True if the loop converged; true if at least the bodies' own equations are solved. */
  satisfied: boolean;
  solved: boolean;
}
export const outcome: Outcome = {
  iterations: 0,
  sweeps: 0,
  products: 0,
  fillings: 0,
  first: 0,
  last: 0,
  violation: 0,
  satisfied: true,
  solved: true,
};

/** Energies [J] and velocities [m/s] of an island that count as zero. One object, overwritten. */
const scale = { still: 0, satisfied: 0, solved: 0, known: 0, speed: 0, exact: true };
/** Energy [J] of the first iteration, and allowed violation [m/s], of what was solved for the first time. */
const reference = { first: 0, enough: 0 };

/**
 * Velocities u of an island's bodies and impulses p of its rows with A u = b + Jᵀp and p obeying the contact law for J
 * u. From u, the old velocities, and p, carried over, it goes on like this, Ã being the bodies' metrics and W̃ = J Ã⁻¹
 * Jᵀ:
 *
 *     r = b + Jᵀp − A u,  z = Ã⁻¹ r,  w = J (u + z)
 *     p⁺ obeys the law for velocities w + W̃ (p⁺ − p)         sweeps
 *     g = r + Jᵀ(p⁺ − p),  f = Ã⁻¹ g,  e = f·g               e: energy of the step in the metric
 *     enough: u + f, p⁺ are the answer
 *     else the best of u + αf + βd, d being the last direction, with A alone saying how far
 *
 * Every f obeys the law as far as the sweeps go, and leaves an error of the elastic equation alone. f hardly moves the
 * rows, so that impulses do no work along it: the last line makes it conjugate gradients on the velocities that
 * contacts leave free. It is there to be safe where Ã is far from A. There is no state beyond the step.
 *
 * What is solved `again` after a small correction need be no more accurate than the first time.
 */
export function solveContacts(
  contacts: Contacts,
  islands: Grouping,
  island: number,
  h: number,
  tolerance: number,
  most: number,
  again = false,
): void {
  const { memory } = contacts;
  const rowsFrom = memory.first[island];
  const rowsTo = memory.first[island + 1];
  begin(contacts, islands, island, h);
  const { still } = scale;
  let { exact } = scale;
  const part = Math.min(PART, tolerance);
  scale.speed = Math.max(scale.speed, speedOfRows(contacts, islands, island));
  const rz = residuals(contacts, islands, island);
  readRows(contacts, island);
  const first = Math.max(
    largestViolation(memory, rowsFrom, rowsTo),
    rollingViolation(contacts, rowsFrom, rowsTo),
  );
  outcome.violation = first;
  if (first <= scale.satisfied && rz <= still && !anyTie(contacts, islands, island)) {
    addStep(contacts, islands, island);
    return;
  }
  widenActiveSet(memory, rowsFrom, rowsTo, NEAR * first);
  let room = fill(contacts, islands, island);
  let enough = 0;
  let before = 0;
  // With an exact inverse a further iteration adds nothing: sweeps continue.
  let sweeps = exact ? MOST_SWEEPS / 2 : SWEEPS;
  let fresh = true;
  for (let k = 1; ; k++) {
    outcome.iterations++;
    beginIteration(contacts, islands, island);
    let residual = naturalResidual(memory.problem, rowVelocities(contacts));
    if (k === 1) {
      enough = Math.max(scale.solved, 2 * LAW * Math.min(Math.max(first, residual), scale.speed));
      if (again) enough = Math.max(enough, Math.min(reference.enough, scale.known));
      else reference.enough = enough;
    }
    const least = exact ? Math.max(still, part * part * rz) : Math.max(still, INNER * before);
    const swept = sweep(
      contacts,
      exact ? part * part : INNER,
      least,
      enough / 3,
      sweeps,
      exact ? 0 : LAZY,
      residual,
    );
    outcome.sweeps += swept;
    const e = answer(contacts, islands, island);
    if (k === 1) {
      outcome.first = e;
      if (!again || e > reference.first) reference.first = e;
    }
    outcome.last = e;
    const solved = exact || errorLeft(e, before) <= Math.max(still, part * part * reference.first);
    // With an exact inverse only the sweeps count.
    const satisfied = exact
      ? swept < sweeps || (k > 1 && residual <= scale.satisfied)
      : residual <= enough;
    if (exact && !satisfied) residual = Number.POSITIVE_INFINITY;
    if ((solved && satisfied) || k >= most) {
      // Rows outside the active set are checked at the end.
      readSolution(contacts, islands, island);
      const outside = violationOutside(memory, rowsFrom, rowsTo);
      if (outside <= enough || k >= most) {
        addStep(contacts, islands, island);
        storeImpulses(contacts);
        outcome.solved = solved;
        outcome.satisfied = solved && satisfied && outside <= enough;
        if (outcome.satisfied) outcome.violation = residual;
        else
          outcome.violation = Math.max(
            outside,
            naturalResidual(memory.problem, rowVelocities(contacts)),
          );
        return;
      }
      outcome.products += advance(contacts, islands, island, e, true);
      storeImpulses(contacts);
      // If not all rows fit, rows that neither push nor are violated are dropped.
      if (!room) for (let l = rowsFrom; l < rowsTo; l++) memory.active[memory.list[l]] = 0;
      widenActiveSet(memory, rowsFrom, rowsTo, room ? outside : 0);
      predict(contacts, islands, island);
      room = fill(contacts, islands, island);
      fresh = true;
    } else {
      // The sweeps limit the convergence of the loop.
      const slow = residual > enough && (exact || e > SLOW * before) && swept === sweeps;
      if (slow && sweeps < MOST_SWEEPS) sweeps *= 2;
      outcome.products += advance(contacts, islands, island, e, fresh);
      fresh = k === RENEW_AFTER && renewMetrics(contacts, islands, island);
      if (fresh) storeImpulses(contacts);
      predict(contacts, islands, island);
      if (fresh) {
        exact = scale.exact;
        if (exact) sweeps = MOST_SWEEPS / 2;
        room = fill(contacts, islands, island);
      }
    }
    before = e;
  }
}

/** Metrics that can become better do; true if some have. */
function renewMetrics({ bodies }: Contacts, { members, start }: Grouping, island: number): boolean {
  let some = false;
  scale.exact = true;
  for (let m = start[island]; m < start[island + 1]; m++) {
    const { equation } = bodies[members[m]].body;
    if (equation.renew?.() === true) some = true;
    if (equation.exact !== true) scale.exact = false;
  }
  return some;
}

/** Clears the outcome, and finds the island's scales. */
function begin(
  { bodies }: Contacts,
  { members, start }: Grouping,
  island: number,
  h: number,
): void {
  let size = Number.POSITIVE_INFINITY;
  scale.still = 0;
  scale.exact = true;
  for (let m = start[island]; m < start[island + 1]; m++) {
    const { model, equation } = bodies[members[m]].body;
    size = Math.min(size, model.size);
    scale.still += ((SOLVED * model.size) / h) ** 2 * model.mass;
    if (equation.exact !== true) scale.exact = false;
  }
  scale.satisfied = (SATISFIED * size) / h;
  scale.solved = (SOLVED * size) / h;
  scale.known = (VIOLATED * size) / (2 * h);
  scale.speed = (LOST * size) / h;
  outcome.iterations = 0;
  outcome.sweeps = 0;
  outcome.products = 0;
  outcome.fillings = 0;
  outcome.satisfied = true;
  outcome.solved = true;
}

function fill(contacts: Contacts, islands: Grouping, island: number): boolean {
  outcome.fillings++;
  return fillProblem(contacts, islands, island);
}

/** Estimated energy error of the elastic equation, from the decrease of e. */
function errorLeft(e: number, before: number): number {
  let ratio = MOST_RATIO;
  if (before > 0) ratio = Math.min(MOST_RATIO, Math.max(LEAST_RATIO, Math.sqrt(e / before)));
  return e * (ratio / (1 - ratio)) ** 2;
}

/** True if a tie is a row of an island in this step. */
export function anyTie({ ties }: Contacts, { of }: Grouping, island: number): boolean {
  for (let t = 0; t < ties.length; t++) {
    const { a, b } = ties[t];
    if (isLive(ties[t]) && of[a >= 0 ? a : b] === island) return true;
  }
  return false;
}
