import { type Embedded, type FrameBody, movePoints, restFrames } from '../body/body.ts';
import { easePrior, elasticPull, forgetRotations, type Prior } from '../body/prior.ts';
import {
  FARTHEST,
  HASTE,
  HASTE_OF_COARSE,
  LAST_STILL,
  LEAST_SIGMA,
  LEAST_SPRINGS,
  LEAST_STILL,
  PRICED_TWICE,
  REFACTOR,
  SOFTER,
  SPRINGS_A_FRAME,
  STILL_BY_LENGTH,
} from '../numbers.ts';
import type { FullOptions } from '../options.ts';
import { placeSamples } from '../surface/samples.ts';
import { refitSurface } from '../surface/surface.ts';
import { addCandidates, chooseSet, coarsenAll, createFrameSet, followSet } from './active.ts';
import { weighClutter } from './clutter.ts';
import {
  createEquation,
  factorMatrix,
  fillDiagonal,
  fillMatrix,
  loadFrames,
  residual,
  solveEquation,
} from './equation.ts';
import { freeFrames } from './free.ts';
import { createMixing, forgetSteps, type Mixing, mixStep } from './mixing.ts';
import { estimateNoise } from './noise.ts';
import { addRow, clearRows, createRows, type Rows } from './rows.ts';
import {
  createSprings,
  findSprings,
  forwardCount,
  medianDistance,
  type SpringSource,
  type Springs,
  weighRobustly,
} from './springs.ts';

/** A template's frames, its surface, what holds it together and what pulls it. */
export interface Fitting {
  readonly body: FrameBody;
  readonly prior: Prior;
  readonly points: Embedded;
  readonly source: SpringSource;
  /** Springs that are always there, to landmarks; appended to the others. */
  readonly fixed: Springs;
  readonly options: FullOptions;
}

/** All that the next iteration depends on. */
export interface FitState {
  /** Frames of all nodes, 3×4 each. */
  readonly D: Float64Array;
  readonly offsets: Float64Array;
  readonly active: Uint8Array;
  /** Zero when there is no softer one to come. */
  stiffness: number;
  sigma: number;
  iterations: number;
  /** Frames awake. */
  activeNow: number;
  /** Part of the target that belongs to something else. */
  clutter: number;
}

/** One stiffness, come to rest. */
export interface FitStep {
  readonly stiffness: number;
  readonly active: number;
  readonly mostActive: number;
  readonly iterations: number;
  readonly isStill: boolean;
  /** Length of springs: root mean square, and σ, in parts of L. */
  readonly rms: number;
  readonly mean: number;
  readonly median: number;
  /** The same root mean square, distances beyond `FARTHEST` counted as that: what is missing does not decide. */
  readonly gap: number;
  readonly sigma: number;
  /** Standard deviation of the target's noise as this fit sees it, in parts of L. */
  readonly noise: number;
  /** Part of the springs that pull. */
  readonly share: number;
  readonly D: Float64Array;
}

export function startFit(body: FrameBody, options: FullOptions): FitState {
  const active = new Uint8Array(body.nodes);
  for (let k = 0; k < body.nodes; k++) active[k] = body.level[k] === 0 ? 1 : 0;
  return {
    D: restFrames(body.nodes),
    offsets: restFrames(body.nodes),
    active,
    stiffness: options.stiffness[0],
    sigma: Infinity,
    iterations: 0,
    activeNow: 1,
    clutter: 0,
  };
}

/** From the median to a standard deviation. */
const DEVIATION = 1.48;

/**
 * The fit, an iteration at a time. Yields a finished step of stiffness, or null between them. For each stiffness:
 * springs, solve, until nothing moves; free the frames that want to move; again, until none does; back to one frame;
 * softer. The state at a finished step is all that the next depends on.
 */
