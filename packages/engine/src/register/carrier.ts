import type { TriangleMesh } from '../geometry/types.ts';
import { applyToPoint, composeAffine } from '../math/affine.ts';
import { scaleOf } from './align/similarity.ts';
import { mapPoints } from './align/units.ts';
import { type Embedded, embedPoints, embedSteps, type FrameBody, movePoints } from './body/body.ts';
import type { FitState } from './fit/fit.ts';
import type { Chosen } from './pose.ts';
import type { RegisterLook, Registration } from './types.ts';

/** Takes points of the template to where the frames are. */
export interface Carrier {
  /** Own units to the target's file, and how long one of them is there. */
  readonly toTarget: Float64Array;
  readonly unit: number;
  /** The template's vertices at rest, and as frames D move them, both in own units. */
  readonly rest: Float64Array;
  positionsAt(D: Float64Array): Float64Array;
  carry: Registration['carry'];
  look(): RegisterLook;
}

export function* createCarrier(
  template: TriangleMesh,
  { pair, pose }: Chosen,
  body: FrameBody,
  { D, active }: FitState,
): Generator<void, Carrier> {
  const toTarget = new Float64Array(12);
  composeAffine(toTarget, 0, pair.units.toFile, 0, pose.matrix, 0);
  const embed = (points: Float64Array): Embedded =>
    embedPoints(body, mapPoints(pair.units.toOwn, points));
  const move = (embedded: Embedded, frames: Float64Array): Float64Array => {
    const out = new Float64Array(embedded.rest.length);
    movePoints(out, embedded, frames);
    return out;
  };
  const vertices = yield* embedSteps(body, mapPoints(pair.units.toOwn, template.positions));
  return {
    toTarget,
    unit: scaleOf(toTarget),
    rest: vertices.rest,
    positionsAt: (frames) => move(vertices, frames),
    carry: (points) => mapPoints(toTarget, move(embed(points), D)),
    look() {
      const frames = new Float64Array(3 * body.nodes);
      for (let k = 0; k < body.nodes; k++)
        applyToPoint(frames, 3 * k, D, 12 * k, body.positions, 3 * k);
      return {
        positions: mapPoints(toTarget, move(vertices, D)),
        frames: mapPoints(toTarget, frames),
        level: body.level.slice(),
        awake: active.slice(),
      };
    },
  };
}
