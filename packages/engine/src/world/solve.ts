import {
  FARTHEST,
  FARTHEST_ROLLING,
  LOST,
  SPUN,
  STEADY,
  UNKNOWN,
  VIOLATED,
} from '../contact/numbers.ts';
import { addEndLevers, findEndLevers } from '../contact/solve/end-levers.ts';
import { EXCHANGE } from '../contact/solve/exchange.ts';
import { exchanges, giveSpins } from '../contact/solve/exchange-spins.ts';
import { holdBack } from '../contact/solve/hold-back.ts';
import { limitIsland } from '../contact/solve/limit.ts';
import { addOwed, clearOwed, largestShortfall, shareTurns } from '../contact/solve/owed.ts';
import { forgetPlaces, isPlaced, unknownSpeed } from '../contact/solve/placed.ts';
import { pushImpulses } from '../contact/solve/problem.ts';
import { anyTie, outcome, solveContacts } from '../contact/solve/proximal.ts';
import { pullGroups } from '../contact/solve/steps.ts';
import { correctJoined, isJoined } from './drive/joints/momentum.ts';
import { noteIssue } from './issues.ts';
import type { LiveBody } from './live.ts';
import { FIRST_RATIO, LARGEST_RATIO, MOST_OWED, STILL } from './numbers.ts';
import type { WorldCore } from './types.ts';

/**
 * Solves A u = b for all bodies, island by island. A body that nothing touches or pulls is solved by conjugate
 * gradients, preconditioned by its own metric, and so is one that known forces alone act on; bodies with contacts or
 * springs by the loop in `contact/solve/proximal.ts`.
 */
export function solve(core: WorldCore): void {
  const { islands, sleep, report } = core;
  report.iterations = 0;
  report.rounds = 0;
  for (let b = 0; b < core.kept.length; b++) {
    if (islands.open[islands.of[b]] === 0) continue;
    core.kept[b] = 1;
    forgetUnmet(core, b);
  }
  for (let i = 0; i < islands.count; i++) {
    if (islands.open[i] === 0) continue;
    const leader = islands.members[islands.start[i]];
    if (sleep.group[leader] >= 0) continue;
    if (core.contacts.any(i) || anyTie(core.contacts, islands, i)) solveTouching(core, i);
    else if (isTied(core, i)) {
      // Forces that are known leave nothing to find but velocities.
      report.rounds++;
      solveAgain(core, i);
    } else {
      solveFree(core, core.bodies[leader]);
      if (exchanges(core, i)) giveOn(core, i, core.bodies[leader]);
    }
  }
}

function solveTouching(core: WorldCore, island: number): void {
  const { contacts, islands, gravity } = core;
  const { h } = core;
  const size = smallestOf(core, island);
  const { model, equation } = core.bodies[islands.members[islands.start[island]]].body;
  clearOwed(contacts, islands, island);
  forgetPlaces();
  unknownSpeed(model.mass, size);
  solveOnce(core, island);
  const slow = outcome.iterations > STEADY;
  for (let k = 0; k < MOST_OWED && outcome.satisfied; k++) {
    // The correction is of second order; a body that turns far within the step is left to `limitIsland`.
    const short = (h * largestShortfall(contacts, islands, island)) / size;
    // With few unknowns the pressure follows the rotation: rolling frames were shaken by repeated solves.
    if ((equation.exact === true || equation.few === true) && isPlaced()) break;
    const known = (h * unknownSpeed(model.mass, size)) / size <= UNKNOWN;
    if ((short <= VIOLATED && known) || short > LOST) break;
    addOwed(contacts, islands, island, k);
    solveOnce(core, island, true);
  }
  const turned = mayShare(core, island)
    ? (h * largestShortfall(contacts, islands, island)) / size
    : 0;
  if (outcome.solved && turned > LOST && turned < SPUN) {
    shareTurns(core, islands, island);
    readRightSides(core, island);
    correctMomenta(core, island);
  }
  // Partly split tets take many iterations, or all, although their rows hold; their own equation is then solved alone.
  const isViolated = !outcome.satisfied && outcome.violation > (VIOLATED * size) / h;
  if (model.kind === 'tets' ? isViolated : slow || !outcome.satisfied) noteUnmet(core, island);
  if (isViolated) noteIssue(core, UNMET);
  if (!outcome.satisfied && outcome.violation > (LOST * size) / h) {
    const fall = h * (Math.abs(gravity[0]) + Math.abs(gravity[1]) + Math.abs(gravity[2]));
    const part = holdBack(contacts, islands, island, fall);
    for (let m = islands.start[island]; m < islands.start[island + 1]; m++)
      core.kept[islands.members[m]] = part;
    if (part < 1 && exchanges(core, island)) giveLess(core, island, part);
  }
  const far = isPlaced() ? FARTHEST_ROLLING : FARTHEST;
  if (!contacts.any(island) || !limitIsland(contacts, core.bodies, islands, island, far / h, h))
    return;
  // Rows that were held back hold impulses that their bodies did not get.
  if (core.kept[islands.members[islands.start[island]]] < 1) return;
  // What it took of the bodies' turning comes back as such, but for what is too fast itself.
  readRightSides(core, island);
  correctMomenta(core, island);
  limitIsland(contacts, core.bodies, islands, island, far / h, h);
  if ((h * largestShortfall(contacts, islands, island)) / size > LOST) noteIssue(core, FAST);
}

