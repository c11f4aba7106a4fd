import type { Allocator } from '../../../kernels/arena.ts';
import type { Kernels } from '../../../kernels/kernels.ts';
import { MATERIALS } from '../../../materials/laws.ts';
import type { MaterialLaw, MaterialName } from '../../../materials/material.ts';
import { MOONEY_RIVLIN_DEFAULTS } from '../../../materials/mooney-rivlin.ts';

/** What the integration points of a body are made of. */
export interface StressData {
  readonly count: number;
  /** Volumes [m³]; moduli [Pa]; damping by stiffness [s]. Shape [count] each. */
  readonly volume: Float64Array;
  readonly mu: Float64Array;
  readonly lambda: Float64Array;
  readonly beta: Float64Array;
  readonly law: MaterialName;
}

/** Live numbers of integration points. */
export interface Stress {
  readonly data: StressData;
  /**
   * Gradients, their rotations (and where the next search begins), stresses times volume, changes of gradient or
   * stress.
   */
  readonly F: Float64Array;
  readonly R: Float64Array;
  readonly q: Float64Array;
  /** Rotations for looking, so that looking changes nothing. */
  readonly look: Float64Array;
  readonly P: Float64Array;
  readonly d: Float64Array;
  readonly volume: Float64Array;
  /** Moduli may be changed while running. */
  readonly mu: Float64Array;
  readonly lambda: Float64Array;
  readonly beta: Float64Array;
  /** ∂P/∂F of each point for laws that need it, shape [count, 81]. */
  readonly tangent: Float64Array;
  readonly law: MaterialLaw | null;
  readonly params: Float64Array;
}

export function allocateStress(a: Allocator, data: StressData) {
  const n = data.count;
  return {
    F: a.f64(9 * n),
    R: a.f64(9 * n),
    q: a.f64(4 * n),
    look: a.f64(4 * n),
    P: a.f64(9 * n),
    d: a.f64(9 * n),
    volume: a.f64(n),
    mu: a.f64(n),
    lambda: a.f64(n),
    beta: a.f64(n),
  };
}

export function createStress(memory: ReturnType<typeof allocateStress>, data: StressData): Stress {
  const n = data.count;
  for (const name of ['volume', 'mu', 'lambda', 'beta'] as const) memory[name].set(data[name]);
  const law = data.law === 'corotational' ? null : MATERIALS[data.law]();
  return {
    data,
    ...memory,
    tangent: new Float64Array(law === null ? 0 : 81 * n),
    law,
    params: new Float64Array(3),
  };
}

/** P = volume · ∂Ψ/∂F at the gradients in F, and what `differential` needs; returns the energy [J]. */
export function evaluateStress(s: Stress, kernels: Kernels, rotations: Float64Array): number {
  const { F, R, P, data, mu, lambda, law, params } = s;
  kernels.extractRotations(rotations, R, F, data.count);
  let energy = 0;
  for (let i = 0; i < data.count; i++) {
    const o = 9 * i;
    const volume = data.volume[i];
    if (law !== null) {
      setParams(params, mu[i], lambda[i]);
      energy += volume * law.energy(F, o, params, 0);
      law.stress(P, o, F, o, params, 0);
      for (let c = 0; c < 9; c++) P[o + c] *= volume;
      continue;
    }
    // Ψ = μ|F − R|² + λ/2 tr²(RᵀF − I)
    let trace = -3;
    let square = 0;
    for (let c = 0; c < 9; c++) {
      trace += R[o + c] * F[o + c];
      const d = F[o + c] - R[o + c];
      square += d * d;
    }
    energy += volume * (mu[i] * square + 0.5 * lambda[i] * trace * trace);
    for (let c = 0; c < 9; c++) {
      P[o + c] = volume * (2 * mu[i] * (F[o + c] - R[o + c]) + lambda[i] * trace * R[o + c]);
    }
  }
  return energy;
}

/** Makes ∂P/∂F ready, positive semidefinite; the corotational law needs nothing but its rotations. */
export function evaluateTangents(s: Stress): void {
  const { law, params, data, F, tangent, mu, lambda } = s;
  if (law === null) return;
  for (let i = 0; i < data.count; i++) {
    setParams(params, mu[i], lambda[i]);
    law.tangentSemidefinite(tangent, 81 * i, F, 9 * i, params, 0);
    for (let c = 81 * i; c < 81 * i + 81; c++) tangent[c] *= data.volume[i];
  }
}

function setParams(params: Float64Array, mu: number, lambda: number): void {
  params[0] = mu;
  params[1] = lambda;
  params[2] = MOONEY_RIVLIN_DEFAULTS.share;
}

const e = new Float64Array(9);

/** d := scale_i · volume · ∂P/∂F : d, with scale_i = step² + β_i step, or step² alone if `elastic`. */
export function differential(
  s: Stress,
  step: number,
  elastic: boolean,
  kernels: Kernels,
  first = 0,
  last = s.data.count,
): void {
  const { d, beta } = s;
  if (s.law === null) {
    const { R, volume, mu, lambda } = s;
    kernels.corotatedRates(d, R, volume, mu, lambda, beta, step, elastic ? 1 : 0, first, last);
    return;
  }
  for (let i = first; i < last; i++) {
    const scale = elastic ? step * step : step * step + beta[i] * step;
    differentialAt(s, d, 9 * i, i, scale);
  }
}

/** d[o..o+9) := scale · volume · ∂P/∂F : d[o..o+9) at point i. */
export function differentialAt(
  s: Stress,
  d: Float64Array,
  o: number,
  i: number,
  scale: number,
): void {
  const { R, data, mu, lambda, law, tangent } = s;
  if (law !== null) {
    for (let a = 0; a < 9; a++) {
      let sum = 0;
      for (let b = 0; b < 9; b++) sum += tangent[81 * i + 9 * a + b] * d[o + b];
      e[a] = scale * sum;
    }
    for (let a = 0; a < 9; a++) d[o + a] = e[a];
    return;
  }
  // R (2μ sym(RᵀdF) + λ tr(RᵀdF) I)
  const p = 9 * i;
  for (let a = 0; a < 3; a++) {
    for (let b = 0; b < 3; b++) {
      e[3 * a + b] =
        R[p + a] * d[o + b] + R[p + 3 + a] * d[o + 3 + b] + R[p + 6 + a] * d[o + 6 + b];
    }
  }
  const volume = scale * data.volume[i];
  const m = volume * mu[i];
  const pressure = volume * lambda[i] * (e[0] + e[4] + e[8]);
  const xx = 2 * m * e[0] + pressure;
  const yy = 2 * m * e[4] + pressure;
  const zz = 2 * m * e[8] + pressure;
  const xy = m * (e[1] + e[3]);
  const xz = m * (e[2] + e[6]);
  const yz = m * (e[5] + e[7]);
  for (let a = 0; a < 3; a++) {
    const x = R[p + 3 * a];
    const y = R[p + 3 * a + 1];
    const z = R[p + 3 * a + 2];
    d[o + 3 * a] = x * xx + y * xy + z * xz;
    d[o + 3 * a + 1] = x * xy + y * yy + z * yz;
    d[o + 3 * a + 2] = x * xz + y * yz + z * zz;
  }
}
