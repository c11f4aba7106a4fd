import { EXCHANGE } from '../../contact/solve/exchange.ts';
import type { History } from '../body.ts';
import { expectStep } from '../shared/history.ts';
import { turnVectors } from '../shared/move.ts';
import { advance } from './kinematics.ts';
import { composeAsMade, type LayersLive, turnsFreely } from './live.ts';
import { perFunction, ROLE } from './model.ts';
import { compose } from './step/compose.ts';
import { pushVelocities } from './step/transfer.ts';

/**
 * Where things are in `past.whole`: how momentum and angular momentum changed, how far the root's turn was behind, what
 * is known; momentum of the mean velocity; what other bodies gave it.
 */
const WHOLE = { change: 0, lag: 6, known: 9, drift: 10, exchange: 13 } as const;
/** What `known` says: the last step was taken held, or free. A body that is let go or taken hold of starts again. */
const KNOWN = { held: 1, free: 2 } as const;

export interface LayersHistory extends History {
  /** After a step that was predicted: remembers the velocities of the mass points, which have their momentum by now. */
  finish(): void;
}

/**
 * Second-order steps (`shared/history.ts`) of layers. Coefficients are remembered as layers have them, in their
 * parents' axes, and velocities as the mass points have them, in the world's. A rigid root turns as a rigid body does:
 * the equation is made half-way through the whole step, and both parts of it turn by the inertia of there, so that a
 * body left alone turns by the midpoint rule.
 */
export function layersHistory(run: LayersLive): LayersHistory {
  const { memory, system, hierarchy, state, start: made, momentum } = run;
  const { mean, change, before, pointChange, pointBefore, whole } = memory.past;
  const { velocity, v } = memory;
  const n = hierarchy.unknowns;
  /** Momenta before the step, those it is to start with, and the part of their change due to landings. */
  const first = new Float64Array(6);
  const goal = new Float64Array(6);
  const jumped = new Float64Array(6);
  const turn = new Float64Array(3);
  const pushed = new Float64Array(v.length);
  const keepsMomentum = (): boolean => turnsFreely(run) || run.holds.free();

  return {
    mean,
    get predicted() {
      return run.ahead;
    },
    exchange: whole.subarray(WHOLE.exchange),
    started: first,
    free: keepsMomentum,
    momenta(out, u) {
      composeAsMade(run);
      pushVelocities(pushed, system.mass, hierarchy, u, system.all);
      momentum.find(out, pushed);
      for (let c = 0; c < 3; c++) out[6 + c] = run.begun[c];
    },
    expect(out) {
      if (whole[WHOLE.known] === 0) return false;
      expectStep(out, mean, velocity, change, n);
      return true;
    },
    predict(h, gravity) {
      run.markFixed();
      const free = keepsMomentum();
      const known = free ? KNOWN.free : KNOWN.held;
      const begins = whole[WHOLE.known] !== known;
      if (begins) begin(run, h, gravity, free);
      whole[WHOLE.known] = known;
      stopFaded(run);
      run.ahead = true;
      compose(system.mass, hierarchy, state);
      momentum.find(first, v);
      momentum.centreOf(run.begun);
      for (let c = 0; c < 6; c++) goal[c] = first[c] + whole[WHOLE.change + c] / 3;
      for (let c = 0; c < 3; c++) {
        if (begins) whole[WHOLE.drift + c] = first[c] - 0.5 * whole[WHOLE.change + c];
        run.begun[c] += ((h / 3) * whole[WHOLE.drift + c]) / run.data.totalMass;
      }
      for (let i = 0; i < n; i++) {
        before[i] = velocity[i];
        velocity[i] += change[i] / 3;
      }
      for (let i = 0; i < v.length; i++) {
        pointBefore[i] = v[i];
        v[i] += pointChange[i] / 3;
      }
      if (turnsFreely(run)) {
        made.rigid.set(state.rigid);
        momentum.carry(goal);
        momentum.halfway(made.rigid, h);
        for (let c = 0; c < 3; c++) turn[c] = first[3 + c] + whole[WHOLE.lag + c];
        momentum.spinOf(mean, 3, turn);
      }
      advance(hierarchy, state, h / 3, mean);
      run.stamp++;
      if (!free) return;
      compose(system.mass, hierarchy, state);
      momentum.carry(goal);
      momentum.keepHere(v, v);
    },
    learn(_h, u, jump, way) {
      const over = run.ahead ? 1 / 3 : 0;
      if (run.ahead) {
        for (let i = 0; i < n; i++) {
          mean[i] = (mean[i] + 2 * u[i]) / 3;
          change[i] = u[i] - before[i];
        }
        if (turnsFreely(run)) momentum.momentumOf(whole, WHOLE.lag, mean, 3);
        pointChange.fill(0);
        jumped.fill(0);
      }
      if (jump === null) return;
      if (run.ahead) {
        composeAsMade(run);
        pushVelocities(pointChange, system.mass, hierarchy, jump, system.all);
        for (let i = 0; i < v.length; i++) pointChange[i] *= over - 1;
        momentum.find(jumped, pointChange);
        for (let c = 0; c < 3; c++)
          run.begun[c] += (way * jumped[c]) / ((over - 1) * run.data.totalMass);
      }
      for (let i = 0; i < n; i++) {
        change[i] -= jump[i];
        u[i] -= over * jump[i];
      }
      advance(hierarchy, state, way, jump);
    },
    finish() {
      run.ahead = false;
      for (let i = 0; i < v.length; i++) pointChange[i] += v[i] - pointBefore[i];
      if (!keepsMomentum()) return;
      momentum.remembered(goal);
      for (let c = 0; c < 6; c++) whole[WHOLE.change + c] = goal[c] - first[c] + jumped[c];
      // A third of a jump has left the velocity, not the mean.
      for (let c = 0; c < 3; c++)
        whole[WHOLE.drift + c] = (whole[WHOLE.drift + c] + 2 * goal[c] - jumped[c]) / 3;
      for (let c = 0; c < 3; c++) whole[WHOLE.lag + c] -= goal[3 + c];
    },
    ...outsideChanges(run, keepsMomentum),
    forget() {
      whole[WHOLE.known] = 0;
    },
  };
}

