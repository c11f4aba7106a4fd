import { check } from '../core/errors.ts';
import type { TriangleMesh } from '../geometry/types.ts';
import { frameBody } from './body/body.ts';
import { priorSteps } from './body/prior.ts';
import { fillCells } from './body/voxels.ts';
import { type FitState, type Fitting, startFit } from './fit/fit.ts';
import { checkLandmarks, type Places } from './landmarks.ts';
import type { FullOptions } from './options.ts';
import { type Chosen, knownPose, pickPose } from './pose.ts';
import {
  checkMask,
  checkNumbers,
  cloudOf,
  isSolid,
  type Prepared,
  prepareMesh,
} from './prepare.ts';
import { makePair, mirrored, type Pair, setUpFit } from './setup.ts';
import { copyState, type RegisterSnapshot } from './snapshot.ts';

/** Template, target and landmarks, checked and ready to compute with. */
export interface Inputs {
  readonly whole: Prepared;
  readonly straight: Pair;
  readonly places: Places;
}

export function* readInputs(
  template: TriangleMesh,
  target: TriangleMesh,
  options: FullOptions,
  warnings: string[],
): Generator<void, Inputs> {
  checkNumbers(template, 'template');
  yield;
  checkNumbers(target, 'target');
  checkMask(options.mask, template, 'mask');
  checkMask(options.targetMask, target, 'targetMask');
  yield;
  const whole = yield* prepareMesh(template, 'template');
  const { mask, targetMask } = options;
  const part = mask === undefined ? null : yield* prepareMesh(template, 'template', mask);
  const isCloud = target.triangles.length === 0;
  const scan = isCloud ? null : yield* prepareMesh(target, 'target', targetMask);
  const cloud = isCloud ? cloudOf(target, targetMask) : null;
  yield;
  const places = checkLandmarks(options.landmarks, template.positions);
  const straight = yield* makePair(whole, part, scan, cloud);
  check(
    isSolid(straight.whole.positions),
    () => 'is flat. Give it a thickness, or bend it.',
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
export function* selectPose(
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

/** Frames, prior and springs of the pose chosen, and where the fit begins: at rest, or where a snapshot was. */
export function* buildFit(
  { places }: Inputs,
  { pair, pose }: Chosen,
  options: FullOptions,
  resume: RegisterSnapshot | undefined,
): Generator<void, { fitting: Fitting; state: FitState }> {
  yield;
  const cells = fillCells(pair.whole.bvh, options.cells, pair.isClosed);
  yield;
  const body = yield* frameBody(cells, options.frames);
  yield;
  const prior = yield* priorSteps(body, options.prior, true);
  yield;
  const fitting = yield* setUpFit(pair, body, prior, pose.matrix, places, options);
  const state = resume === undefined ? startFit(body, options) : copyState(resume.state);
  check(
    state.D.length === 12 * body.nodes,
    () =>
      `is of another template or other frames: it has ${state.D.length / 12} frames, not ${body.nodes}. Begin anew without it.`,
    'options.resume',
  );
  yield;
  return { fitting, state };
}