export function* fitFrames(fitting: Fitting, state: FitState): Generator<FitStep | null> {
  const { body, options } = fitting;
  const run = createRun(fitting);
  const [first] = options.stiffness;
  while (state.stiffness > 0) {
    let mostActive = 0;
    moveTemplate(fitting, state.D);
    state.clutter = options.backward > 0 ? weighClutter(fitting.source) : 0;
    yield null;
    const before = state.iterations;
    let isStill = true;
    // A stiff prior is set again when the whole body has found its bend: its price was a guess.
    const times = fitting.prior.easy !== null && state.stiffness >= PRICED_TWICE ? 2 : 1;
    for (let time = 0; time < times; time++) {
      easePrior(fitting.prior, state.D, time === 0 && state.stiffness === first);
      do {
        fitting.source.every = thinningFor(fitting, state.active);
        chooseSet(run.set, body, state.active, state.offsets, fitting.prior.P);
        state.activeNow = run.set.count;
        mostActive = Math.max(mostActive, run.set.count);
        isStill = yield* iterate(fitting, state, run, hasteOf(options, run.set.count));
      } while (wake(fitting, state, run) > 0);
    }
    fitting.source.every = 1;
    pullTogether(fitting, state, run);
    const noise = estimateNoise(run.springs, fitting.source);
    const next = nextStiffness(state.stiffness, options, noise);
    if (next === 0) {
      isStill = yield* iterate(fitting, state, run, 1);
    }
    const done: FitStep = {
      stiffness: state.stiffness,
      active: run.set.count,
      mostActive,
      iterations: state.iterations - before,
      isStill,
      ...lengths(run.springs),
      sigma: state.sigma,
      noise,
      D: state.D.slice(),
    };
    const sigma = Math.max(LEAST_SIGMA, options.robust * DEVIATION * medianDistance(run.springs));
    state.sigma = state.stiffness < first ? Math.min(state.sigma, sigma) : sigma;
    if (options.coarsen) coarsenAll(state.offsets, state.active, body, state.D);
    state.stiffness = next;
    yield done;
  }
}

/** How soon a set of so many frames counts as resting before the last of all rests. */
function hasteOf({ prealign, frames }: FullOptions, awake: number): number {
  return prealign === 'full' && awake <= (frames[1] ?? 1) ? HASTE_OF_COARSE : HASTE;
}

/**
 * The stiffness after this one, 0 if it was the last. Noise sets a limit: the springs' part of the energy of a perfect
 * fit is its variance, and a softer prior would follow it.
 */
export function nextStiffness(
  stiffness: number,
  { stiffness: [, last, factor], noise: share }: FullOptions,
  noise: number,
): number {
  const least = Math.max(last, share * noise * noise);
  const next = Math.max(factor * stiffness, least);
  return next < SOFTER * stiffness ? next : 0;
}

/** How many samples may share a spring: few frames are held by few. */
function thinningFor({ source, body }: Fitting, active: Uint8Array): number {
  let awake = 0;
  for (let k = 0; k < body.nodes; k++) awake += active[k];
  const wanted = Math.max(LEAST_SPRINGS, SPRINGS_A_FRAME * awake);
  return Math.max(1, Math.floor(source.fromTemplate.count / wanted));
}

/** Arrays of a running fit. */
interface Run {
  readonly set: ReturnType<typeof createFrameSet>;
  readonly wide: ReturnType<typeof createFrameSet>;
  readonly eq: ReturnType<typeof createEquation>;
  readonly rows: Rows;
  readonly springs: Springs;
  readonly pull: Float64Array | null;
  readonly step: Float64Array;
  readonly taken: Float64Array;
  readonly mixing: Mixing;
  readonly at: Float64Array;
  readonly lastAt: Float64Array;
  readonly inSet: Uint8Array;
}

function createRun({ body, points, prior, source, fixed }: Fitting): Run {
  const { nodes } = body;
  const samples = source.fromTemplate.count;
  const springs = samples + source.fromTarget.count + fixed.count;
  return {
    set: createFrameSet(body),
    wide: createFrameSet(body),
    eq: createEquation(nodes),
    rows: createRows(springs, points.ptr.length - 1, nodes),
    springs: createSprings(springs),
    pull: prior.elastic === null ? null : new Float64Array(12 * nodes),
    step: new Float64Array(12 * nodes),
    taken: new Float64Array(12 * nodes),
    mixing: createMixing(12 * nodes),
    at: new Float64Array(3 * samples),
    lastAt: new Float64Array(3 * samples),
    inSet: new Uint8Array(nodes),
  };
}

