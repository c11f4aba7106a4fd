/** A swing that dies away: y ≈ c + e^(−γt) (a cos ωt + b sin ωt). */
export interface Ring {
  /** [Hz] */
  readonly frequency: number;
  /** Part of the amplitude that is left after one period. */
  readonly kept: number;
  /** [unit of y] */
  readonly amplitude: number;
  /** What the fit misses, as a part of the amplitude (root mean square). */
  readonly missed: number;
}

/** Fits a swing of about `frequency` Hz to samples at `times` [s]: linear in (c, a, b), a search that halves its steps in (γ, ω). */
export function fitRing(
  times: readonly number[],
  values: readonly number[],
  frequency: number,
): Ring {
  const omega0 = 2 * Math.PI * frequency;
  let best = { gamma: 0, omega: omega0, ...project(times, values, 0, omega0) };
  const attempt = (gamma: number, omega: number): boolean => {
    if (omega <= 0.2 * omega0 || omega > 4 * omega0 || Math.abs(gamma) > 2 * omega0) return false;
    const found = project(times, values, gamma, omega);
    if (!(found.missed < best.missed)) return false;
    best = { gamma, omega, ...found };
    return true;
  };
  for (const gamma of [0, 0.02, 0.1, 0.25, 0.5]) {
    for (const factor of [0.6, 0.8, 0.9, 1, 1.1, 1.25, 1.6])
      attempt(gamma * omega0, factor * omega0);
  }
  for (let size = 0.1 * omega0; size > 1e-7 * omega0; ) {
    const moved =
      attempt(best.gamma + size, best.omega) ||
      attempt(best.gamma - size, best.omega) ||
      attempt(best.gamma, best.omega + size) ||
      attempt(best.gamma, best.omega - size);
    if (!moved) size /= 2;
  }
  const amplitude = Math.hypot(best.a, best.b);
  return {
    frequency: best.omega / (2 * Math.PI),
    kept: Math.exp((-best.gamma * 2 * Math.PI) / best.omega),
    amplitude,
    missed: Math.sqrt(best.missed / times.length) / amplitude,
  };
}

/** The best c, a, b for given γ and ω, and the sum of squares they miss. */
function project(
  times: readonly number[],
  values: readonly number[],
  gamma: number,
  omega: number,
) {
  const N = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  const r = [0, 0, 0];
  const row = [1, 0, 0];
  const at = (t: number): void => {
    const fade = Math.exp(-gamma * t);
    row[1] = fade * Math.cos(omega * t);
    row[2] = fade * Math.sin(omega * t);
  };
  times.forEach((t, n) => {
    at(t);
    for (let i = 0; i < 3; i++) {
      r[i] += row[i] * values[n];
      for (let j = 0; j < 3; j++) N[3 * i + j] += row[i] * row[j];
    }
  });
  const [c, a, b] = solve3(N, r);
  let missed = 0;
  times.forEach((t, n) => {
    at(t);
    missed += (values[n] - c - a * row[1] - b * row[2]) ** 2;
  });
  return { c, a, b, missed };
}

/** Cramer's rule. */
function solve3(N: readonly number[], r: readonly number[]): [number, number, number] {
  const det = (a: readonly number[]): number =>
    a[0] * (a[4] * a[8] - a[5] * a[7]) -
    a[1] * (a[3] * a[8] - a[5] * a[6]) +
    a[2] * (a[3] * a[7] - a[4] * a[6]);
  const whole = det(N);
  const column = (k: number): number =>
    det(N.map((v, i) => (i % 3 === k ? r[(i - k) / 3] : v))) / whole;
  return [column(0), column(1), column(2)];
}
