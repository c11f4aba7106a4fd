import type { Coupling, LiveBody, WorldCore } from './types.ts';

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
/** Contacts are met to this part of "one body size a step". */
const MET = 2e-6;

/** Part of the error that a round with contacts leaves to the next. */
const ROUGH = 1e-2;

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
  const still = (STILL * size) / h;
  const smallest = still * still * mass;
  const rounds = coupled ? scene.solver.contactIterations : 1;
  let goal = smallest;
  // A body in free flight moves as a whole first: in free fall that is already the answer, to rounding.
  if (!coupled) polishAll(core, from, to);
  for (let round = 0; round < rounds; round++) {
    const start = residual(core, from, to, coupled);
    if (round === 0) goal = Math.max(smallest, start * scene.solver.tolerance ** 2);
    // While contacts still change, two digits more than before are enough.
    const near = coupled ? Math.max(goal, start * ROUGH * ROUGH) : goal;
    report.iterations += conjugateGradients(core, from, to, coupled, start, near);
    report.rounds++;
    if (
      !coupled ||
      (updateCouplings(core, from, to) <= (MET * size) / h && start * ROUGH * ROUGH <= goal)
    )
      break;
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

/** Iterates until r·z ≤ goal. Gives the number of iterations. */
function conjugateGradients(
  core: WorldCore,
  from: number,
  to: number,
  coupled: boolean,
  start: number,
  goal: number,
): number {
  const { bodies, kernels } = core;
  const members = core.islands.members;
  const most = core.scene.solver.iterations;
  let rz = start;
  let k = 0;
  while (rz > goal && k < most) {
    k++;
    let pq = 0;
    for (let m = from; m < to; m++)
      bodies[members[m]].body.multiply(bodies[members[m]].q, bodies[members[m]].p);
    if (coupled) addProducts(core, from, to);
    for (let m = from; m < to; m++) {
      const live = bodies[members[m]];
      live.body.constrain(live.q);
      pq += kernels.dot(live.p, live.q, live.body.unknowns());
    }
    if (!(pq > 0)) break;
    const alpha = rz / pq;
    let next = 0;
    for (let m = from; m < to; m++) {
      const live = bodies[members[m]];
      const n = live.body.unknowns();
      kernels.axpy(live.u, alpha, live.p, n);
      kernels.axpy(live.r, -alpha, live.q, n);
      live.body.precondition(live.z, live.r);
      next += kernels.dot(live.r, live.z, n);
    }
    const beta = next / rz;
    for (let m = from; m < to; m++) {
      const live: LiveBody = bodies[members[m]];
      kernels.xpby(live.p, live.z, beta, live.body.unknowns());
    }
    rz = next;
  }
  if (rz > goal) report(core, `the solver stopped after ${most} iterations`);
  return k;
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

function report(core: WorldCore, issue: string): void {
  core.issues.set(issue, (core.issues.get(issue) ?? 0) + 1);
}
