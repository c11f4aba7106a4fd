import { now } from '../core/clock.ts';
import { check } from '../core/errors.ts';
import type { TriangleMesh } from '../geometry/types.ts';
import { applyToPoint, composeAffine, inverseAffine } from '../math/affine.ts';
import { scaleOf } from './align/similarity.ts';
import { mapPoints } from './align/units.ts';
import { buildFrameBody, embedPoints, movePoints } from './body/body.ts';
import { buildPrior } from './body/prior.ts';
import { fillCells } from './body/voxels.ts';
import { addDetail } from './detail.ts';
import { type FitStep, fitFrames, nextStiffness, startFit } from './fit/fit.ts';
import { judge, type Outcome } from './judge.ts';
import { checkLandmarks, type Places } from './landmarks.ts';
import { checkOptions, type FullOptions } from './options.ts';
import {
  checkMask,
  checkNumbers,
  cloudOf,
  isSolid,
  type Prepared,
  prepareMesh,
} from './prepare.ts';
import type { RegisterReport, StopReason } from './report.ts';
import {
  type Chosen,
  knownPose,
  makePair,
  mirrored,
  type Pair,
  pickPose,
  setUpFit,
} from './setup.ts';
import { copyState, type RegisterSnapshot, type ResumableOptions } from './snapshot.ts';
import { unfold } from './unfold.ts';

/** How far a registration is. */
export interface RegisterProgress {
  readonly phase: 'prepare' | 'align' | 'build' | 'fit' | 'measure';
  /** Stiffness steps done, and in all. */
  readonly done: number;
  readonly total: number;
  readonly iterations: number;
  readonly active: number;
  /** How the fit looks just now; null before it has begun. */
  look(): RegisterLook | null;
}

/** A fit on its way. */
export interface RegisterLook {
  /** The template's vertices in the target's coordinates, shape [vertices, 3]. */
  readonly positions: Float64Array;
  /** Places of the frames in the target's coordinates, shape [frames, 3]; level, and 1 for those awake. */
  readonly frames: Float64Array;
  readonly level: Int32Array;
  readonly awake: Uint8Array;
}

/** A template fitted to a target. */
export interface Registration {
  /** The template's vertices in the target's coordinates, shape [vertices, 3]. */
  readonly positions: Float64Array;
  readonly report: RegisterReport;
  /**
   * Frames: place at rest in the template's file, level, and the map (3×4) from the template's file to the target's;
   * shape [frames, …].
   */
  readonly frames: {
    readonly rest: Float64Array;
    readonly level: Int32Array;
    readonly maps: Float64Array;
  };
  /**
   * Where the template was after each stiffness, for looking back; and what to give as `resume` to go on from there.
   */
  readonly history: readonly Float64Array[];
  readonly snapshots: readonly RegisterSnapshot[];
  /** Per vertex: signed distance to the target (outside is positive), 1 where it found the target. */
  readonly error: Float64Array;
  readonly inlier: Float64Array;
  /** Robust weight of each vertex, 0 where it found nothing. */
  readonly weight: Float64Array;
  /** Takes points of the target's coordinates back to the template's, by the pre-alignment alone. */
  toTemplate(points: Float64Array): Float64Array;
  /** Takes other points of the template's file along, shape [n, 3]. */
  carry(points: Float64Array): Float64Array;
}

/** Milliseconds of work between two looks at the signal. */
const PATIENCE = 25;

/**
 * Fits a template to a target: a mesh, or a cloud of points if it has no triangles. The template keeps its vertices and
 * faces and comes to lie on the target, in the target's coordinates. Rejects with the signal's reason when it is
 * aborted.
 *
 *     const { positions, report } = await register(template, scan, { prealign: 'full' });
 */
export async function register(
  template: TriangleMesh,
  target: TriangleMesh,
  options: ResumableOptions = {},
  onProgress?: (progress: RegisterProgress) => void,
  signal?: { throwIfAborted(): void },
): Promise<Registration> {
  const work = registerSteps(template, target, options);
  let turn = now();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (now() - turn < PATIENCE) continue;
    onProgress?.(value);
    await nextTurn();
    signal?.throwIfAborted();
    turn = now();
  }
}

const host = globalThis as unknown as { setTimeout(work: () => void, ms: number): unknown };
const nextTurn = (): Promise<void> => new Promise((resolve) => void host.setTimeout(resolve, 0));

