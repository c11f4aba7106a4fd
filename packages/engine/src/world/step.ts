import { land } from '../contact/solve/blow.ts';
import { EXCHANGE } from '../contact/solve/exchange.ts';
import {
  anyBounce,
  expectLandings,
  findDeadLandings,
  readArrivals,
  readCarried,
} from '../contact/solve/landing.ts';
import { recordTie } from '../contact/solve/ties.ts';
import { now } from '../core/clock.ts';
import { composeAffine } from '../math/affine.ts';
import type { History } from '../models/body.ts';
import { holdFar, holdForces, holdSolutions } from './bodies/broken.ts';
import { tellGuests } from './bodies/seats.ts';
import { gravityOf } from './drive/gravity.ts';
import { breakJoints, wakeJoined } from './drive/joints/make.ts';
import { measureJoined } from './drive/joints/momentum.ts';
import { tellPulls } from './drive/joints/pull.ts';
import { poseSkeleton } from './drive/skeleton.ts';
import { runEvents } from './drive/timeline.ts';
import { samplePose } from './drive/tracks.ts';
import { handOver } from './hand-over.ts';
import { findIslands, isOpen } from './islands.ts';
import { noteIssue } from './issues.ts';
import { findLoads, isOverloaded } from './loads.ts';
import { newtonStep } from './newton.ts';
import { MOST_AGAIN } from './numbers.ts';
import { takeSensors } from './query/sensors.ts';
import { isStill, putToSleep, wakeTouched } from './sleep.ts';
import { solve, solveAgain } from './solve.ts';
import { partsForMotion, substepsOf } from './substeps.ts';
import type { WorldCore } from './types.ts';

/** In `islands.open`, during refinement: a body of the island has refined. */
const REFINED = 2;

/**
 * One step of `scene.dt` seconds, whole or in `solver.substeps` equal parts:
 *
 *   collide   poses of obstacles and held regions at the end of the step; contact rows; islands. If all bodies sleep
 *             and nothing moves, the step ends before the rows
 *   assemble  every body: forces, A and b of its step equation A u = b
 *   solve     u of all bodies, with contacts, springs and drags inside the equation; a body whose u is too coarse
 *             refines, and its island is assembled and solved again from the same start
 *   adapt     every body: fewer or more unknowns, from the solution; nothing moves
 *   finish    positions follow u; then bodies that adapt by their positions do so; slow islands fall asleep
 */
export function step(core: WorldCore, afterPart: (() => void) | null = null): void {
  const { scene, report } = core;
  report.phases.fill(0);
  core.broke.length = 0;
  const t0 = now();
  runEvents(core);
  report.phases[0] += now() - t0;
  // Other engines move guests by whole steps.
  let parts = hasGuests(core) ? 1 : substepsOf(core);
  for (let k = 0; k < parts; k++) {
    beginPart(core, k, parts);
    if (isStill(core)) {
      core.report.rounds = 0;
      core.report.iterations = 0;
      if (afterPart !== null) afterPart();
      continue;
    }
    findContacts(core);
    const most = k === 0 && !hasGuests(core) ? partsForMotion(core, parts) : parts;
    if (most > parts) {
      parts = most;
      beginPart(core, k, parts);
      findContacts(core);
    }
    part(core);
    if (afterPart !== null) afterPart();
  }
  core.steps++;
  core.time = core.steps * scene.dt;
  holdFar(core);
}

/** A step of h seconds in which no time passes: nothing driven moves, and no event happens. */
export function standingStep(core: WorldCore, h: number): void {
  core.report.phases.fill(0);
  core.broke.length = 0;
  core.h = h;
  core.until = core.time;
  drive(core);
  findContacts(core);
  part(core);
}

/** Sets when part k of a step begins and ends, and what is driven. The last part ends exactly when the step does. */
function beginPart(core: WorldCore, k: number, parts: number): void {
  const { dt } = core.scene;
  const t0 = now();
  core.h = dt / parts;
  core.time = core.steps * dt + k * core.h;
  core.until = k === parts - 1 ? core.steps * dt + dt : core.time + core.h;
  drive(core);
  core.report.phases[0] += now() - t0;
}

function findContacts(core: WorldCore): void {
  const t0 = now();
  collide(core, core.h);
  core.report.phases[0] += now() - t0;
}

