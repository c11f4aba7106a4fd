import { apply3 } from '../../math/mat3.ts';
import { mulQuat, normaliseQuat, quatFromMat3 } from '../../math/quat.ts';
import type { Motion } from '../body.ts';
import { carryPast, movePlaces, turnOf, turnVectors } from '../shared/move.ts';
import { turnBy, turnInertia } from '../shared/turning.ts';
import { MEASURE } from '../views.ts';
import { forgetPast, rigidHistory } from './history.ts';
import { AT, type RigidLive, refresh } from './live.ts';
import { moveArms } from './points.ts';

export function rigidMotion(run: RigidLive): Motion {
  const { data, memory, now, half, scratch } = run;
  const { state } = memory;
  const drawn = new Float64Array(run.skin.arm.length);
  const history = rigidHistory(run);
  return {
    history,
    // It turns along its circle, however fast.
    substeps: () => 1,
    advance(h, u) {
      run.ahead = false;
      for (let c = 0; c < 3; c++) {
        state[AT.v + c] = u[c];
        state[AT.x + c] += h * u[c];
      }
      apply3(state, AT.L, half.I, 0, u, 3);
      turnBy(state, AT.q, state, AT.q, u, 3, h);
      refresh(run);
    },
    place(pose) {
      const { centre } = data;
      for (let r = 0; r < 3; r++) {
        for (let c = 0; c < 3; c++) scratch[3 * r + c] = pose[4 * r + c];
        state[AT.x + r] =
          pose[4 * r] * centre[0] +
          pose[4 * r + 1] * centre[1] +
          pose[4 * r + 2] * centre[2] +
          pose[4 * r + 3];
      }
      quatFromMat3(state, AT.q, scratch, 0);
      forgetPast(run);
      refresh(run);
    },
    move(pose, keep) {
      carryPast(history, pose, keep);
      movePlaces(state.subarray(AT.x, AT.x + 3), 1, pose);
      mulQuat(state, AT.q, turnOf(pose), 0, state, AT.q);
      normaliseQuat(state, AT.q);
      for (const at of [AT.v, AT.L]) turnVectors(state.subarray(at, at + 3), 1, pose, keep);
      refresh(run);
    },
    addVelocity(linear, spin) {
      history.hasten(linear, () => {
        scratch.set(spin);
        apply3(scratch, 3, now.I, 0, scratch, 0);
        for (let c = 0; c < 3; c++) {
          state[AT.v + c] += linear[c];
          state[AT.L + c] += scratch[3 + c];
        }
      });
      refresh(run);
    },
    stop() {
      const { state } = run.memory;
      state.fill(0, AT.v, AT.v + 3);
      state.fill(0, AT.L, AT.L + 3);
    },
    measure: (gravity, out) => measure(run, gravity, out, drawn),
  };
}

/** What `RigidBody.set` does. */
export function setMotion(
  run: RigidLive,
  position: Float64Array,
  rotation: Float64Array,
  linear: Float64Array,
  spin: Float64Array,
): void {
  const { data, now, scratch } = run;
  const { state, velocity } = run.memory;
  forgetPast(run);
  for (let c = 0; c < 4; c++) state[AT.q + c] = rotation[c];
  normaliseQuat(state, AT.q);
  turnInertia(now, data.inertia, state, AT.q);
  scratch.set(data.centre);
  apply3(state, AT.x, now.R, 0, scratch, 0);
  apply3(state, AT.L, now.I, 0, spin, 0);
  for (let c = 0; c < 3; c++) {
    state[AT.x + c] += position[c];
    state[AT.v + c] = linear[c];
    velocity[c] = linear[c];
    velocity[3 + c] = spin[c];
  }
}

function measure(
  run: RigidLive,
  gravity: Float64Array,
  out: Float64Array,
  drawn: Float64Array,
): void {
  const { mass } = run.data;
  const { state, velocity } = run.memory;
  out.fill(0);
  out[MEASURE.mass] = mass;
  out[MEASURE.volume] = 1;
  for (let c = 0; c < 3; c++) {
    out[MEASURE.kinetic] += 0.5 * mass * velocity[c] * velocity[c];
    out[MEASURE.kinetic] += 0.5 * velocity[3 + c] * state[AT.L + c];
    out[MEASURE.potential] -= mass * gravity[c] * state[AT.x + c];
    out[MEASURE.linear + c] = mass * velocity[c];
    out[MEASURE.centre + c] = state[AT.x + c];
    const d = (c + 1) % 3;
    const e = (c + 2) % 3;
    out[MEASURE.angular + c] =
      state[AT.L + c] + mass * (state[AT.x + d] * velocity[e] - state[AT.x + e] * velocity[d]);
  }
  for (let r = 0, k = 0; r < 3; r++)
    for (let c = r; c < 3; c++) out[MEASURE.inertia + k++] = run.now.I[3 * r + c];
  moveArms(run, run.skin, velocity, drawn);
  let most = 0;
  for (let i = 0; i < drawn.length; i += 3) {
    const [x, y, z] = [drawn[i], drawn[i + 1], drawn[i + 2]];
    most = Math.max(most, x * x + y * y + z * z);
  }
  out[MEASURE.speed] = Math.sqrt(most);
}
