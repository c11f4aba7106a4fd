/**
 * The isotropic laws as functions of the principal stretches σ of F = U diag(σ) Vᵀ (U, V rotations, σ₂ negative if
 * inverted): the same laws as in corotational.ts, stvk.ts, neo-hookean.ts and mooney-rivlin.ts, for loops that know the
 * stretches anyway. Stress and tangent then are P = U diag(p) Vᵀ and twelve moduli, which fall apart into small blocks
 * that are easily made semidefinite.
 */
import { eigen3 } from '../math/eigen3.ts';
import { log } from '../math/elementary.ts';
import type { MaterialName } from './material.ts';
import { MOONEY_RIVLIN_DEFAULTS } from './mooney-rivlin.ts';
import { SMALLEST_SUM } from './numbers.ts';

export interface PrincipalLaw {
  /** out[o] = energy density Ψ [J/m³] at the stretches S[s..s+3). */
  energy(out: Float64Array, o: number, S: Float64Array, s: number): void;
  /** p[o..o+3) = ∂Ψ/∂σ [Pa]. */
  stress(p: Float64Array, o: number, S: Float64Array, s: number): void;
  /**
   * m[o..o+12) [Pa], negative parts set to zero: a_00, a_11, a_22, a_12, a_02, a_01 with a_ij = ∂p_i/∂σ_j, then for the
   * pairs 12, 02, 01 (p_i − p_j)/(σ_i − σ_j), the modulus of shear, and (p_i + p_j)/(σ_i + σ_j), that of turning.
   */
  moduli(m: Float64Array, o: number, S: Float64Array, s: number): void;
}

/** A law by name, for Lamé's constants [Pa]. */
export function createPrincipalLaw(name: MaterialName, mu: number, lambda: number): PrincipalLaw {
  switch (name) {
    case 'corotational':
      return corotational(mu, lambda);
    case 'stvk':
      return stvk(mu, lambda);
    case 'neo-hookean':
      return stable(mu, lambda, 0);
    case 'mooney-rivlin':
      return stable(mu, lambda, MOONEY_RIVLIN_DEFAULTS.share);
  }
}

/** Ψ = μ Σ(σ−1)² + λ/2 (Σσ − 3)² */
function corotational(mu: number, lambda: number): PrincipalLaw {
  return {
    energy(out, o, S, s) {
      const x = S[s] - 1;
      const y = S[s + 1] - 1;
      const z = S[s + 2] - 1;
      const t = x + y + z;
      out[o] = mu * (x * x + y * y + z * z) + 0.5 * lambda * t * t;
    },
    stress(p, o, S, s) {
      const pressure = lambda * (S[s] + S[s + 1] + S[s + 2] - 3);
      for (let i = 0; i < 3; i++) p[o + i] = 2 * mu * (S[s + i] - 1) + pressure;
    },
    moduli(m, o, S, s) {
      const pressure = lambda * (S[s] + S[s + 1] + S[s + 2] - 3);
      for (let i = 0; i < 3; i++) {
        m[o + i] = 2 * mu + lambda;
        m[o + 3 + i] = lambda;
        m[o + 6 + i] = 2 * mu;
        const sum = S[s + ((i + 1) % 3)] + S[s + ((i + 2) % 3)];
        m[o + 9 + i] = 2 * mu + (2 * pressure - 4 * mu) / Math.max(sum, SMALLEST_SUM);
      }
      clampModuli(m, o);
    },
  };
}

/** Ψ = μ ΣE² + λ/2 (ΣE)², E = (σ² − 1)/2 */
function stvk(mu: number, lambda: number): PrincipalLaw {
  return {
    energy(out, o, S, s) {
      let squares = 0;
      let sum = 0;
      for (let i = s; i < s + 3; i++) {
        const E = 0.5 * (S[i] * S[i] - 1);
        squares += E * E;
        sum += E;
      }
      out[o] = mu * squares + 0.5 * lambda * sum * sum;
    },
    stress(p, o, S, s) {
      // p_i = σ_i (t + μσ_i²) with t = λ ΣE − μ.
      const I1 = S[s] * S[s] + S[s + 1] * S[s + 1] + S[s + 2] * S[s + 2];
      const t = 0.5 * lambda * (I1 - 3) - mu;
      for (let i = 0; i < 3; i++) p[o + i] = S[s + i] * (t + mu * S[s + i] * S[s + i]);
    },
    moduli(m, o, S, s) {
      const I1 = S[s] * S[s] + S[s + 1] * S[s + 1] + S[s + 2] * S[s + 2];
      const t = 0.5 * lambda * (I1 - 3) - mu;
      for (let i = 0; i < 3; i++) {
        const x = S[s + i];
        const y = S[s + ((i + 1) % 3)];
        const z = S[s + ((i + 2) % 3)];
        m[o + i] = t + (3 * mu + lambda) * x * x;
        m[o + 3 + i] = lambda * y * z;
        m[o + 6 + i] = t + mu * (y * y + y * z + z * z);
        m[o + 9 + i] = t + mu * (y * y - y * z + z * z);
      }
      clampModuli(m, o);
    },
  };
}