/** Nothing is known: it went on as it goes, or fell. */
function begin(run: LayersLive, h: number, gravity: Float64Array, free: boolean): void {
  const { past, velocity } = run.memory;
  const { mean, change, pointChange, whole } = past;
  whole.fill(0);
  change.fill(0);
  pointChange.fill(0);
  for (let i = 0; i < mean.length; i++) mean[i] = velocity[i];
  addFall(run, h, gravity, free);
}

/** Adds what gravity [m/s²] does to the velocities in h seconds, and half of it to the path before. */
function addFall(
  { data, hierarchy, memory }: LayersLive,
  h: number,
  gravity: Float64Array,
  free: boolean,
): void {
  const { mean, change, pointChange, whole } = memory.past;
  const { form, scripted, role, functions } = hierarchy.layers[0];
  if (!free || scripted) return;
  for (let i = 0; i < pointChange.length; i++) pointChange[i] += h * gravity[i % 3];
  const places = form === 'rigid' ? 1 : functions;
  for (let c = 0; c < 3; c++) {
    const fall = h * gravity[c];
    whole[WHOLE.change + c] += fall * data.totalMass;
    whole[WHOLE.drift + c] -= 0.5 * fall * data.totalMass;
    for (let f = 0; f < places; f++) {
      if (form !== 'rigid' && role[f] < ROLE.translation) continue;
      change[3 * f + c] += fall;
      mean[3 * f + c] -= 0.5 * fall;
    }
  }
}

/** Functions that have faded out stay at zero. */
function stopFaded({ hierarchy, memory, off }: LayersLive): void {
  const { mean, change } = memory.past;
  for (let k = 0, f = 0; k < hierarchy.layers.length; k++) {
    const per = perFunction(hierarchy.layers[k].form);
    for (let i = 0; i < hierarchy.layers[k].functions; i++, f++) {
      if (off[f] === 0) continue;
      const o = hierarchy.offset[k] + per * i;
      mean.fill(0, o, o + per);
      change.fill(0, o, o + per);
    }
  }
}

/** What actions do to a history. */
function outsideChanges(
  run: LayersLive,
  keepsMomentum: () => boolean,
): Pick<History, 'follow' | 'move' | 'hasten'> {
  const { hierarchy } = run;
  const { velocity, past } = run.memory;
  const { mean, change, before, pointChange, whole } = past;
  const n = hierarchy.unknowns;
  return {
    follow(h, more) {
      if (whole[WHOLE.known] !== 0) addFall(run, h, more, keepsMomentum());
    },
    move(pose) {
      const { left, touched, seconds, fall } = EXCHANGE;
      const of = WHOLE.exchange;
      if (whole[of + touched] > 0 || whole[of + left] > 0) whole[WHOLE.known] = 0;
      if (whole[WHOLE.known] === 0) return;
      const h = Math.abs(whole[of + seconds]);
      const g = whole.subarray(of + fall, of + fall + 3);
      const { form, functions } = hierarchy.layers[0];
      addFall(run, -h, g, keepsMomentum());
      for (const u of [mean, change]) turnVectors(u, form === 'rigid' ? 2 : functions, pose, 1);
      turnVectors(pointChange, pointChange.length / 3, pose, 1);
      turnVectors(whole, 3, pose, 1);
      turnVectors(whole.subarray(WHOLE.drift, WHOLE.drift + 3), 1, pose, 1);
      addFall(run, h, g, keepsMomentum());
    },
    hasten(linear, add) {
      for (let i = 0; i < n; i++) before[i] = velocity[i];
      add();
      for (let i = 0; i < n; i++) mean[i] += velocity[i] - before[i];
      for (let c = 0; c < 3; c++) whole[WHOLE.drift + c] += run.data.totalMass * linear[c];
    },
  };
}
