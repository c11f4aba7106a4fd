import type { SpringSource, Springs } from './springs.ts';

/** For each place the nearest other one; positions shape [count, 3]. Every pair is looked at. */
export function nearestOthers(at: Float64Array, count: number): Int32Array {
  const nearest = new Int32Array(count).fill(-1);
  const least = new Float64Array(count).fill(Infinity);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < i; j++) {
      const x = at[3 * i] - at[3 * j];
      const y = at[3 * i + 1] - at[3 * j + 1];
      const z = at[3 * i + 2] - at[3 * j + 2];
      const square = x * x + y * y + z * z;
      if (square < least[i]) {
        least[i] = square;
        nearest[i] = j;
      }
      if (square < least[j]) {
        least[j] = square;
        nearest[j] = i;
      }
    }
  }
  return nearest;
}

/** From the median of |a − b| to the standard deviation of a and b, two independent normal numbers. */
const FROM_MEDIAN = 1.4826 / Math.SQRT2;

/**
 * Standard deviation of the target's noise, in parts of L: the part of the signed distances from the template that
 * neighbouring samples do not share. What they share is a fit that has not come to its end; what they do not, frames
 * cannot follow but between samples. Needs a spring for every sample of the template, as they are when all are in use.
 */
export function estimateNoise(springs: Springs, { neighbour, at }: SpringSource): number {
  const { goal, normal, weight } = springs;
  const n = neighbour.length;
  const signed = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    for (let d = 3 * i; d < 3 * i + 3; d++) signed[i] += normal[d] * (goal[d] - at[d]);
  }
  const differences = new Float64Array(n);
  let pairs = 0;
  for (let i = 0; i < n; i++) {
    const j = neighbour[i];
    if (j < 0 || weight[i] === 0 || weight[j] === 0) continue;
    differences[pairs++] = Math.abs(signed[i] - signed[j]);
  }
  if (pairs === 0) return 0;
  return FROM_MEDIAN * differences.subarray(0, pairs).sort()[pairs >> 1];
}
