import type { Kernels } from '../../kernels/kernels.ts';
import { type Elastic, fillIdentity, matrixMultiply } from './elastic.ts';
import type { SolidMemory } from './memory.ts';
import type { SolidData } from './model.ts';
import { pointShapes, TEN } from './shapes.ts';

/**
 * Ten-node elements of the isotropic corotational law, each of four points with its own rotation. Products with K go
 * from element to element: assembling it takes longer than the ten or so products of a step.
 */
export function quadraticElastic(data: SolidData, memory: SolidMemory, kernels: Kernels): Elastic {
  const { F, R, K, slots, table, gradients, points, element } = memory;
  const { volumeMu: mu, volumeLambda: lambda, volumeKappa: kappa } = memory;
  const n = data.tets;
  const assembled = data.solver !== 'kept';
  const shape = new Float64Array(3 * TEN);
  const turned = new Float64Array(3 * TEN * 4);
  const mean = new Float64Array(3 * TEN);
  return {
    forces(x, q, f) {
      kernels.quadraticGradients(F, x, table, gradients, points, element, n);
      kernels.extractRotations(q, R, F, 4 * n);
      return kernels.quadraticForces(
        f,
        table,
        gradients,
        points,
        R,
        F,
        mu,
        lambda,
        kappa,
        element,
        n,
      );
    },
    stiffness() {
      if (assembled) assemble();
    },
    multiply: assembled
      ? matrixMultiply(memory, kernels, data.nodes)
      : (y, u, scale, diagonal) => {
          for (let i = 0; i < data.nodes; i++) {
            y[3 * i] = diagonal[i] * u[3 * i];
            y[3 * i + 1] = diagonal[i] * u[3 * i + 1];
            y[3 * i + 2] = diagonal[i] * u[3 * i + 2];
          }
          kernels.quadraticMultiply(
            y,
            u,
            table,
            gradients,
            points,
            R,
            mu,
            lambda,
            kappa,
            element,
            scale,
            n,
          );
        },
    restStiffness() {
      fillIdentity(R);
      assemble();
    },
  };

  /**
   * K of all elements at R: K_ab = Σ_q (λ ĝ_a ĝ_bᵀ + μ ĝ_b ĝ_aᵀ + μ g_a·g_b I) + κ ḡ_a ḡ_bᵀ, ĝ = R g, ḡ the mean of ĝ
   * over the points.
   */
  function assemble(): void {
    K.fill(0);
    for (let e = 0; e < n; e++) {
      mean.fill(0);
      for (let q = 0; q < 4; q++) {
        pointShapes(shape, 0, gradients, points, e, q);
        const o = 36 * e + 9 * q;
        for (let a = 0; a < 3 * TEN; a += 3) {
          for (let i = 0; i < 3; i++) {
            const g =
              R[o + 3 * i] * shape[a] +
              R[o + 3 * i + 1] * shape[a + 1] +
              R[o + 3 * i + 2] * shape[a + 2];
            turned[3 * TEN * q + a + i] = g;
            mean[a + i] += 0.25 * g;
          }
        }
      }
      for (let a = 0; a < TEN; a++)
        for (let b = 0; b < TEN; b++)
          addBlock(9 * slots[TEN * TEN * e + TEN * a + b], e, 3 * a, 3 * b);
    }
  }

  function addBlock(block: number, e: number, a: number, b: number): void {
    for (let q = 0; q < 4; q++) {
      const ga = 3 * TEN * q + a;
      const gb = 3 * TEN * q + b;
      const product =
        turned[ga] * turned[gb] + turned[ga + 1] * turned[gb + 1] + turned[ga + 2] * turned[gb + 2];
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) {
          K[block + 3 * i + j] +=
            lambda[e] * (turned[ga + i] * turned[gb + j]) +
            mu[e] * (turned[gb + i] * turned[ga + j] + (i === j ? product : 0));
        }
      }
    }
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) K[block + 3 * i + j] += kappa[e] * (mean[a + i] * mean[b + j]);
  }
}
