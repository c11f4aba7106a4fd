import type { Kernels } from '../../kernels/kernels.ts';
import type { SolidMemory } from './memory.ts';
import type { SolidData } from './model.ts';

/** Elastic forces, energy and stiffness of the whole mesh. */
export interface Elastic {
  /**
   * Deformation gradients and rotations at positions x, then f += forces; returns the energy [J]. Updates F, R and q.
   */
  forces(x: Float64Array, q: Float64Array, f: Float64Array): number;
  /** Makes the stiffness K at the F and R found by `forces` ready; positive semidefinite. */
  stiffness(): void;
  /** y = (scale·K + diagonal) u */
  multiply(y: Float64Array, u: Float64Array, scale: number, diagonal: Float64Array): void;
  /**
   * Other moduli [Pa], and the factor on Young's that a full elasticity gets; missing where they are read from memory.
   */
  remake?(mu: number, lambda: number, factor: number): void;
  /** Writes K of the undeformed body. Overwrites F and R. */
  restStiffness(): void;
}

/** Products with the matrix that is in memory. */
export function matrixMultiply(
  { rowPtr, cols, K }: SolidMemory,
  kernels: Kernels,
  nodes: number,
): Elastic['multiply'] {
  return (y, u, scale, diagonal) =>
    kernels.bsr3Multiply(y, rowPtr, cols, K, u, nodes, scale, diagonal);
}

/** Linear elements of the isotropic corotational law: all of it in kernels. */
export function corotationalElastic(
  data: SolidData,
  memory: SolidMemory,
  kernels: Kernels,
): Elastic {
  const { F, R, K, tets, gradients, volumeMu, volumeLambda, slots } = memory;
  const stiffness = (): void => {
    K.fill(0);
    kernels.tetStiffness(K, slots, gradients, R, volumeMu, volumeLambda, data.tets);
  };
  return {
    forces(x, q, f) {
      kernels.tetGradients(F, x, tets, gradients, data.tets);
      kernels.extractRotations(q, R, F, data.tets);
      return kernels.tetForces(f, tets, gradients, R, F, volumeMu, volumeLambda, data.tets);
    },
    stiffness,
    multiply: matrixMultiply(memory, kernels, data.nodes),
    restStiffness() {
      fillIdentity(R);
      stiffness();
    },
  };
}

/** Every nine numbers become the identity. */
export function fillIdentity(R: Float64Array): void {
  R.fill(0);
  for (let o = 0; o < R.length; o += 9) {
    R[o] = 1;
    R[o + 4] = 1;
    R[o + 8] = 1;
  }
}
