import type { Kernels } from '../../kernels/kernels.ts';
import { chooseLaw } from '../../materials/choose.ts';
import type { MaterialLaw } from '../../materials/material.ts';
import { elementParameters } from '../../materials/parameters.ts';
import { corotationalElastic, type Elastic, fillIdentity, matrixMultiply } from './elastic.ts';
import type { SolidMemory } from './memory.ts';
import type { SolidData } from './model.ts';
import { quadraticElastic } from './quadratic.ts';
import { pointShapes, TEN } from './shapes.ts';

/** T = ∂P/∂F at integration point p, 9×9, positive semidefinite. */
type Tangent = (T: Float64Array, p: number) => void;

/**
 * The elastic part of a solid for its law: kernels for the isotropic corotational one, point by point for the others.
 */
export function createElastic(data: SolidData, memory: SolidMemory, kernels: Kernels): Elastic {
  const { law: name, elasticity } = data.material;
  if (name === 'corotational' && !elasticity) {
    return data.quadratic === null
      ? corotationalElastic(data, memory, kernels)
      : quadraticElastic(data, memory, kernels);
  }
  const { law, base, corotational } = chooseLaw(name, data.mu, data.lambda, elasticity);
  const each = data.points / data.tets;
  const factors = Float64Array.from(
    { length: data.points },
    (_, p) => data.factors[Math.floor(p / each)],
  );
  const params = elementParameters(law, base, data.points, factors);
  const tangent: Tangent = corotational
    ? (T, p) => corotational.warpedTangent(T, 0, memory.R, 9 * p, params, law.stride * p)
    : (T, p) => law.tangentSemidefinite(T, 0, memory.F, 9 * p, params, law.stride * p);
  return {
    ...lawElastic(data, memory, kernels, law, params, tangent),
    remake(mu, lambda, factor) {
      const scaled = elasticity?.map((c) => factor * c);
      params.set(
        elementParameters(law, chooseLaw(name, mu, lambda, scaled).base, data.points, factors),
      );
    },
  };
}

/** Gradients of the shape functions at every integration point [1/m], shape [points, nodes of an element, 3]. */
function shapesOf({ quadratic, gradients, points, tets }: SolidData): Float64Array {
  if (quadratic === null) return gradients;
  const out = new Float64Array(3 * TEN * points);
  for (let e = 0; e < tets; e++) {
    for (let q = 0; q < 4; q++)
      pointShapes(out, 3 * TEN * (4 * e + q), gradients, quadratic.points, e, q);
  }
  return out;
}

/**
 * Any law, point by point: f_a = −V P g_a, K_ab = V g_a · ∂P/∂F · g_b with the positive semidefinite tangent. Rotations
 * are found as well, because the preconditioner turns with them.
 */
function lawElastic(
  data: SolidData,
  memory: SolidMemory,
  kernels: Kernels,
  law: MaterialLaw,
  params: Float64Array,
  tangent: Tangent,
): Elastic {
  const { F, R, K, slots } = memory;
  const { points, elementNodes: nodes } = data;
  const g = shapesOf(data);
  const each = nodes.length / data.tets;
  const pointsEach = points / data.tets;
  const P = new Float64Array(9);
  const T = new Float64Array(81);
  const Tg = new Float64Array(27);

  const stiffness = (): void => {
    K.fill(0);
    for (let p = 0; p < points; p++) {
      const e = Math.floor(p / pointsEach);
      const volume = data.volumes[e] / pointsEach;
      tangent(T, p);
      for (let b = 0; b < each; b++) {
        // Tg[i, j, k] = Σ_l T[(i j), (k l)] g_b[l]
        const gb = 3 * (each * p + b);
        for (let ij = 0; ij < 9; ij++) {
          for (let k = 0; k < 3; k++) {
            const t = 9 * ij + 3 * k;
            Tg[3 * ij + k] = volume * (T[t] * g[gb] + T[t + 1] * g[gb + 1] + T[t + 2] * g[gb + 2]);
          }
        }
        for (let a = 0; a < each; a++) {
          const ga = 3 * (each * p + a);
          const block = 9 * slots[each * each * e + each * a + b];
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

  const deform = (x: Float64Array): void => {
    if (data.quadratic === null)
      kernels.tetGradients(F, x, memory.tets, memory.gradients, data.tets);
    else
      kernels.quadraticGradients(
        F,
        x,
        memory.table,
        memory.gradients,
        memory.points,
        memory.element,
        data.tets,
      );
  };

  return {
    forces(x, q, f) {
      deform(x);
      kernels.extractRotations(q, R, F, points);
      let energy = 0;
      for (let p = 0; p < points; p++) {
        const e = Math.floor(p / pointsEach);
        const volume = data.volumes[e] / pointsEach;
        energy += volume * law.energy(F, 9 * p, params, law.stride * p);
        law.stress(P, 0, F, 9 * p, params, law.stride * p);
        for (let i = 0; i < 3; i++) {
          let sum = 0;
          for (let a = 1; a < each; a++) {
            const ga = 3 * (each * p + a);
            const force =
              -volume * (P[3 * i] * g[ga] + P[3 * i + 1] * g[ga + 1] + P[3 * i + 2] * g[ga + 2]);
            f[3 * nodes[each * e + a] + i] += force;
            sum += force;
          }
          f[3 * nodes[each * e] + i] -= sum;
        }
      }
      return energy;
    },
    stiffness,
    multiply: matrixMultiply(memory, kernels, data.nodes),
    restStiffness() {
      fillIdentity(F);
      fillIdentity(R);
      stiffness();
    },
  };
}
