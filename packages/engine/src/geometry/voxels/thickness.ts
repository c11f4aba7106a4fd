import { cbrt } from '../../math/elementary.ts';
import { LOOKS, MOST_LOOKS, THIN_PART } from '../numbers.ts';
import type { Sdf } from '../types.ts';

/**
 * About how much a body holds [m³], and how thick it is where it is thin [m]: twice the depth of its ridges, the places
 * that are deeper than what lies on both sides of them along some axis, such that a fifth of them are thinner. Along an
 * arm that is the arm's thickness, in a plate the plate's, in a ball its diameter.
 */
export function sizeUp(sdf: Sdf): { thickness: number; volume: number } {
  const b = sdf.bounds;
  const sides = [0, 1, 2].map((d) => b[d + 3] - b[d]);
  const shortest = Math.min(...sides);
  let step = Math.min(cbrt((sides[0] * sides[1] * sides[2]) / LOOKS), shortest / 6);
  if (!(step > 0)) return { thickness: shortest, volume: 0 };
  const countOf = (s: number): number => Math.max(1, Math.ceil(s / step));
  while (countOf(sides[0]) * countOf(sides[1]) * countOf(sides[2]) > MOST_LOOKS) step *= 1.25;
  const count = sides.map(countOf);
  const [nx, ny, nz] = count;
  const total = nx * ny * nz;
  const places = new Float64Array(3 * total);
  for (let i = 0; i < total; i++) {
    const at = [i % nx, Math.floor(i / nx) % ny, Math.floor(i / (nx * ny))];
    for (let d = 0; d < 3; d++) places[3 * i + d] = b[d] + (sides[d] * (at[d] + 0.5)) / count[d];
  }
  const distance = new Float64Array(total);
  sdf.evaluate(places, total, distance);
  const strides = [1, nx, nx * ny];
  const ridges: number[] = [];
  let inside = 0;
  for (let i = 0; i < total; i++) {
    if (distance[i] >= 0) continue;
    inside++;
    for (let d = 0; d < 3; d++) {
      const at = Math.floor(i / strides[d]) % count[d];
      // Outside the box is outside the body.
      const before = at >= 2 ? distance[i - 2 * strides[d]] : step;
      const after = at + 2 < count[d] ? distance[i + 2 * strides[d]] : step;
      if (Math.min(before, after) < distance[i] + 0.5 * step) continue;
      // Towards an edge the sheet between two sides looks like a ridge, too, but it rises steeply.
      if (risesBy(distance, count, strides, i) > step) break;
      ridges.push(-2 * distance[i] + 0.5 * step);
      break;
    }
  }
  const volume = (inside / total) * sides[0] * sides[1] * sides[2];
  ridges.sort((p, q) => p - q);
  const thin = ridges.length > 0 ? ridges[Math.floor(THIN_PART * ridges.length)] : shortest;
  return { thickness: Math.min(shortest, thin), volume };
}

/** How much deeper it is two places further, in any direction [m]. */
function risesBy(
  distance: Float64Array,
  count: readonly number[],
  strides: readonly number[],
  i: number,
): number {
  let deepest = distance[i];
  for (let n = 0; n < 27; n++) {
    let other = i;
    for (let d = 0, digits = n; d < 3; d++, digits = Math.floor(digits / 3)) {
      const at = (Math.floor(i / strides[d]) % count[d]) + 2 * ((digits % 3) - 1);
      other =
        at < 0 || at >= count[d] || other < 0 ? -1 : other + 2 * ((digits % 3) - 1) * strides[d];
    }
    if (other >= 0) deepest = Math.min(deepest, distance[other]);
  }
  return distance[i] - deepest;
}
