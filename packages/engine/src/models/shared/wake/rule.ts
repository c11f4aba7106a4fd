import { FAR_OFF, WEIGHTLESS } from '../numbers.ts';
import { applyOffset, blendParents, freezeOffset } from './offsets.ts';
import { type Children, canDeactivate, type NodeTree } from './tree.ts';

/** Settings of the wake rule. All energies are compared per mass, so a body's size and weight do not matter. */
export interface WakeOptions {
  /** Least time between two switches of a node [s]. Doubled: half the switches, and reactions up to that much later. */
  readonly dwell: number;
  /** Own acceleration that is neglected, in tolerances of gravity. Doubled: loads must be twice as large to wake. */
  readonly acceleration: number;
  /**
   * Own velocity that a node must be able to reach to wake, in tolerances; 0 tests its acceleration only.
   * Doubled: stiff nodes sleep more, slow bending is followed later.
   */
  readonly reach: number;
  /** Fraction of the neglected energies below which a node may sleep: less than ½, or it would wake at once. */
  readonly calm: number;
}

export const WAKE_DEFAULTS: WakeOptions = { dwell: 0.2, acceleration: 1, reach: 0.1, calm: 0.25 };

/** A hierarchy of nodes that are awake or follow their parents; 12 numbers a node in vectors, 3×4 matrices. */
export interface Sleepers {
  readonly tree: NodeTree;
  readonly children: Children;
  /** 1 for active nodes; steps each must wait before a switch; offsets of passive nodes. */
  readonly active: Uint8Array;
  readonly wait: Int32Array;
  readonly offsets: Float64Array;
  /** Where all nodes are at the end of the step. */
  readonly D: Float64Array;
  /** Scratch: nodes awake when falling asleep begins; nodes to wake; two 3×4 matrices and more. */
  readonly was: Uint8Array;
  readonly needed: Uint8Array;
  readonly work: Float64Array;
  readonly flat: Float64Array;
}

/** Energies per mass [m²/s²] above which a node is woken, and those below which it may sleep. */
export interface Thresholds {
  wakePush: number;
  wakeReach: number;
  sleepSpeed: number;
  sleepPush: number;
  sleepReach: number;
}

export function createThresholds(): Thresholds {
  return { wakePush: 0, wakeReach: 0, sleepSpeed: 0, sleepPush: 0, sleepReach: 0 };
}

/**
 * `tolerance` is the neglected motion: body lengths (`size` [m]) a second for velocities, a fraction of the strongest
 * `gravity` so far [m/s²] for accelerations. Tournier et al. 2014, eq. 10.
 */
export function setThresholds(
  out: Thresholds,
  { acceleration, reach, calm }: WakeOptions,
  tolerance: number,
  size: number,
  gravity: number,
  h: number,
): void {
  const slow = tolerance * size;
  const strong = gravity > 0 ? gravity : WEIGHTLESS * size;
  const weak = acceleration * tolerance * strong * h;
  const near = reach * slow;
  out.wakePush = 0.5 * weak * weak;
  out.wakeReach = 0.5 * near * near;
  out.sleepSpeed = calm * slow * slow;
  out.sleepPush = calm * weak * weak;
  out.sleepReach = calm * near * near;
}

/**
 * The interface of a model R for the wake rule. The rule is the same for all models; each computes its own energies.
 */
export interface WakeTests<R> {
  /** Nodes asleep whose parents are awake: how many, and which. */
  candidates(run: R): number;
  candidate(run: R, i: number): number;
  /** The cheap test: does the impulse that holds candidate i to its parents have more energy per mass than this? */
  isPushed(run: R, i: number, least: number): boolean;
  /** True if that is enough to wake it. */
  wakesAtOnce(run: R): boolean;
  /** Adds candidate i to the reach test; does nothing if the list is full. */
  ask(run: R, i: number): void;
  /** Runs the reach test: energies that the listed candidates would reach. */
  findReach(run: R): void;
  asked(run: R): number;
  askedNode(run: R, i: number): number;
  reaches(run: R, i: number, least: number): boolean;
  /** Node k was tested and not woken. */
  refuse(run: R, k: number): void;
  /** Does node k, awake, move more than this beyond its parents? Its own velocity is in `work`. */
  moves(run: R, k: number, least: number): boolean;
  /** Would the impulse that gives node k its parents' velocity have more energy than this? */
  pulls(run: R, k: number, least: number): boolean;
  /** Adds node k to the test of how far it would move if it were held and released. */
  askHeld(run: R, k: number): void;
  findHolding(run: R): void;
  heldNode(run: R, i: number): number;
  wouldReach(run: R, i: number, least: number): boolean;
}

/** Steps that `dwell` seconds come to. */
export function dwellSteps(dwell: number, h: number): number {
  return Math.max(1, Math.ceil(dwell / h));
}

export function wakeNode({ active, wait }: Sleepers, k: number, steps: number): void {
  active[k] = 1;
  wait[k] = steps;
}

function sleepNode({ active, wait }: Sleepers, k: number, steps: number): void {
  active[k] = 0;
  wait[k] = steps;
}

/** A step has passed for all that wait. */
export function countDown({ tree, wait }: Sleepers): void {
  for (let k = 0; k < tree.nodes; k++) if (wait[k] > 0) wait[k]--;
}

