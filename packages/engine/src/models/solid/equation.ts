import { lame } from '../../materials/elasticity.ts';
import type { Equation } from '../body.ts';
import { findHeldVelocities, prescribeHeld, zeroHeld } from '../shared/held-regions.ts';
import { createColumnSets } from '../shared/kept-columns.ts';
import { correctMomentum, limitMotion, WHOLE } from '../shared/momentum.ts';
import { chordVelocity, createWholeTurn, findWholeTurn } from '../shared/whole-turn.ts';
import { fillModuli, type SolidLive } from './live.ts';

const turn = createWholeTurn();

/**
 * Implicit Euler: A = M(1+αh) + (h²+βh)K and b = M v + h f, so that A u = b gives the velocity u at the end of the
 * step. α, β are the Rayleigh damping by mass and stiffness.
 */
export function solidEquation(run: SolidLive): Equation {
  const { data, memory, damping, elastic, inverse, regions } = run;
  const { nodes } = data;
  const { x, v, f, diagonal, rhs, drive, masses } = memory;
  const whole = new Float64Array(WHOLE.length);
  const constrain = (r: Float64Array): void => {
    if (regions.count > 0) zeroHeld(r, memory, nodes, null);
  };
  const equation: Equation = {
    alone: false,
    velocity: v,
    rhs,
    impulse: memory.impulse,
    exact: data.solver === 'direct',
    unknowns: () => 3 * nodes,
    hold: regions.hold,
    release: regions.release,
    assemble: (h, gravity, iterate) => assemble(run, h, gravity, iterate, equation.alone === true),
    multiply: (y, u) => elastic.multiply(y, u, run.scale, diagonal),
    precondition(z, r) {
      inverse.apply(z, r);
      constrain(z);
    },
    prescribe(u) {
      if (regions.count > 0) prescribeHeld(u, memory, nodes, null);
    },
    constrain,
    correctMomentum(u, b) {
      if (regions.count > 0) return;
      // Elastic forces change no momentum: taken at the end of the step, they may look as if they did at its start.
      for (let k = 0; k < 3 * nodes; k++) f[k] = drive[k] + (b[k] - rhs[k]);
      correctMomentum(u, x, diagonal, f, nodes, whole);
    },
    limit(u, part) {
      if (regions.count === 0) limitMotion(u, masses, nodes, part);
    },
    potential: (h, gravity, u) => potential(run, h, gravity, u),
    adjust(matter) {
      run.adjusted = true;
      run.own = createColumnSets(nodes, data.contacts.indices);
      Object.assign(damping, matter.damping);
      const { mu, lambda } = lame(matter.young, matter.poisson);
      fillModuli(data, memory, mu, lambda);
      elastic.remake?.(mu, lambda, matter.young / data.material.young);
      inverse.invalidate();
    },
  };
  return equation;
}

function assemble(
  run: SolidLive,
  h: number,
  gravity: Float64Array,
  iterate: Float64Array | null,
  alone: boolean,
): void {
  const { data, memory, damping, elastic, inverse, history } = run;
  const { nodes } = data;
  const { x, v, q, at, f, diagonal, rhs, drive, masses } = memory;
  run.scale = h * h + damping.stiffness * h;
  if (h !== run.stepLength) inverse.invalidate();
  run.stepLength = h;
  findHeldVelocities(memory, run.regions, data.regions, data.mesh.positions, x, h);
  for (let i = 0; i < nodes; i++) {
    diagonal[i] = masses[i] * (1 + damping.mass * h) + damping.air * h * data.areas[i];
  }
  inverse.before(run.scale);
  let expected = iterate ?? (history.predicted ? v : null);
  // A free body's turn is expected to go on. Along chords it would look like a shrinking, which stiffness and damping
  // resist.
  const turns =
    alone &&
    expected === null &&
    run.regions.count === 0 &&
    findWholeTurn(turn, x, v, masses, nodes, h);
  if (turns) {
    expected = drive;
    for (let k = 0; k < 3 * nodes; k += 3) chordVelocity(expected, k, turn, x, k, h);
  }
  for (let i = 0; i < 3 * nodes; i++) at[i] = expected === null ? x[i] : x[i] + h * expected[i];
  f.fill(0);
  elastic.forces(at, q, f);
  elastic.stiffness();
  if (expected !== null) {
    // The linear model is taken where the step is expected to end, so h²K u moves to the right side.
    elastic.multiply(rhs, expected, turns ? run.scale : h * h, memory.zeros);
  }
  for (let i = 0; i < nodes; i++) {
    for (let c = 0; c < 3; c++) {
      const k = 3 * i + c;
      drive[k] = masses[i] * (v[k] + h * gravity[c]);
      const b = drive[k] + h * f[k];
      rhs[k] = expected === null ? b : rhs[k] + b;
    }
  }
  inverse.after(run.scale);
}

function potential(run: SolidLive, h: number, gravity: Float64Array, u: Float64Array): number {
  const { data, memory, damping, elastic, kernels } = run;
  const { nodes } = data;
  const { x, v, at, f, diagonal, masses } = memory;
  let value = 0;
  for (let i = 0; i < nodes; i++) {
    for (let c = 0; c < 3; c++) {
      const k = 3 * i + c;
      const d = u[k] - v[k];
      at[k] = x[k] + h * u[k];
      value += masses[i] * (0.5 * d * d - h * gravity[c] * u[k]);
      value += 0.5 * (diagonal[i] - masses[i]) * u[k] * u[k];
    }
  }
  elastic.multiply(f, u, damping.stiffness * h, memory.zeros);
  value += 0.5 * kernels.dot(f, u, 3 * nodes);
  memory.lookQ.set(memory.q);
  return value + elastic.forces(at, memory.lookQ, f);
}