/** True for bodies that touch each other, take a step of first order and have no joints. */
function mayShare(core: WorldCore, island: number): boolean {
  const { start, members, seconds } = core.islands;
  const from = start[island];
  if (start[island + 1] === from + 1 || seconds[members[from]] !== core.h) return false;
  for (let m = from; m < start[island + 1]; m++) if (isJoined(core, members[m])) return false;
  return core.contacts.any(island);
}

/** A step that is solved again on a finer front begins without what the coarser one could not satisfy. */
function forgetUnmet({ bodies, islands, h }: WorldCore, b: number): void {
  const { history } = bodies[b].body.motion;
  if (history === undefined || history.exchange[EXCHANGE.seconds] >= 0) return;
  history.exchange[EXCHANGE.seconds] = islands.seconds[b] === h ? 0 : h;
}

/** The island's next step is of first order. */
function noteUnmet({ bodies, contacts, islands, scene, h }: WorldCore, island: number): void {
  if (scene.solver.integrator === 'euler' || !contacts.any(island)) return;
  for (let m = islands.start[island]; m < islands.start[island + 1]; m++) {
    const { history } = bodies[islands.members[m]].body.motion;
    if (history !== undefined) history.exchange[EXCHANGE.seconds] = -h;
  }
}

/** Scales the impulses of rows that were held back. */
function giveLess(core: WorldCore, island: number, part: number): void {
  const { rows, first, list } = core.contacts.memory;
  for (let l = first[island]; l < first[island + 1]; l++)
    for (let c = 3 * list[l]; c < 3 * list[l] + 3; c++) rows.impulse[c] *= part;
  readRightSides(core, island);
  correctMomenta(core, island);
}

/** `b` of an island's bodies = what was solved for, with the impulses of rows as they are. */
function readRightSides({ bodies, contacts, islands, kernels }: WorldCore, island: number): void {
  pushImpulses(contacts, islands, island);
  for (let m = islands.start[island]; m < islands.start[island + 1]; m++) {
    const { body, b } = bodies[islands.members[m]];
    kernels.copy(b, body.equation.rhs, body.equation.unknowns());
    pullGroups(contacts, islands.members[m], b);
  }
}

/** Solves contacts, then corrects the momentum of every body; `g` has the velocities before the correction. */
function solveOnce(core: WorldCore, island: number, again = false): void {
  const { bodies, contacts, islands, scene, report, kernels } = core;
  solveContacts(
    contacts,
    islands,
    island,
    // The speed that counts as zero refers to a whole step: for substeps it would be too large.
    scene.dt,
    scene.solver.tolerance,
    scene.solver.contactIterations,
    again,
  );
  report.rounds += outcome.iterations;
  report.iterations += outcome.products;
  // If iterations ran out, the bodies' own equations come first: their residual would add energy, slightly violated
  // rows do not.
  const whole = outcome.satisfied || outcome.solved;
  pushImpulses(contacts, islands, island);
  for (let m = islands.start[island]; m < islands.start[island + 1]; m++) {
    const live = bodies[islands.members[m]];
    const { body, u, b, g, owed } = live;
    const n = body.equation.unknowns();
    if (!whole) {
      kernels.copy(b, body.equation.rhs, n);
      kernels.axpy(b, 1, owed, n);
      pullGroups(contacts, islands.members[m], b);
      conjugateGradients(core, live, b, stillEnergy(core, live), scene.solver.tolerance ** 2);
    }
    kernels.copy(g, u, n);
    kernels.copy(b, body.equation.rhs, n);
    pullGroups(contacts, islands.members[m], b);
  }
  correctMomenta(core, island);
}

/**
 * Corrects momentum to rounding: the impulses of rows are known, and equal on both sides. `b` is the right side that
 * was solved for.
 */
function correctMomenta(core: WorldCore, island: number): void {
  const { bodies, contacts, islands } = core;
  const touching = contacts.any(island);
  // Only for bodies that touch nothing but obstacles: small bodies crushed by large ones would spin.
  const single = islands.start[island + 1] - islands.start[island] === 1;
  if (single && touching) findEndLevers(contacts, islands, island);
  for (let m = islands.start[island]; m < islands.start[island + 1]; m++) {
    const k = islands.members[m];
    const { body, u, b } = bodies[k];
    if (touching) addEndLevers(contacts, k, b);
    if (!isJoined(core, k)) body.equation.correctMomentum(u, b);
  }
  correctJoined(core, island);
  if (exchanges(core, island)) giveSpins(core, island);
}