/** Until motions are below so many times what counts as rest, or until iterations run out: false. */
function* iterate(
  fitting: Fitting,
  state: FitState,
  run: Run,
  haste: number,
): Generator<null, boolean> {
  const { body, options, source } = fitting;
  const { set, eq, step, taken, mixing, at, lastAt } = run;
  forgetSteps(mixing);
  if (fitting.prior.elastic !== null) forgetRotations(fitting.prior.elastic);
  clearRows(run.rows);
  moveTemplate(fitting, state.D);
  placeSamples(at, source.template, source.fromTemplate);
  for (let i = 0; i < options.iterations; i++) {
    state.iterations++;
    pullTogether(fitting, state, run);
    fillRows(fitting, run, set);
    if (i % REFACTOR === 0) {
      fillMatrix(eq, set, run.rows, run.springs, state.stiffness);
      if (!factorMatrix(eq, set)) return false;
    }
    loadFrames(eq, set, state.D);
    solveEquation(eq, set, run.rows, run.springs, state.stiffness, run.pull);
    const n = 12 * set.count;
    for (let j = 0; j < set.count; j++) {
      for (let r = 0; r < 12; r++) {
        const there = eq.x[Math.floor(r / 4) * eq.stride + 4 * j + (r % 4)];
        step[12 * j + r] = there - state.D[12 * set.members[j] + r];
      }
    }
    mixStep(mixing, taken, step, n);
    for (let j = 0; j < set.count; j++) {
      for (let r = 0; r < 12; r++) state.D[12 * set.members[j] + r] += taken[12 * j + r];
    }
    followSet(state.D, set, body.nodes);
    lastAt.set(at);
    moveTemplate(fitting, state.D);
    placeSamples(at, source.template, source.fromTemplate);
    yield null;
    // What already lies on the target is not at rest before it lies there exactly.
    const most = haste > 1 ? options.still : LAST_STILL * options.still;
    const still =
      haste * Math.min(most, Math.max(LEAST_STILL, STILL_BY_LENGTH * medianDistance(run.springs)));
    if (motion(at, lastAt) < still) return true;
  }
  return false;
}

/** Moves the template's surface along with the frames. */
function moveTemplate({ source, points }: Fitting, D: Float64Array): void {
  movePoints(source.template.positions, points, D);
  refitSurface(source.template);
}

/** Springs and the elastic part's pull for where the template is now. */
function pullTogether({ source, fixed, prior }: Fitting, state: FitState, run: Run): void {
  findSprings(run.springs, source);
  weighRobustly(run.springs, state.sigma);
  appendSprings(run.springs, fixed);
  if (prior.elastic !== null) elasticPull(run.pull!, prior.elastic, state.D);
}

/** Frees the frames that want to move; returns how many. */
function wake(fitting: Fitting, state: FitState, run: Run): number {
  const { body, source, options } = fitting;
  if (addCandidates(run.inSet, body, state.active) === 0) return 0;
  chooseSet(run.wide, body, run.inSet, state.offsets, fitting.prior.P);
  source.every = 1;
  clearRows(run.rows);
  pullTogether(fitting, state, run);
  fillRows(fitting, run, run.wide);
  fillDiagonal(run.eq, run.wide, run.rows, run.springs, state.stiffness);
  loadFrames(run.eq, run.wide, state.D);
  residual(run.eq, run.wide, run.rows, run.springs, state.stiffness, run.pull);
  return freeFrames(state.active, run.wide, run.eq, run.rows, forwardCount(source), options.free);
}

/** The springs' points as a set of frames moves them. */
function fillRows({ points, source }: Fitting, { rows, springs }: Run, set: Run['set']): void {
  // Springs from the template are always at the same places of it.
  rows.count = Math.min(rows.count, forwardCount(source));
  for (let s = rows.count; s < springs.count; s++)
    addRow(rows, points, set, springs.vertices, 3 * s, springs.corners, 3 * s);
}

function appendSprings(springs: Springs, more: Springs): void {
  const s = springs.count;
  springs.vertices.set(more.vertices.subarray(0, 3 * more.count), 3 * s);
  springs.corners.set(more.corners.subarray(0, 3 * more.count), 3 * s);
  springs.goal.set(more.goal.subarray(0, 3 * more.count), 3 * s);
  springs.normal.set(more.normal.subarray(0, 3 * more.count), 3 * s);
  springs.tangent.set(more.tangent.subarray(0, more.count), s);
  springs.weight.set(more.weight.subarray(0, more.count), s);
  springs.distance.set(more.distance.subarray(0, more.count), s);
  springs.count += more.count;
}

function motion(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return Math.sqrt((3 * sum) / a.length);
}

function lengths(springs: Springs): Pick<FitStep, 'rms' | 'mean' | 'median' | 'gap' | 'share'> {
  const { count, distance, weight } = springs;
  let [squares, near, sum, n] = [0, 0, 0, 0];
  for (let s = 0; s < count; s++) {
    if (weight[s] === 0) continue;
    squares += distance[s] * distance[s];
    const short = Math.min(distance[s], FARTHEST);
    near += short * short;
    sum += distance[s];
    n++;
  }
  return {
    rms: Math.sqrt(squares / Math.max(1, n)),
    mean: sum / Math.max(1, n),
    median: medianDistance(springs),
    gap: Math.sqrt(near / Math.max(1, n)),
    share: n / Math.max(1, count),
  };
}
