import { eigen3 } from '../../math/eigen3.ts';
import { inverse3 } from '../../math/mat3.ts';
import type { Inertia } from '../shared/turning.ts';
import { FIRM_FROM, FIRM_FULL } from './numbers.ts';

/** Inertia of a step's equation and its inverse, 3×3; and the geometric stiffness of joint forces. */
export interface Firm {
  readonly I: Float64Array;
  readonly inverse: Float64Array;
  /** Σ (p·r) 1 − (p rᵀ + r pᵀ)/2 over impulses p [N s] at r [m] from the centre. */
  readonly pull: Float64Array;
}

export function createFirm(): Firm {
  return { I: new Float64Array(9), inverse: new Float64Array(9), pull: new Float64Array(9) };
}

/**
 * A joint that pulls at the arm r turns a body back: if it turns by θ, the torque r × f of the joint's force f changes
 * by −K θ, K = (f·r) 1 − (f rᵀ + r fᵀ)/2 (the geometric stiffness of the joint, its symmetric part). A step takes
 * torque as it is at the start, which is stable while h²K is below four times the inertia and keeps the energy of
 * pendulums. Links of a chain that carries thirty times their weight are beyond that: they would turn to and fro, more
 * each time, until the chain comes apart.
 */
export function addPull({ pull }: Firm, arm: Float64Array, impulse: Float64Array): void {
  const along = arm[0] * impulse[0] + arm[1] * impulse[1] + arm[2] * impulse[2];
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++)
      pull[3 * r + c] -= 0.5 * (arm[r] * impulse[c] + arm[c] * impulse[r]);
    pull[4 * r] += along;
  }
}

const values = new Float64Array(3);
const vectors = new Float64Array(9);

/** The inertia for a step of h seconds: that half-way, and h²K where that is large. Pushes add nothing. */
export function makeFirm({ I, inverse, pull }: Firm, half: Inertia, h: number): void {
  I.set(half.I);
  inverse.set(half.inverse);
  let most = 0;
  for (let k = 0; k < 9; k++) most += Math.abs(pull[k]);
  const give = inverse[0] + inverse[4] + inverse[8];
  if (h * most * give > FIRM_FROM) {
    eigen3(values, 0, vectors, 0, pull, 0);
    pull.fill(0);
    for (let e = 0; e < 3; e++) {
      for (let r = 0; r < 3; r++) {
        for (let c = 0; c < 3; c++)
          pull[3 * r + c] += h * Math.max(0, values[e]) * vectors[3 * r + e] * vectors[3 * c + e];
      }
    }
    let ratio = 0;
    for (let k = 0; k < 9; k++) ratio += pull[k] * inverse[k];
    const part = Math.min(1, Math.max(0, (ratio - FIRM_FROM) / (FIRM_FULL - FIRM_FROM)));
    if (part > 0) {
      for (let k = 0; k < 9; k++) I[k] += part * pull[k];
      inverse3(inverse, 0, I, 0);
    }
  }
  pull.fill(0);
}
