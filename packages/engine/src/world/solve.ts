import { easeIsland } from './ease.ts';
import { noteIssue } from './issues.ts';
import type { Coupling, WorldCore } from './types.ts';

/**
 * Solves A u = b. Bodies that springs tie together (a cluster) share one equation: conjugate gradients over them, each preconditioned by
 * its own approximate inverse, with the springs' matrices added point by point. Clusters that touch (an island) need rounds: solve each,
 * update the impulses of the contacts between them, solve again from where we are, until the velocities they ask for are met.
 */
export function solve(core: WorldCore): void {
  const { islands, rest, report } = core;
  report.iterations = 0;
  report.rounds = 0;
  for (let b = 0; b < core.kept.length; b++)
    if (islands.open[islands.of[b]] === 1) core.kept[b] = 1;
  for (let i = 0; i < islands.count; i++) {
    if (islands.open[i] === 0) continue;
    if (rest.group[islands.members[islands.start[islands.first[i]]]] < 0) solveIsland(core, i);
  }
}

/** Velocities are found to this part of "one body size a step"; below it a body counts as still. */
const STILL = 1e-9;
/** Contacts are met to this part of "one body size a step", or to this part of what they asked for at first. */
const MET = 5e-6;
const MET_OF_FIRST = 1e-3;
/** The same between bodies, whose estimates answer for each other's places: the last digit would cost as much as all others. */
const MET_OF_FIRST_BETWEEN = 1e-2;
/**
 * What may be left when the rounds are over, as a part of "one body size a step", without being reported: between bodies, and with obstacles
 * alone.
 */
const MISSED = 2e-4;
const MISSED_OBSTACLES = 2e-5;
/** What is left beyond this says that no impulses will do (a light thing between heavy ones): the step must not make speed of it. */
const LOST = 0.02;
/**
 * Rows that miss by so many times what bodies do by themselves start from impulses that fit no more: what was squeezed with great force and has
 * moved on since.
 */
const WILD = 4;
/** Growth of the largest speed in such a step. */
const GROWTH = 1.25;
/** Contacts between bodies are met to this part of the speed below which bodies are put to rest. */
const NEARLY_REST = 0.25;
/** Part of a change that a round with contacts leaves to the next. */
const ROUGH = 1e-2;
/** Part of the error that an iteration leaves, as long as nothing is known about it. */
const FIRST_RATIO = 0.1;
const LARGEST_RATIO = 0.9;

function solveIsland(core: WorldCore, island: number): void {
  const { bodies, contacts, islands, scene, report } = core;
  const { first, start, members } = islands;
  const { h } = core;
  const touching = contacts.any(island);
  const fine = scene.solver.tolerance ** 2;
  let size = Number.POSITIVE_INFINITY;
  for (let m = start[first[island]]; m < start[first[island + 1]]; m++) {
    size = Math.min(size, bodies[members[m]].body.model.size);
  }
  // A body in free flight moves as a whole first: in free fall that is already the answer, to rounding.
  if (!touching && !isTied(core, island)) {
    let solved = true;
    for (let m = start[first[island]]; m < start[first[island + 1]]; m++) {
      const { body, u } = bodies[members[m]];
      body.polish(u, body.rhs);
      solved = solved && body.diagonal === true;
    }
    if (solved) {
      report.rounds++;
      return;
    }
  }
  const rounds = touching || isTied(core, island) ? scene.solver.contactIterations : 1;
  const between = contacts.between(island);
  const part = between ? MET_OF_FIRST_BETWEEN : MET_OF_FIRST;
  // What is about to be put to rest anyway need not be told apart from rest.
  const slow = between ? NEARLY_REST * scene.solver.rest * size : 0;
  let still = 0;
  for (let c = first[island]; c < first[island + 1]; c++) still += stillEnergy(core, c);
  const swift = fastest(core, island) + size / h;
  let total = 0;
  let enough = 0;
  let lost = false;
  for (let round = 0; round < rounds; round++) {
    const gained = solveClusters(core, island, rounds > 1 ? ROUGH ** 2 : fine);
    total += gained;
    report.rounds++;
    if (rounds === 1) break;
    const missed = touching ? contacts.update(islands, island, slow, WILD * swift) : 0;
    if (missed === Number.POSITIVE_INFINITY) {
      beginAnew(core, island);
      total = 0;
      continue;
    }
    if (enough === 0) enough = Math.max((MET * size) / h, slow, part * Math.min(missed, swift));
    if (missed <= enough && ROUGH ** 2 * gained <= Math.max(still, fine * total)) break;
    if (round < rounds - 1) continue;
    const left = touching ? contacts.giveUp(island) : 0;
    if (touching) solveClusters(core, island, ROUGH ** 2);
    if (left > ((between ? MISSED : MISSED_OBSTACLES) * size) / h) noteIssue(core, UNMET);
    lost = left > (LOST * size) / h;
  }
  polishIsland(core, island);
  if (lost) holdBack(core, island);
  if (touching) easeIsland(core, island);
}

