import { EXCHANGE } from '../../contact/solve/exchange.ts';
import type { Allocator } from '../../kernels/arena.ts';
import type { History } from '../body.ts';
import { turnVectors } from './move.ts';

/**
 * Second-order steps (BDF2) for bodies whose unknowns move linearly. With x, v now and x₁, v₁ a step of h ago,
 *
 *   x* = x + h/3 w,   v* = v + a/3,   w = (x − x₁)/h,   a = v − v₁,
 *
 * and an implicit Euler step of 2h/3 seconds from (x*, v*) ends where BDF2 does. Afterwards w' = (w + 2u)/3 and a' = u
 * − v. Momentum and angular momentum are stored separately: those of (x*, v*) are too large by the square of the
 * rotation, and a switch of levels may transfer w and a only roughly.
 */
export interface PastMemory {
  /** w and a, as the unknowns are numbered now. */
  readonly mean: Float64Array;
  readonly change: Float64Array;
  /** v while a step is under way. */
  readonly before: Float64Array;
  /**
   * Changes of momentum and of angular momentum about the centre of mass, three numbers each; momentum of w; then 1 if
   * there is a history; then the exchange account. State.
   */
  readonly whole: Float64Array;
}

export function allocatePast(a: Allocator, unknowns: number): PastMemory {
  return {
    mean: a.f64(unknowns),
    change: a.f64(unknowns),
    before: a.f64(unknowns),
    whole: a.f64(EXCHANGE_AT + EXCHANGE.length),
  };
}

/** The interface of a body for its history. */
export interface Moving {
  unknowns(): number;
  /** Velocity of the unknowns; `moved` is called when it has changed. */
  readonly velocity: Float64Array;
  /** True if nothing from outside holds it. */
  free(): boolean;
  /** Velocity that gravity [m/s²] gives the unknowns in h seconds. */
  fall(out: Float64Array, gravity: Float64Array, h: number): void;
  /** u turns by a 3×4 rigid map. */
  turn(u: Float64Array, pose: Float64Array): void;
  /** positions += h w */
  move(h: number, w: Float64Array): void;
  /** Nine numbers, as the body is now: momentum of u, its angular momentum about the centre of mass, that centre. */
  momenta(out: Float64Array, u: Float64Array): void;
  /** u += the rigid motion with these momenta. */
  addRigid(u: Float64Array, momenta: Float64Array): void;
  /** After `predict` and `learn` have changed velocity, mean and change. */
  moved?(): void;
}

const DRIFT = 6;
const KNOWN = 9;
const EXCHANGE_AT = 10;
const goal = new Float64Array(9);
const now = new Float64Array(9);
const jumped = new Float64Array(9);

/** u += a rigid motion, after which its momenta are `goal`. */
function turnToGoal(body: Moving, u: Float64Array): void {
  body.momenta(now, u);
  for (let c = 0; c < 6; c++) now[c] = goal[c] - now[c];
  body.addRigid(u, now);
}

/**
 * The same, but the coming step of h seconds ends where it would have without the rigid motion, since contact has
 * positioned the body. Leaves a second-order error, since the body moves. Uses `scratch`.
 */
function turnInPlace(body: Moving, u: Float64Array, scratch: Float64Array, h: number): void {
  const n = body.unknowns();
  scratch.fill(0, 0, n);
  body.momenta(now, u);
  for (let c = 0; c < 6; c++) now[c] = goal[c] - now[c];
  body.addRigid(scratch, now);
  for (let k = 0; k < n; k++) u[k] += scratch[k];
  body.move(-h, scratch);
}

/** The mean velocity (w + 2v*)/3 of the coming step, from the last one's and from how the velocity changed. */
export function expectStep(
  out: Float64Array,
  mean: Float64Array,
  velocity: Float64Array,
  change: Float64Array,
  n: number,
): void {
  for (let k = 0; k < n; k++) out[k] = (mean[k] + 2 * (velocity[k] + change[k] / 3)) / 3;
}

export interface LinearHistory extends History {
  /** After a switch of levels the centre of mass keeps its mean velocity. */
  keepDrift(): void;
}

