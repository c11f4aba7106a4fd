import { type FrameBody, frameBody } from '../body/body.ts';
import { type Prior, priorSteps } from '../body/prior.ts';
import { fillCells } from '../body/voxels.ts';
import { type Fitting, fitFrames, startFit } from '../fit/fit.ts';
import type { Places } from '../landmarks.ts';
import { ELSEWHERE, MOST_RIVALS, MOST_TURNS, RIVAL, RIVAL_TURN } from '../numbers.ts';
import type { FullOptions } from '../options.ts';
import { type Pair, setUpFit } from '../setup.ts';
import { after, type Pose } from './prealign.ts';
import { scaleOf } from './similarity.ts';
import { rankTurns, symmetricTurns } from './turns.ts';
import { IDENTITY, mapPoints } from './units.ts';

/** A short fit, with the coarsest frames, tells which pose is right. */
const SHORT = {
  frames: [1, 6],
  stiffness: [0.3, 0.02, 0.25],
  samples: 400,
  iterations: 12,
} as const;
/** One that takes the bend of the target away, so that what is small can be seen. */
const STRAIGHT = { stiffness: [0.3, 0.03, 0.1] } as const;
/** One that has come close enough for what is small to decide. */
const CLOSE = { stiffness: [0.3, 3e-3, 0.1] } as const;

/** A pose, and how well it and the next do. */
export interface Choice {
  readonly pose: Pose;
  readonly runnerUp: number | null;
}

/** The pose that short fits like best. Surfaces alone do not tell where a part of the target is missing. */
export function* choosePose(
  pair: Pair,
  poses: readonly Pose[],
  places: Places,
  options: FullOptions,
): Generator<void, Choice> {
  const rivals = poses.filter(
    (pose, i) => i < MOST_RIVALS && pose.score <= RIVAL * poses[0].score + 0.01,
  );
  let choice: Choice = { pose: poses[0], runnerUp: poses.length > 1 ? poses[1].score : null };
  if (rivals.length > 1)
    choice = yield* bestFit(yield* shortFits(pair, places, { ...options, ...SHORT }), rivals);
  if (options.prealign !== 'full') return choice;
  const turns = yield* symmetricTurns(pair.template);
  return turns.length === 0 ? choice : yield* chooseTurn(pair, choice, turns, places, options);
}

/** Of a template that is nearly symmetric: the turn with which the small features meet. */
function* chooseTurn(
  pair: Pair,
  choice: Choice,
  turns: readonly Float64Array[],
  places: Places,
  options: FullOptions,
): Generator<void, Choice> {
  const { matrix, score } = choice.pose;
  const straight = yield* shortFits(pair, places, { ...options, ...STRAIGHT });
  const { fitting } = yield* straight(matrix);
  const { template, target } = fitting.source;
  const ranked = yield* rankTurns(turns, pair.template, template, target);
  const rivals = ranked.filter(
    (turn, i) => i < MOST_TURNS && turn.score <= RIVAL_TURN * ranked[0].score,
  );
  if (rivals.length === 1 && rivals[0].matrix === IDENTITY) return choice;
  const turned = rivals.map((turn) => ({ matrix: after(matrix, turn.matrix), score }));
  return yield* bestFit(yield* shortFits(pair, places, { ...options, ...CLOSE }), turned);
}

/** A short fit from a pose, and how far it ends from the target. */
type ShortFit = (pose: Float64Array) => Generator<void, { fitting: Fitting; score: number }>;

/** Short fits with the same frames. */
function* shortFits(pair: Pair, places: Places, options: FullOptions): Generator<void, ShortFit> {
  const cells = fillCells(pair.whole.bvh, options.cells, pair.isClosed);
  yield;
  const body: FrameBody = yield* frameBody(cells, options.frames);
  const prior: Prior = yield* priorSteps(body, options.prior, false);
  yield;
  return function* (pose) {
    const fitting = yield* setUpFit(pair, body, prior, pose, places, options);
    let score = Infinity;
    for (const step of fitFrames(fitting, startFit(body, options))) {
      if (step !== null) score = step.gap / Math.max(0.05, step.share);
      yield;
    }
    return { fitting, score };
  };
}

/** The best of some poses by short fits from them; the score of the next that ends elsewhere is in proportion. */
function* bestFit(fit: ShortFit, rivals: readonly Pose[]): Generator<void, Choice> {
  const tried: { pose: Pose; score: number; ends: Float64Array }[] = [];
  for (const pose of rivals) {
    const { fitting, score } = yield* fit(pose.matrix);
    tried.push({ pose, score, ends: mapPoints(pose.matrix, fitting.source.template.positions) });
  }
  tried.sort((a, b) => a.score - b.score);
  const [{ pose, score, ends }] = tried;
  const least = ELSEWHERE * scaleOf(pose.matrix);
  const next = tried.find((other) => rmsBetween(ends, other.ends) > least);
  const runnerUp = next === undefined ? null : (pose.score * next.score) / Math.max(1e-12, score);
  return { pose, runnerUp };
}

function rmsBetween(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return Math.sqrt((3 * sum) / a.length);
}
