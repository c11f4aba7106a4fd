import { EXCHANGE } from '../../contact/solve/exchange.ts';
import { apply3, applyTransposed3 } from '../../math/mat3.ts';
import type { History } from '../body.ts';
import { turnVectors } from '../shared/move.ts';
import { halfwayInertia, turnBy } from '../shared/turning.ts';
import { AT, type RigidLive, refresh } from './live.ts';

/** Where things are in `past`: all angular ones as angular momentum, of which a body left alone keeps every digit. */
const PAST = { mean: 0, lag: 3, change: 6, spin: 9, known: 12, exchange: 13 } as const;

/** Something came in between: the next step begins without history. */
export function forgetPast({ memory }: RigidLive): void {
  memory.past[PAST.known] = 0;
}

/** What second-order steps of a rigid body remember. */
export function rigidHistory(run: RigidLive): History {
  const { state, past, mean, before } = run.memory;
  const { mass } = run.data;
  const started = new Float64Array(3);
  return {
    mean,
    get predicted() {
      return run.ahead;
    },
    exchange: past.subarray(PAST.exchange),
    started,
    free: () => !run.held.includes(1),
    momenta(out, u) {
      for (let c = 0; c < 3; c++) {
        out[c] = mass * u[c];
        out[6 + c] = state[AT.x + c];
      }
      apply3(out, 3, run.half.I, 0, u, 3);
    },
    expect(out) {
      if (past[PAST.known] === 0) return false;
      for (let c = 0; c < 3; c++) {
        const { velocity } = run.memory;
        const next = velocity[c] + past[PAST.change + c] / 3;
        out[c] = (past[PAST.mean + c] + 2 * next) / 3;
        out[3 + c] = velocity[3 + c];
      }
      return true;
    },
    predict(h, gravity) {
      predict(run, h, gravity);
      for (let c = 0; c < 3; c++) started[c] = mass * before[c];
    },
    learn: (_h, u, jump, lag) => learn(run, u, jump, lag),
    follow(h, more) {
      if (past[PAST.known] === 1) addFall(past, h, more);
    },
    move: (pose) => moveRigid(run, pose),
    hasten(linear, add) {
      add();
      for (let c = 0; c < 3; c++) past[PAST.mean + c] += linear[c];
    },
    forget: () => forgetPast(run),
  };
}

/** Adds what gravity `g` [m/s²] does to the velocity in h seconds, and half of it to the path before. */
function addFall(past: Float64Array, h: number, g: Float64Array): void {
  for (let c = 0; c < 3; c++) {
    past[PAST.change + c] += h * g[c];
    past[PAST.mean + c] -= 0.5 * h * g[c];
  }
}

function moveRigid({ memory }: RigidLive, pose: Float64Array): void {
  const { past } = memory;
  const { left, touched, seconds, fall } = EXCHANGE;
  const of = PAST.exchange;
  if (past[of + touched] > 0 || past[of + left] > 0) past[PAST.known] = 0;
  if (past[PAST.known] === 0) return;
  const h = Math.abs(past[of + seconds]);
  const g = past.subarray(of + fall, of + fall + 3);
  addFall(past, -h, g);
  turnVectors(past, 4, pose, 1);
  addFall(past, h, g);
}

/** The history of a step of first order that goes on: as if its accelerations were those of the step before. */
function begin({ memory, scratch }: RigidLive, u: Float64Array): void {
  const { state, past } = memory;
  past[PAST.known] = 1;
  for (let c = 0; c < 3; c++) {
    past[PAST.change + c] = u[c] - state[AT.v + c];
    past[PAST.mean + c] = u[c] - past[PAST.change + c] / 2;
    past[PAST.spin + c] = scratch[c] - state[AT.L + c];
    past[PAST.lag + c] = -past[PAST.spin + c] / 2;
  }
}

function predict(run: RigidLive, h: number, gravity: Float64Array): void {
  const { half, scratch } = run;
  const { state, past, mean, before } = run.memory;
  run.ahead = true;
  if (past[PAST.known] === 0) {
    past.fill(0);
    past[PAST.known] = 1;
    for (let c = 0; c < 3; c++) past[PAST.mean + c] = state[AT.v + c];
    addFall(past, h, gravity);
  }
  for (let c = 0; c < 3; c++) {
    before[c] = state[AT.v + c];
    before[3 + c] = state[AT.L + c];
    mean[c] = past[PAST.mean + c];
    state[AT.x + c] += (h / 3) * mean[c];
    state[AT.v + c] += past[PAST.change + c] / 3;
    state[AT.L + c] += past[PAST.spin + c] / 3;
    scratch[c] = before[3 + c] + past[PAST.lag + c];
  }
  // Half-way through the whole step: left alone it turns by the midpoint rule, which keeps the energy of its spin.
  halfwayInertia(half, run.data.inertia, state, AT.q, state, AT.L, h);
  apply3(mean, 3, half.inverse, 0, scratch, 0);
  turnBy(state, AT.q, state, AT.q, mean, 3, h / 3);
  for (let k = 0; k < 9; k++) scratch[TURN + k] = run.now.R[k];
  refresh(run);
  keepPlaces(run);
}
/** In `scratch`: the rotation of before. */
const TURN = 3;

/**
 * Places of a manifold do not turn with the body, they stay where it touches: what rolls would be driven by the weight
 * on a place that has turned away from below its centre, by a third of the step's turn.
 */
function keepPlaces({ contacts, model, now, scratch }: RigidLive): void {
  const { arm, count } = contacts;
  for (let i = 3 * (count - (model.moving ?? 0)); i < 3 * count; i += 3) {
    apply3(scratch, 0, scratch, TURN, arm, i);
    applyTransposed3(arm, i, now.R, 0, scratch, 0);
  }
}

function learn(run: RigidLive, u: Float64Array, jump: Float64Array | null, lag: number): void {
  const { half, scratch } = run;
  const { state, past, before } = run.memory;
  apply3(scratch, 0, half.I, 0, u, 3);
  if (!run.ahead && jump === null) {
    begin(run, u);
    return;
  }
  // A step of first order has no history to add to: `before` is that of an older step.
  for (let c = 0; run.ahead && c < 3; c++) {
    past[PAST.mean + c] = (past[PAST.mean + c] + 2 * u[c]) / 3;
    past[PAST.change + c] = u[c] - before[c];
    past[PAST.spin + c] = scratch[c] - before[3 + c];
    past[PAST.lag + c] = (past[PAST.lag + c] - past[PAST.spin + c]) / 3;
  }
  if (jump === null) return;
  const over = run.ahead ? 1 / 3 : 0;
  apply3(scratch, 3, half.I, 0, jump, 3);
  for (let c = 0; c < 3; c++) {
    scratch[c] -= over * scratch[3 + c];
    if (!run.ahead) continue;
    past[PAST.change + c] -= jump[c];
    past[PAST.spin + c] -= scratch[3 + c];
    past[PAST.lag + c] += over * scratch[3 + c];
  }
  for (let c = 0; c < 3; c++) {
    state[AT.x + c] += lag * jump[c];
    u[c] -= over * jump[c];
  }
  turnBy(state, AT.q, state, AT.q, jump, 3, lag);
  apply3(u, 3, half.inverse, 0, scratch, 0);
}
