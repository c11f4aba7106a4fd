import type { TriangleMesh } from '../geometry/types.ts';
import { inverseAffine } from '../math/affine.ts';
import { widestCell } from '../models/frames/build/planes.ts';
import { IDENTITY, mapPoints, type OwnUnits, ownUnits, snapPoints } from './align/units.ts';
import { embedSteps, type FrameBody } from './body/body.ts';
import type { Prior } from './body/prior.ts';
import { piecesOf } from './fit/clutter.ts';
import type { Fitting } from './fit/fit.ts';
import { nearestOthers } from './fit/noise.ts';
import { landmarkSprings, type Places } from './landmarks.ts';
import { MOST_VERTICES } from './numbers.ts';
import type { FullOptions } from './options.ts';
import { flip, type Prepared } from './prepare.ts';
import { cloudNormals } from './surface/cloud.ts';
import { placeSamples, type Samples, sampleSurface } from './surface/samples.ts';
import { simplify } from './surface/simplify.ts';
import {
  createCloud,
  createSurface,
  movedSurface,
  type Surface,
  sortedTriangles,
  surfaceSteps,
} from './surface/surface.ts';

/** Template and target in the template's own units. */
export interface Pair {
  readonly units: OwnUnits;
  /** The template to compute with: all of it, and the faces that springs may hold. */
  readonly whole: Surface;
  readonly template: Surface;
  readonly target: Surface;
  /** Weights of the vertices of the two, null where all count alike. */
  readonly mask: Float64Array | null;
  readonly targetMask: Float64Array | null;
  readonly isClosed: boolean;
  readonly isMirrored: boolean;
}

/** A cloud of points, and their weights. */
export interface MaskedCloud {
  readonly positions: Float64Array;
  readonly mask: Float64Array | null;
}

export function* makePair(
  whole: Prepared,
  part: Prepared | null,
  target: Prepared | null,
  cloud: MaskedCloud | null,
): Generator<void, Pair> {
  const units = ownUnits(whole.mesh);
  const coarse = (mesh: TriangleMesh): TriangleMesh =>
    simplify({ ...mesh, positions: snapPoints(units.toOwn, mesh.positions) }, MOST_VERTICES);
  const surface = ({ positions, triangles }: TriangleMesh): Generator<void, Surface> =>
    surfaceSteps(positions, sortedTriangles(triangles));
  const all = yield* surface(coarse(whole.mesh));
  const some = part === null ? null : coarse(part.mesh);
  return {
    units,
    whole: all,
    template: some === null ? all : yield* surface(some),
    target:
      target === null
        ? ownCloud(units, cloud!.positions)
        : yield* surface({
            positions: snapPoints(units.toOwn, target.mesh.positions),
            triangles: target.mesh.triangles,
          }),
    mask: some?.attributes?.mask ?? null,
    targetMask: target === null ? cloud!.mask : (target.mesh.attributes?.mask ?? null),
    isClosed: whole.isClosed,
    isMirrored: false,
  };
}

function ownCloud(units: OwnUnits, positions: Float64Array): Surface {
  const x = snapPoints(units.toOwn, positions);
  return createCloud(x, cloudNormals(x));
}

/** The pair with the template's mirror image, across its third principal axis. */
export function mirrored(pair: Pair): Pair {
  const { toOwn, toFile, diagonal } = pair.units;
  const across = (surface: Surface): Surface => {
    const triangles = surface.triangles.slice();
    flip(triangles);
    return createSurface(
      surface.positions.map((x, i) => (i % 3 === 2 ? -x : x)),
      sortedTriangles(triangles),
    );
  };
  const whole = across(pair.whole);
  return {
    ...pair,
    isMirrored: true,
    // What comes out of the files is mirrored on its way in; what goes back is as it came to be.
    units: { toOwn: toOwn.map((x, i) => (i >= 8 ? -x : x)), toFile, diagonal, targetToOwn: toOwn },
    whole,
    template: pair.template === pair.whole ? whole : across(pair.template),
  };
}

/** The fit of a template under a pose: the target comes to the template. */
export function* setUpFit(
  pair: Pair,
  body: FrameBody,
  prior: Prior,
  pose: Float64Array,
  places: Places,
  options: FullOptions,
): Generator<void, Fitting> {
  const back = new Float64Array(12);
  inverseAffine(back, 0, pose, 0, new Float64Array(18));
  const target = yield* movedSurface(pair.target, back);
  yield;
  const { samples, seed, backward } = options;
  const template = yield* movedSurface(pair.template, IDENTITY);
  const fromTemplate = sampleSurface(template, samples, seed);
  const fromTarget = sampleSurface(target, samples, seed + 1);
  const targetAt = new Float64Array(3 * samples);
  placeSamples(targetAt, target, fromTarget);
  const templateAt = new Float64Array(3 * samples);
  placeSamples(templateAt, template, fromTemplate);
  yield;
  const points = yield* embedSteps(body, pair.template.positions);
  yield;
  const pieces = piecesOf(target, fromTarget, targetAt);
  yield;
  const to = mapPoints(back, snapPoints(pair.units.targetToOwn, places.to));
  const from = snapPoints(pair.units.toOwn, places.from);
  return {
    body,
    prior,
    points,
    source: {
      template,
      target,
      fromTemplate,
      fromTarget,
      forwardWeight: sampleWeights(template, fromTemplate, pair.mask, 1),
      backwardWeight: sampleWeights(target, fromTarget, pair.targetMask, backward),
      backwardBase: sampleWeights(target, fromTarget, pair.targetMask, backward),
      pieces,
      cone: options.cone,
      tangent: options.tangent,
      reach: 4 * widestCell(body.grid.planes),
      lastForward: new Int32Array(samples).fill(-1),
      lastBackward: new Int32Array(samples).fill(-1),
      every: 1,
      at: templateAt,
      targetAt,
      neighbour: nearestOthers(templateAt, samples),
    },
    fixed: landmarkSprings(template, from, to, options.landmarkWeight),
    options,
  };
}

/** Weights of samples, in proportion to those of the vertices around them; they add up to `total`. */
function sampleWeights(
  { triangles }: Surface,
  { count, triangle, corners }: Samples,
  mask: Float64Array | null,
  total: number,
): Float64Array {
  const out = new Float64Array(count).fill(1);
  let sum = count;
  if (mask !== null) {
    sum = 0;
    for (let i = 0; i < count; i++) {
      out[i] = 0;
      for (let k = 0; k < 3; k++)
        out[i] += corners[3 * i + k] * mask[triangles[3 * triangle[i] + k]];
      sum += out[i];
    }
  }
  for (let i = 0; i < count; i++) out[i] *= total / sum;
  return out;
}
