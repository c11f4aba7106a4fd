import { expect, test } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import { extractRotations } from '../../../src/math/rotations.kernel.ts';
import { elastonStress } from '../../../src/models/frames/step/stress.kernel.ts';

const VOLUME = 0.3;
const MU = 2;
const LAMBDA = 3;

/** Energy and stresses of a point, with the rotation found for its F_0. */
function evaluate(F: Float64Array, order = 1): { energy: number; P: Float64Array } {
  const q = Float64Array.of(0, 0, 0, 1);
  const R = new Float64Array(9);
  extractRotations(q, R, F, 1);
  const P = new Float64Array(36);
  const [mu, lambda] = [Float64Array.of(VOLUME * MU), Float64Array.of(VOLUME * LAMBDA)];
  const energy = elastonStress(P, F, R, mu, lambda, 1, order);
  return { energy, P };
}

function randomF(random: ReturnType<typeof createRandom>): Float64Array {
  const F = new Float64Array(36);
  for (let i = 0; i < 36; i++) F[i] = random.range(-0.4, 0.4);
  for (let i = 0; i < 9; i += 4) F[i] += 1;
  return F;
}

test.each([0, 1])('order %i: stresses are the gradient of the energy', (order) => {
  const random = createRandom(4);
  for (let k = 0; k < 20; k++) {
    const F = randomF(random);
    const { P } = evaluate(F, order);
    for (let i = 0; i < 36; i++) {
      const eps = 1e-6;
      const keep = F[i];
      F[i] = keep + eps;
      const up = evaluate(F, order).energy;
      F[i] = keep - eps;
      const down = evaluate(F, order).energy;
      F[i] = keep;
      expect((up - down) / (2 * eps)).toBeCloseTo(P[i], 6);
    }
  }
});

test('a turned point feels turned stresses: no energy and no torque comes from turning', () => {
  const random = createRandom(5);
  const F = randomF(random);
  const Q = [0.36, 0.48, -0.8, -0.8, 0.6, 0, 0.48, 0.64, 0.6];
  const turn = (A: Float64Array): Float64Array => {
    const out = new Float64Array(36);
    for (let a = 0; a < 4; a++) {
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) {
          for (let k = 0; k < 3; k++) out[9 * a + 3 * i + j] += Q[3 * i + k] * A[9 * a + 3 * k + j];
        }
      }
    }
    return out;
  };
  const a = evaluate(F);
  const b = evaluate(turn(F));
  expect(b.energy).toBeCloseTo(a.energy, 12);
  turn(a.P).forEach((p, i) => {
    expect(b.P[i]).toBeCloseTo(p, 9);
  });
  // Σ_a P_a F_aᵀ is symmetric: the point exerts no net torque.
  const T = new Float64Array(9);
  for (let g = 0; g < 4; g++) {
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        for (let k = 0; k < 3; k++) T[3 * i + j] += a.P[9 * g + 3 * i + k] * F[9 * g + 3 * j + k];
      }
    }
  }
  expect(T[1]).toBeCloseTo(T[3], 9);
  expect(T[2]).toBeCloseTo(T[6], 9);
  expect(T[5]).toBeCloseTo(T[7], 9);
});