/** Solves an island's equations once more, for the impulses as they are. */
export function solveAgain(core: WorldCore, island: number): void {
  solveClusters(core, island, ROUGH ** 2);
  polishIsland(core, island);
}

/** The fastest that contact points of an island moved before the step [m/s]. */
function fastest({ contacts, islands }: WorldCore, island: number): number {
  const { first, start, members } = islands;
  let most = 0;
  for (let m = start[first[island]]; m < start[first[island + 1]]; m++) {
    const { mean, touching } = contacts.memory.bodies[members[m]];
    if (touching[0] === 0) continue;
    const square = mean[0] * mean[0] + mean[1] * mean[1] + mean[2] * mean[2];
    most = Math.max(most, Math.sqrt(square) + mean[3]);
  }
  return most;
}

/** The bodies of an island go back to the velocities they had. */
function beginAnew({ bodies, islands }: WorldCore, island: number): void {
  const { first, start, members } = islands;
  for (let m = start[first[island]]; m < start[first[island + 1]]; m++) {
    const { body, u } = bodies[members[m]];
    const n = body.unknowns();
    for (let i = 0; i < n; i++) u[i] = body.velocity[i];
    body.prescribe(u);
  }
}

/** Solves the equation of every cluster of an island for the impulses as they are; gives the energy of the way gone [J]. */
function solveClusters(core: WorldCore, island: number, relative: number): number {
  const { contacts, islands } = core;
  const touching = contacts.any(island);
  if (touching) contacts.gather(islands, island);
  let gained = 0;
  for (let c = islands.first[island]; c < islands.first[island + 1]; c++) {
    const begin = residual(core, c, touching);
    gained += conjugateGradients(core, c, begin, stillEnergy(core, c), relative);
  }
  return gained;
}

/** Energy [J] below which a cluster counts as still. */
function stillEnergy({ bodies, islands, h }: WorldCore, cluster: number): number {
  const { start, members } = islands;
  let size = Number.POSITIVE_INFINITY;
  let mass = 0;
  for (let m = start[cluster]; m < start[cluster + 1]; m++) {
    const { model } = bodies[members[m]].body;
    size = Math.min(size, model.size);
    mass += model.mass;
  }
  return ((STILL * size) / h) ** 2 * mass;
}

function isTied(core: WorldCore, island: number): boolean {
  const { first } = core.islands;
  for (let c = first[island]; c < first[island + 1]; c++) if (hasSprings(core, c)) return true;
  return false;
}

function hasSprings(core: WorldCore, cluster: number): boolean {
  const { couplings } = core;
  for (let c = 0; c < couplings.length; c++) {
    if (couplings[c].active() && belongs(core, couplings[c], cluster)) return true;
  }
  return false;
}

/**
 * Where contacts cannot be met, takes back part of the whole island's change of velocity, so that no contact point gets much faster
 * than the fastest was. The same part for all: what bodies give each other stays equal and opposite.
 */
