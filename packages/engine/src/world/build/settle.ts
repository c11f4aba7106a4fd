import { EXCHANGE } from '../../contact/solve/exchange.ts';
import { tick, watched } from '../../core/watch.ts';
import { useChanges } from '../bodies/changes.ts';
import { stop } from '../drive/actions/motion.ts';
import { gravityOf } from '../drive/gravity.ts';
import type { LiveBody } from '../live.ts';
import {
  CALM_TIME,
  CREEPING,
  CREPT,
  LAST_STEPS,
  MOST_DT,
  MOST_SETTLING,
  MOST_SWINGING,
  SETTLE_LONGEST,
  SETTLE_WAY,
  SETTLED,
} from '../numbers.ts';
import type { WorldOptions } from '../parts.ts';
import { takeSnapshot } from '../record/snapshot.ts';
import { disturb, putToSleep } from '../sleep.ts';
import { standingStep } from '../step.ts';
import { substepsOf } from '../substeps.ts';
import type { WorldCore } from '../types.ts';
import type { BuildStage, BuiltScene, Start } from './build.ts';
import { undeformedCore } from './core.ts';
import { located } from './shapes.ts';

/** A body on its way to rest. */
interface Settling {
  readonly index: number;
  readonly live: LiveBody;
  readonly size: number;
  /** Whether it adapts, if it can coarsen asleep: all of it is awake meanwhile. */
  readonly isOn: boolean;
  /** Its contact points at the last look, and how they moved in the last step [m]. */
  readonly x: Float64Array;
  readonly d: Float64Array;
  /** Product of its motion in the last two steps [m²]: negative if it turned back. */
  turn: number;
  isAtRest: boolean;
}

/**
 * Brings the bodies that start settled to rest, in a world of its own in which no time passes and all others stand
 * still, and returns its state. As a generator: it can be abandoned before each step.
 */
export function* settleSteps(
  built: BuiltScene,
  options: WorldOptions,
): Generator<BuildStage, Start> {
  const { scene } = built;
  const core = undeformedCore(built, options);
  try {
    const all = begin(core);
    const [first] = all;
    const place = `bodies[${first.index}].start`;
    const total = scene.bodies.length;
    const watch = options.watch ?? null;
    for (const _ of core.bodies.some(isExplicit) ? swing(core, all) : descend(core, all)) {
      options.progress?.(first.live.name, total, total, 'settle');
      located(place, () => watched(watch, () => tick('bodies coming to rest')));
      yield 'settle';
      if (core.bodies.some(({ broken }) => broken)) break;
    }
    const moving = all.filter((one) => !one.isAtRest || one.live.broken);
    if (moving.length > 0) return { bytes: null, notes: [restlessNote(moving)] };
    end(core, all);
    return { bytes: takeSnapshot(core), notes: [] };
  } finally {
    core.housing.room.close();
  }
}

function restlessNote(moving: readonly Settling[]): string {
  const names = moving.map(({ live }) => live.name).join(', ');
  return `start: ${names} did not come to rest, so all bodies start undeformed. Attach what hangs, put a floor under what falls, or leave "start" out.`;
}

/** All others pause, nothing sleeps, and bodies that can coarsen asleep are all awake. */
function begin(core: WorldCore): Settling[] {
  const { scene, bodies } = core;
  const solver = { ...scene.solver, integrator: 'euler', rest: 0 } as const;
  Object.assign(core, { scene: { ...scene, solver } });
  for (const { belt } of core.obstacles) belt.fill(0);
  const all: Settling[] = [];
  bodies.forEach((live, index) => {
    const { body } = live;
    if (scene.bodies[index].start !== 'settled') {
      pause(core, live, true);
      return;
    }
    stop(body);
    const isOn = body.adapt?.sleep !== undefined && body.adapt.isOn === true;
    if (isOn) body.adapt?.tune({ adaptive: false });
    const x = new Float64Array(3 * body.points.contacts.count);
    const { size } = body.model;
    all.push({ index, live, size, isOn, x, d: x.slice(), turn: 0, isAtRest: false });
  });
  return all;
}

function pause(core: WorldCore, live: LiveBody, paused: boolean): void {
  live.changes = paused ? { paused } : {};
  useChanges(core, live, false);
}

/** True for a body whose steps are explicit: long ones would be of no use. */
function isExplicit({ body }: LiveBody): boolean {
  return body.equation.solveDiagonal !== undefined;
}

/**
 * Implicit steps from rest: each goes downhill in energy, and the longer it is the nearer it comes to equilibrium.
 * Steps get longer while bodies move little, and shorter where they would move far. What hangs by a point swings up
 * again in steps longer than half its period: once bodies turn back, steps stay short.
 */
function* descend(core: WorldCore, all: readonly Settling[]): Generator<void> {
  const { report } = core;
  const longest = longestIn(core, all, SETTLE_LONGEST);
  let h = Math.min(longest, longestIn(core, all, SETTLE_WAY));
  let most = MOST_DT * core.scene.dt;
  let calm = 0;
  let slow = 0;
  for (let n = 0; n < MOST_SETTLING && calm < 2; n++) {
    const way = go(core, all, h);
    yield;
    if (h > longest && all.reduce((sum, { turn }) => sum + turn, 0) < 0) {
      most = longest;
      h = longest;
      continue;
    }
    const touches = report.contacts > 0;
    calm = way < SETTLED && h >= longest ? calm + 1 : 0;
    slow = way < CREEPING ? slow + 1 : 0;
    if (slow >= CREPT && touches) break;
    if (way > 2 * SETTLE_WAY) h /= 2;
    else if (way < SETTLE_WAY / 4 && h < (touches ? longest : most)) h *= 2;
  }
  for (const one of all) one.isAtRest = calm >= 2 || slow >= CREPT;
}