/** One substep, or the whole step. */
function part(core: WorldCore): void {
  const { phases } = core.report;
  const t0 = now();
  const landing = chooseOrder(core) || anyBounce(core);
  if (landing) readArrivals(core);
  predict(core);
  const t1 = now();
  assemble(core, landing);
  if (holdForces(core)) {
    collide(core, core.h);
    assemble(core, landing);
  }
  const t2 = now();
  if (landing) readCarried(core);
  solveAll(core);
  for (let k = 0; k < MOST_AGAIN && refine(core); k++) {
    assemble(core, landing);
    solveAll(core);
  }
  if (landing) land(core, solveAgain);
  beginHistories(core);
  breakJoints(core);
  holdSolutions(core);
  const t3 = now();
  adaptBefore(core);
  const t4 = now();
  advance(core);
  const t5 = now();
  adaptAfter(core);
  const t6 = now();
  putToSleep(core, core.h);
  const t7 = now();
  phases[0] += t1 - t0;
  phases[1] += t2 - t1;
  phases[2] += t3 - t2;
  phases[3] += t4 - t3 + (t6 - t5);
  phases[4] += t5 - t4 + (t7 - t6);
}

/** Poses of obstacles, skeletons and held regions. */
function drive(core: WorldCore): void {
  const { bodies, obstacles } = core;
  for (let o = 0; o < obstacles.length; o++) {
    const { track, pose, nextPose } = obstacles[o];
    if (track === null) continue;
    samplePose(pose, track, core.time);
    samplePose(nextPose, track, core.until);
  }
  for (let s = 0; s < core.skeletons.length; s++) poseSkeleton(core.skeletons[s], core.until);
  for (let b = 0; b < bodies.length; b++) {
    const { body, holds } = bodies[b];
    for (let i = 0; i < holds.length; i++) {
      const hold = holds[i];
      if (!hold.held) continue;
      const { bone, track } = hold;
      if (track !== null) samplePose(hold.pose, track, core.until);
      if (bone !== null)
        composeAffine(hold.pose, 0, bone.placement, 0, bone.skeleton.poses, 12 * bone.index);
      body.equation.hold(i, hold.pose);
    }
  }
  wakeJoined(core);
}

function collide(core: WorldCore, h: number): void {
  const { contacts, report } = core;
  const room = core.collide.find(core, h);
  if (!room) noteIssue(core, 'more contacts than there is room for; some were left out');
  takeSensors(core, contacts.rows);
  wakeTouched(core);
  core.collide.finish(core, h);
  report.contacts = contacts.rows.count[0];
  report.penetration = 0;
  for (let r = 0; r < report.contacts; r++) {
    report.penetration = Math.max(report.penetration, -contacts.rows.gap[r]);
  }
  findIslands(core.islands, core.couplings, contacts.rows);
}

function hasGuests({ seats }: WorldCore): boolean {
  for (let s = 0; s < seats.room; s++) if (seats.guests[s] !== null) return true;
  return false;
}

/**
 * Islands take second-order steps if the scene selects them ("auto": for bodies that touch nothing but obstacles,
 * so that piles come to rest quickly) and all their bodies can. Islands with guests, springs or joints take first-order
 * steps: a constraint that holds a rotating body at a point acts at the start of the implicit part, not at its end,
 * and each step would add (2/3)(ωh)² to the rotation. Contact is not affected: it separates. Bodies under many times
 * their own weight, and those alone whose contacts were violated in the last step, take first-order steps, too: what is
 * left of an unfinished solve would be extrapolated. Returns true if any island takes a second-order step.
 */
function chooseOrder(core: WorldCore): boolean {
  const { scene, bodies, islands, h } = core;
  islands.seconds.fill(h);
  lengths[FIRST_ORDER] = h;
  lengths[SECOND_ORDER] = IMPLICIT * h;
  const { integrator } = scene.solver;
  islands.begins.fill(0);
  if (integrator === 'euler') return false;
  const always = integrator === 'bdf2';
  findLoads(core);
  if (!always) findDeadLandings(core, islands.lands);
  let any = false;
  for (let i = 0; i < islands.count; i++) {
    const from = islands.start[i];
    const to = islands.start[i + 1];
    let second = always || isAlone(core, i);
    for (let m = from; m < to; m++) {
      const { body, guest } = bodies[islands.members[m]];
      if (body.motion.history === undefined || guest !== null) second = false;
    }
    if (second && (isTied(core, i) || isOverloaded(core, i))) second = false;
    second = second && (always || !isLanding(core, i)) && !wasViolated(core, i);
    any = any || second;
    // What was remembered of steps of another length is of no use.
    if (second && otherLength(core, i)) handOver(core, i);
    if (second) for (let m = from; m < to; m++) islands.seconds[islands.members[m]] = IMPLICIT * h;
    else handOver(core, i);
    // What a landing did is no history: the step after it is of first order, too.
    const first = islands.members[from];
    if (islands.begins[first] === BEGIN.landing)
      bodies[first].body.motion.history!.exchange[EXCHANGE.seconds] = -h;
  }
  return any;
}

