import type { Kernels } from '../../kernels/kernels.ts';
import { chooseLaw } from '../../materials/choose.ts';
import type { MaterialLaw } from '../../materials/material.ts';
import { elementParameters } from '../../materials/parameters.ts';
import { corotationalElastic, type Elastic, fillIdentity } from './elastic.ts';
import type { SolidData } from './model.ts';
import type { SolidMemory } from './state.ts';

/** T = ∂P/∂F of tet e, 9×9, positive semidefinite. */
type Tangent = (T: Float64Array, e: number) => void;

/** The elastic part of a solid for its law: kernels for the isotropic corotational one, element by element for the others. */
export function createElastic(data: SolidData, memory: SolidMemory, kernels: Kernels): Elastic {
  const { law: name, elasticity } = data.material;
  if (name === 'corotational' && !elasticity) return corotationalElastic(data, memory, kernels);
  const { law, base, corotational } = chooseLaw(name, data.mu, data.lambda, elasticity);
  const params = elementParameters(law, base, data.tets, data.factors);
  const tangent: Tangent = corotational
    ? (T, e) => corotational.warpedTangent(T, 0, memory.R, 9 * e, params, law.stride * e)
    : (T, e) => law.tangentSemidefinite(T, 0, memory.F, 9 * e, params, law.stride * e);
  return lawElastic(data, memory, kernels, law, params, tangent);
}

/**
 * Any law, tet by tet: f_a = −V P g_a, K_ab = V g_a · ∂P/∂F · g_b with the positive semidefinite tangent. Rotations are found as
 * well, because the preconditioner turns with them.
 */
function lawElastic(
  data: SolidData,
  memory: SolidMemory,
  kernels: Kernels,
  law: MaterialLaw,
  params: Float64Array,
  tangent: Tangent,
): Elastic {
  const { F, R, K, tets, gradients: g, slots } = memory;
  const P = new Float64Array(9);
  const T = new Float64Array(81);
  const Tg = new Float64Array(27);

  const stiffness = (): void => {
    K.fill(0);
    for (let e = 0; e < data.tets; e++) {
      tangent(T, e);
      for (let b = 0; b < 4; b++) {
        // Tg[i, j, k] = Σ_l T[(i j), (k l)] g_b[l]
        const gb = 12 * e + 3 * b;
        for (let ij = 0; ij < 9; ij++) {
          for (let k = 0; k < 3; k++) {
            const t = 9 * ij + 3 * k;
            Tg[3 * ij + k] =
              data.volumes[e] * (T[t] * g[gb] + T[t + 1] * g[gb + 1] + T[t + 2] * g[gb + 2]);
          }
        }
        for (let a = 0; a < 4; a++) {
          const ga = 12 * e + 3 * a;
          const block = 9 * slots[16 * e + 4 * a + b];
          for (let i = 0; i < 3; i++) {
            for (let k = 0; k < 3; k++) {
              const t = 9 * i + k;
              K[block + 3 * i + k] += g[ga] * Tg[t] + g[ga + 1] * Tg[t + 3] + g[ga + 2] * Tg[t + 6];
            }
          }
        }
      }
    }
  };

  return {
    forces(x, q, f) {
      kernels.tetGradients(F, x, tets, g, data.tets);
      kernels.extractRotations(q, R, F, data.tets);
      let energy = 0;
      for (let e = 0; e < data.tets; e++) {
        const volume = data.volumes[e];
        energy += volume * law.energy(F, 9 * e, params, law.stride * e);
        law.stress(P, 0, F, 9 * e, params, law.stride * e);
        for (let i = 0; i < 3; i++) {
          let sum = 0;
          for (let a = 1; a < 4; a++) {
            const ga = 12 * e + 3 * a;
            const force =
              -volume * (P[3 * i] * g[ga] + P[3 * i + 1] * g[ga + 1] + P[3 * i + 2] * g[ga + 2]);
            f[3 * tets[4 * e + a] + i] += force;
            sum += force;
          }
          f[3 * tets[4 * e] + i] -= sum;
        }
      }
      return energy;
    },
    stiffness,
    restStiffness() {
      fillIdentity(F);
      fillIdentity(R);
      stiffness();
    },
  };
}
