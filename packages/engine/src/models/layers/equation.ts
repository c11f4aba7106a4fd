import type { Equation } from '../body.ts';
import { rememberForces } from './adaptive/adaptive.ts';
import { advance } from './kinematics.ts';
import { type LayersLive, turnsFreely } from './live.ts';
import { keepStepBlocks, makeRestBlocks, makeStepBlocks } from './runtime.ts';
import { compose } from './step/compose.ts';
import { HOLDS, prefactoredHolds } from './step/holds.ts';
import { clearFixed, multiply, multiplyPrefactored, precondition } from './step/solver.ts';
import { addProduct, evaluate, prepareProducts, pullAllForces } from './step/system.ts';
import { pushVelocities } from './step/transfer.ts';
import { expectTurning } from './step/turning.ts';

/**
 * H u = p + h f over the unknowns of all layers, H = Jᵀ(M(1+αh) + (h²+βh)K)J and p = Jᵀ M v of the mass points'
 * velocities, solved by eliminating layer by layer (`step/solver.ts`).
 */
export function layersEquation(run: LayersLive): Equation {
  const { memory, kernels, hierarchy, solver, system, holds, controls } = run;
  const { velocity, rhs, impulse } = memory;
  const n = hierarchy.unknowns;
  return {
    velocity,
    rhs,
    impulse,
    unknowns: () => n,
    hold: (index, pose) => holds.hold(index, pose),
    release: (index) => holds.release(index),
    assemble: (h, gravity, iterate) => assemble(run, h, gravity, iterate),
    multiply(y, x) {
      if (run.linear) multiplyPrefactored(y, x, solver, system, kernels);
      else multiply(y, x, system);
    },
    precondition(z, r) {
      if (!run.linear) memory.age[1]++;
      precondition(z, r, solver, system, kernels);
    },
    prescribe: (u) => holds.prescribe(u),
    constrain: (r) => clearFixed(r, solver.fixed, n),
    correctMomentum(u, b) {
      const { shift, probe } = run;
      for (let i = 0; i < n; i++) probe[i] = run.linear ? b[i] - shift[i] : b[i];
      holds.correctMomentum(u, probe, b, run.step);
    },
    limit: (u, part) => holds.limit(u, part),
    rootSpin: (u) =>
      hierarchy.layers[0].form === 'rigid' ? Math.sqrt(u[3] * u[3] + u[4] * u[4] + u[5] * u[5]) : 0,
    potential: (h, gravity, u) => potential(run, h, gravity, u),
    adjust(matter, restored) {
      controls.stiffen(matter.young / run.young);
      if (!restored) memory.age.fill(0);
    },
  };
}

function assemble(
  run: LayersLive,
  h: number,
  gravity: Float64Array,
  iterate: Float64Array | null,
): void {
  const { memory, kernels, hierarchy, system, state, trial, start, startV, holds } = run;
  const { rhs, v } = memory;
  run.step = h;
  // What cannot be solved for: pinned, held, scripted and switched off.
  run.markFixed();
  if (iterate === null) holds.findVelocities(h);
  // A second-order step is linearised where it is expected to end.
  const { ahead } = run;
  if (ahead && iterate === null) holds.prescribe(memory.velocity);
  const expected = iterate ?? (ahead ? memory.velocity : null);
  if (run.restoredBlocks) keepStepBlocks(run, h);
  else makeRestBlocks(run, h);
  run.restoredBlocks = false;
  system.h = h;
  if (iterate === null) findStart(run, h);
  trial.q.set(state.q);
  trial.rigid.set(state.rigid);
  if (expected !== null) advance(hierarchy, trial, h, expected);
  // What a rigid root does strains nothing: mass and stiffness are both taken where it is half-way.
  if (turnsFreely(run)) for (let c = 0; c < 7; c++) trial.rigid[c] = start.rigid[c];
  if (iterate === null) {
    start.q.set(trial.q);
    start.rigid.set(trial.rigid);
  }
  evaluate(system, trial, kernels, run.rotations);
  run.massStamp = iterate === null ? run.stamp : 0;
  if (iterate === null && ahead && (turnsFreely(run) || holds.free()))
    run.momentum.keepHere(startV, v);
  else if (iterate === null && turnsFreely(run)) run.momentum.keep(startV, v);
  if (iterate === null && holds.riding()) run.ride.look();
  prepareProducts(system);
  rhs.fill(0);
  pullAllForces(rhs, system, h, gravity, startV);
  if (run.adaptive !== null) rememberForces(run.adaptive, system.f, gravity);
  if (expected === null && hierarchy.layers[0].form !== 'rigid') expectTurning(rhs, system, v);
  // The linear model is taken at the iterate, so h²K u of that moves to the right side.
  if (expected !== null) addProduct(rhs, system, expected, system.all, system.all, false, true);
  makeStepBlocks(run, false);
  if (run.data.solve === 'prefactored') changeOfVelocity(run);
}

/**
 * Where the equation is made: here, or half-way through the turn of a rigid root; and velocities with the same momentum
 * there.
 */
function findStart(run: LayersLive, h: number): void {
  const { memory, hierarchy, system, state, start, startV, momentum } = run;
  startV.set(memory.v);
  // A second-order step has found it already.
  if (run.ahead) return;
  start.rigid.set(state.rigid);
  if (!turnsFreely(run)) return;
  compose(system.mass, hierarchy, state);
  momentum.remember(memory.v);
  momentum.halfway(start.rigid, h);
}

/**
 * With an approximate Ĥ the change of velocity is solved for, Ĥ (u − v) = b − H v: what is wrong with Ĥ then fades out.
 * Where Ĥ does not hold the step is solved in full.
 */
function changeOfVelocity(run: LayersLive): void {
  const { memory, kernels, hierarchy, solver, system, product, probe, change, shift } = run;
  const { rhs, velocity } = memory;
  const n = hierarchy.unknowns;
  multiply(product, velocity, system);
  for (let i = 0; i < n; i++) change[i] = rhs[i] - product[i];
  let holding = prefactoredHolds(change, probe, product, solver, system, kernels);
  if (holding !== HOLDS.well && makeStepBlocks(run, true))
    holding = prefactoredHolds(change, probe, product, solver, system, kernels);
  run.linear = holding !== HOLDS.badly;
  if (!run.linear) return;
  multiplyPrefactored(product, velocity, solver, system, kernels);
  for (let i = 0; i < n; i++) {
    shift[i] = change[i] + product[i] - rhs[i];
    rhs[i] += shift[i];
  }
}

function potential(run: LayersLive, h: number, gravity: Float64Array, u: Float64Array): number {
  const { kernels, hierarchy, system, state, trial, start, startV } = run;
  trial.q.set(state.q);
  trial.rigid.set(state.rigid);
  pushVelocities(system.v, system.mass, hierarchy, u, system.all);
  let value = 0;
  for (let i = 0; i < system.mass.count; i++) {
    for (let c = 0; c < 3; c++) {
      const a = system.v[3 * i + c];
      const d = a - startV[3 * i + c];
      const drag = system.alpha[i] * h;
      value += system.weight[i] * (0.5 * d * d - h * gravity[c] * a + 0.5 * drag * a * a);
    }
  }
  advance(hierarchy, trial, h, u);
  if (turnsFreely(run)) for (let c = 0; c < 7; c++) trial.rigid[c] = start.rigid[c];
  run.massStamp = 0;
  run.look.composed.set(run.rotations.composed);
  run.look.embedded.set(run.rotations.embedded);
  return value + evaluate(system, trial, kernels, run.look);
}
