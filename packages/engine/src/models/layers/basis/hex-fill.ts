import type { Sdf } from '../../../geometry/types.ts';
import { FILL_SAMPLES } from '../numbers.ts';
import type { HexPatch } from './hex.ts';

const ALONG = 2 * FILL_SAMPLES;
const COUNT = ALONG ** 3;
const places = new Float64Array(3 * COUNT);
const values = new Float64Array(COUNT);

/** The coordinates whose product a second moment is of. */
export const PAIRS = [
  [0, 0],
  [1, 1],
  [2, 2],
  [1, 2],
  [0, 2],
  [0, 1],
] as const;

/**
 * Numbers that say what a shape fills of an eighth of a cell: its part, and the means over the eighth of x, y, z, x²,
 * y², z², yz, xz, xy there, in cells from the cell's corner.
 */
export const MOMENTS = 4 + PAIRS.length;

/** fill = moments of each eighth of the cell with its lowest corner at `low` [m]; returns the part of the cell. */
export function fillCell(
  fill: Float64Array,
  shape: Sdf,
  low: readonly number[],
  edge: readonly number[],
): number {
  // A distance changes by at most a metre a metre: where the surface is further away than a corner, one value tells.
  const far = 0.5 * Math.sqrt(edge[0] ** 2 + edge[1] ** 2 + edge[2] ** 2);
  for (let d = 0; d < 3; d++) places[d] = low[d] + 0.5 * edge[d];
  shape.evaluate(places, 1, values);
  fill.fill(0);
  if (Math.abs(values[0]) > far * (1 + 1e-9)) {
    if (values[0] > 0) return 0;
    fill.set(FULL);
    return 1;
  }
  for (let n = 0; n < COUNT; n++) {
    for (let d = 0; d < 3; d++) places[3 * n + d] = low[d] + along(n, d) * edge[d];
  }
  shape.evaluate(places, COUNT, values);
  const at = [0, 0, 0];
  let whole = 0;
  for (let n = 0; n < COUNT; n++) {
    const part = partOf(n);
    if (part === 0) continue;
    whole += part / COUNT;
    let s = 0;
    for (let d = 0; d < 3; d++) {
      const middle = along(n, d);
      if (middle > 0.5) s += 1 << d;
      at[d] = middle - (0.5 * (1 - part) * slope[d]) / ALONG;
    }
    addMoments(fill, MOMENTS * s, part / FILL_SAMPLES ** 3, at, 1 / (12 * ALONG * ALONG));
  }
  return whole;
}

const indexOf = (n: number, d: number): number => Math.floor(n / ALONG ** d) % ALONG;
const along = (n: number, d: number): number => (indexOf(n, d) + 0.5) / ALONG;

/** How the values change across a sample along each axis, in parts of how they do from one corner to the other. */
const slope = new Float64Array(3);

/** The part of a sample that is inside a face across it, by its own value and those of its neighbours. */
function partOf(n: number): number {
  let change = 0;
  for (let d = 0; d < 3; d++) {
    const i = indexOf(n, d);
    const [back, on] = [i > 0 ? 1 : 0, i + 1 < ALONG ? 1 : 0];
    const stride = ALONG ** d;
    slope[d] = (values[n + on * stride] - values[n - back * stride]) / (back + on);
    change += Math.abs(slope[d]);
  }
  if (change === 0) return values[n] < 0 ? 1 : 0;
  for (let d = 0; d < 3; d++) slope[d] /= change;
  return Math.min(1, Math.max(0, 0.5 - values[n] / change));
}

/** Adds `part` of matter around a place, with the variance `own` along each axis. */
function addMoments(
  out: Float64Array,
  o: number,
  part: number,
  at: readonly number[],
  own: number,
): void {
  out[o] += part;
  for (let d = 0; d < 3; d++) out[o + 1 + d] += part * at[d];
  PAIRS.forEach(([a, b], p) => {
    out[o + 4 + p] += part * (at[a] * at[b] + (a === b ? own : 0));
  });
}

/** Moments of the eighths of a full cell. */
const FULL = new Float64Array(8 * MOMENTS);
for (let s = 0; s < 8; s++) {
  const at = [0, 1, 2].map((d) => 0.25 + 0.5 * ((s >> d) & 1));
  addMoments(FULL, MOMENTS * s, 1, at, 1 / 48);
}

/** Adds the moments of eighth s of cell c to `sum`. */
export function addEighth(sum: Float64Array, patch: HexPatch, c: number, s: number): void {
  const cut = patch.cut[c];
  const from = cut < 0 ? FULL : patch.moments;
  const o = MOMENTS * (cut < 0 ? s : 8 * cut + s);
  for (let k = 0; k < MOMENTS; k++) sum[k] += from[o + k];
}

/**
 * Eight points in place of matter with these moments: at its middle, moved to both sides along each axis by how far it
 * spreads, with weights that add up to one. Volume, middle and second moments are those of the matter; for a full cell
 * they are Gauss's points. `at` in cells, shape [8, 3].
 */
export function eightPoints(at: Float64Array, weight: Float64Array, m: Float64Array): void {
  const spread = [0, 0, 0];
  for (let d = 0; d < 3; d++) {
    const mean = m[1 + d] / m[0];
    spread[d] = Math.sqrt(Math.max(0, m[4 + d] / m[0] - mean * mean));
    for (let s = 0; s < 8; s++) at[3 * s + d] = mean + ((s >> d) & 1 ? 1 : -1) * spread[d];
  }
  const together = [0, 0, 0];
  for (let p = 0; p < 3; p++) {
    const [a, b] = PAIRS[3 + p];
    const own = spread[a] * spread[b];
    if (own > 0) together[p] = (m[4 + 3 + p] / m[0] - (m[1 + a] / m[0]) * (m[1 + b] / m[0])) / own;
  }
  let least = 0;
  for (let s = 0; s < 8; s++) {
    weight[s] = 0;
    for (let p = 0; p < 3; p++) {
      const [a, b] = PAIRS[3 + p];
      weight[s] += (((s >> a) ^ (s >> b)) & 1 ? -1 : 1) * together[p];
    }
    least = Math.min(least, weight[s]);
  }
  // A thin slanted sheet would need a weight below zero: it gets as close as it can.
  const most = least < -1 ? -1 / least : 1;
  for (let s = 0; s < 8; s++) weight[s] = (1 + most * weight[s]) / 8;
}
