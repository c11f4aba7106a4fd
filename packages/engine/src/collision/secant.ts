/**
 * Makes a symmetric positive matrix agree with what was seen, W dp = dw, changing it as little as that needs (the update of
 * Broyden, Fletcher, Goldfarb and Shanno). W has shape [n, n], row stride `stride`; work has room for n numbers.
 * What was seen is left out if it says nothing (no change, or not positive along dp, as rounding may have it).
 */
export function learnSecant(
  W: Float64Array,
  stride: number,
  n: number,
  dp: Float64Array,
  dw: Float64Array,
  work: Float64Array,
): void {
  let seen = 0;
  let believed = 0;
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += W[i * stride + j] * dp[j];
    work[i] = sum;
    believed += sum * dp[i];
    seen += dw[i] * dp[i];
  }
  if (!(believed > 0 && seen > LEAST * believed)) return;
  const a = 1 / believed;
  const b = 1 / seen;
  for (let i = 0; i < n; i++) {
    const wi = a * work[i];
    const vi = b * dw[i];
    for (let j = 0; j < n; j++) W[i * stride + j] += vi * dw[j] - wi * work[j];
  }
}

/** Response seen over response believed, below which an observation is taken for noise. */
const LEAST = 1e-3;
