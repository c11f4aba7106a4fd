import { now } from '../core/clock.ts';
import type { TriangleMesh } from '../geometry/types.ts';
import { composeAffine, inverseAffine } from '../math/affine.ts';
import { mapPoints } from './align/units.ts';
import { buildFit, readInputs, selectPose } from './begin.ts';
import { createCarrier } from './carrier.ts';
import { addDetail } from './detail.ts';
import { type FitStep, fitFrames, nextStiffness } from './fit/fit.ts';
import { judge, type Outcome } from './judge.ts';
import { CLOUD_SAMPLES, PATIENCE } from './numbers.ts';
import { checkOptions, type FullOptions } from './options.ts';
import type { StopReason } from './report.ts';
import { copyState, type RegisterSnapshot, type ResumableOptions } from './snapshot.ts';
import type { RegisterProgress, Registration } from './types.ts';
import { unfold } from './unfold.ts';

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
  const isCloud = target.triangles.length === 0;
  const options = checkOptions(isCloud ? { samples: CLOUD_SAMPLES, ...given } : given);
  const warnings: string[] = [];
  const total = stepsIn(options);
  let look: RegisterProgress['look'] = () => null;
  const at = (
    phase: RegisterProgress['phase'],
    done = 0,
    iterations = 0,
    active = 1,
  ): RegisterProgress => ({ phase, done, total, iterations, active, look });
  const timings = { prepare: 0, align: 0, build: 0, fit: 0, measure: 0 };
  let clock = started;
  const lap = (phase: RegisterProgress['phase']): void => {
    timings[phase] = now() - clock;
    clock = now();
  };

  yield at('prepare');
  const inputs = yield* during(readInputs(template, target, options, warnings), at('prepare'));
  lap('prepare');

  yield at('align');
  const chosen = yield* during(selectPose(inputs, options, resume, warnings), at('align'));
  lap('align');

  const { fitting, state } = yield* during(buildFit(inputs, chosen, options, resume), at('build'));
  const carrier = yield* during(createCarrier(template, chosen, fitting.body, state), at('build'));
  look = carrier.look;
  lap('build');

  const history: FitStep[] = resume === undefined ? [] : [...resume.steps];
  const snapshots: RegisterSnapshot[] = [];
  let stop: StopReason = 'done';
  for (const step of fitFrames(fitting, state)) {
    const active = step === null ? state.activeNow : step.active;
    yield at('fit', history.length, state.iterations, active);
    if (step !== null) {
      history.push(step);
      const { pose, runnerUp, isMirrored } = chosen;
      snapshots.push({ pose, runnerUp, isMirrored, state: copyState(state), steps: [...history] });
    }
    const reason = stopReason(step, options, carrier.unit, now() - started);
    if (reason === null) continue;
    stop = reason;
    break;
  }
  lap('fit');

  const { toTarget, carry, positionsAt } = carrier;
  const past = history.map(({ D }) => mapPoints(toTarget, positionsAt(D)));
  const own = positionsAt(state.D);
  yield at('measure', total, state.iterations);
  unfold(own, carrier.rest, template.triangles);
  if (options.detail > 0) {
    addDetail(own, template, fitting.source.target, options);
    unfold(own, carrier.rest, template.triangles);
  }
  yield at('measure', total, state.iterations);
  const { whole, places } = inputs;
  const { pair, pose, runnerUp, isMirrored } = chosen;
  const fit = { template, whole, pair, fitting, state, history, own, toTarget };
  const outcome: Outcome = { ...fit, pose, runnerUp, places, stop, isMirrored, options };
  const { report, error, inlier, weight } = yield* during(
    judge(outcome, warnings, carry),
    at('measure', total, state.iterations),
  );
  lap('measure');
  return {
    positions: mapPoints(toTarget, own),
    report: { ...report, timings: seconds(timings) },
    frames: framesOf(outcome),
    history: past,
    snapshots,
    error,
    inlier,
    weight,
    toTemplate: inverseOf(report.prealign.matrix),
    carry,
  };
}

/** Why the fit ends here, before its softest step; null if it goes on. `unit` is a length of the target's file. */
function stopReason(
  step: FitStep | null,
  { timeLimit, tolerance }: FullOptions,
  unit: number,
  elapsed: number,
): StopReason | null {
  if (timeLimit !== undefined && elapsed > 1000 * timeLimit) return 'time limit';
  if (step !== null && tolerance !== undefined && unit * step.mean <= tolerance) return 'tolerance';
  return null;
}

function inverseOf(matrix: ArrayLike<number>): (points: Float64Array) => Float64Array {
  const back = new Float64Array(12);
  inverseAffine(back, 0, Float64Array.from(matrix), 0, new Float64Array(18));
  return (points) => mapPoints(back, points);
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
