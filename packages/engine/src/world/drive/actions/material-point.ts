import { check } from '../../../core/errors.ts';
import type { BodyModel } from '../../../models/body.ts';
import type { Point } from '../../../scene/action-types.ts';
import { FAR_OUTSIDE } from '../../numbers.ts';

/** Refuses a material point far outside its body: it would act through a lever that is not there. */
export function checkMaterial(model: BodyModel, name: string, point: Point, path: string): void {
  const box = boxOf(model);
  let square = 0;
  for (let c = 0; c < 3; c++) square += Math.max(0, box[c] - point[c], point[c] - box[3 + c]) ** 2;
  check(
    Math.sqrt(square) <= FAR_OUTSIDE * model.size,
    () =>
      `must be a point of body "${name}" in its own coordinates, got one ${Math.sqrt(square).toPrecision(3)} m outside it. Rays give such points as \`material\`.`,
    path,
  );
}

const boxes = new WeakMap<BodyModel, Float64Array>();

/** Least and largest coordinates of a body's surface at rest [m]. */
function boxOf(model: BodyModel): Float64Array {
  const known = boxes.get(model);
  if (known !== undefined) return known;
  const { positions } = model.surface;
  const box = new Float64Array(6)
    .fill(Number.POSITIVE_INFINITY, 0, 3)
    .fill(Number.NEGATIVE_INFINITY, 3);
  for (let i = 0; i < positions.length; i++) {
    const c = i % 3;
    box[c] = Math.min(box[c], positions[i]);
    box[3 + c] = Math.max(box[3 + c], positions[i]);
  }
  boxes.set(model, box);
  return box;
}