/** True if an island is one body that touches nothing but obstacles. */
function isAlone({ islands }: WorldCore, island: number): boolean {
  const from = islands.start[island];
  return islands.start[island + 1] === from + 1 && islands.meets[islands.members[from]] === 0;
}

/**
 * True if a lone rigid body lands, or has no history of the contact it is in: one step of first order then begins it,
 * which pushes and friction act on in full. (Soft bodies vibrate in contact, and have no time to lose.)
 */
function isLanding({ bodies, contacts, islands }: WorldCore, island: number): boolean {
  const b = islands.members[islands.start[island]];
  const { body, u } = bodies[b];
  if (body.model.kind !== 'rigid') return false;
  const history = body.motion.history!;
  if (contacts.memory.bodies[b].touching[0] === 0) {
    if (history.exchange[EXCHANGE.seconds] === 0) history.forget();
    return false;
  }
  islands.begins[b] =
    islands.lands[b] === 1 ? BEGIN.landing : history.expect(u) ? 0 : BEGIN.contact;
  return islands.begins[b] > 0;
}
/** In `islands.begins`. */
const BEGIN = { contact: 1, landing: 2 } as const;

/** After the solve: lone rigid bodies whose first contact step this was have a history of it. */
function beginHistories({ bodies, islands, sleep, h }: WorldCore): void {
  for (let b = 0; b < bodies.length; b++)
    if (islands.begins[b] === BEGIN.contact && sleep.group[b] < 0)
      bodies[b].body.motion.history!.learn(h, bodies[b].u, null, 0);
}

/** True if a spring or a joint holds a body of an island. */
function isTied({ springs, joints, islands }: WorldCore, island: number): boolean {
  for (let s = 0; s < springs.length; s++) {
    const { a, b, law, active } = springs[s];
    const pulls = law[0] > 0 || law[1] > 0;
    if (pulls && active() && islands.of[a >= 0 ? a : b] === island) return true;
  }
  for (let j = 0; j < joints.length; j++) {
    const { rows, ends } = joints[j];
    if (rows[0].active() && islands.of[ends[0].body] === island) return true;
  }
  return false;
}

/**
 * True if contacts of a body that touches no other were violated in the last step. What bodies that touch gave each
 * other would be forgotten, and their angular momentum with it.
 */
function wasViolated({ bodies, islands }: WorldCore, island: number): boolean {
  const from = islands.start[island];
  if (islands.start[island + 1] > from + 1) return false;
  const { history } = bodies[islands.members[from]].body.motion;
  return history!.exchange[EXCHANGE.seconds] < 0;
}

/** True if a body of an island has a history of second-order steps of another length. */
function otherLength({ bodies, islands, h }: WorldCore, island: number): boolean {
  for (let m = islands.start[island]; m < islands.start[island + 1]; m++) {
    const length = bodies[islands.members[m]].body.motion.history!.exchange[EXCHANGE.seconds];
    if (length !== 0 && Math.abs(length) !== h) return true;
  }
  return false;
}

/** Bodies in second-order steps move to the start of the implicit part. */
function predict(core: WorldCore): void {
  const { bodies, contacts, islands, sleep, h } = core;
  for (let b = 0; b < bodies.length; b++) {
    if (sleep.group[b] >= 0 || islands.seconds[b] === h) continue;
    const { touching } = contacts.memory.bodies[b];
    const history = bodies[b].body.motion.history!;
    const { exchange } = history;
    const g = gravityOf(core, b);
    if (touching[0] === 0 && exchange[EXCHANGE.seconds] !== 0) followGravity(history, g, h);
    history.predict(h, touching[0] === 1 ? NONE : g);
    exchange[EXCHANGE.seconds] = h;
    exchange[EXCHANGE.touched] = touching[0];
    for (let c = 0; c < 3; c++) exchange[EXCHANGE.fall + c] = g[c];
  }
}

