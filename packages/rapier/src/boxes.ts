import type { Bounds } from 'pliant';
import type { Motion } from './motion.ts';

/**
 * out = a box [minX, minY, minZ, maxX, maxY, maxZ] around a thing of the given bounds on its way through the coming step, and a margin: a part
 * of the box's longest side. Unbounded things get an unbounded box.
 */
export function reachOf(
  out: Float64Array,
  bounds: Bounds,
  now: Motion,
  next: Motion,
  h: number,
  margin: number,
): void {
  let longest = 0;
  for (let c = 0; c < 3; c++) longest = Math.max(longest, bounds[c + 3] - bounds[c]);
  if (!Number.isFinite(longest)) {
    out.fill(Number.NEGATIVE_INFINITY, 0, 3);
    out.fill(Number.POSITIVE_INFINITY, 3, 6);
    return;
  }
  const [x, y, z, w] = now.rotation;
  R[0] = 1 - 2 * (y * y + z * z);
  R[1] = 2 * (x * y - w * z);
  R[2] = 2 * (x * z + w * y);
  R[3] = 2 * (x * y + w * z);
  R[4] = 1 - 2 * (x * x + z * z);
  R[5] = 2 * (y * z - w * x);
  R[6] = 2 * (x * z - w * y);
  R[7] = 2 * (y * z + w * x);
  R[8] = 1 - 2 * (x * x + y * y);
  const spin = Math.sqrt(now.spin[0] ** 2 + now.spin[1] ** 2 + now.spin[2] ** 2);
  for (let r = 0; r < 3; r++) {
    let centre = now.position[r];
    let half = (margin + h * spin) * longest;
    for (let c = 0; c < 3; c++) {
      centre += 0.5 * R[3 * r + c] * (bounds[c] + bounds[c + 3]);
      half += 0.5 * Math.abs(R[3 * r + c]) * (bounds[c + 3] - bounds[c]);
    }
    // A moved thing goes to its next place, a free one where its velocity takes it.
    const way = next.position[r] - now.position[r] + h * now.velocity[r];
    out[r] = centre - half + Math.min(0, way);
    out[3 + r] = centre + half + Math.max(0, way);
  }
}

const R = new Float64Array(9);

export function overlaps(a: Float64Array, b: Float64Array): boolean {
  for (let c = 0; c < 3; c++) if (a[c] > b[3 + c] || b[c] > a[3 + c]) return false;
  return true;
}
