import { apply3, applyTransposed3 } from '../../math/mat3.ts';
import type { Equation, PointSet, Points } from '../body.ts';
import { rigidCompliance } from './compliance.ts';
import { AT, type RigidLive, type RigidPoints, rigidPointSet } from './live.ts';

/** A point moves as v + ω × arm. */
export function rigidPoints(run: RigidLive, { precondition }: Equation): Points {
  const { data, memory, now, contacts, scratch } = run;
  const { state, impulse } = memory;
  const forces = (set: PointSet, f: Float64Array, out: Float64Array): void => {
    const { arm } = set as RigidPoints;
    for (let i = 0; i < arm.length; i += 3) {
      if (f[i] === 0 && f[i + 1] === 0 && f[i + 2] === 0) continue;
      apply3(scratch, 0, now.R, 0, arm, i);
      for (let c = 0; c < 3; c++) out[c] += f[i + c];
      out[3] += scratch[1] * f[i + 2] - scratch[2] * f[i + 1];
      out[4] += scratch[2] * f[i] - scratch[0] * f[i + 2];
      out[5] += scratch[0] * f[i + 1] - scratch[1] * f[i];
    }
  };
  return {
    contacts,
    compliance: rigidCompliance(precondition, now.R),
    embed: (rest) => rigidPointSet(data, rest),
    positions: (set, out) => placeArms(run, set as RigidPoints, out),
    velocities: (set, u, out) => moveArms(run, set as RigidPoints, u, out),
    forces,
    record: (set, f) => forces(set, f, impulse),
    putContact(i, y, o) {
      for (let c = 0; c < 3; c++) scratch[c] = y[o + c] - state[AT.x + c];
      applyTransposed3(contacts.arm, 3 * i, now.R, 0, scratch, 0);
    },
  };
}

export function placeArms(run: RigidLive, { arm }: RigidPoints, out: Float64Array): void {
  const { state } = run.memory;
  for (let i = 0; i < arm.length; i += 3) {
    apply3(out, i, run.now.R, 0, arm, i);
    for (let c = 0; c < 3; c++) out[i + c] += state[AT.x + c];
  }
}

export function moveArms(
  { now, scratch }: RigidLive,
  { arm }: RigidPoints,
  u: Float64Array,
  out: Float64Array,
): void {
  for (let i = 0; i < arm.length; i += 3) {
    apply3(scratch, 0, now.R, 0, arm, i);
    out[i] = u[0] + u[4] * scratch[2] - u[5] * scratch[1];
    out[i + 1] = u[1] + u[5] * scratch[0] - u[3] * scratch[2];
    out[i + 2] = u[2] + u[3] * scratch[1] - u[4] * scratch[0];
  }
}
