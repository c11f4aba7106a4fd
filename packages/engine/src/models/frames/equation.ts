import { lame } from '../../materials/elasticity.ts';
import type { Equation } from '../body.ts';
import { WHOLE } from '../shared/momentum.ts';
import type { Matter } from '../tuning.ts';
import { addKeptForces } from './adapt/regroup.ts';
import {
  anyHeld,
  constrainMatrix,
  constrainRows,
  numberMoving,
  prepareConstraints,
  prescribeRows,
} from './constraints.ts';
import { evaluateGroups, type FramesLive, setChanged, spread } from './live.ts';
import { pack, refreshSets } from './runtime.ts';
import { resistMass } from './step/active.ts';
import { gather } from './step/contraction.ts';
import { assembleMatrix, pullAll } from './step/dynamics.ts';
import { factorLoaded, loadFactor, solveFactored } from './step/factor.ts';
import {
  applyKept,
  findWholeTurn,
  keepRestFactor,
  mayKeep,
  multiplyByForces,
  renewMetric,
  staysFresh,
} from './step/kept-metric.ts';
import { correctFrameMomentum, limitFrames } from './step/momentum.ts';
import { fillFineState } from './step/point-state.ts';
import { isSampled } from './step/samples.ts';
import { expectTurning, tighten } from './step/turning.ts';
import { fillCells, splitModuli } from './step/volume.ts';
import { expectWholeTurn } from './step/whole-turn.ts';

/**
 * Implicit Euler on the active frames: A = M(1+αh) + (h²+βh)K, b = M v + h f, all as the active nodes feel it. A
 * Cholesky factor in blocks solves it exactly.
 */
export function framesEquation(run: FramesLive): Equation {
  const { data, memory, set, fixed, damping, kernels } = run;
  const { D, velocity, rhs, impulse, matrix, factor } = memory;
  const { pattern } = set;
  const whole = new Float64Array(WHOLE.length);
  const multiply = (y: Float64Array, x: Float64Array): void => {
    if (run.kept) multiplyByForces(run, y, x);
    else kernels.blockMultiply(y, matrix, x, pattern.size, pattern.ptr, pattern.cols);
  };
  const constrain = (r: Float64Array): void => constrainRows(fixed, data, set, r, 0);
  /** True if a body that touches nothing takes its forces at the end of the step. */
  let ahead = false;

  const equation: Equation = {
    alone: false,
    velocity,
    rhs,
    impulse,
    few: true,
    get exact() {
      return !run.kept;
    },
    unknowns: () => 12 * set.count,
    hold(index, pose) {
      fixed.held[data.regionNodes[index]] = 1;
      for (let c = 0; c < 12; c++) fixed.poses[12 * index + c] = pose[c];
    },
    release(index) {
      fixed.held[data.regionNodes[index]] = 0;
    },

    assemble(h, gravity, iterate) {
      run.stepLength = h;
      run.gravity.set(gravity);
      run.taken.fill(0);
      run.judged = false;
      // Here, not at the end of a step: a body that rests or is paused has no end of a step, but hands may pull it.
      memory.nodeImpulse.fill(0);
      memory.pushImpulse.fill(0);
      if (iterate === null) prepareConstraints(fixed, run, h);
      let expected = iterate ?? (run.history.predicted ? velocity : null);
      // A free body's turn is expected to go on: along chords it would look like a shrinking, which stiffness resists.
      const free = equation.alone === true && !anyHeld(fixed, data) && set.drag === null;
      const turns = free && expected === null && expectWholeTurn(memory.chords, run, h);
      if (turns) expected = memory.chords;
      else takeAsOne(run);
      ahead = free && expected !== null && iterate === null;
      scaleMatrix(run, h);
      const keeps =
        equation.alone !== true && !anyHeld(fixed, data) && mayKeep(run) && !staysFresh(memory);
      if (keeps) keepRestFactor(run, run.matrixScales[0], run.matrixScales[1]);
      evaluateGroups(run, expectedPlaces(run, h, expected), memory.q);
      const loose = equation.alone !== true && !anyHeld(fixed, data) && run.pieces === 1;
      tighten(run, h * h, loose);
      findRightSide(run, h, gravity);
      run.kept = keeps && findWholeTurn(run);
      run.matrixKnown = false;
      if (!run.kept) makeMatrix(run);
      // Newton's iterations end where the forces at the end of the step say, turned as they are there.
      if (expected === null) expectTurning(rhs, run, run.matrixScales[1]);
      else {
        run.points.turning.fill(0);
        multiply(memory.nodes, expected);
        const part = turns ? 1 : (h * h) / run.matrixScales[1];
        moveStiffness(run, part, expected);
        for (let i = 0; i < 12 * data.nodes; i++) run.expected[i] *= part;
      }
      if (run.kept) return;
      loadFactor(factor, matrix, kernels);
      constrainMatrix(fixed, data, set, factor);
      factorLoaded(factor, kernels);
    },
    multiply,
    precondition(z, r) {
      if (run.kept) {
        applyKept(memory.keptMetric, z, r, set.count, kernels);
        return;
      }
      for (let i = 0; i < 12 * set.count; i++) z[i] = r[i];
      solveFactored(factor, z, kernels);
      constrain(z);
    },
    renew() {
      if (!run.kept) return false;
      renewMetric(run);
      return true;
    },
    prescribe: (u) => prescribeRows(fixed, data, set, u, D, run.stepLength),
    constrain,
    correctMomentum(u, b) {
      // The air takes momentum by positions, which the sum of all rows does not know.
      if (anyHeld(fixed, data) || set.drag !== null) return;
      const { chords } = memory;
      if (ahead) for (let i = 0; i < 12 * set.count; i++) chords[i] = u[i];
      correctFrameMomentum(run, u, b, damping.mass, whole);
      if (!ahead) return;
      // Forces at the end of a turn have a torque about where it began: the wake rule judges what was solved for.
      for (let i = 0; i < 12 * set.count; i++) chords[i] -= u[i];
      spread(run, chords);
      for (let i = 0; i < 12 * data.nodes; i++) run.taken[i] = memory.nodes[i];
    },
    limit(u, part) {
      if (!anyHeld(fixed, data)) limitFrames(run, u, part);
    },
    potential: (h, gravity, u) => potential(run, h, gravity, u),

    adjust: (matter, restored) => adjustMaterial(run, matter, restored),
  };
  return equation;
}

