import {
  addTo,
  type Banded,
  createBanded,
  factorBanded,
  multiplyBanded,
  solveBanded,
} from './banded.ts';

/** A straight beam of Hermite elements: deflection and slope at each node, clamped at x = 0, free at x = length. */
export interface Beam {
  readonly length: number;
  readonly side: number;
  readonly young: number;
  readonly density: number;
  /** Acceleration along +x [m/s²]: tension if positive, the weight of a column if negative. */
  readonly along: number;
}

/** Stiffness, stiffness from the weight alone (for the given `along`), and mass, without the two clamped unknowns. */
function matrices(beam: Beam, elements: number): { K: Banded; T: Banded; M: Banded } {
  const { length, side, young, density, along } = beam;
  const [area, inertia] = [side ** 2, side ** 4 / 12];
  const h = length / elements;
  const size = 2 * elements;
  const [K, T, M] = [createBanded(size, 3), createBanded(size, 3), createBanded(size, 3)];
  // Gauss points of [0, 1], exact up to the seventh degree.
  const points = [0.0694318442029737, 0.3300094782075719, 0.6699905217924281, 0.9305681557970263];
  const weights = [0.1739274225687269, 0.3260725774312731, 0.3260725774312731, 0.1739274225687269];
  for (let e = 0; e < elements; e++) {
    points.forEach((s, q) => {
      const weight = weights[q] * h;
      const value = [
        1 - 3 * s * s + 2 * s ** 3,
        h * (s - 2 * s * s + s ** 3),
        3 * s * s - 2 * s ** 3,
        h * (s ** 3 - s * s),
      ];
      const slope = [
        (6 * s * s - 6 * s) / h,
        1 - 4 * s + 3 * s * s,
        (6 * s - 6 * s * s) / h,
        3 * s * s - 2 * s,
      ];
      const curve = [
        (12 * s - 6) / h ** 2,
        (6 * s - 4) / h,
        (6 - 12 * s) / h ** 2,
        (6 * s - 2) / h,
      ];
      const tension = density * area * along * (length - (e + s) * h);
      for (let a = 0; a < 4; a++) {
        for (let b = 0; b <= a; b++) {
          const [i, j] = [2 * e + a - 2, 2 * e + b - 2];
          if (i < 0 || j < 0) continue;
          addTo(K, i, j, weight * young * inertia * curve[a] * curve[b]);
          addTo(T, i, j, weight * tension * slope[a] * slope[b]);
          addTo(M, i, j, weight * density * area * value[a] * value[b]);
        }
      }
    });
  }
  return { K, T, M };
}

/** The smallest μ of A x = μ B x by inverse iteration, A positive definite. */
function smallest(A: Banded, B: Banded): number {
  factorBanded(A);
  let x: Float64Array<ArrayBufferLike> = new Float64Array(A.size).map((_, i) =>
    i % 2 === 0 ? (i + 1) / A.size : 0,
  );
  let mu = 0;
  for (let iteration = 0; iteration < 400; iteration++) {
    const y = multiplyBanded(B, x);
    const z = Float64Array.from(y);
    solveBanded(A, z);
    const next = dot(x, y) / dot(z, y);
    const size = Math.sqrt(dot(z, z));
    x = z.map((v) => v / size);
    if (Math.abs(next - mu) < 1e-13 * Math.abs(next)) return next;
    mu = next;
  }
  return mu;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

function plus(A: Banded, B: Banded): Banded {
  return { ...A, rows: A.rows.map((v, i) => v + B.rows[i]) };
}

/** Lowest frequency of the beam under its own weight along the axis [Hz]. */
export function beamFrequency(beam: Beam, elements = 60): number {
  const { K, T, M } = matrices(beam, elements);
  return Math.sqrt(smallest(plus(K, T), M)) / (2 * Math.PI);
}

/** By how much the acceleration `along` (negative) must be multiplied until the column buckles. */
export function bucklingFactor(beam: Beam, elements = 60): number {
  const { K, T } = matrices(beam, elements);
  return smallest(K, { ...T, rows: T.rows.map((v) => -v) });
}
