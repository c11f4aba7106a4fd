import { edgeSteps } from '../geometry/mesh/edges.ts';
import type { TriangleMesh } from '../geometry/types.ts';
import { composeAffine } from '../math/affine.ts';
import { exp } from '../math/elementary.ts';
import type { Pose } from './align/prealign.ts';
import { scaleOf } from './align/similarity.ts';
import { mapPoints } from './align/units.ts';
import type { FitState, FitStep, Fitting } from './fit/fit.ts';
import type { Places } from './landmarks.ts';
import { distanceTo, foldedEdges, stretchOf } from './measure.ts';
import {
  FAR,
  FOLDS,
  FOUND,
  INLIERS,
  LANDMARK,
  OTHER_SIZE,
  OVERLAP,
  RUNNER_UP,
  TORN,
} from './numbers.ts';
import type { FullOptions } from './options.ts';
import type { Prepared } from './prepare.ts';
import type { RegisterReport, StopReason } from './report.ts';
import type { Pair } from './setup.ts';
import { closestInCone, createFoot, isOnBorder } from './surface/closest.ts';
import { type Surface, surfaceSteps } from './surface/surface.ts';

/** A finished fit, before it is judged. */
export interface Outcome {
  readonly template: TriangleMesh;
  readonly whole: Prepared;
  readonly pair: Pair;
  readonly fitting: Fitting;
  readonly state: FitState;
  readonly history: readonly FitStep[];
  /** The template's vertices in its own units, fitted. */
  readonly own: Float64Array;
  /** From there to the target's file. */
  readonly toTarget: Float64Array;
  readonly pose: Pose;
  readonly runnerUp: number | null;
  readonly places: Places;
  readonly stop: StopReason;
  readonly isMirrored: boolean;
  readonly options: FullOptions;
}

/** What is known of a finished fit; per vertex as in `Registration`. */
interface Judgement {
  readonly report: Omit<RegisterReport, 'timings'>;
  readonly error: Float64Array;
  readonly inlier: Float64Array;
  readonly weight: Float64Array;
}

/** Measures a fit in the target's units, and says what is wrong with it. */
export function* judge(
  outcome: Outcome,
  warnings: string[],
  carry: (points: Float64Array) => Float64Array,
): Generator<void, Judgement> {
  const { fitting, state, history, own, toTarget, pose, options, places, pair, template } = outcome;
  const { target } = fitting.source;
  const unit = scaleOf(toTarget);
  const fitted = yield* surfaceSteps(own, template.triangles);
  const sigma = Math.min(0.1, FOUND * (Number.isFinite(state.sigma) ? state.sigma : 0.05));
  const there = distanceTo(fitted, target, options.cone, sigma, options.seed + 20);
  yield;
  const back = distanceTo(target, fitted, options.cone, sigma, options.seed + 21);
  yield;
  const last = history.at(-1);
  const toFile = <T extends Record<string, number>>(d: T): T =>
    Object.fromEntries(Object.entries(d).map(([name, x]) => [name, unit * x])) as T;
  const rest = mapPoints(pair.units.toOwn, template.positions);
  const mesh = yield* edgeSteps(template.triangles);
  const folds = foldedEdges(rest, own, template.triangles, mesh).length;
  const edges = mesh.count;
  yield;
  const stretch99 = stretchOf(rest, own, template, 1);
  const landmarks = landmarkErrors(places, carry);
  const matrix = new Float64Array(12);
  composeAffine(matrix, 0, toTarget, 0, pair.units.toOwn, 0);
  const diagonal = unit;
  const { nodes, level } = fitting.body;

  const isPoor =
    (there.all.mean > FAR && back.all.mean > FAR) ||
    stretch99 > TORN ||
    folds > 0.01 * edges ||
    there.share < 0.2;
  if (isPoor)
    warnings.push(
      `poor fit: mean distances are ${percent(there.all.mean)} and ${percent(back.all.mean)} of the size, edges are stretched ${stretch99.toFixed(1)} times. Are the two the same thing, in a similar pose? Landmarks help.`,
    );
  if (back.share < OVERLAP)
    warnings.push(
      `only ${percent(back.share)} of the target found the template. Mask the rest, or check --prealign.`,
    );
  if (state.clutter > 0)
    warnings.push(
      `${percent(state.clutter)} of the target was taken for clutter, things that the template lacks, and left out. If it belongs to the thing, set landmarks on it.`,
    );
  if (there.share < INLIERS)
    warnings.push(
      `only ${percent(there.share)} of the template found the target. Mask what the target lacks, set landmarks, or try --prealign full.`,
    );
  if (outcome.runnerUp !== null && outcome.runnerUp < RUNNER_UP * pose.score)
    warnings.push(
      'another pose fits nearly as well before bending. Set three landmarks, or turn the template by hand and use --prealign near.',
    );
  if (folds > FOLDS * edges)
    warnings.push(
      `the fitted surface is folded at ${folds} of ${edges} edges. A higher last stiffness, or landmarks, help.`,
    );
  for (const { name, error } of landmarks) {
    if (error > LANDMARK * unit)
      warnings.push(
        `landmark ${name} is ${percent(error / unit)} of the size away from its goal. Is it in the right place?`,
      );
  }
  const scale = scaleOf(matrix);
  sizesApart(outcome, scale, warnings);
  yield;
  const vertices = yield* vertexErrors(fitted, target, options.cone, sigma);
  return {
    error: vertices.error.map((d) => unit * d),
    inlier: vertices.inlier,
    weight: vertices.error.map((d, v) => vertices.inlier[v] * springWeight(d, state.sigma)),
    report: {
      converged: outcome.stop === 'done' && history.every((step) => step.isStill),
      stop: outcome.stop,
      fit: isPoor ? 'poor' : 'good',
      units: { diagonal },
      prealign: {
        scale,
        mirrored: outcome.isMirrored,
        matrix: [...matrix, 0, 0, 0, 1],
        score: pose.score,
        runnerUp: outcome.runnerUp,
      },
      frames: {
        total: nodes,
        active: last?.active ?? 1,
        mostActive: history.reduce((most, step) => Math.max(most, step.mostActive), 1),
        perLevel: perLevel(level),
      },
      iterations: state.iterations,
      history: history.map(({ stiffness, active, mostActive, iterations, rms, sigma: s }) => ({
        stiffness,
        active,
        mostActive,
        iterations,
        rms: unit * rms,
        sigma: Number.isFinite(s) ? unit * s : null,
      })),
      distance: {
        templateToTarget: toFile({ ...there.all }),
        targetToTemplate: toFile({ ...back.all }),
        inliers: {
          templateToTarget: toFile({ ...there.inliers }),
          targetToTemplate: toFile({ ...back.inliers }),
        },
      },
      inliers: { share: there.share },
      coverage: back.share,
      clutter: state.clutter,
      landmarks,
      quality: { folds, edges, stretch99 },
      errorRange: unit * there.all.p95,
      noise: unit * (last?.noise ?? 0),
      warnings,
    },
  };
}