/** A body that touches nothing follows a change of gravity at once, not half a step later. */
function followGravity(history: History, g: Float64Array, h: number): void {
  let any = false;
  for (let c = 0; c < 3; c++) {
    more[c] = g[c] - history.exchange[EXCHANGE.fall + c];
    any = any || more[c] !== 0;
  }
  if (any) history.follow(h, more);
}
const more = new Float64Array(3);

/** Implicit fraction of a second-order step. */
const IMPLICIT = 2 / 3;
const NONE = new Float64Array(3);

function assemble(core: WorldCore, landing: boolean): void {
  const { bodies, couplings, islands } = core;
  tellPulls(core);
  measureJoined(core);
  for (let b = 0; b < bodies.length; b++) {
    if (!isOpen(core, b)) continue;
    const { body, u } = bodies[b];
    body.equation.alone = core.contacts.memory.bodies[b].touching[0] === 0;
    body.equation.assemble(secondsOf(core, b), gravityOf(core, b), null);
    core.kernels.copy(u, body.equation.velocity, body.equation.unknowns());
    body.equation.prescribe(u);
  }
  for (let c = 0; c < couplings.length; c++) {
    const { a, b } = couplings[c];
    if (couplings[c].active()) couplings[c].prepare(islands.seconds[a < 0 ? b : a]);
  }
  core.contacts.prepare(islands, substepsOf(core));
  if (landing) expectLandings(core);
}

/** Solves for u of all bodies in open islands, and records the impulses of couplings and contacts. */
function solveAll(core: WorldCore): void {
  solve(core);
  if (core.scene.solver.newton > 1) newtonStep(core);
  if (core.seats.room > 0) tellGuests(core);
  gatherImpulses(core);
}

function gatherImpulses(core: WorldCore): void {
  const { bodies, couplings, joints, contacts, islands, sleep } = core;
  for (let b = 0; b < bodies.length; b++) {
    const { body } = bodies[b];
    body.equation.impulse.fill(0, 0, body.equation.unknowns());
  }
  for (let c = 0; c < couplings.length; c++)
    if (couplings[c].active()) recordTie(bodies, couplings[c]);
  for (let j = 0; j < joints.length; j++) joints[j].readLoad();
  for (let i = 0; i < islands.count; i++) if (contacts.any(i)) contacts.gather(islands, i);
  for (let b = 0; b < bodies.length; b++) if (sleep.group[b] < 0) contacts.record(b);
}

/** Lets bodies refine where the solution is too coarse. Returns true if some did: then only their islands are open. */
function refine(core: WorldCore): boolean {
  const { bodies, islands } = core;
  let any = false;
  for (let b = 0; b < bodies.length; b++) {
    const { body, u } = bodies[b];
    if (body.adapt?.refineStep === undefined || !isOpen(core, b)) continue;
    if (!body.adapt?.refineStep(secondsOf(core, b), u)) continue;
    islands.open[islands.of[b]] = REFINED;
    any = true;
  }
  for (let i = 0; i < islands.count; i++) islands.open[i] = islands.open[i] === REFINED ? 1 : 0;
  return any;
}

function adaptBefore(core: WorldCore): void {
  const { bodies, sleep } = core;
  for (let b = 0; b < bodies.length; b++)
    if (sleep.group[b] < 0) bodies[b].body.adapt?.before?.(secondsOf(core, b), bodies[b].u);
}

function advance(core: WorldCore): void {
  const { bodies, sleep } = core;
  for (let b = 0; b < bodies.length; b++)
    if (sleep.group[b] < 0) bodies[b].body.motion.advance(secondsOf(core, b), bodies[b].u);
}

function adaptAfter(core: WorldCore): void {
  const { bodies, sleep } = core;
  for (let b = 0; b < bodies.length; b++)
    if (sleep.group[b] < 0) bodies[b].body.adapt?.after?.(secondsOf(core, b));
}

/**
 * Seconds of a body's step. Passing a number from a typed array would allocate a heap number in every call; an array
 * with mixed contents already stores heap numbers.
 */
function secondsOf({ islands, h }: WorldCore, b: number): number {
  return lengths[islands.seconds[b] === h ? FIRST_ORDER : SECOND_ORDER]!;
}
const FIRST_ORDER = 1;
const SECOND_ORDER = 2;
const lengths: (number | null)[] = [null, 0, 0];
