import type { Kernels } from '../../../kernels/kernels.ts';
import { MATERIALS } from '../../../materials/laws.ts';
import { MOONEY_RIVLIN_DEFAULTS } from '../../../materials/mooney-rivlin.ts';
import { dot9, mul3, mulAtB3, symmetricPart3 } from '../../../math/mat3.ts';
import type { Front, Group } from '../front/front.ts';
import type { TetsMemory } from '../memory.ts';
import type { TetsData } from '../model.ts';

/**
 * Ten-node elements of the front. A split parent whose eight children are all in the front has ten vertices; one
 * quadratic element on them bends without locking, where eight linear children do not. It has four integration points,
 * each with a rotation of its own; the corotational law takes most of its volume stiffness from the mean dilatation of
 * the four, so that nothing locks as ν → ½.
 */
export interface TenNode {
  /** Deformation gradients and rotations of all points, vertices at `at` (by place). */
  deform(at: Float64Array, q: Float64Array): void;
  /** f += forces after `deform`; returns the energy [J]. */
  forces(f: Float64Array): number;
  /** What `product` needs, where `deform` was. */
  stiffen(): void;
  /** Y += scale·K X, by place: quicker than by blocks, of which an element would have 55. */
  product(Y: Float64Array, X: Float64Array, scale: number): void;
  /** P = first Piola–Kirchhoff stress [Pa] at point i; returns its energy density [J/m³]. */
  stress(P: Float64Array, i: number): number;
}

export function createTenNode(
  data: TetsData,
  memory: TetsMemory,
  front: Front,
  group: Group,
  kernels: Kernels,
): TenNode {
  return data.material.law === 'corotational'
    ? corotationalTen(memory, front, group, kernels)
    : otherTen(data, memory, front, group, kernels);
}

function corotationalTen(
  memory: TetsMemory,
  front: Front,
  { F, R }: Group,
  kernels: Kernels,
): TenNode {
  const { tenTable, tenGradients, tenPoints, tenMu, tenLambda, tenKappa, tenWork } = memory;
  const strain = new Float64Array(9);
  return {
    deform(at, q) {
      kernels.quadraticGradients(F, at, tenTable, tenGradients, tenPoints, tenWork, front.ten);
      kernels.extractRotations(q, R, F, 4 * front.ten);
    },
    forces: (f) =>
      kernels.quadraticForces(
        f,
        tenTable,
        tenGradients,
        tenPoints,
        R,
        F,
        tenMu,
        tenLambda,
        tenKappa,
        tenWork,
        front.ten,
      ),
    stiffen() {},
    product(Y, X, scale) {
      kernels.quadraticMultiply(
        Y,
        X,
        tenTable,
        tenGradients,
        tenPoints,
        R,
        tenMu,
        tenLambda,
        tenKappa,
        tenWork,
        scale,
        front.ten,
      );
    },
    stress(P, i) {
      const e = i >> 2;
      const quarter = memory.tenVolume[e] / 4;
      const mu = tenMu[e] / quarter;
      const lambda = tenLambda[e] / quarter;
      const kappa = tenKappa[e] / (4 * quarter);
      let theta = -3;
      for (let p = 4 * e; p < 4 * e + 4; p++) theta += 0.25 * dot9(R, 9 * p, F, 9 * p);
      mulAtB3(strain, 0, R, 9 * i, F, 9 * i);
      symmetricPart3(strain, 0, strain, 0);
      for (let k = 0; k < 9; k += 4) strain[k] -= 1;
      const trace = strain[0] + strain[4] + strain[8];
      const energy =
        mu * dot9(strain, 0, strain, 0) + 0.5 * (lambda * trace * trace + kappa * theta * theta);
      for (let k = 0; k < 9; k++) strain[k] *= 2 * mu;
      for (let k = 0; k < 9; k += 4) strain[k] += lambda * trace + kappa * theta;
      mul3(P, 0, R, 9 * i, strain, 0);
      return energy;
    },
  };
}