function holdBack(core: WorldCore, island: number): void {
  const { bodies, contacts, islands, gravity } = core;
  const from = islands.start[islands.first[island]];
  const to = islands.start[islands.first[island + 1]];
  let before = 0;
  let after = 0;
  for (let m = from; m < to; m++) {
    const { body, u } = bodies[islands.members[m]];
    const { v, count } = contacts.memory.bodies[islands.members[m]];
    body.pushVelocities(body.contacts, body.velocity, v);
    for (let i = 0; i < 3 * count; i++) before = Math.max(before, Math.abs(v[i]));
    body.pushVelocities(body.contacts, u, v);
    for (let i = 0; i < 3 * count; i++) after = Math.max(after, Math.abs(v[i]));
  }
  const fall = Math.abs(gravity[0]) + Math.abs(gravity[1]) + Math.abs(gravity[2]);
  const most = GROWTH * before + 2 * core.h * fall;
  if (after <= most) return;
  const part = (most - before) / (after - before);
  for (let m = from; m < to; m++) {
    const { body, u } = bodies[islands.members[m]];
    const n = body.unknowns();
    for (let i = 0; i < n; i++) u[i] = body.velocity[i] + part * (u[i] - body.velocity[i]);
    core.kept[islands.members[m]] = part;
    body.prescribe(u);
  }
}

/** Momentum to rounding: what contacts and springs do to each body is known, and the same number on both sides. */
function polishIsland(core: WorldCore, island: number): void {
  const { bodies, couplings, islands } = core;
  for (let c = islands.first[island]; c < islands.first[island + 1]; c++) {
    for (let m = islands.start[c]; m < islands.start[c + 1]; m++)
      bodies[islands.members[m]].q.fill(0);
    for (let k = 0; k < couplings.length; k++) {
      if (couplings[k].active() && belongs(core, couplings[k], c)) couplings[k].addProduct('u');
    }
    for (let m = islands.start[c]; m < islands.start[c + 1]; m++) {
      const { body, u, b, q } = bodies[islands.members[m]];
      const n = body.unknowns();
      for (let i = 0; i < n; i++) b[i] -= q[i];
      body.polish(u, b);
    }
  }
}

function belongs({ islands }: WorldCore, coupling: Coupling, cluster: number): boolean {
  const { tied, members, start } = islands;
  const leader = members[start[cluster]];
  if (coupling.a >= 0 && tied[coupling.a] === leader) return true;
  return coupling.b >= 0 && tied[coupling.b] === leader;
}

/** r = b + impulses − (A + couplings) u, z = P r, p = z; gives r·z, the square of the error in energy. */
function residual(core: WorldCore, cluster: number, touching: boolean): number {
  const { bodies, islands, couplings, kernels, contacts } = core;
  const members = islands.members;
  const from = islands.start[cluster];
  const to = islands.start[cluster + 1];
  for (let m = from; m < to; m++) {
    const live = bodies[members[m]];
    const n = live.body.unknowns();
    kernels.copy(live.b, live.body.rhs, n);
    if (touching) contacts.addTo(members[m], live.b);
    live.body.multiply(live.q, live.u);
  }
  for (let c = 0; c < couplings.length; c++) {
    const coupling = couplings[c];
    if (!coupling.active() || !belongs(core, coupling, cluster)) continue;
    coupling.addImpulses();
    coupling.addProduct('u');
  }
  let rz = 0;
  for (let m = from; m < to; m++) {
    const live = bodies[members[m]];
    const n = live.body.unknowns();
    for (let i = 0; i < n; i++) live.r[i] = live.b[i] - live.q[i];
    live.body.constrain(live.r);
    live.body.precondition(live.z, live.r);
    kernels.copy(live.p, live.z, n);
    rz += kernels.dot(live.r, live.z, n);
  }
  return rz;
}

/**
 * Iterates until the error is below `still`, or below the part `relative` of the way gone; all measured as energy, (u−u*)·A(u−u*),
 * of which every iteration takes away α r·z. What is left is told from how fast that falls, so the last iteration needs no
 * preconditioning. Gives the energy of the way gone.
 */