/** The same a piece at a time, for those who have their own loop. */
export function* registerSteps(
  template: TriangleMesh,
  target: TriangleMesh,
  { resume, ...given }: ResumableOptions = {},
): Generator<RegisterProgress, Registration> {
  const started = now();
  const options = checkOptions(given);
  const warnings: string[] = [];
  const total = stepsIn(options);
  let look: RegisterProgress['look'] = () => null;
  const at = (
    phase: RegisterProgress['phase'],
    done = 0,
    iterations = 0,
    active = 1,
  ): RegisterProgress => ({ phase, done, total, iterations, active, look });

  yield at('prepare');
  const inputs = yield* during(readInputs(template, target, options, warnings), at('prepare'));
  const { whole, places } = inputs;
  const timings = { prepare: now() - started, align: 0, build: 0, fit: 0, measure: 0 };

  yield at('align');
  let clock = now();
  const chosen = yield* during(selectPose(inputs, options, resume, warnings), at('align'));
  const { pair, pose, runnerUp } = chosen;
  timings.align = now() - clock;

  yield at('build');
  clock = now();
  const cells = fillCells(pair.whole.bvh, options.cells, pair.isClosed);
  yield at('build');
  const body = buildFrameBody(cells, options.frames);
  yield at('build');
  const prior = buildPrior(body, options.prior);
  yield at('build');
  const fitting = setUpFit(pair, body, prior, pose.matrix, places, options);
  timings.build = now() - clock;

  clock = now();
  const state = resume === undefined ? startFit(body, options) : copyState(resume.state);
  check(
    state.D.length === 12 * body.nodes,
    () =>
      `is of another template or other frames: it has ${state.D.length / 12} frames, not ${body.nodes}.`,
    'options.resume',
  );
  const history: FitStep[] = resume === undefined ? [] : [...resume.steps];
  const snapshots: RegisterSnapshot[] = [];
  // Own units to the target's file: pose, then back out of the template's units.
  const toTarget = new Float64Array(12);
  composeAffine(toTarget, 0, pair.units.toFile, 0, pose.matrix, 0);
  const unit = scaleOf(toTarget);
  const tied = embedPoints(body, mapPoints(pair.units.toOwn, template.positions));
  const own = new Float64Array(template.positions.length);
  look = () => {
    const shown = new Float64Array(own.length);
    movePoints(shown, tied, state.D);
    const frames = new Float64Array(3 * body.nodes);
    for (let k = 0; k < body.nodes; k++)
      applyToPoint(frames, 3 * k, state.D, 12 * k, body.positions, 3 * k);
    return {
      positions: mapPoints(toTarget, shown),
      frames: mapPoints(toTarget, frames),
      level: body.level.slice(),
      awake: state.active.slice(),
    };
  };
  let stop: StopReason = 'done';
  for (const step of fitFrames(fitting, state)) {
    yield at(
      'fit',
      history.length,
      state.iterations,
      step === null ? state.activeNow : step.active,
    );
    if (step !== null) {
      history.push(step);
      const { isMirrored } = chosen;
      snapshots.push({ pose, runnerUp, isMirrored, state: copyState(state), steps: [...history] });
    }
    const isLate = options.timeLimit !== undefined && now() - started > 1000 * options.timeLimit;
    const isClose =
      step !== null && options.tolerance !== undefined && unit * step.mean <= options.tolerance;
    if (!isLate && !isClose) continue;
    stop = isLate ? 'time limit' : 'tolerance';
    break;
  }
  timings.fit = now() - clock;

  clock = now();
  const carry = (points: Float64Array): Float64Array => {
    const out = new Float64Array(points.length);
    movePoints(out, embedPoints(body, mapPoints(pair.units.toOwn, points)), state.D);
    return mapPoints(toTarget, out);
  };
  const past = history.map(({ D }) => {
    movePoints(own, tied, D);
    return mapPoints(toTarget, own);
  });
  movePoints(own, tied, state.D);
  yield at('measure', total, state.iterations);
  unfold(own, tied.rest, template.triangles);
  if (options.detail > 0) {
    addDetail(own, template, fitting.source.target, options);
    unfold(own, tied.rest, template.triangles);
  }
  yield at('measure', total, state.iterations);
  const outcome: Outcome = {
    template,
    whole,
    pair,
    fitting,
    state,
    history,
    own,
    toTarget,
    pose,
    runnerUp,
    places,
    stop,
    isMirrored: chosen.isMirrored,
    options,
  };
  const { report, error, inlier, weight } = yield* during(
    judge(outcome, warnings, carry),
    at('measure', total, state.iterations),
  );
  timings.measure = now() - clock;
  const back = new Float64Array(12);
  inverseAffine(back, 0, Float64Array.from(report.prealign.matrix), 0, new Float64Array(18));
  return {
    positions: mapPoints(toTarget, own),
    report: { ...report, timings: seconds(timings) },
    frames: framesOf(outcome),
    history: past,
    snapshots,
    error,
    inlier,
    weight,
    toTemplate: (points) => mapPoints(back, points),
    carry,
  };
}

