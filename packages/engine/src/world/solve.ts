import type { Coupling, WorldCore } from './types.ts';

/**
 * Solves A u = b for every island: conjugate gradients over its bodies, each preconditioned by its own approximate inverse,
 * with the couplings' matrices added point by point. Unilateral couplings (contacts) need rounds: solve, update
 * their impulses, solve again from where we are, until the velocities they ask for are met.
 */
export function solve(core: WorldCore, h: number): void {
  const { islands, report } = core;
  report.iterations = 0;
  report.rounds = 0;
  for (let i = 0; i < islands.count; i++) {
    solveIsland(core, islands.start[i], islands.start[i + 1], h);
  }
}

/** Velocities are found to this part of "one body size a step"; below it a body counts as still. */
const STILL = 1e-9;
/** Contacts are met to this part of "one body size a step", or to this part of what they asked for at first. */
const MET = 5e-6;
const MET_OF_FIRST = 1e-3;
/** Part of a change that a round with contacts leaves to the next. */
const ROUGH = 1e-2;
/** Part of the error that an iteration leaves, as long as nothing is known about it. */
const FIRST_RATIO = 0.1;
const LARGEST_RATIO = 0.9;

function solveIsland(core: WorldCore, from: number, to: number, h: number): void {
  const { bodies, couplings, islands, scene, report } = core;
  const members = islands.members;
  let coupled = false;
  let size = Number.POSITIVE_INFINITY;
  let mass = 0;
  for (let m = from; m < to; m++) {
    const model = bodies[members[m]].body.model;
    size = Math.min(size, model.size);
    mass += model.mass;
  }
  for (let c = 0; c < couplings.length; c++) {
    if (couplings[c].active() && belongs(core, couplings[c], from, to)) coupled = true;
  }
  const still = ((STILL * size) / h) ** 2 * mass;
  const fine = scene.solver.tolerance ** 2;
  // A body in free flight moves as a whole first: in free fall that is already the answer, to rounding.
  if (!coupled) polishAll(core, from, to);
  const rounds = coupled ? scene.solver.contactIterations : 1;
  let total = 0;
  let enough = 0;
  for (let round = 0; round < rounds; round++) {
    const start = residual(core, from, to, coupled);
    // While contacts still change, two digits are enough.
    const gained = conjugateGradients(
      core,
      from,
      to,
      coupled,
      start,
      still,
      coupled ? ROUGH ** 2 : fine,
    );
    total += gained;
    report.rounds++;
    if (!coupled) break;
    const missed = updateCouplings(core, from, to);
    if (round === 0) enough = Math.max((MET * size) / h, MET_OF_FIRST * missed);
    if (missed <= enough && ROUGH ** 2 * gained <= Math.max(still, fine * total)) break;
    if (round === rounds - 1) noteIssue(core, UNMET);
  }
  if (!coupled) polishAll(core, from, to);
}

function polishAll(core: WorldCore, from: number, to: number): void {
  for (let m = from; m < to; m++) {
    const live = core.bodies[core.islands.members[m]];
    live.body.polish(live.u);
  }
}

function belongs(core: WorldCore, coupling: Coupling, from: number, to: number): boolean {
  const members = core.islands.members;
  for (let m = from; m < to; m++) {
    if (members[m] === coupling.a || members[m] === coupling.b) return true;
  }
  return false;
}

/** r = b + impulses − (A + couplings) u, z = P r, p = z; gives r·z, the square of the error in energy. */
function residual(core: WorldCore, from: number, to: number, coupled: boolean): number {
  const { bodies, islands, couplings, kernels } = core;
  const members = islands.members;
  for (let m = from; m < to; m++) {
    const live = bodies[members[m]];
    const n = live.body.unknowns();
    for (let i = 0; i < n; i++) live.b[i] = live.body.rhs[i];
    live.body.multiply(live.q, live.u);
  }
  if (coupled) {
    for (let c = 0; c < couplings.length; c++) {
      const coupling = couplings[c];
      if (!coupling.active() || !belongs(core, coupling, from, to)) continue;
      coupling.addImpulses();
      coupling.addProduct('u');
    }
  }
  let rz = 0;
  for (let m = from; m < to; m++) {
    const live = bodies[members[m]];
    const n = live.body.unknowns();
    for (let i = 0; i < n; i++) live.r[i] = live.b[i] - live.q[i];
    live.body.constrain(live.r);
    live.body.precondition(live.z, live.r);
    for (let i = 0; i < n; i++) live.p[i] = live.z[i];
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
  from: number,
  to: number,
  coupled: boolean,
  start: number,
  still: number,
  relative: number,
): number {
  const { bodies, kernels } = core;
  const members = core.islands.members;
  const most = core.scene.solver.iterations;
  let rz = start;
  let gained = 0;
  let last = 0;
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
    if (coupled) addProducts(core, from, to);
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
    const ratio = last > 0 ? Math.min(LARGEST_RATIO, gain / last) : FIRST_RATIO;
    gained += gain;
    last = gain;
    if ((gain * ratio) / (1 - ratio) <= Math.max(still, relative * gained)) break;

    let next = 0;
    for (let m = from; m < to; m++) {
      const { body, r, q, z } = bodies[members[m]];
      const n = body.unknowns();
      kernels.axpy(r, -alpha, q, n);
      body.precondition(z, r);
      next += kernels.dot(r, z, n);
    }
    for (let m = from; m < to; m++) {
      const { body, p, z } = bodies[members[m]];
      kernels.xpby(p, z, next / rz, body.unknowns());
    }
    rz = next;
  }
  return gained;
}

function addProducts(core: WorldCore, from: number, to: number): void {
  const { couplings } = core;
  for (let c = 0; c < couplings.length; c++) {
    if (couplings[c].active() && belongs(core, couplings[c], from, to))
      couplings[c].addProduct('p');
  }
}

function updateCouplings(core: WorldCore, from: number, to: number): number {
  const { couplings } = core;
  let worst = 0;
  for (let c = 0; c < couplings.length; c++) {
    if (!couplings[c].active() || !belongs(core, couplings[c], from, to)) continue;
    worst = Math.max(worst, couplings[c].update());
  }
  return worst;
}

const UNMET = 'contacts were not met in the rounds of a step; raise solver.contactIterations';
const STOPPED =
  'the solver ran out of iterations; raise solver.iterations, or make the material softer';

function noteIssue(core: WorldCore, issue: string): void {
  core.issues.set(issue, (core.issues.get(issue) ?? 0) + 1);
}