/** Laws without a kernel of their own: stress and tangent of each point, found one by one. */
function otherTen(
  data: TetsData,
  memory: TetsMemory,
  front: Front,
  { F, R, room }: Group,
  kernels: Kernels,
): TenNode {
  const { tenTable, tenGradients, tenPoints, tenMu, tenLambda, tenVolume, tenWork } = memory;
  const { tenChange: change } = memory;
  const law = MATERIALS[data.material.law]();
  const params = Float64Array.of(0, 0, MOONEY_RIVLIN_DEFAULTS.share);
  const tangents = new Float64Array(81 * room);
  const P = new Float64Array(9 * room);
  const prepare = (i: number): void => {
    const quarter = tenVolume[i >> 2] / 4;
    params[0] = tenMu[i >> 2] / quarter;
    params[1] = tenLambda[i >> 2] / quarter;
  };
  return {
    deform(at, q) {
      kernels.quadraticGradients(F, at, tenTable, tenGradients, tenPoints, tenWork, front.ten);
      kernels.extractRotations(q, R, F, 4 * front.ten);
    },
    forces(f) {
      let energy = 0;
      for (let i = 0; i < 4 * front.ten; i++) {
        const quarter = tenVolume[i >> 2] / 4;
        prepare(i);
        law.stress(P, 9 * i, F, 9 * i, params, 0);
        energy += quarter * law.energy(F, 9 * i, params, 0);
        for (let k = 9 * i; k < 9 * i + 9; k++) P[k] *= -quarter;
      }
      giveBack(f, memory, P, front.ten);
      return energy;
    },
    stiffen() {
      for (let i = 0; i < 4 * front.ten; i++) {
        prepare(i);
        law.tangentSemidefinite(tangents, 81 * i, F, 9 * i, params, 0);
      }
    },
    product(Y, X, scale) {
      kernels.quadraticGradients(change, X, tenTable, tenGradients, tenPoints, tenWork, front.ten);
      for (let i = 0; i < 4 * front.ten; i++) {
        const s = (scale * tenVolume[i >> 2]) / 4;
        for (let k = 0; k < 9; k++) {
          let sum = 0;
          for (let l = 0; l < 9; l++) sum += tangents[81 * i + 9 * k + l] * change[9 * i + l];
          P[9 * i + k] = s * sum;
        }
      }
      giveBack(Y, memory, P, front.ten);
    },
    stress(out, i) {
      prepare(i);
      law.stress(out, 0, F, 9 * i, params, 0);
      return law.energy(F, 9 * i, params, 0);
    },
  };
}

const corner = new Float64Array(9);

/**
 * The transpose of `quadraticGradients`: P at the points, added to the vertices. The gradient at corner i of an element
 * is Σ_k (4 x_ki − x_kk) ∇λ_kᵀ, at a point the sum of the corners' by its barycentric coordinates.
 */
function giveBack(
  out: Float64Array,
  { tenTable, tenGradients, tenPoints }: TetsMemory,
  P: Float64Array,
  count: number,
): void {
  for (let e = 0; e < count; e++) {
    for (let i = 0; i < 4; i++) {
      corner.fill(0);
      for (let q = 0; q < 4; q++) {
        const w = tenPoints[16 * e + 4 * i + q];
        for (let k = 0; k < 9; k++) corner[k] += w * P[36 * e + 9 * q + k];
      }
      for (let k = 0; k < 4; k++) {
        const g = 12 * e + 3 * k;
        const between = 3 * tenTable[16 * e + 4 * k + i];
        const own = 3 * tenTable[16 * e + 5 * k];
        for (let r = 0; r < 3; r++) {
          const z =
            corner[3 * r] * tenGradients[g] +
            corner[3 * r + 1] * tenGradients[g + 1] +
            corner[3 * r + 2] * tenGradients[g + 2];
          out[between + r] += 4 * z;
          out[own + r] -= z;
        }
      }
    }
  }
}