/** Runs a piece of work to its end, with the same progress at each of its pauses. */
function* during<T>(
  work: Generator<void, T>,
  progress: RegisterProgress,
): Generator<RegisterProgress, T> {
  for (;;) {
    const next = work.next();
    if (next.done) return next.value;
    yield progress;
  }
}

/** Template, target and landmarks, checked and ready to compute with. */
interface Inputs {
  readonly whole: Prepared;
  readonly straight: Pair;
  readonly places: Places;
}

function* readInputs(
  template: TriangleMesh,
  target: TriangleMesh,
  options: FullOptions,
  warnings: string[],
): Generator<void, Inputs> {
  checkNumbers(template, 'template');
  checkNumbers(target, 'target');
  checkMask(options.mask, template, 'mask');
  checkMask(options.targetMask, target, 'targetMask');
  yield;
  const whole = prepareMesh(template, 'template');
  const part = options.mask === undefined ? null : prepareMesh(template, 'template', options.mask);
  const isCloud = target.triangles.length === 0;
  const scan = isCloud ? null : prepareMesh(target, 'target', options.targetMask);
  const cloud = isCloud ? cloudOf(target, options.targetMask) : null;
  yield;
  const places = checkLandmarks(options.landmarks, template.positions);
  const straight = yield* makePair(whole, part, scan, cloud);
  check(
    isSolid(straight.whole.positions),
    () => 'is flat. A template must have some depth: give it a thickness, or bend it.',
    'template',
  );
  if (isCloud)
    warnings.push(
      'target: has no faces and is taken as a cloud of points, with normals from 12 neighbours each.',
    );
  if (whole.wasFlipped)
    warnings.push('template: its faces looked inwards; they were turned for computing.');
  if (scan?.wasFlipped)
    warnings.push('target: its faces looked inwards; they were turned for computing.');
  return { whole, straight, places };
}

/** The pose to start from: that of a snapshot, or the best; of the mirror image, too, if it may be. */
function* selectPose(
  { straight, places }: Inputs,
  options: FullOptions,
  resume: RegisterSnapshot | undefined,
  warnings: string[],
): Generator<void, Chosen> {
  let chosen: Chosen;
  if (resume === undefined) chosen = yield* pickPose(straight, places, options);
  else chosen = knownPose(resume.isMirrored ? mirrored(straight) : straight, resume, options);
  if (options.mirror && resume === undefined) {
    const other = yield* pickPose(mirrored(straight), places, options);
    if (other.pose.score < chosen.pose.score) chosen = other;
  }
  if (chosen.wasFlipped)
    warnings.push(
      "target: its faces looked the other way than the template's; they were turned for computing.",
    );
  return chosen;
}

function seconds<T extends Record<string, number>>(timings: T): T {
  return Object.fromEntries(Object.entries(timings).map(([name, ms]) => [name, ms / 1000])) as T;
}

/** Stiffness steps of a scan without noise: the most there are. */
function stepsIn(options: FullOptions): number {
  let steps = 0;
  for (let k = options.stiffness[0]; k > 0; k = nextStiffness(k, options, 0)) steps++;
  return steps;
}

/** Frames as maps from the template's file to the target's: toTarget · D · toOwn. */
function framesOf({ pair, fitting, state, toTarget }: Outcome): Registration['frames'] {
  const { nodes, level, positions } = fitting.body;
  const maps = new Float64Array(12 * nodes);
  const half = new Float64Array(12);
  for (let k = 0; k < nodes; k++) {
    composeAffine(half, 0, state.D, 12 * k, pair.units.toOwn, 0);
    composeAffine(maps, 12 * k, toTarget, 0, half, 0);
  }
  return { rest: mapPoints(pair.units.toFile, positions), level: level.slice(), maps };
}
