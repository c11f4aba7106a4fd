import { BOX, CAPSULE, CYLINDER, PLANE, SPHERE } from '../../../geometry/primitive.ts';
import type { Placed } from './placed.ts';

/** Below this part of a metre a direction is none. */
const NOWHERE = 1e-12;

const local = new Float64Array(3);
const near = new Float64Array(3);

/** local = y in the axes of p. */
function toLocal({ centre, axes }: Placed, y: Float64Array): void {
  const dx = y[0] - centre[0];
  const dy = y[1] - centre[1];
  const dz = y[2] - centre[2];
  for (let k = 0; k < 3; k++) local[k] = axes[k] * dx + axes[3 + k] * dy + axes[6 + k] * dz;
}

/**
 * out = [signed distance, outward normal] of the surface at y, exact on both sides. Of a sphere's own centre, an axis
 * and the like, where no direction is nearest, the normal is one of the primitive's axes.
 */
export function nearestSurface(out: Float64Array, p: Placed, y: Float64Array): void {
  toLocal(p, y);
  const { kind, half, radius, axes } = p;
  if (kind === PLANE) {
    out[0] = local[1];
    for (let c = 0; c < 3; c++) out[1 + c] = axes[3 * c + 1];
    return;
  }
  // `near` becomes the vector from the nearest place of the core to y; inside boxes and cylinders that of the nearest
  // face, `depth` below it.
  let depth = -1;
  if (kind === BOX) {
    let face = -1;
    let least = Number.NEGATIVE_INFINITY;
    let outside = false;
    for (let c = 0; c < 3; c++) {
      const beyond = Math.abs(local[c]) - half[c];
      near[c] = beyond > 0 ? (local[c] > 0 ? beyond : -beyond) : 0;
      outside = outside || beyond > 0;
      if (beyond <= least) continue;
      least = beyond;
      face = c;
    }
    if (!outside) {
      depth = -least;
      near[face] = local[face] < 0 ? -1 : 1;
    }
  } else if (kind === CYLINDER) {
    const r = Math.sqrt(local[0] * local[0] + local[2] * local[2]);
    const across = r - half[0];
    const along = Math.abs(local[1]) - half[1];
    const side = r > NOWHERE ? 1 / r : 0;
    const ox = side > 0 ? local[0] * side : 1;
    const oz = side > 0 ? local[2] * side : 0;
    const up = local[1] < 0 ? -1 : 1;
    if (across > 0 || along > 0) {
      const out = Math.max(across, 0);
      near[0] = out * ox;
      near[1] = Math.max(along, 0) * up;
      near[2] = out * oz;
    } else {
      depth = -Math.max(across, along);
      near[0] = across > along ? ox : 0;
      near[1] = across > along ? 0 : up;
      near[2] = across > along ? oz : 0;
    }
  } else {
    const end = kind === CAPSULE ? half[1] : 0;
    near[0] = local[0];
    near[1] = local[1] - Math.max(-end, Math.min(end, local[1]));
    near[2] = local[2];
  }
  const length = Math.sqrt(near[0] * near[0] + near[1] * near[1] + near[2] * near[2]);
  if (!(length > NOWHERE)) {
    near[0] = kind === SPHERE ? 0 : 1;
    near[1] = kind === SPHERE ? 1 : 0;
    near[2] = 0;
  }
  const inverse = length > NOWHERE ? 1 / length : 1;
  out[0] = (depth >= 0 ? -depth : length) - radius;
  for (let c = 0; c < 3; c++) {
    const k = 3 * c;
    out[1 + c] = inverse * (axes[k] * near[0] + axes[k + 1] * near[1] + axes[k + 2] * near[2]);
  }
}

/**
 * y becomes the place nearest to it in the core of p: what is left of it less its rounding, and less `inset` of boxes
 * and cylinders.
 */
export function intoCore(y: Float64Array, p: Placed, inset: number): void {
  toLocal(p, y);
  const { kind, half, axes, centre } = p;
  if (kind === CYLINDER) {
    const most = half[0] - inset;
    const r = Math.sqrt(local[0] * local[0] + local[2] * local[2]);
    const part = r > most ? most / r : 1;
    local[0] *= part;
    local[2] *= part;
    const end = half[1] - inset;
    local[1] = Math.max(-end, Math.min(end, local[1]));
  } else {
    for (let c = 0; c < 3; c++) {
      const end = kind === BOX ? Math.max(0, half[c] - inset) : half[c];
      local[c] = Math.max(-end, Math.min(end, local[c]));
    }
  }
  for (let c = 0; c < 3; c++) {
    const k = 3 * c;
    y[c] = centre[c] + axes[k] * local[0] + axes[k + 1] * local[1] + axes[k + 2] * local[2];
  }
}