/** Takes over another stiffness and damping; `restored` if the rest of the state follows from a snapshot. */
function adjustMaterial(run: FramesLive, matter: Matter, restored: boolean): void {
  const { data, memory, damping, input, material } = run;
  Object.assign(damping, matter.damping);
  const factor = matter.young / input.young;
  const { mu, lambda, bulk = 0 } = input.material;
  const next = isSampled(material)
    ? { mu: factor * mu, lambda: factor * lambda, bulk: factor * bulk }
    : splitModuli(lame(matter.young, matter.poisson), data.lock);
  if (next.mu === material.mu && next.lambda === material.lambda) return;
  Object.assign(material, next);
  memory.keptMetric.scales.fill(0);
  fillCells(run.points.volume.fine, data, next.bulk);
  fillFineState(run.points.fineMu, run.points.fineLambda, data, material);
  if (restored) {
    refreshSets(run, true);
    return;
  }
  // What groups of points keep was that of another material: all are looked at again.
  if (memory.settings[0] === 1) memory.active.fill(1);
  setChanged(run);
}

/** The whole body is one piece. */
function takeAsOne(run: FramesLive): void {
  run.pieces = 1;
  run.piece.fill(0, 0, run.set.count);
}

/** Places of all nodes at which forces are taken: x, or x + h·(expected velocity). In run.fresh. */
function expectedPlaces(run: FramesLive, h: number, expected: Float64Array | null): Float64Array {
  const { data, memory, fresh: at } = run;
  for (let i = 0; i < 12 * data.nodes; i++) at[i] = memory.D[i];
  if (expected === null) {
    run.expected.fill(0);
    return at;
  }
  spread(run, expected);
  for (let i = 0; i < 12 * data.nodes; i++) {
    run.expected[i] = memory.nodes[i];
    at[i] += h * memory.nodes[i];
  }
  return at;
}

