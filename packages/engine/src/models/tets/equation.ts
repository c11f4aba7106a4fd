import type { Equation } from '../body.ts';
import { findHeldVelocities, prescribeHeld, zeroHeld } from '../shared/held-regions.ts';
import { limitMotion } from '../shared/momentum.ts';
import { turnOf } from '../shared/whole-turn.ts';
import { chordsOf } from './adapt/finest.ts';
import { createMomenta, findInertia, findMomenta, type Momenta } from './adapt/momenta.ts';
import type { TetsLive } from './live.ts';
import { SETTING } from './memory.ts';
import { correctMomenta } from './step/momentum.ts';

/**
 * Implicit Euler on the free vertices of the front, A = Wᵀ(M(1+αh) + (h²+βh)K)W and b = Wᵀ(M v + h f), where W puts
 * slaves in the middle of their edges.
 */
export function tetsEquation(run: TetsLive): Equation {
  const { data, memory, front, damping, inverse, regions, operators } = run;
  const { velocity, rhs, impulse, vertexOf, rowMass } = memory;
  const regionVertices = data.regions.map(({ vertices }) => vertices);
  const momenta = createMomenta();
  const equation: Equation = {
    alone: false,
    velocity,
    rhs,
    impulse,
    unknowns: () => 3 * front.free,
    hold: regions.hold,
    release: regions.release,
    assemble(h, gravity, iterate) {
      beginStep(run, h, gravity);
      run.adaptation.step.touches = equation.alone === false;
      findHeldVelocities(memory, regions, regionVertices, data.tree.positions, memory.x, h);
      inverse.prepare(run.scale, run.massFactor);
      assemble(run, h, gravity, iterate ?? findExpected(run, momenta, equation.alone === true));
    },
    multiply: (y, u) => operators.product(y, u, memory.ownA, memory.edgeA, run.scale),
    precondition: (z, r) => inverse.apply(z, r, true),
    prescribe(u) {
      if (regions.count > 0) prescribeHeld(u, memory, front.free, vertexOf);
    },
    constrain(r) {
      if (regions.count > 0) zeroHeld(r, memory, front.free, vertexOf);
    },
    correctMomentum(u, b) {
      if (regions.count === 0) correctMomenta(run, u, b, momenta);
    },
    limit(u, part) {
      if (regions.count === 0) limitMotion(u, rowMass, front.free, part);
    },
    potential: (h, gravity, u) => potential(run, h, gravity, u),
    adjust(matter, restored) {
      run.adjusted = true;
      run.own.length = 0;
      Object.assign(damping, matter.damping);
      run.matter.stiffness = matter.young / data.material.young;
      if (!restored) memory.settings[SETTING.wait] = 1;
      inverse.invalidate();
    },
  };
  return equation;
}

/** The step's terms, which adaptation asks for later; counters start again at zero. */
function beginStep(run: TetsLive, h: number, gravity: Float64Array): void {
  const { damping, levels } = run;
  const { step } = run.adaptation;
  run.scale = h * h + damping.stiffness * h;
  run.massFactor = 1 + damping.mass * h;
  if (run.fresh) {
    run.fresh = false;
    levels.switches = 0;
    levels.jump = 0;
    levels.kineticGain = 0;
  }
  step.h = h;
  step.scale = run.scale;
  step.massFactor = run.massFactor;
  step.air = damping.air;
  step.predicted = run.history.predicted;
  for (let c = 0; c < 3; c++) step.gravity[c] = gravity[c];
}

/**
 * Where the linear model is taken: for a second-order step, at what it predicts; for a free body that turns, where the
 * turn takes it (`shared/whole-turn.ts`). Null for where the body is.
 */
function findExpected(run: TetsLive, momenta: Momenta, alone: boolean): Float64Array | null {
  const { linear, angular, centre } = momenta;
  const { memory, regions } = run;
  const { step } = run.adaptation;
  step.turns = false;
  if (run.history.predicted) return memory.velocity;
  if (!alone || regions.count > 0) return null;
  findMomenta(run, momenta, memory.velocity, memory.work, true);
  findInertia(run, inertia, centre);
  if (!turnOf(step.turn, inertia, angular, step.h)) return null;
  step.turns = true;
  step.turn.centre.set(centre);
  let mass = 0;
  for (let i = 0; i < run.front.free; i++) mass += memory.rowMass[i];
  for (let c = 0; c < 3; c++) step.turn.drift[c] = linear[c] / mass;
  chordsOf(run, memory.expected, step);
  return memory.expected;
}

const inertia = new Float64Array(9);

function assemble(
  run: TetsLive,
  h: number,
  gravity: Float64Array,
  expected: Float64Array | null,
): void {
  const { memory, front, damping, massFactor, operators } = run;
  const { f, rhs, rowMass, drive } = memory;
  operators.evaluate(h, expected, 'q');
  const n = front.free + front.slaves;
  operators.stiffen();
  for (let i = 0; i < n; i++) memory.ownA[i] = massFactor * memory.ownMass[i];
  if (damping.air > 0)
    for (let i = 0; i < front.free; i++) memory.ownA[i] += damping.air * h * memory.rowArea[i];
  for (let k = 0; k < front.edges; k++) memory.edgeA[k] = massFactor * memory.edgeMass[k];
  run.massProduct(rhs, memory.velocity);
  for (let i = 0; i < front.free; i++) {
    for (let c = 0; c < 3; c++) {
      const k = 3 * i + c;
      drive[k] = rhs[k] + h * rowMass[i] * gravity[c];
      rhs[k] = drive[k] + h * f[k];
    }
  }
  if (expected === null) return;
  // The linear model is taken where the step is expected to end, so h²K u moves to the right side.
  const scale = run.adaptation.step.turns && expected === memory.expected ? run.scale : h * h;
  operators.product(memory.work, expected, memory.none, memory.none, scale);
  for (let i = 0; i < 3 * front.free; i++) rhs[i] += memory.work[i];
}

/** ½(u−v)M(u−v) + damping ½ u(A−M−h²K)u − h g·M u + elastic energy. */
function potential(run: TetsLive, h: number, gravity: Float64Array, u: Float64Array): number {
  const { memory, front, damping, operators } = run;
  const { work, rowMass, velocity, all: d } = memory;
  const n = 3 * front.free;
  for (let i = 0; i < n; i++) d[i] = u[i] - velocity[i];
  run.massProduct(work, d);
  let value = 0;
  for (let i = 0; i < n; i++) value += 0.5 * work[i] * d[i];
  for (let i = 0; i < front.free; i++)
    for (let c = 0; c < 3; c++) value -= h * rowMass[i] * gravity[c] * u[3 * i + c];
  operators.product(work, u, memory.ownA, memory.edgeA, damping.stiffness * h);
  for (let i = 0; i < n; i++) value += 0.5 * work[i] * u[i];
  run.massProduct(work, u);
  for (let i = 0; i < n; i++) value -= 0.5 * work[i] * u[i];
  run.copyRotations();
  return value + operators.evaluate(h, u, 'lookQ');
}
