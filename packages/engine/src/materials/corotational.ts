import {
  apply3,
  axial3,
  cross3,
  dot9,
  inverse3,
  mul3,
  mulABt3,
  mulAtB3,
  symmetricPart3,
} from '../math/mat3.ts';
import { svd3 } from '../math/svd3.ts';
import { hooke } from './hooke.ts';
import type { MaterialLaw } from './material.ts';
import { SMALLEST_SUM } from './numbers.ts';
import type { Elasticity } from './parameters.ts';
import { FULL_STRIDE, ISOTROPIC_STRIDE } from './parameters.ts';
import { createClamp, createIsotropicClamp, tangentByColumns } from './semidefinite.ts';

export interface CorotationalLaw extends MaterialLaw {
  /**
   * P[o..o+9) = R·(C : (sym(RᵀF) − I)) [Pa] for a rotation R[r..r+9) found elsewhere. Equal to `stress` if R is the
   * nearest rotation and C isotropic; for a full C it leaves out the small couple that turns R.
   */
  warpedStress(
    P: Float64Array,
    o: number,
    R: Float64Array,
    r: number,
    F: Float64Array,
    f: number,
    params: Float64Array,
    p: number,
  ): void;
  /** The same with that couple: the derivative of the energy for a full C too, if R is the nearest rotation. */
  turnedStress(
    P: Float64Array,
    o: number,
    R: Float64Array,
    r: number,
    F: Float64Array,
    f: number,
    params: Float64Array,
    p: number,
  ): void;
  /**
   * T[o..o+81): dP = R·(C : sym(RᵀdF)) [Pa], the derivative of `warpedStress` with R held: semidefinite by
   * construction.
   */
  warpedTangent(
    T: Float64Array,
    o: number,
    R: Float64Array,
    r: number,
    params: Float64Array,
    p: number,
  ): void;
}

/**
 * Corotational elasticity: Hooke's law in the frame that turns with the material.
 *
 *   F = R·S (R the nearest rotation, S symmetric),  e = S − I,  σ = C:e,  Ψ = ½ σ:e
 *   P = R·(σ − [y]),  y = G⁻¹ axial(σS),  G = tr(S)·I − S
 *
 * With isotropic C (σ = 2μe + λ tr(e) I) the couple y is zero. A change dF turns R by w = G⁻¹ axial(RᵀdF) and stretches
 * S by dS = RᵀdF − [w]S; the tangent follows by the product rule. An inverted element keeps R a rotation and has a
 * negative stretch, so it is pushed back. The warped variants hold R, as fast solvers do.
 */
export function createCorotational(elasticity: Elasticity = 'isotropic'): CorotationalLaw {
  const full = elasticity === 'full';
  const U = new Float64Array(9);
  const stretches = new Float64Array(3);
  const V = new Float64Array(9);
  const R = new Float64Array(9);
  const S = new Float64Array(9);
  const e = new Float64Array(9);
  const sigma = new Float64Array(9);
  const G = new Float64Array(9); // the inverse of tr(S)·I − S
  const y = new Float64Array(3);
  const inner = new Float64Array(9); // σ − [y]
  const M = new Float64Array(9);
  const N = new Float64Array(9);
  const w = new Float64Array(3);
  const g = new Float64Array(3);
  const dS = new Float64Array(9);
  const dSigma = new Float64Array(9);
  const dF = new Float64Array(9);
  const dP = new Float64Array(9);
  const clamp = full ? createClamp() : createIsotropicClamp();

  /** Everything about F that the value, the stress and the tangent share. */
  const prepare = (F: Float64Array, f: number, params: Float64Array, p: number): void => {
    svd3(U, 0, stretches, 0, V, 0, F, f);
    mulABt3(R, 0, U, 0, V, 0);
    const s0 = stretches[0];
    const s1 = stretches[1];
    const s2 = stretches[2];
    const h0 = 1 / Math.max(s1 + s2, SMALLEST_SUM);
    const h1 = 1 / Math.max(s0 + s2, SMALLEST_SUM);
    const h2 = 1 / Math.max(s0 + s1, SMALLEST_SUM);
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        const v0 = V[3 * i] * V[3 * j];
        const v1 = V[3 * i + 1] * V[3 * j + 1];
        const v2 = V[3 * i + 2] * V[3 * j + 2];
        const k = 3 * i + j;
        S[k] = s0 * v0 + s1 * v1 + s2 * v2;
        G[k] = h0 * v0 + h1 * v1 + h2 * v2;
        e[k] = S[k] - (i === j ? 1 : 0);
      }
    }
    hooke(sigma, e, elasticity, params, p);
    y.fill(0);
    if (full) {
      mul3(M, 0, sigma, 0, S, 0);
      axial3(g, 0, M, 0);
      solve(y, g);
    }
    subtractCross(inner, sigma, y);
  };

  /** out = G⁻¹·v. */
  const solve = (out: Float64Array, v: Float64Array): void => {
    for (let i = 0; i < 3; i++) {
      out[i] = G[3 * i] * v[0] + G[3 * i + 1] * v[1] + G[3 * i + 2] * v[2];
    }
  };

  let at: Float64Array = dF;
  let atOffset = 0;
  /** dP for dF: after `prepare`, with parameters at `at[atOffset]`. */
  const differential = (): void => {
    mulAtB3(M, 0, R, 0, dF, 0);
    axial3(g, 0, M, 0);
    solve(w, g);
    cross3(N, 0, w[0], w[1], w[2]);
    mul3(dS, 0, N, 0, S, 0);
    for (let i = 0; i < 9; i++) dS[i] = M[i] - dS[i];
    symmetricPart3(dS, 0, dS, 0);
    hooke(dSigma, dS, elasticity, at, atOffset);
    mul3(M, 0, N, 0, inner, 0);
    for (let i = 0; i < 9; i++) M[i] += dSigma[i];
    if (full) {
      // dy from G·y = axial(σS): G·dy = axial(dσ·S + σ·dS) − (tr(dS)·y − dS·y)
      mul3(N, 0, dSigma, 0, S, 0);
      axial3(g, 0, N, 0);
      mul3(N, 0, sigma, 0, dS, 0);
      axial3(w, 0, N, 0);
      const trace = dS[0] + dS[4] + dS[8];
      for (let i = 0; i < 3; i++) {
        const turned = dS[3 * i] * y[0] + dS[3 * i + 1] * y[1] + dS[3 * i + 2] * y[2];
        g[i] += w[i] - trace * y[i] + turned;
      }
      solve(w, g);
      subtractCross(M, M, w);
    }
    mul3(dP, 0, R, 0, M, 0);
  };

  const tangent: MaterialLaw['tangent'] = (T, o, F, f, params, p) => {
    prepare(F, f, params, p);
    at = params;
    atOffset = p;
    tangentByColumns(T, o, dP, dF, differential);
  };

  return {
    name: 'corotational',
    stride: full ? FULL_STRIDE : ISOTROPIC_STRIDE,
    stiffnesses: full ? FULL_STRIDE : 2,
    survivesInversion: true,
    energy(F, f, params, p) {
      prepare(F, f, params, p);
      return 0.5 * dot9(sigma, 0, e, 0);
    },
    stress(P, o, F, f, params, p) {
      prepare(F, f, params, p);
      mul3(P, o, R, 0, inner, 0);
    },
    tangent,
    tangentSemidefinite(T, o, F, f, params, p) {
      tangent(T, o, F, f, params, p);
      clamp(T, o, F, f);
    },
    ...createWarped(elasticity),
  };
}