/**
 * Wakes candidates whose motion differs from their parents'. First a cheap test of the impulse that holds each to its
 * parents; usually none passes. Those that pass go through the reach test together. `steps` is how long they stay awake
 * at least. Returns how many woke.
 */
export function wakeCandidates<R>(
  s: Sleepers,
  tests: WakeTests<R>,
  run: R,
  { wakePush, wakeReach }: Thresholds,
  steps: number,
): number {
  const woken = askCandidates(s, tests, run, wakePush, steps);
  return woken + wakeAsked(s, tests, run, wakeReach, steps, true);
}

/** The first half: the cheap test, and what those that pass would reach. Returns how many it woke at once. */
export function askCandidates<R>(
  s: Sleepers,
  tests: WakeTests<R>,
  run: R,
  wakePush: number,
  steps: number,
): number {
  const atOnce = tests.wakesAtOnce(run);
  const candidates = tests.candidates(run);
  let count = 0;
  for (let i = 0; i < candidates; i++) {
    if (!tests.isPushed(run, i, wakePush)) continue;
    if (atOnce) {
      wakeNode(s, tests.candidate(run, i), steps);
      count++;
    } else tests.ask(run, i);
  }
  if (tests.asked(run) > 0) tests.findReach(run);
  return count;
}

/** The second half: wakes those that would reach more than `least`; `last` if the others are refused. */
export function wakeAsked<R>(
  s: Sleepers,
  tests: WakeTests<R>,
  run: R,
  least: number,
  steps: number,
  last: boolean,
): number {
  const asked = tests.asked(run);
  let count = 0;
  for (let i = 0; i < asked; i++) {
    const k = tests.askedNode(run, i);
    if (tests.reaches(run, i, least)) {
      wakeNode(s, k, steps);
      count++;
    } else if (last) tests.refuse(run, k);
  }
  return count;
}

/**
 * Lets nodes sleep that follow their parents and would not wake again: their own speed is below `sleepSpeed`, and
 * either the impulse to hold them is below `sleepPush`, or they would not exceed `sleepReach` if released. The others
 * are tested again after `later` steps, those far from it after `steps`. Returns how many sleep.
 */
export function sleepNodes<R>(
  s: Sleepers,
  tests: WakeTests<R>,
  run: R,
  { sleepSpeed, sleepPush, sleepReach }: Thresholds,
  V: Float64Array,
  steps: number,
  later: number,
): number {
  const { tree, children, wait, was } = s;
  was.set(s.active);
  let count = 0;
  // Parents come first. A node that has just woken waits, and so does the parent of one that falls asleep now.
  for (let k = 0; k < tree.nodes; k++) {
    if (wait[k] > 0 || !canDeactivate(tree, children, was, k)) continue;
    if (!freezeOffset(s.offsets, tree, s.D, k, s.flat)) continue;
    ownVelocity(s, V, k);
    if (tests.moves(run, k, sleepSpeed)) continue;
    if (tests.pulls(run, k, sleepPush)) tests.askHeld(run, k);
    else {
      sleepNode(s, k, steps);
      count++;
    }
  }
  const asked = tests.asked(run);
  if (asked === 0 || sleepReach === 0) return count;
  tests.findHolding(run);
  for (let i = 0; i < asked; i++) {
    const k = tests.heldNode(run, i);
    if (tests.wouldReach(run, i, FAR_OFF * sleepReach)) wait[k] = steps;
    else if (tests.wouldReach(run, i, sleepReach)) wait[k] = later;
    else {
      sleepNode(s, k, steps);
      count++;
    }
  }
  return count;
}

/** work = the velocity that its parents have for node k, less its own, of velocities V. Tournier et al. 2014, eq. 9. */
export function ownVelocity(s: Sleepers, V: Float64Array, k: number): void {
  const { tree, work, flat, offsets } = s;
  blendParents(flat, 0, tree, V, k);
  applyOffset(work, 0, flat, 0, offsets, 12 * k);
  for (let c = 0; c < 12; c++) work[c] -= V[12 * k + c];
}

/** Wakes the nodes with `needed` 1 and all that they follow. Returns how many woke. */
export function wakeNeeded(s: Sleepers, steps: number): number {
  const { tree, needed, active } = s;
  let woken = 0;
  // Parents come before their children.
  for (let k = tree.nodes - 1; k >= 0; k--) {
    if (needed[k] === 0 || active[k] === 1) continue;
    for (let i = tree.parentPtr[k]; i < tree.parentPtr[k + 1]; i++) needed[tree.parent[i]] = 1;
    wakeNode(s, k, steps);
    woken++;
  }
  return woken;
}

/**
 * Makes all nodes with parents passive at their positions `D`: for a body that fell asleep. They
 * may wake in the first step after it. Returns how many.
 */
export function sleepAll(s: Sleepers): number {
  const { tree, active } = s;
  let count = 0;
  for (let k = tree.nodes - 1; k >= 0; k--) {
    if (!canDeactivate(tree, s.children, active, k)) continue;
    if (!freezeOffset(s.offsets, tree, s.D, k, s.flat)) continue;
    active[k] = 0;
    count++;
  }
  s.wait.fill(0);
  return count;
}