/** out = the mass of the members, or what is made like it, times the unknowns x. */
function weigh(run: FramesLive, out: Float64Array, mass: Float64Array, x: Float64Array): void {
  const { pattern } = run.set;
  run.kernels.frameMomentum(out, mass, x, pattern.size, pattern.ptr, pattern.cols);
}

/** rhs = M v + h f of the stresses just found. */
function findRightSide(run: FramesLive, h: number, gravity: Float64Array): void {
  const { data, memory, set, groups, material, forces, kernels } = run;
  const { rhs } = memory;
  forces.fill(0);
  if (groups.count === data.points.count) {
    pullAll(forces, run.points.P, set, groups.count, material.order, kernels);
  } else {
    // Forces on the wide set, with what the groups' points do beyond them; then as the active nodes feel them.
    const { nodes } = memory;
    nodes.fill(0);
    pullAll(nodes, run.points.P, run.wide, groups.count, material.order, kernels);
    addKeptForces(nodes, 1, run);
    gather(forces, nodes, set.contraction, data.nodes, kernels);
  }
  pack(rhs, forces, set);
  const momentum = memory.work;
  weigh(run, momentum, set.mass, memory.velocity);
  for (let i = 0; i < set.count; i++) {
    for (let r = 0; r < 3; r++) {
      for (let p = 0; p < 4; p++) {
        const o = 12 * i + 4 * r + p;
        rhs[o] = momentum[o] + h * (rhs[o] + gravity[r] * set.massVector[4 * i + p]);
      }
    }
  }
}

function makeMatrix(run: FramesLive): void {
  const { data, memory, set, groups, material, matrixScales: scales, kernels } = run;
  const { matrix, moving } = memory;
  numberMoving(moving, run.fixed, data, set, memory.D, run.model.size);
  const n = groups.count;
  assembleMatrix(matrix, memory, set, moving, n, material, scales[0], scales[1], kernels);
}

/** What stands before mass and stiffness in a step of h seconds. */
function scaleMatrix({ set, damping, matrixScales: scales }: FramesLive, h: number): void {
  scales[0] = resistMass(set, damping.mass * h, damping.air * h);
  scales[1] = h * h + damping.stiffness * h;
}

/**
 * The linear model is taken where the step is expected to end, so `part` of (h²+βh)K u moves to the right side; K from
 * A, whose product with the expected velocity is in memory.nodes, and M.
 */
function moveStiffness(run: FramesLive, part: number, expected: Float64Array): void {
  const { memory, set, matrixScales: scales } = run;
  const { rhs, nodes, work: momentum } = memory;
  weigh(run, momentum, set.resisted ?? set.mass, expected);
  for (let i = 0; i < 12 * set.count; i++) {
    rhs[i] += part * (nodes[i] - scales[0] * momentum[i]);
  }
}

/**
 * ½(u−v)M(u−v) + E(D + h u) − h g·m u, and what damping by mass and air takes; damping by stiffness needs the old K and
 * is small.
 */
function potential(run: FramesLive, h: number, gravity: Float64Array, u: Float64Array): number {
  const { data, memory, set, damping, kernels } = run;
  const n = 12 * set.count;
  const { work, nodes, trial, velocity } = memory;
  for (let i = 0; i < n; i++) trial[i] = u[i] - velocity[i];
  weigh(run, work, set.mass, trial);
  let value = 0.5 * kernels.dot(work, trial, n);
  weigh(run, work, set.mass, u);
  value += 0.5 * damping.mass * h * kernels.dot(work, u, n);
  if (set.drag !== null) {
    weigh(run, work, set.drag, u);
    value += 0.5 * damping.air * h * kernels.dot(work, u, n);
  }
  for (let i = 0; i < set.count; i++) {
    for (let c = 0; c < 12; c++) {
      value -= h * gravity[c >> 2] * set.massVector[4 * i + (c & 3)] * u[12 * i + c];
    }
  }
  spread(run, u);
  for (let i = 0; i < 12 * data.nodes; i++) nodes[i] = memory.D[i] + h * nodes[i];
  memory.lookQ.set(memory.q);
  return value + evaluateGroups(run, nodes, memory.lookQ);
}
