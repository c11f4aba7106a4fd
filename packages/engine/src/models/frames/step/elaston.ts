import { solveSymmetric3 } from './small.ts';

/**
 * One integration point of first order under the corotational law. Four gradients in, F_0 (the mean) and F_a (its change along
 * the principal coordinates ξ_a, whose mean squares are one), each 3×3 row-major in F[f..f+36). With R the nearest rotation to F_0,
 * S = RᵀF_0 and e_a = sym(RᵀF_a):
 *
 *   E = V[μ|F_0 − R|² + λ/2 tr(S − I)²] + V Σ_a [μ|e_a|² + λ/2 tr(e_a)²]
 *
 * P[p..p+36) receives ∂E/∂F_0 and ∂E/∂F_a [J]. R turns with F_0, so the last sum gives F_0 a couple R[y]; without it the point
 * would feel a net torque. Gives the energy [J]. `order` 0 leaves the F_a out.
 */
export function elastonStress(
  P: Float64Array,
  p: number,
  F: Float64Array,
  f: number,
  R: Float64Array,
  r: number,
  volume: number,
  mu: number,
  lambda: number,
  order: number,
  work: Float64Array,
): number {
  // work: G = RᵀF_a (9), C e_a (9), Y (9), S (9), vector (3)
  const G = 0;
  const C = 9;
  const Y = 18;
  const S = 27;
  let energy = 0;
  rotateBack(work, S, R, r, F, f);
  const trace = work[S] + work[S + 4] + work[S + 8] - 3;
  let square = 0;
  for (let i = 0; i < 9; i++) {
    const d = F[f + i] - R[r + i];
    square += d * d;
    P[p + i] = volume * (2 * mu * d + lambda * trace * R[r + i]);
  }
  energy += volume * (mu * square + 0.5 * lambda * trace * trace);
  if (order === 0) {
    P.fill(0, p + 9, p + 36);
    return energy;
  }
  for (let i = 0; i < 9; i++) work[Y + i] = 0;
  for (let a = 1; a < 4; a++) {
    rotateBack(work, G, R, r, F, f + 9 * a);
    const tr = work[G] + work[G + 4] + work[G + 8];
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        const e = 0.5 * (work[G + 3 * i + j] + work[G + 3 * j + i]);
        energy += volume * mu * e * e;
        work[C + 3 * i + j] = volume * (2 * mu * e + (i === j ? lambda * tr : 0));
      }
    }
    energy += volume * 0.5 * lambda * tr * tr;
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        // P_a = R C e_a, and Y += G (C e_a)ᵀ, what turning R does to the energy.
        let stress = 0;
        let y = 0;
        for (let k = 0; k < 3; k++) {
          stress += R[r + 3 * i + k] * work[C + 3 * k + j];
          y += work[G + 3 * i + k] * work[C + 3 * j + k];
        }
        P[p + 9 * a + 3 * i + j] = stress;
        work[Y + 3 * i + j] += y;
      }
    }
  }
  addCouple(P, p, R, r, work, S, Y);
  return energy;
}

/** P_0 += R[y]ₓ with (tr(S)I − S) y = the axial vector of Y. */
function addCouple(
  P: Float64Array,
  p: number,
  R: Float64Array,
  r: number,
  work: Float64Array,
  S: number,
  Y: number,
): void {
  const v = 36;
  work[v] = work[Y + 5] - work[Y + 7];
  work[v + 1] = work[Y + 6] - work[Y + 2];
  work[v + 2] = work[Y + 1] - work[Y + 3];
  if (work[v] === 0 && work[v + 1] === 0 && work[v + 2] === 0) return;
  const t = work[S] + work[S + 4] + work[S + 8];
  const xy = -0.5 * (work[S + 1] + work[S + 3]);
  const xz = -0.5 * (work[S + 2] + work[S + 6]);
  const yz = -0.5 * (work[S + 5] + work[S + 7]);
  if (!solveSymmetric3(work, v, t - work[S], xy, xz, t - work[S + 4], yz, t - work[S + 8])) return;
  const x = work[v];
  const y = work[v + 1];
  const z = work[v + 2];
  for (let i = 0; i < 3; i++) {
    const a = R[r + 3 * i];
    const b = R[r + 3 * i + 1];
    const c = R[r + 3 * i + 2];
    P[p + 3 * i] -= b * z - c * y;
    P[p + 3 * i + 1] -= c * x - a * z;
    P[p + 3 * i + 2] -= a * y - b * x;
  }
}

/** out = RᵀF */
function rotateBack(
  out: Float64Array,
  o: number,
  R: Float64Array,
  r: number,
  F: Float64Array,
  f: number,
): void {
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      out[o + 3 * i + j] =
        R[r + i] * F[f + j] + R[r + 3 + i] * F[f + 3 + j] + R[r + 6 + i] * F[f + 6 + j];
    }
  }
}
