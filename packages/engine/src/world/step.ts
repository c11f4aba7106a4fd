import { now } from '../core/clock.ts';
import { composeAffine } from '../math/affine.ts';
import { findIslands, isOpen } from './islands.ts';
import { anyBounce, expectLandings, land, readArrivals } from './landing.ts';
import { newtonStep } from './newton.ts';
import { settleDown } from './rest.ts';
import { tellGuests } from './seats.ts';
import { poseSkeleton } from './skeleton.ts';
import { solve } from './solve.ts';
import { runEvents } from './timeline.ts';
import { samplePose } from './tracks.ts';
import type { WorldCore } from './types.ts';

/** A step is solved again so often at most, each time with more unknowns. */
const MOST_AGAIN = 3;
/** In `islands.open`, while bodies look at a solution: some body of the island has refined. */
const REFINED = 2;

/**
 * One step of `scene.dt` seconds:
 *
 *   collide   where are obstacles and held regions at the end of the step; which points may touch what;
 *             which bodies touch each other
 *   assemble  every body: forces, A and b of its step equation A u = b
 *   solve     u of all bodies, with contacts, springs and drags inside the equation; bodies that this u is too coarse for
 *             refine, and what hangs together with them is assembled and solved again from the same start
 *   adapt     every body: spend fewer or more unknowns; nothing moves
 *   finish    positions follow u; what hardly moves is put to rest
 */
export function step(core: WorldCore): void {
  const h = core.scene.dt;
  const phases = core.report.phases;
  const t0 = now();
  runEvents(core);
  collide(core, h);
  const ahead = isSecondOrder(core) ? h / 3 : 0;
  const rest = h - ahead;
  const landing = ahead > 0 || anyBounce(core);
  if (landing) readArrivals(core);
  if (ahead > 0) predict(core, h);
  else if (core.scene.solver.integrator === 'bdf2') forget(core);
  core.implicit = rest;
  const t1 = now();
  assemble(core, rest, ahead, landing);
  const t2 = now();
  solveAll(core, rest);
  for (let k = 0; k < MOST_AGAIN && refine(core, rest); k++) {
    assemble(core, rest, ahead, landing);
    solveAll(core, rest);
  }
  const t3 = now();
  if (landing) land(core, rest, ahead);
  adapt(core, rest);
  const t4 = now();
  finish(core, rest, h);
  const t5 = now();
  phases[0] = t1 - t0;
  phases[1] = t2 - t1;
  phases[2] = t3 - t2;
  phases[3] = t4 - t3;
  phases[4] = t5 - t4;
}

function collide(core: WorldCore, h: number): void {
  const { bodies, obstacles, contacts, report } = core;
  for (let o = 0; o < obstacles.length; o++) {
    const { track, pose, nextPose } = obstacles[o];
    if (track === null) continue;
    samplePose(pose, track, core.time);
    samplePose(nextPose, track, core.time + h);
  }
  for (let s = 0; s < core.skeletons.length; s++) poseSkeleton(core.skeletons[s], core.time + h);
  for (let b = 0; b < bodies.length; b++) {
    const { body, holds } = bodies[b];
    for (let i = 0; i < holds.length; i++) {
      const hold = holds[i];
      if (!hold.held) continue;
      const { bone, track } = hold;
      if (track !== null) samplePose(hold.pose, track, core.time + h);
      if (bone !== null)
        composeAffine(hold.pose, 0, bone.placement, 0, bone.skeleton.poses, 12 * bone.index);
      body.hold(i, hold.pose);
    }
  }
  core.collide(core, h);
  report.contacts = contacts.rows.count[0];
  report.penetration = 0;
  for (let r = 0; r < report.contacts; r++) {
    report.penetration = Math.max(report.penetration, -contacts.rows.gap[r]);
  }
  findIslands(core.islands, core.couplings, contacts.rows);
}

/** Steps are of second order if the scene wants it and all bodies can; guests are moved by others, in steps of first order. */
function isSecondOrder({ scene, bodies, seats }: WorldCore): boolean {
  if (scene.solver.integrator !== 'bdf2') return false;
  for (let s = 0; s < seats.room; s++) if (seats.guests[s] !== null) return false;
  for (let b = 0; b < seats.first; b++) if (bodies[b].body.history === undefined) return false;
  return true;
}

/** Bodies go to where the implicit part of a second-order step begins. */
function predict(core: WorldCore, h: number): void {
  const { bodies, contacts, rest, gravity } = core;
  for (let b = 0; b < core.seats.first; b++) {
    if (rest.group[b] >= 0) continue;
    const touches = contacts.memory.bodies[b].touching[0] === 1;
    bodies[b].body.history!.predict(h, touches ? NONE : gravity);
  }
}

function forget({ bodies }: WorldCore): void {
  for (let b = 0; b < bodies.length; b++) bodies[b].body.history?.forget();
}

const NONE = new Float64Array(3);

function assemble(core: WorldCore, h: number, ahead: number, landing: boolean): void {
  const { bodies, couplings, gravity } = core;
  for (let b = 0; b < bodies.length; b++) {
    if (!isOpen(core, b)) continue;
    const { body, u } = bodies[b];
    body.assemble(h, gravity, null);
    core.kernels.copy(u, body.velocity, body.unknowns());
    body.prescribe(u);
  }
  for (let c = 0; c < couplings.length; c++) if (couplings[c].active()) couplings[c].prepare(h);
  core.contacts.prepare(core.islands, h);
  if (landing) expectLandings(core, h, ahead);
}

/** u of all bodies in open islands, and what couplings and contacts did to them. */
function solveAll(core: WorldCore, h: number): void {
  solve(core);
  if (core.scene.solver.newton > 1) newtonStep(core, h);
  if (core.seats.room > 0) tellGuests(core);
  gatherImpulses(core);
}

function gatherImpulses(core: WorldCore): void {
  const { bodies, couplings, contacts, islands, rest } = core;
  for (let b = 0; b < bodies.length; b++) {
    const { body } = bodies[b];
    body.impulse.fill(0, 0, body.unknowns());
    body.clearImpulses?.();
  }
  for (let c = 0; c < couplings.length; c++) if (couplings[c].active()) couplings[c].settle();
  for (let i = 0; i < islands.count; i++) if (contacts.any(i)) contacts.gather(islands, i);
  for (let b = 0; b < bodies.length; b++)
    if (rest.group[b] < 0) contacts.addTo(b, bodies[b].body.impulse);
}

/** Lets bodies refine where the solution just found is too coarse. True if some did: their islands are open then, and no others. */
function refine(core: WorldCore, h: number): boolean {
  const { bodies, islands } = core;
  let any = false;
  for (let b = 0; b < bodies.length; b++) {
    const { body, u } = bodies[b];
    if (body.refineStep === undefined || !isOpen(core, b) || !body.refineStep(h, u)) continue;
    islands.open[islands.of[b]] = REFINED;
    any = true;
  }
  for (let i = 0; i < islands.count; i++) islands.open[i] = islands.open[i] === REFINED ? 1 : 0;
  return any;
}

function adapt(core: WorldCore, h: number): void {
  const { bodies, rest } = core;
  for (let b = 0; b < bodies.length; b++)
    if (rest.group[b] < 0) bodies[b].body.adapt(h, bodies[b].u);
}

function finish(core: WorldCore, h: number, whole: number): void {
  const { bodies, rest } = core;
  for (let b = 0; b < bodies.length; b++) {
    if (rest.group[b] < 0) bodies[b].body.finish(h, bodies[b].u);
  }
  settleDown(core, whole);
  core.steps++;
  core.time = core.steps * whole;
}