/** Mooney–Rivlin with the given share of c2; a share of 0 is neo-Hookean. Symbols as in mooney-rivlin.ts. */
function stable(mu: number, lambda: number, share: number): PrincipalLaw {
  const c1 = 0.5 * (1 - share) * mu;
  const c2 = 0.5 * share * mu;
  const shear = (8 / 3) * c1;
  const K = lambda + (5 / 3) * c1;
  const alpha = 1 + (0.75 * shear + 4 * c2) / K;
  return {
    energy(out, o, S, s) {
      const x = S[s] * S[s];
      const y = S[s + 1] * S[s + 1];
      const z = S[s + 2] * S[s + 2];
      const I1 = x + y + z;
      const I2 = x * y + y * z + z * x;
      const J = S[s] * S[s + 1] * S[s + 2];
      const stretch = 0.5 * shear * (I1 - 3 - log(0.25 * (I1 + 1)));
      out[o] = stretch + 0.5 * K * (J - 1) * (J + 1 - 2 * alpha) + c2 * (I2 - 3);
    },
    stress(p, o, S, s) {
      const I1 = S[s] * S[s] + S[s + 1] * S[s + 1] + S[s + 2] * S[s + 2];
      const pressure = K * (S[s] * S[s + 1] * S[s + 2] - alpha);
      const m = shear * (1 - 1 / (I1 + 1));
      for (let i = 0; i < 3; i++) {
        const x = S[s + i];
        const y = S[s + ((i + 1) % 3)];
        const z = S[s + ((i + 2) % 3)];
        p[o + i] = m * x + pressure * y * z + 2 * c2 * x * (y * y + z * z);
      }
    },
    moduli(a, o, S, s) {
      const I1 = S[s] * S[s] + S[s + 1] * S[s + 1] + S[s + 2] * S[s + 2];
      const pressure = K * (S[s] * S[s + 1] * S[s + 2] - alpha);
      const m = shear * (1 - 1 / (I1 + 1));
      const along = (2 * shear) / ((I1 + 1) * (I1 + 1));
      for (let i = 0; i < 3; i++) {
        const x = S[s + i];
        const y = S[s + ((i + 1) % 3)];
        const z = S[s + ((i + 2) % 3)];
        a[o + i] = m + along * x * x + K * y * y * z * z + 2 * c2 * (y * y + z * z);
        a[o + 3 + i] = along * y * z + K * x * x * y * z + pressure * x + 4 * c2 * y * z;
        a[o + 6 + i] = m - pressure * x + 2 * c2 * (x * x - y * z);
        a[o + 9 + i] = m + pressure * x + 2 * c2 * (x * x + y * z);
      }
      clampModuli(a, o);
    },
  };
}

const block = new Float64Array(9);
const values = new Float64Array(3);
const vectors = new Float64Array(9);

/** Sets what is negative to zero: the nearest moduli that never point uphill. */
function clampModuli(m: Float64Array, o: number): void {
  for (let i = o + 6; i < o + 12; i++) if (m[i] < 0) m[i] = 0;
  const xx = m[o];
  const yy = m[o + 1];
  const zz = m[o + 2];
  const yz = m[o + 3];
  const xz = m[o + 4];
  const xy = m[o + 5];
  const minor = xx * yy - xy * xy;
  const det = zz * minor - yz * (xx * yz - xy * xz) - xz * (yy * xz - xy * yz);
  if (xx > 0 && minor > 0 && det > 0) return;
  block[0] = xx;
  block[1] = xy;
  block[2] = xz;
  block[4] = yy;
  block[5] = yz;
  block[8] = zz;
  eigen3(values, 0, vectors, 0, block, 0);
  m.fill(0, o, o + 6);
  for (let k = 0; k < 3 && values[k] > 0; k++) {
    const x = vectors[k];
    const y = vectors[3 + k];
    const z = vectors[6 + k];
    m[o] += values[k] * x * x;
    m[o + 1] += values[k] * y * y;
    m[o + 2] += values[k] * z * z;
    m[o + 3] += values[k] * y * z;
    m[o + 4] += values[k] * x * z;
    m[o + 5] += values[k] * x * y;
  }
}