/** Longest step, a power of two times `dt`, in which no body would fall by more than `way` [body sizes]. */
function longestIn(core: WorldCore, all: readonly Settling[], way: number): number {
  let h = MOST_DT * core.scene.dt;
  for (const { index, size } of all) {
    const g = gravityOf(core, index);
    const pull = Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
    while (pull * h * h > way * size) h /= 2;
  }
  return h;
}

/** A step of h seconds from rest. Returns how far a body moved at most [body sizes]. */
function go(core: WorldCore, all: readonly Settling[], h: number): number {
  for (const one of all) {
    stop(one.live.body);
    look(core, one);
  }
  standingStep(core, h);
  let way = 0;
  for (const one of all) {
    way = Math.max(way, wayOf(core, one));
    one.turn = turnOf(core, one);
    look(core, one);
  }
  return way;
}

/** Remembers the contact points. */
function look({ contacts }: WorldCore, { index, live, x }: Settling): void {
  const now = contacts.memory.bodies[index].x;
  live.body.points.positions(live.body.points.contacts, now);
  x.set(now.subarray(0, x.length));
}

/** The product of the last two motions; remembers the last. After `wayOf`. */
function turnOf({ contacts }: WorldCore, { index, x, d }: Settling): number {
  const now = contacts.memory.bodies[index].x;
  let turn = 0;
  for (let i = 0; i < x.length; i++) {
    turn += (now[i] - x[i]) * d[i];
    d[i] = now[i] - x[i];
  }
  return turn;
}

/** How far the contact points moved since the last look [body sizes]. */
function wayOf({ contacts }: WorldCore, { index, live, size, x }: Settling): number {
  const now = contacts.memory.bodies[index].x;
  live.body.points.positions(live.body.points.contacts, now);
  let most = 0;
  for (let i = 0; i < x.length; i++) most = Math.max(most, Math.abs(now[i] - x[i]));
  return most / size;
}

/**
 * Steps of the world's own length, for bodies whose stiffness depends on it. They are damped as much as is best for a
 * body that sags by `SETTLE_LONGEST`; others are stopped now and then.
 */
function* swing(core: WorldCore, all: readonly Settling[]): Generator<void> {
  const h = core.scene.dt / substepsOf(core);
  const parts = Math.ceil(longestIn(core, all, SETTLE_LONGEST) / h);
  const keep = 1 - 2 / (parts + 1);
  let calm = 0;
  let slow = 0;
  for (let n = 0; n < MOST_SWINGING && calm < 2 && slow < CREPT; n += parts) {
    for (const one of all) {
      if (!isExplicit(one.live)) stop(one.live.body);
      look(core, one);
    }
    for (let k = 0; k < parts; k++) {
      standingStep(core, h);
      yield;
      for (const { live } of all) if (isExplicit(live)) slowDown(live, keep);
    }
    let way = 0;
    for (const one of all) way = Math.max(way, wayOf(core, one));
    calm = way < SETTLED ? calm + 1 : 0;
    slow = way < CREEPING ? slow + 1 : 0;
  }
  for (const one of all) one.isAtRest = calm >= 2 || slow >= CREPT;
}

function slowDown({ body: { equation } }: LiveBody, keep: number): void {
  const n = equation.unknowns();
  for (let k = 0; k < n; k++) equation.velocity[k] *= keep;
}

/** The last steps; then all others go on, what can sleep sleeps, and velocities and histories are those of time 0. */
function end(core: WorldCore, all: readonly Settling[]): void {
  const { scene } = core.built;
  const h = scene.dt / substepsOf(core);
  for (let n = 0; n < LAST_STEPS; n++) go(core, all, h);
  Object.assign(core, { scene });
  core.bodies.forEach((live) => {
    if (live.changes.paused === true) pause(core, live, false);
  });
  for (const { index, live, isOn } of all) {
    const { body } = live;
    stop(body);
    if (isOn) body.adapt?.tune({ adaptive: true });
    core.contacts.memory.bodies[index].v.fill(0);
    core.sleep.calm[index] = Math.ceil(CALM_TIME / h);
  }
  putToSleep(core, h);
  for (const { index, live } of all) {
    if (core.sleep.group[index] < 0) live.body.adapt?.sleep?.();
    startOf(core, live, index, h);
  }
  core.issues.clear();
}

/** A body at rest has been so for a while; it begins with the velocity that the scene gives it. */
function startOf(core: WorldCore, { body, u }: LiveBody, index: number, h: number): void {
  const { velocity, spin } = core.scene.bodies[index];
  const { history } = body.motion;
  const moves = [...velocity, ...spin].some((v) => v !== 0);
  if (moves) disturb(core, index);
  if (core.sleep.group[index] < 0 && history !== undefined) {
    const { exchange } = history;
    history.predict(h, new Float64Array(3));
    u.fill(0);
    history.learn(h, u, null, 0);
    exchange[EXCHANGE.seconds] = h;
    exchange[EXCHANGE.touched] = core.contacts.memory.bodies[index].touching[0];
    const g = gravityOf(core, index);
    for (let c = 0; c < 3; c++) exchange[EXCHANGE.fall + c] = g[c];
  }
  if (!moves) return;
  const add = (): void => body.motion.addVelocity(velocity, spin);
  if (history === undefined) add();
  else history.hasten(velocity, add);
}