/** The variants for a rotation found elsewhere. */
function createWarped(
  elasticity: Elasticity,
): Pick<CorotationalLaw, 'warpedStress' | 'turnedStress' | 'warpedTangent'> {
  const S = new Float64Array(9);
  const e = new Float64Array(9);
  const sigma = new Float64Array(9);
  const inner = new Float64Array(9); // σ − [y]
  const M = new Float64Array(9);
  const dSigma = new Float64Array(9);
  const dP = new Float64Array(9);

  /** e and σ. */
  const warp = (
    turn: Float64Array,
    r: number,
    F: Float64Array,
    f: number,
    params: Float64Array,
    p: number,
  ): void => {
    mulAtB3(e, 0, turn, r, F, f);
    symmetricPart3(e, 0, e, 0);
    for (let i = 0; i < 9; i += 4) e[i] -= 1;
    hooke(sigma, e, elasticity, params, p);
  };

  return {
    warpedStress(P, o, turn, r, F, f, params, p) {
      warp(turn, r, F, f, params, p);
      mul3(P, o, turn, r, sigma, 0);
    },
    turnedStress(P, o, turn, r, F, f, params, p) {
      warp(turn, r, F, f, params, p);
      for (let i = 0; i < 9; i++) S[i] = e[i] + (i % 4 === 0 ? 1 : 0);
      if (elasticity === 'full') subtractCouple(inner, sigma, S);
      else inner.set(sigma);
      mul3(P, o, turn, r, inner, 0);
    },
    warpedTangent(T, o, turn, r, params, p) {
      for (let k = 0; k < 3; k++) {
        for (let l = 0; l < 3; l++) {
          // dF = e_k e_lᵀ: then RᵀdF has row k of R as its column l.
          M.fill(0);
          for (let i = 0; i < 3; i++) M[3 * i + l] = turn[r + 3 * k + i];
          symmetricPart3(M, 0, M, 0);
          hooke(dSigma, M, elasticity, params, p);
          mul3(dP, 0, turn, r, dSigma, 0);
          for (let i = 0; i < 9; i++) T[o + 9 * i + 3 * k + l] = dP[i];
        }
      }
    },
  };
}

const product = new Float64Array(9);
const curve = new Float64Array(9);
const curveInverse = new Float64Array(9);
const axis = new Float64Array(3);
const couple = new Float64Array(3);

/**
 * out = σ − [y] with y = G⁻¹ axial(σS), G = tr(S)·I − S: then R·out is the derivative of σ:S by F = R·S for a fixed
 * symmetric σ, and exerts no torque. σ as it is where G cannot be inverted.
 */
export function subtractCouple(out: Float64Array, sigma: Float64Array, S: Float64Array): void {
  const trace = S[0] + S[4] + S[8];
  for (let i = 0; i < 9; i++) curve[i] = (i % 4 === 0 ? trace : 0) - S[i];
  mul3(product, 0, sigma, 0, S, 0);
  axial3(axis, 0, product, 0);
  couple.fill(0);
  if (inverse3(curveInverse, 0, curve, 0)) apply3(couple, 0, curveInverse, 0, axis, 0);
  subtractCross(out, sigma, couple);
}

/** out = A − [v]ₓ; `out` may be A. */
function subtractCross(out: Float64Array, A: Float64Array, v: Float64Array): void {
  out[0] = A[0];
  out[4] = A[4];
  out[8] = A[8];
  out[1] = A[1] + v[2];
  out[2] = A[2] - v[1];
  out[3] = A[3] - v[2];
  out[5] = A[5] + v[0];
  out[6] = A[6] + v[1];
  out[7] = A[7] - v[0];
}