function smallestOf({ bodies, islands }: WorldCore, island: number): number {
  let size = Number.POSITIVE_INFINITY;
  for (let m = islands.start[island]; m < islands.start[island + 1]; m++)
    size = Math.min(size, bodies[islands.members[m]].body.model.size);
  return size;
}

/** Solves an island's equations once more, with fixed impulses. */
export function solveAgain(core: WorldCore, island: number): void {
  const { bodies, contacts, islands, scene } = core;
  pushImpulses(contacts, islands, island);
  for (let m = islands.start[island]; m < islands.start[island + 1]; m++) {
    const live = bodies[islands.members[m]];
    const { body, b } = live;
    core.kernels.copy(b, body.equation.rhs, body.equation.unknowns());
    pullGroups(contacts, islands.members[m], b);
    conjugateGradients(core, live, b, stillEnergy(core, live), scene.solver.tolerance ** 2);
  }
  correctMomenta(core, island);
}

function isTied({ couplings, islands }: WorldCore, island: number): boolean {
  for (let c = 0; c < couplings.length; c++) {
    const { a, b, active } = couplings[c];
    if (active() && islands.of[a >= 0 ? a : b] === island) return true;
  }
  return false;
}

/**
 * Solves a body without contacts. The first guess is a rigid motion: in free fall it is already the solution, to
 * rounding.
 */
function solveFree(core: WorldCore, live: LiveBody): void {
  const { scene, report } = core;
  const { body, u } = live;
  const { equation } = body;
  report.rounds++;
  if (equation.solveDiagonal !== undefined) {
    equation.solveDiagonal(u);
    return;
  }
  equation.correctMomentum(u, equation.rhs);
  const tolerance = scene.solver.tolerance ** 2;
  conjugateGradients(core, live, equation.rhs, stillEnergy(core, live), tolerance);
  equation.correctMomentum(u, equation.rhs);
}

/** A body that no longer touches anything still has an account of its exchange with others. */
function giveOn(core: WorldCore, island: number, { body, b }: LiveBody): void {
  core.kernels.copy(b, body.equation.rhs, body.equation.unknowns());
  giveSpins(core, island);
}

/** Energy [J] below which a body counts as still. */
function stillEnergy({ h }: WorldCore, { body }: LiveBody): number {
  return ((STILL * body.model.size) / h) ** 2 * body.model.mass;
}

/**
 * A u = b of one body. Iterates until the error is below `still`, or below the fraction `relative` of the total change;
 * both measured as energy, (u−u*)·A(u−u*), which every iteration reduces by α r·z. The remaining error is estimated
 * from the rate of decrease, so the last iteration needs no preconditioning.
 */
function conjugateGradients(
  core: WorldCore,
  { body, u, r, z, p, q }: LiveBody,
  b: Float64Array,
  still: number,
  relative: number,
): void {
  const { kernels } = core;
  const n = body.equation.unknowns();
  body.equation.multiply(q, u);
  for (let i = 0; i < n; i++) r[i] = b[i] - q[i];
  body.equation.constrain(r);
  body.equation.precondition(z, r);
  kernels.copy(p, z, n);
  let rz = kernels.dot(r, z, n);
  let gained = 0;
  let last = 0;
  let before = 0;
  for (let k = 0; rz > still; k++) {
    if (k === core.scene.solver.iterations) {
      noteIssue(core, STOPPED);
      break;
    }
    core.report.iterations++;
    body.equation.multiply(q, p);
    body.equation.constrain(q);
    const pq = kernels.dot(p, q, n);
    if (!(pq > 0)) break;
    const alpha = rz / pq;
    kernels.axpy(u, alpha, p, n);
    const gain = alpha * rz;
    const fall = last > 0 ? Math.min(LARGEST_RATIO, gain / last) : FIRST_RATIO;
    // A single small step may be chance: the slower of the last two decreases counts.
    const ratio = Math.max(fall, before);
    if (last > 0) before = fall;
    gained += gain;
    last = gain;
    kernels.axpy(r, -alpha, q, n);
    if ((gain * ratio) / (1 - ratio) <= Math.max(still, relative * gained)) break;
    body.equation.precondition(z, r);
    const next = kernels.dot(r, z, n);
    kernels.xpby(p, z, next / rz, n);
    rz = next;
  }
  // The residual acts like an external force, and r·u is the work it takes from the body. If it adds work instead, one
  // step along u makes that work zero, so that an approximate implicit solve gains no energy, like an exact one.
  // Without this, parts 10⁴ times as stiff as the rest can blow up.
  kernels.copy(p, u, n);
  body.equation.constrain(p);
  const work = kernels.dot(p, r, n);
  if (work >= -still) return;
  body.equation.multiply(q, p);
  body.equation.constrain(q);
  const stiff = kernels.dot(p, q, n);
  if (stiff > 0) kernels.axpy(u, work / stiff, p, n);
}

const UNMET = 'contacts were violated at the end of a step; raise solver.contactIterations';
const FAST =
  'contacts were violated by bodies that a step moves too far; raise solver.substeps, or lower dt';
const STOPPED =
  'the solver ran out of iterations; raise solver.iterations, or make the material softer';
