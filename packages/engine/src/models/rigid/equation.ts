import { apply3 } from '../../math/mat3.ts';
import { logQuat, mulQuat, quatFromMat3 } from '../../math/quat.ts';
import type { Equation } from '../body.ts';
import { halfwayInertia } from '../shared/turning.ts';
import { addPull, makeFirm } from './firm.ts';
import { AT, type RigidLive } from './live.ts';

/**
 * u = [v, ω], A = diag(m, I), b = [m v + h m g, L]. The angular momentum L is carried, not ω: with I taken half-way
 * through the step, spin is kept exactly and the gyroscopic term needs no formula of its own.
 */
export function rigidEquation(run: RigidLive): Equation {
  const { data, memory, half, firm, held, scratch } = run;
  const { state, velocity, rhs, impulse } = memory;
  const { mass } = data;
  const locked = data.locked ?? null;
  const anyHeld = (): boolean => held.includes(1);
  /** Locked axes keep the velocity they have. */
  const keepLocked = (u: Float64Array): void => {
    if (locked === null) return;
    for (let c = 0; c < 6; c++) if (locked[c] === 1) u[c] = velocity[c];
  };
  const constrain = (r: Float64Array): void => {
    if (anyHeld()) r.fill(0, 0, 6);
    else if (locked !== null) for (let c = 0; c < 6; c++) if (locked[c] === 1) r[c] = 0;
  };
  const multiply = (y: Float64Array, x: Float64Array): void => {
    const { damped } = run;
    for (let c = 0; c < 3; c++) y[c] = damped * mass * x[c];
    apply3(y, 3, firm.I, 0, x, 3);
    for (let c = 3; c < 6; c++) y[c] *= damped;
  };
  const precondition = (z: Float64Array, r: Float64Array): void => {
    const { damped } = run;
    for (let c = 0; c < 3; c++) z[c] = r[c] / (damped * mass);
    apply3(z, 3, firm.inverse, 0, r, 3);
    for (let c = 3; c < 6; c++) z[c] /= damped;
    constrain(z);
  };
  return {
    velocity,
    rhs,
    impulse,
    exact: true,
    unknowns: () => 6,
    pull(point, impulse) {
      for (let c = 0; c < 3; c++) scratch[c] = point[c] - state[AT.x + c];
      addPull(firm, scratch, impulse);
    },
    hold(index, pose) {
      held[index] = 1;
      run.target.set(pose);
    },
    release(index) {
      held[index] = 0;
    },
    assemble(h, gravity) {
      run.stepLength = h;
      run.damped = 1 + run.damping * h;
      if (!run.ahead) halfwayInertia(half, data.inertia, state, AT.q, state, AT.L, h);
      makeFirm(firm, half, h);
      for (let c = 0; c < 3; c++) {
        rhs[c] = mass * (state[AT.v + c] + h * gravity[c]);
        rhs[3 + c] = state[AT.L + c];
      }
    },
    multiply,
    precondition,
    prescribe(u) {
      if (anyHeld()) goToTarget(run, u);
      else keepLocked(u);
    },
    constrain,
    correctMomentum(u, b) {
      // Six equations: what is left of the solver's error is nothing.
      if (anyHeld()) return;
      precondition(u, b);
      keepLocked(u);
    },
    potential(_h, _gravity, u) {
      let value = 0;
      multiply(scratch, u);
      for (let c = 0; c < 6; c++) value += u[c] * (0.5 * scratch[c] - rhs[c]);
      return value;
    },
    adjust(matter) {
      run.damping = matter.damping.mass;
    },
  };
}

/** u = the velocity that ends the step at the held region's target. */
function goToTarget(
  { data, memory, target, scratch, stepLength }: RigidLive,
  u: Float64Array,
): void {
  const { centre } = data;
  const { state } = memory;
  for (let c = 0; c < 3; c++) {
    const p = 4 * c;
    const at =
      target[p] * centre[0] + target[p + 1] * centre[1] + target[p + 2] * centre[2] + target[p + 3];
    u[c] = (at - state[AT.x + c]) / stepLength;
    for (let d = 0; d < 3; d++) scratch[3 * c + d] = target[p + d];
  }
  // The turn from here to there: target ⊗ q⁻¹.
  quatFromMat3(scratch, 9, scratch, 0);
  for (let c = 0; c < 3; c++) scratch[13 + c] = -state[AT.q + c];
  scratch[16] = state[AT.q + 3];
  mulQuat(scratch, 17, scratch, 9, scratch, 13);
  logQuat(scratch, 21, scratch, 17);
  for (let c = 0; c < 3; c++) u[3 + c] = scratch[21 + c] / stepLength;
}
