/**
 * The engine's default law, written a second time: F = R S, energy density μ|S − I|² + ½λ tr(S − I)². Stress and the full tangent,
 * the turning of R included, so that Newton's method converges.
 */
export interface Law {
  readonly lambda: number;
  readonly mu: number;
}

export function isotropic(young: number, poisson: number): Law {
  return {
    lambda: (young * poisson) / ((1 + poisson) * (1 - 2 * poisson)),
    mu: young / (2 * (1 + poisson)),
  };
}

const R = new Float64Array(9);
const S = new Float64Array(9);
const B = new Float64Array(9);

/** Newton's iteration R ← (R + R⁻ᵀ)/2: ends at the nearest rotation as long as det F > 0. */
function polar(F: Float64Array): void {
  R.set(F);
  for (let iteration = 0; iteration < 50; iteration++) {
    inverse(B, R);
    let change = 0;
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        const next = (R[3 * i + j] + B[3 * j + i]) / 2;
        change = Math.max(change, Math.abs(next - R[3 * i + j]));
        S[3 * i + j] = next;
      }
    }
    R.set(S);
    if (change < 1e-13) break;
  }
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      S[3 * i + j] = R[i] * F[j] + R[3 + i] * F[3 + j] + R[6 + i] * F[6 + j];
    }
  }
}

function inverse(out: Float64Array, A: Float64Array): void {
  const [a, b, c, d, e, f, g, h, k] = A;
  const det = a * (e * k - f * h) - b * (d * k - f * g) + c * (d * h - e * g);
  out[0] = (e * k - f * h) / det;
  out[1] = (c * h - b * k) / det;
  out[2] = (b * f - c * e) / det;
  out[3] = (f * g - d * k) / det;
  out[4] = (a * k - c * g) / det;
  out[5] = (c * d - a * f) / det;
  out[6] = (d * h - e * g) / det;
  out[7] = (b * g - a * h) / det;
  out[8] = (a * e - b * d) / det;
}

const G = new Float64Array(9);
const Ginv = new Float64Array(9);
const turn = new Float64Array(27);

/**
 * First Piola–Kirchhoff stress P [Pa] for F, both row-major; fills the 9 × 9 tangent dP/dF if given. Returns the energy density [J/m³].
 */
export function stress(
  P: Float64Array,
  tangent: Float64Array | null,
  F: Float64Array,
  law: Law,
): number {
  const { lambda, mu } = law;
  polar(F);
  const trace = S[0] + S[4] + S[8] - 3;
  let squares = 0;
  for (let i = 0; i < 9; i++) {
    const e = S[i] - (i % 4 === 0 ? 1 : 0);
    squares += e * e;
    P[i] = 2 * mu * (F[i] - R[i]) + lambda * trace * R[i];
  }
  if (tangent !== null) fillTangent(tangent, lambda, mu, trace);
  return mu * squares + (lambda / 2) * trace * trace;
}

/** dP = 2μ dF + λ (R:dF) R + (λ tr e − 2μ) dR, where dR = R [w], (tr S·I − S) w = axial(Rᵀ dF). */
function fillTangent(T: Float64Array, lambda: number, mu: number, trace: number): void {
  const sum = S[0] + S[4] + S[8];
  for (let i = 0; i < 9; i++) G[i] = (i % 4 === 0 ? sum : 0) - S[i];
  inverse(Ginv, G);
  // turn[3·(3k+l)…]: w for dF = e_k e_lᵀ. The antisymmetric part of A = Rᵀ e_k e_lᵀ is A_ij = R_ki δ_jl.
  for (let k = 0; k < 3; k++) {
    for (let l = 0; l < 3; l++) {
      const axial = [0, 0, 0];
      for (let i = 0; i < 3; i++) {
        if (i === l) continue;
        const m = 3 - i - l; // the axis across i and l
        // axial of A: (A_32 − A_23, A_13 − A_31, A_21 − A_12)
        const sign = (l + 1) % 3 === i ? 1 : -1;
        axial[m] += sign * R[3 * k + i];
      }
      const o = 3 * (3 * k + l);
      for (let i = 0; i < 3; i++) {
        turn[o + i] =
          Ginv[3 * i] * axial[0] + Ginv[3 * i + 1] * axial[1] + Ginv[3 * i + 2] * axial[2];
      }
    }
  }
  const factor = lambda * trace - 2 * mu;
  for (let c = 0; c < 9; c++) {
    const [wx, wy, wz] = [turn[3 * c], turn[3 * c + 1], turn[3 * c + 2]];
    for (let i = 0; i < 3; i++) {
      const [rx, ry, rz] = [R[3 * i], R[3 * i + 1], R[3 * i + 2]];
      // Row i of R [w], [w] = (0 −wz wy; wz 0 −wx; −wy wx 0).
      const dR = [ry * wz - rz * wy, rz * wx - rx * wz, rx * wy - ry * wx];
      for (let j = 0; j < 3; j++) {
        const r = 3 * i + j;
        T[9 * r + c] = (r === c ? 2 * mu : 0) + lambda * R[c] * R[r] + factor * dR[j];
      }
    }
  }
}
