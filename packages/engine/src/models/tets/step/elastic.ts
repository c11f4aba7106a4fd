import type { Kernels } from '../../../kernels/kernels.ts';
import { createCorotational, subtractCouple } from '../../../materials/corotational.ts';
import { MATERIALS } from '../../../materials/laws.ts';
import type { MaterialLaw } from '../../../materials/material.ts';
import { MOONEY_RIVLIN_DEFAULTS } from '../../../materials/mooney-rivlin.ts';
import { createStVK } from '../../../materials/stvk.ts';
import { dot9, mul3, mulAtB3, symmetricPart3 } from '../../../math/mat3.ts';
import type { Front, Group } from '../front/front.ts';
import type { TetsMemory } from '../memory.ts';
import type { TetsData } from '../model.ts';
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
  const { volumes, estimate, factors, base, parents, material } = data;
  const { blocks, stress0, energy0, frozen } = memory;
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
  const Tg = new Float64Array(27);
  const turned = new Float64Array(9);
  const stretch = new Float64Array(9);
  const even = new Float64Array(9);
  const kept = new Float64Array(9);
  const own = new Float64Array(36);
  let params: Float64Array = own;
  let at = 0;

  const tens = front.groups.find((g) => g.kind === 'ten');
  const ten = tens === undefined ? null : createTenNode(data, memory, front, tens, kernels);
  const volume = (g: Group, i: number): number =>
    g.kind === 'ten' ? 0.25 * volumes[g.ids[i]] : volumes[g.ids[i]];
  /** Points `params` at the element's numbers; true if they are a 6×6 matrix. */
  const prepare = (g: Group, i: number): boolean => {
    const t = g.ids[i];
    params = own;
    at = 0;
    if (g.kind === 'full') {
      const p = t < parents ? estimate.place[t] : -1;
      if (p >= 0) {
        params = estimate.C;
        at = 36 * p;
      } else for (let k = 0; k < 36; k++) own[k] = factors[t] * base[k];
      if (fullLaw !== null) return true;
      // A law without matrices takes the isotropic part.
      const mu = (params[at + 21] + params[at + 28] + params[at + 35]) / 3;
      const lambda = (params[at + 1] + params[at + 2] + params[at + 8]) / 3;
      params = own;
      at = 0;
      own[0] = mu;
      own[1] = lambda;
    } else {
      const V = volume(g, i);
      own[0] = g.volumeMu[i] / V;
      own[1] = g.volumeLambda[i] / V;
    }
    own[2] = MOONEY_RIVLIN_DEFAULTS.share;
    return false;
  };
  const ownStress = (out: Float64Array, g: Group, i: number): number => {
    if (g.kind === 'ten') return ten!.stress(out, i);
    const full = prepare(g, i);
    if (corotational) {
      warped[full ? 1 : 0].turnedStress(out, 0, g.R, 9 * i, g.F, 9 * i, params, at);
      // ½ σ : ε, with σ the symmetric part of RᵀP.
      mulAtB3(stretch, 0, g.R, 9 * i, g.F, 9 * i);
      mulAtB3(turned, 0, g.R, 9 * i, out, 0);
      let energy = 0;
      for (let k = 0; k < 9; k++) energy += turned[k] * (stretch[k] - (k % 4 === 0 ? 1 : 0));
      return 0.5 * energy;
    }
    const law = full ? fullLaw! : isotropicLaw;
    law.stress(out, 0, g.F, 9 * i, params, at);
    return law.energy(g.F, 9 * i, params, at);
  };
  const isFrozen = (g: Group, i: number): boolean =>
    g.kind !== 'ten' && g.ids[i] < parents && frozen[g.ids[i]] === 1;
  const frozenEnergy = (g: Group, i: number): number => {
    mulAtB3(stretch, 0, g.R, 9 * i, g.F, 9 * i);
    return dot9(stress0, 9 * g.ids[i], stretch, 0);
  };
  /** kept = Σ₀ in its symmetric part, less the couple that turns it: what P is then in the frame of the element. */
  const turnFrozen = (g: Group, i: number): void => {
    mulAtB3(stretch, 0, g.R, 9 * i, g.F, 9 * i);
    symmetricPart3(stretch, 0, stretch, 0);
    symmetricPart3(even, 0, stress0, 9 * g.ids[i]);
    subtractCouple(kept, even, stretch);
  };
  /**
   * P += R·(Σ₀ − couple): a stress that turns with the element. Its symmetric part is the derivative of Σ₀ : S; a skew
   * part is there only while the neighbours' balance it. Returns the energy density.
   */
  const addFrozen = (out: Float64Array, g: Group, i: number): number => {
    const t = g.ids[i];
    turnFrozen(g, i);
    for (let k = 0; k < 9; k++) kept[k] += stress0[9 * t + k] - even[k];
    mul3(turned, 0, g.R, 9 * i, kept, 0);
    for (let k = 0; k < 9; k++) out[k] += turned[k];
    return energy0[t] / volumes[t] + frozenEnergy(g, i);
  };
  /** Finds the Σ₀ of an element for which `addFrozen` adds P. */
  const freeze = (g: Group, i: number, stress: Float64Array): void => {
    const t = g.ids[i];
    mulAtB3(stress0, 9 * t, g.R, 9 * i, stress, 0);
    turnFrozen(g, i);
    for (let k = 0; k < 9; k++) stress0[9 * t + k] += even[k] - kept[k];
  };
  const scatter = (f: Float64Array, g: Group, i: number, V: number): void => {
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let a = 1; a < 4; a++) {
        const o = 12 * i + 3 * a;
        const force =
          -V *
          (P[3 * c] * g.gradients[o] +
            P[3 * c + 1] * g.gradients[o + 1] +
            P[3 * c + 2] * g.gradients[o + 2]);
        f[3 * g.tets[4 * i + a] + c] += force;
        sum += force;
      }
      f[3 * g.tets[4 * i] + c] -= sum;
    }
  };
  const addTangent = (g: Group, i: number): void => {
    const full = prepare(g, i);
    if (corotational) warped[full ? 1 : 0].warpedTangent(T, 0, g.R, 9 * i, params, at);
    else (full ? fullLaw! : isotropicLaw).tangentSemidefinite(T, 0, g.F, 9 * i, params, at);
    const V = volume(g, i);
    const d = g.gradients;
    for (let b = 0; b < 4; b++) {
      const gb = 12 * i + 3 * b;
      for (let ij = 0; ij < 9; ij++) {
        for (let k = 0; k < 3; k++) {
          const t = 9 * ij + 3 * k;
          Tg[3 * ij + k] = V * (T[t] * d[gb] + T[t + 1] * d[gb + 1] + T[t + 2] * d[gb + 2]);
        }
      }
      for (let a = 0; a < 4; a++) {
        const ga = 12 * i + 3 * a;
        const block = 9 * g.slots[16 * i + 4 * a + b];
        for (let r = 0; r < 3; r++) {
          for (let k = 0; k < 3; k++) {
            const t = 9 * r + k;
            blocks[block + 3 * r + k] +=
              d[ga] * Tg[t] + d[ga + 1] * Tg[t + 3] + d[ga + 2] * Tg[t + 6];
          }
        }
      }
    }
  };

  return {
    volume,
    ownStress,
    frozenEnergy,
    freeze,
    frozenStress: addFrozen,
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
        const cold = isFrozen(g, i);
        if (fast && !cold) continue;
        const V = volume(g, i);
        if (fast) P.fill(0);
        else energy += V * ownStress(P, g, i);
        if (cold) energy += V * addFrozen(P, g, i);
        scatter(f, g, i, V);
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
      if (isFrozen(g, i)) energy += addFrozen(out, g, i);
      return energy;
    },
  };
}
