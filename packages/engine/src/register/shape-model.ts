import { check } from '../core/errors.ts';
import { eigenSymmetric } from '../math/dense.ts';
import { fitSimilarity } from './align/similarity.ts';
import { mapPoints } from './align/units.ts';
import { MEAN_ROUNDS } from './numbers.ts';

/** How a family of shapes varies about its mean: shape = mean + Σ c_i √variance_i mode_i. */
export interface ShapeModel {
  /** Shape [vertices, 3]. */
  readonly mean: Float64Array;
  /**
   * Directions of variation, most important first, each of length one over all coordinates; shape [vertices, 3] each.
   */
  readonly modes: readonly Float64Array[];
  /** Variance along each mode, in squared units of the mean. */
  readonly variances: Float64Array;
  /** Part of all variance that each mode explains. */
  readonly explained: Float64Array;
  /** Coordinates of each shape in standard deviations, shape [shapes, modes]. */
  readonly scores: readonly Float64Array[];
}

/** Modes with less than this part of the largest variance are rounding. */
const LEAST = 1e-10;

/**
 * Mean and main modes of shapes with the same vertices, as registrations of one template give them. Position and turn
 * are taken out, size only with `scale`. n shapes have at most n − 1 modes.
 */
export function shapeModel(
  shapes: readonly Float64Array[],
  options: { scale?: boolean; modes?: number } = {},
): ShapeModel {
  const n = shapes.length;
  check(n >= 2, () => `must be at least two shapes, got ${n}. Fit more targets.`, 'shapes');
  shapes.forEach((shape, i) => {
    check(
      shape.length === shapes[0].length && shape.length > 0,
      () =>
        `must have the ${shapes[0].length} coordinates of the first, got ${shape.length}. Fit one template to all.`,
      `shapes[${i}]`,
    );
  });
  const aligned = alignAll(shapes, options.scale ?? false);
  const mean = meanOf(aligned);
  const away = aligned.map((shape) => shape.map((x, i) => x - mean[i]));
  const G = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = 0; k < mean.length; k++) sum += away[i][k] * away[j][k];
      G[i * n + j] = G[j * n + i] = sum / (n - 1);
    }
  }
  const values = new Float64Array(n);
  const vectors = new Float64Array(n * n);
  let total = 0;
  for (let i = 0; i < n; i++) total += G[i * (n + 1)];
  eigenSymmetric(values, vectors, G, n);
  let count = 0;
  const most = Math.min(n - 1, options.modes ?? n - 1);
  while (count < most && values[count] > LEAST * values[0] && values[count] > 0) count++;
  const modes: Float64Array[] = [];
  for (let m = 0; m < count; m++) {
    const mode = new Float64Array(mean.length);
    const length = Math.sqrt(values[m] * (n - 1));
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < mode.length; k++) mode[k] += (vectors[i * n + m] / length) * away[i][k];
    }
    modes.push(mode);
  }
  return {
    mean,
    modes,
    variances: values.slice(0, count),
    explained: values.slice(0, count).map((v) => v / total),
    scores: away.map((shape) =>
      Float64Array.from(modes, (mode, m) => {
        let sum = 0;
        for (let k = 0; k < mode.length; k++) sum += mode[k] * shape[k];
        return sum / Math.sqrt(values[m]);
      }),
    ),
  };
}

/** All shapes brought to their common mean. */
function alignAll(shapes: readonly Float64Array[], scale: boolean): Float64Array[] {
  const points = shapes[0].length / 3;
  const weights = new Float64Array(points).fill(1);
  const map = new Float64Array(12);
  let mean = shapes[0];
  let aligned: Float64Array[] = [];
  for (let round = 0; round < MEAN_ROUNDS; round++) {
    aligned = shapes.map((shape) => {
      fitSimilarity(map, shape, mean, weights, points, scale);
      return mapPoints(map, shape);
    });
    const next = meanOf(aligned);
    // The mean keeps the size and the place of the first shape: nothing drifts.
    fitSimilarity(map, next, shapes[0], weights, points, scale);
    mean = mapPoints(map, next);
  }
  return aligned;
}

function meanOf(shapes: readonly Float64Array[]): Float64Array {
  const mean = new Float64Array(shapes[0].length);
  for (const shape of shapes)
    for (let i = 0; i < mean.length; i++) mean[i] += shape[i] / shapes.length;
  return mean;
}
