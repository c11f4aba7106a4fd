import { dot9, mul3, mulAtB3, symmetricPart3 } from '../math/mat3.ts';
import { hooke } from './hooke.ts';
import type { MaterialLaw } from './material.ts';
import type { Elasticity } from './parameters.ts';
import { FULL_STRIDE, ISOTROPIC_STRIDE } from './parameters.ts';
import { createClamp, createIsotropicClamp } from './semidefinite.ts';

/**
 * Saint Venant–Kirchhoff: Hooke's law in the Green strain.
 *
 *   E = ½(FᵀF − I),  S = C:E,  Ψ = ½ S:E,  P = F·S,  dP = dF·S + F·(C : sym(FᵀdF))
 *
 * Isotropic C:E = 2μE + λ tr(E) I, or any 6×6 matrix in the rest frame. Needs no rotation and is exact for large turns,
 * but it softens under compression: below a stretch of 1/√3 it gives in, and a flat or inverted element is not pushed
 * back.
 */
export function createStVK(elasticity: Elasticity = 'isotropic'): MaterialLaw {
  const E = new Float64Array(9);
  const S = new Float64Array(9);
  const dS = new Float64Array(9);
  const G = new Float64Array(9);
  const D = new Float64Array(9);
  const clamp = elasticity === 'full' ? createClamp() : createIsotropicClamp();

  const strainAndStress = (F: Float64Array, f: number, params: Float64Array, p: number): void => {
    mulAtB3(E, 0, F, f, F, f);
    for (let i = 0; i < 9; i++) E[i] = 0.5 * (E[i] - (i % 4 === 0 ? 1 : 0));
    hooke(S, E, elasticity, params, p);
  };

  const tangent: MaterialLaw['tangent'] = (T, o, F, f, params, p) => {
    strainAndStress(F, f, params, p);
    for (let k = 0; k < 3; k++) {
      for (let l = 0; l < 3; l++) {
        // dF = e_k e_lᵀ: then FᵀdF has row k of F as its column l.
        G.fill(0);
        for (let i = 0; i < 3; i++) G[3 * i + l] = F[f + 3 * k + i];
        symmetricPart3(G, 0, G, 0);
        hooke(dS, G, elasticity, params, p);
        mul3(D, 0, F, f, dS, 0);
        for (let j = 0; j < 3; j++) D[3 * k + j] += S[3 * l + j];
        for (let i = 0; i < 9; i++) T[o + 9 * i + 3 * k + l] = D[i];
      }
    }
  };

  return {
    name: 'stvk',
    stride: elasticity === 'full' ? FULL_STRIDE : ISOTROPIC_STRIDE,
    stiffnesses: elasticity === 'full' ? FULL_STRIDE : 2,
    survivesInversion: false,
    energy(F, f, params, p) {
      strainAndStress(F, f, params, p);
      return 0.5 * dot9(S, 0, E, 0);
    },
    stress(P, o, F, f, params, p) {
      strainAndStress(F, f, params, p);
      mul3(P, o, F, f, S, 0);
    },
    tangent,
    tangentSemidefinite(T, o, F, f, params, p) {
      tangent(T, o, F, f, params, p);
      clamp(T, o, F, f);
    },
  };
}