export function createHistory(body: Moving, past: PastMemory): LinearHistory {
  const { mean, change, before, whole } = past;
  const { velocity } = body;
  /** Momenta before the step. */
  const start = new Float64Array(9);
  let predicted = false;

  const begin = (h: number, gravity: Float64Array): void => {
    whole.fill(0);
    whole[KNOWN] = 1;
    body.fall(change, gravity, h);
    body.momenta(now, change);
    for (let c = 0; c < 6; c++) whole[c] = now[c];
    const n = body.unknowns();
    for (let k = 0; k < n; k++) mean[k] = velocity[k] - 0.5 * change[k];
    noteDrift();
  };
  const noteDrift = (): void => {
    body.momenta(now, mean);
    for (let c = 0; c < 3; c++) whole[DRIFT + c] = now[c];
  };

  const keepDrift = (): void => {
    body.momenta(now, mean);
    for (let c = 0; c < 3; c++) {
      now[c] = whole[DRIFT + c] - now[c];
      now[3 + c] = 0;
    }
    if (now[0] !== 0 || now[1] !== 0 || now[2] !== 0) body.addRigid(mean, now);
  };

  return {
    mean,
    get predicted() {
      return predicted;
    },
    exchange: whole.subarray(EXCHANGE_AT),
    started: start,
    free: body.free,
    momenta: body.momenta,
    keepDrift,
    expect(out) {
      if (whole[KNOWN] === 0) return false;
      expectStep(out, mean, velocity, change, body.unknowns());
      return true;
    },
    predict(h, gravity) {
      predicted = true;
      if (whole[KNOWN] === 0) begin(h, gravity);
      const free = body.free();
      const n = body.unknowns();
      if (free) {
        body.momenta(start, velocity);
        keepDrift();
      }
      for (let k = 0; k < n; k++) {
        before[k] = velocity[k];
        velocity[k] += change[k] / 3;
      }
      body.move(h / 3, mean);
      if (free) {
        for (let c = 0; c < 6; c++) goal[c] = start[c] + whole[c] / 3;
        turnToGoal(body, velocity);
      }
      body.moved?.();
    },
    learn(h, u, jump, lag) {
      const isSecond = predicted;
      const over = isSecond ? 1 / 3 : 0;
      const free = body.free();
      const n = body.unknowns();
      predicted = false;
      // A step of first order has no history to add to: `before` and `start` are those of an older step.
      for (let k = 0; isSecond && k < n; k++) {
        mean[k] = (mean[k] + 2 * u[k]) / 3;
        change[k] = u[k] - before[k] - (jump === null ? 0 : jump[k]);
      }
      if (free) body.momenta(goal, u);
      if (free && isSecond) {
        for (let c = 0; c < 6; c++) whole[c] = goal[c] - start[c];
        noteDrift();
      }
      if (jump !== null) {
        if (free) {
          body.momenta(jumped, jump);
          for (let c = 0; c < 6; c++) {
            if (isSecond) whole[c] -= jumped[c];
            goal[c] -= over * jumped[c];
          }
        }
        for (let k = 0; k < n; k++) u[k] -= over * jump[k];
        body.move(lag, jump);
        if (free) {
          turnInPlace(body, u, jump, h);
          turnToGoal(body, u);
        }
      }
      body.moved?.();
    },
    ...outsideChanges(body, past, noteDrift),
    forget() {
      whole[KNOWN] = 0;
    },
  };
}

/** What actions do to a history. */
function outsideChanges(
  body: Moving,
  { mean, change, before, whole }: PastMemory,
  noteDrift: () => void,
): Pick<History, 'follow' | 'move' | 'hasten'> {
  const { velocity } = body;
  const { left, touched, seconds, fall } = EXCHANGE;
  const account = whole.subarray(EXCHANGE_AT);
  const lastGravity = account.subarray(fall, fall + 3);

  /** Adds what gravity [m/s²] does to the velocity in h seconds, and half of it to the path before. */
  const addFall = (h: number, gravity: Float64Array): void => {
    body.fall(before, gravity, h);
    body.momenta(now, before);
    const n = body.unknowns();
    for (let k = 0; k < n; k++) {
      change[k] += before[k];
      mean[k] -= 0.5 * before[k];
    }
    for (let c = 0; c < 6; c++) whole[c] += now[c];
    for (let c = 0; c < 3; c++) whole[DRIFT + c] -= 0.5 * now[c];
  };

  return {
    follow(h, more) {
      if (whole[KNOWN] === 0) return;
      addFall(h, more);
      body.moved?.();
    },
    move(pose) {
      // A body that touched something falls from now on; its account of exchanges belongs to the old position.
      if (account[touched] > 0 || account[left] > 0) whole[KNOWN] = 0;
      if (whole[KNOWN] === 0) return;
      const h = Math.abs(account[seconds]);
      addFall(-h, lastGravity);
      body.turn(mean, pose);
      body.turn(change, pose);
      turnVectors(whole, 3, pose, 1);
      addFall(h, lastGravity);
      body.moved?.();
    },
    hasten(_linear, add) {
      const had = velocity.slice(0, body.unknowns());
      add();
      if (whole[KNOWN] === 0) return;
      for (let k = 0; k < had.length; k++) mean[k] += velocity[k] - had[k];
      noteDrift();
      body.moved?.();
    },
  };
}
