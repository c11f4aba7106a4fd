import { createRandom } from '../../core/random.ts';
import type { Surface } from './surface.ts';

/** Places on a surface: triangle, and weights of its corners (shape [count, 3]). */
export interface Samples {
  readonly count: number;
  readonly triangle: Int32Array;
  readonly corners: Float64Array;
}

/**
 * `count` places, spread by area times `weight` (one number a triangle; area alone if null): one in each equal share of
 * the whole.
 */
export function sampleSurface(
  surface: Surface,
  count: number,
  seed: number,
  weight: Float64Array | null = null,
): Samples {
  const { areas } = surface;
  const random = createRandom(seed);
  const share = (t: number): number => areas[t] * (weight === null ? 1 : weight[t]);
  let total = 0;
  for (let t = 0; t < areas.length; t++) total += share(t);
  const triangle = new Int32Array(count);
  const corners = new Float64Array(3 * count);
  let t = 0;
  let below = share(0);
  for (let i = 0; i < count; i++) {
    const at = ((i + random.next()) / count) * total;
    while (below < at && t + 1 < areas.length) below += share(++t);
    triangle[i] = t;
    const r = Math.sqrt(random.next());
    const s = random.next();
    corners[3 * i] = 1 - r;
    corners[3 * i + 1] = r * (1 - s);
    corners[3 * i + 2] = r * s;
  }
  return { count, triangle, corners };
}

/** out[3i..] = place i at the surface's present positions. */
export function placeSamples(out: Float64Array, surface: Surface, samples: Samples): void {
  const { positions: x, triangles } = surface;
  const { count, triangle, corners } = samples;
  for (let i = 0; i < count; i++) {
    const t = 3 * triangle[i];
    for (let d = 0; d < 3; d++) {
      out[3 * i + d] =
        corners[3 * i] * x[3 * triangles[t] + d] +
        corners[3 * i + 1] * x[3 * triangles[t + 1] + d] +
        corners[3 * i + 2] * x[3 * triangles[t + 2] + d];
    }
  }
}