function conjugateGradients(
  core: WorldCore,
  cluster: number,
  start: number,
  still: number,
  relative: number,
): number {
  const { bodies, kernels } = core;
  const members = core.islands.members;
  const from = core.islands.start[cluster];
  const to = core.islands.start[cluster + 1];
  const most = core.scene.solver.iterations;
  let rz = start;
  let gained = 0;
  let last = 0;
  let before = 0;
  for (let k = 0; rz > still; k++) {
    if (k === most) {
      noteIssue(core, STOPPED);
      break;
    }
    core.report.iterations++;
    let pq = 0;
    for (let m = from; m < to; m++) {
      const { body, p, q } = bodies[members[m]];
      body.multiply(q, p);
    }
    addProducts(core, cluster);
    for (let m = from; m < to; m++) {
      const { body, p, q } = bodies[members[m]];
      body.constrain(q);
      pq += kernels.dot(p, q, body.unknowns());
    }
    if (!(pq > 0)) break;
    const alpha = rz / pq;
    for (let m = from; m < to; m++) {
      const { body, u, p } = bodies[members[m]];
      kernels.axpy(u, alpha, p, body.unknowns());
    }
    const gain = alpha * rz;
    const fall = last > 0 ? Math.min(LARGEST_RATIO, gain / last) : FIRST_RATIO;
    // One small step may be chance: the slower of two falls counts.
    const ratio = Math.max(fall, before);
    if (last > 0) before = fall;
    gained += gain;
    last = gain;
    for (let m = from; m < to; m++) {
      const { body, r, q } = bodies[members[m]];
      kernels.axpy(r, -alpha, q, body.unknowns());
    }
    if ((gain * ratio) / (1 - ratio) <= Math.max(still, relative * gained)) break;

    let next = 0;
    for (let m = from; m < to; m++) {
      const { body, r, z } = bodies[members[m]];
      const n = body.unknowns();
      body.precondition(z, r);
      next += kernels.dot(r, z, n);
    }
    for (let m = from; m < to; m++) {
      const { body, p, z } = bodies[members[m]];
      kernels.xpby(p, z, next / rz, body.unknowns());
    }
    rz = next;
  }
  doNoWork(core, cluster, still);
  return gained;
}

/**
 * What is left of the equation is a force that nobody exerts, and r·u the work it takes from the bodies. If it feeds them instead, one step
 * along u itself makes that work zero: an implicit step that is solved roughly then gains no more energy than one solved exactly, which is
 * none. Without it parts 10⁴ times as stiff as the rest can blow up. Energies below `still` [J] are none.
 */
function doNoWork(core: WorldCore, cluster: number, still: number): void {
  const { bodies, kernels } = core;
  const members = core.islands.members;
  const from = core.islands.start[cluster];
  const to = core.islands.start[cluster + 1];
  let work = 0;
  for (let m = from; m < to; m++) {
    const { body, u, p, r } = bodies[members[m]];
    const n = body.unknowns();
    kernels.copy(p, u, n);
    body.constrain(p);
    work += kernels.dot(p, r, n);
  }
  if (work >= -still) return;
  let stiff = 0;
  for (let m = from; m < to; m++) {
    const { body, p, q } = bodies[members[m]];
    body.multiply(q, p);
  }
  addProducts(core, cluster);
  for (let m = from; m < to; m++) {
    const { body, p, q } = bodies[members[m]];
    body.constrain(q);
    stiff += kernels.dot(p, q, body.unknowns());
  }
  if (!(stiff > 0)) return;
  for (let m = from; m < to; m++) {
    const { body, u, p } = bodies[members[m]];
    kernels.axpy(u, work / stiff, p, body.unknowns());
  }
}

function addProducts(core: WorldCore, cluster: number): void {
  const { couplings } = core;
  for (let c = 0; c < couplings.length; c++) {
    if (couplings[c].active() && belongs(core, couplings[c], cluster)) couplings[c].addProduct('p');
  }
}

const UNMET = 'contacts were not met in the rounds of a step; raise solver.contactIterations';
const STOPPED =
  'the solver ran out of iterations; raise solver.iterations, or make the material softer';
