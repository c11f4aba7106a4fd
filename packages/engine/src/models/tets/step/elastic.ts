import type { Kernels } from '../../../kernels/kernels.ts';
import { createCorotational } from '../../../materials/corotational.ts';
import { MATERIALS } from '../../../materials/laws.ts';
import type { MaterialLaw } from '../../../materials/material.ts';
import { createStVK } from '../../../materials/stvk.ts';
import { mulAtB3 } from '../../../math/mat3.ts';
import type { Front, Group } from '../front/front.ts';
import type { TetsMemory } from '../memory.ts';
import type { TetsData } from '../model.ts';
import { createElementNumbers } from './element-numbers.ts';
import { createFrozen } from './frozen.ts';
import { scatterStress, scatterTangent } from './scatter.ts';
import { createTenNode } from './ten-node.ts';

/** Elastic forces, energy and stiffness of the front. */
export interface Elastic {
  /** Deformation gradients and rotations of a group at positions `at` (by place). */
  deform(g: Group, at: Float64Array, q: Float64Array): void;
  /** f += forces of a group after `deform`; returns the energy [J]. */
  forces(g: Group, f: Float64Array): number;
  /** Adds a group's stiffness to the blocks. Ten-node elements have none. */
  stiffness(g: Group): void;
  /** Y += scale·K X of the ten-node elements, by place: quicker than by blocks, of which they would have 55 each. */
  tenProduct(Y: Float64Array, X: Float64Array, scale: number): void;
  /** P = first Piola–Kirchhoff stress [Pa] of element i; returns its energy density [J/m³], frozen parts included. */
  stress(P: Float64Array, g: Group, i: number): number;
  /** The same without what was frozen. */
  ownStress(P: Float64Array, g: Group, i: number): number;
  /** Σ₀ : S of an element that keeps a stress Σ₀ [J/m³]. */
  frozenEnergy(g: Group, i: number): number;
  /** P += the stress that an element keeps; returns the energy density that goes with it. */
  frozenStress(P: Float64Array, g: Group, i: number): number;
  /** Makes an element keep the stress P [Pa], which turns with it. */
  freeze(g: Group, i: number, P: Float64Array): void;
  /** Rest volume of an element, or of the part a point stands for [m³]. */
  volume(g: Group, i: number): number;
}

export function createElastic(
  data: TetsData,
  memory: TetsMemory,
  front: Front,
  kernels: Kernels,
): Elastic {
  const { volumes, material } = data;
  const { blocks } = memory;
  const kept = createFrozen(data, memory);
  const corotational = material.law === 'corotational';
  const isotropicLaw = MATERIALS[material.law]();
  const fullLaw: MaterialLaw | null = corotational
    ? createCorotational('full')
    : material.law === 'stvk'
      ? createStVK('full')
      : null;
  const warped = [createCorotational(), createCorotational('full')];
  const P = new Float64Array(9);
  const T = new Float64Array(81);
  const turned = new Float64Array(9);
  const stretch = new Float64Array(9);
  const volume = (g: Group, i: number): number =>
    g.kind === 'ten' ? 0.25 * volumes[g.ids[i]] : volumes[g.ids[i]];
  const numbers = createElementNumbers(data, volume, fullLaw !== null);

  const tens = front.groups.find((g) => g.kind === 'ten');
  const ten = tens === undefined ? null : createTenNode(data, memory, front, tens, kernels);
  const ownStress = (out: Float64Array, g: Group, i: number): number => {
    if (g.kind === 'ten') return ten!.stress(out, i);
    const full = numbers.prepare(g, i);
    if (corotational) {
      warped[full ? 1 : 0].turnedStress(out, 0, g.R, 9 * i, g.F, 9 * i, numbers.params, numbers.at);
      // ½ σ : ε, with σ the symmetric part of RᵀP.
      mulAtB3(stretch, 0, g.R, 9 * i, g.F, 9 * i);
      mulAtB3(turned, 0, g.R, 9 * i, out, 0);
      let energy = 0;
      for (let k = 0; k < 9; k++) energy += turned[k] * (stretch[k] - (k % 4 === 0 ? 1 : 0));
      return 0.5 * energy;
    }
    const law = full ? fullLaw! : isotropicLaw;
    law.stress(out, 0, g.F, 9 * i, numbers.params, numbers.at);
    return law.energy(g.F, 9 * i, numbers.params, numbers.at);
  };
  const addTangent = (g: Group, i: number): void => {
    const full = numbers.prepare(g, i);
    if (corotational)
      warped[full ? 1 : 0].warpedTangent(T, 0, g.R, 9 * i, numbers.params, numbers.at);
    else
      (full ? fullLaw! : isotropicLaw).tangentSemidefinite(
        T,
        0,
        g.F,
        9 * i,
        numbers.params,
        numbers.at,
      );
    scatterTangent(blocks, T, g, i, volume(g, i));
  };

  return {
    volume,
    ownStress,
    frozenEnergy: kept.energy,
    freeze: kept.freeze,
    frozenStress: kept.addStress,
    deform(g, positions, q) {
      if (g.kind === 'ten') {
        ten!.deform(positions, q);
        return;
      }
      kernels.tetGradients(g.F, positions, g.tets, g.gradients, g.count);
      kernels.extractRotations(q, g.R, g.F, g.count);
    },
    forces(g, f) {
      if (g.kind === 'ten') return ten!.forces(f);
      const fast = corotational && g.kind !== 'full';
      let energy = fast
        ? kernels.tetForces(f, g.tets, g.gradients, g.R, g.F, g.volumeMu, g.volumeLambda, g.count)
        : 0;
      for (let i = 0; i < g.count; i++) {
        const cold = kept.isFrozen(g, i);
        if (fast && !cold) continue;
        const V = volume(g, i);
        if (fast) P.fill(0);
        else energy += V * ownStress(P, g, i);
        if (cold) energy += V * kept.addStress(P, g, i);
        scatterStress(f, P, g, i, V);
      }
      return energy;
    },
    stiffness(g) {
      if (g.kind === 'ten') {
        ten!.stiffen();
        return;
      }
      if (corotational && g.kind !== 'full') {
        kernels.tetStiffness(
          blocks,
          g.slots,
          g.gradients,
          g.R,
          g.volumeMu,
          g.volumeLambda,
          g.count,
        );
      } else for (let i = 0; i < g.count; i++) addTangent(g, i);
    },
    tenProduct(Y, X, scale) {
      if (front.ten > 0) ten!.product(Y, X, scale);
    },
    stress(out, g, i) {
      let energy = ownStress(out, g, i);
      if (kept.isFrozen(g, i)) energy += kept.addStress(out, g, i);
      return energy;
    },
  };
}