const percent = (part: number): string => `${Number((100 * part).toPrecision(2))} %`;

function perLevel(level: Int32Array): number[] {
  const out: number[] = [];
  for (const l of level) out[l] = (out[l] ?? 0) + 1;
  return out;
}

function landmarkErrors(
  { names, from, to }: Places,
  carry: (points: Float64Array) => Float64Array,
): { name: string; error: number }[] {
  if (names.length === 0) return [];
  const now = carry(from);
  return names.map((name, i) => {
    let square = 0;
    for (let d = 0; d < 3; d++) square += (now[3 * i + d] - to[3 * i + d]) ** 2;
    return { name, error: Math.sqrt(square) };
  });
}

/** Sizes that differ too much to be meant: with `scale` off, and where the template was scaled from near. */
function sizesApart({ pair, options }: Outcome, scale: number, warnings: string[]): void {
  if (options.scale) {
    if (options.prealign === 'near' && (scale > OTHER_SIZE || scale * OTHER_SIZE < 1))
      warnings.push(
        `the template was scaled by ${Number(scale.toPrecision(3))}: are the files in other units, or of other things? --no-scale keeps its size.`,
      );
    return;
  }
  const spread = (x: Float64Array): number => {
    let sum = 0;
    const mean = [0, 0, 0];
    for (let i = 0; i < x.length; i++) mean[i % 3] += (3 * x[i]) / x.length;
    for (let i = 0; i < x.length; i++) sum += (x[i] - mean[i % 3]) ** 2;
    return Math.sqrt((3 * sum) / x.length);
  };
  const ratio = spread(pair.target.positions) / spread(pair.template.positions);
  if (ratio > OTHER_SIZE || ratio * OTHER_SIZE < 1)
    warnings.push(
      `the target is ${Number(ratio.toPrecision(2))} times the template's size, and scale is off. Are the units the same?`,
    );
}

/** What the robust weight of a spring of this length is. */
function springWeight(distance: number, sigma: number): number {
  const d = Number.isFinite(sigma) ? distance / sigma : 0;
  return exp(-0.5 * d * d);
}

/** Vertices measured between two pauses. */
const AT_ONCE = 4096;

/** Signed distances of the vertices: positive outside the target. */
function* vertexErrors(
  fitted: Surface,
  target: Surface,
  cone: number,
  near: number,
): Generator<void, { error: Float64Array; inlier: Float64Array }> {
  const { positions: x, triangles, normals, areas } = fitted;
  const n = x.length / 3;
  const up = new Float64Array(3 * n);
  for (let s = 0; s < triangles.length; s++) {
    const t = Math.floor(s / 3);
    for (let d = 0; d < 3; d++) up[3 * triangles[s] + d] += areas[t] * normals[3 * t + d];
  }
  const error = new Float64Array(n);
  const inlier = new Float64Array(n);
  const foot = createFoot();
  for (let v = 0; v < n; v++) {
    if ((v + 1) % AT_ONCE === 0) yield;
    closestInCone(foot, target, x, 3 * v, up, 3 * v, -1, foot.triangle);
    const f = 3 * foot.triangle;
    let [side, cos, size] = [0, 0, 0];
    for (let d = 0; d < 3; d++) {
      const m = target.isCloud ? up[3 * v + d] : target.normals[f + d];
      side += m * (x[3 * v + d] - foot.at[d]);
      cos += up[3 * v + d] * target.normals[f + d];
      size += up[3 * v + d] * up[3 * v + d];
    }
    const distance = Math.sqrt(foot.distance2);
    error[v] = side < 0 ? -distance : distance;
    const agrees = (target.isCloud ? Math.abs(cos) : cos) >= cone * Math.sqrt(size);
    inlier[v] = distance <= near && agrees && !isOnBorder(target, foot) ? 1 : 0;
  }
  return { error, inlier };
}
