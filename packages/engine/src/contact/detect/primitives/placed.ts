import type { Primitive } from '../../../geometry/primitive.ts';

/** A primitive where it is now. */
export interface Placed {
  kind: number;
  readonly half: Float64Array;
  radius: number;
  readonly centre: Float64Array;
  /** Unit axes as the columns of a row-major 3×3 matrix. */
  readonly axes: Float64Array;
}

export function createPlaced(): Placed {
  return {
    kind: 0,
    half: new Float64Array(3),
    radius: 0,
    centre: new Float64Array(3),
    axes: new Float64Array(9),
  };
}

function setForm(out: Placed, p: Primitive): void {
  out.kind = p.kind;
  out.radius = p.radius;
  for (let c = 0; c < 3; c++) out.half[c] = p.half[c];
}

/** Carried along by a 3×4 rigid map. */
export function placeByPose(out: Placed, p: Primitive, pose: Float64Array): void {
  setForm(out, p);
  const { axes, centre } = p;
  for (let r = 0; r < 3; r++) {
    const a = pose[4 * r];
    const b = pose[4 * r + 1];
    const c = pose[4 * r + 2];
    out.centre[r] = a * centre[0] + b * centre[1] + c * centre[2] + pose[4 * r + 3];
    for (let k = 0; k < 3; k++) {
      out.axes[3 * r + k] = a * axes[k] + b * axes[3 + k] + c * axes[6 + k];
    }
  }
}

/** Material points that tell where a primitive is: its centre, and a metre from it along each axis. Shape [4, 3]. */
export function framePoints({ centre, axes }: Primitive): Float64Array {
  const points = new Float64Array(12);
  for (let c = 0; c < 3; c++) {
    for (let k = 0; k < 4; k++) points[3 * k + c] = centre[c] + (k > 0 ? axes[3 * c + k - 1] : 0);
  }
  return points;
}

/** Where its frame points say it is. */
export function placeByPoints(out: Placed, p: Primitive, x: Float64Array): void {
  setForm(out, p);
  for (let c = 0; c < 3; c++) {
    out.centre[c] = x[c];
    for (let k = 0; k < 3; k++) out.axes[3 * c + k] = x[3 * (k + 1) + c] - x[c];
  }
}
