import { expect, test } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import { createWorld, type SceneInput } from '../../../src/index.ts';
import { createArena, createKernels } from '../../../src/kernels/index.ts';
import { mul3 } from '../../../src/math/mat3.ts';
import {
  addTwistMatrix,
  addTwistStress,
  createTension,
  findTension,
} from '../../../src/models/frames/step/tension.ts';
import { difference, norm } from '../../world/helpers.ts';

const ARENA = createArena(1 << 20);
const KERNELS = createKernels(ARENA);
const RANDOM = createRandom(3);
const MU = ARENA.f64(1).fill(0.7);
const LAMBDA = ARENA.f64(1).fill(0.9);

/** Stress of a point of order 0 and its rotation at a mean gradient. */
function stressAt(gradient: Float64Array): { P: Float64Array; R: Float64Array; F: Float64Array } {
  const [P, F, R, q, mean] = [36, 36, 9, 4, 9].map((n) => ARENA.f64(n));
  F.set(gradient);
  mean.set(gradient);
  q[3] = 1;
  for (let i = 0; i < 20; i++) KERNELS.extractRotations(q, R, mean, 1);
  KERNELS.elastonStress(P, F, R, MU, LAMBDA, 1, 0);
  return { P, R, F };
}

/** R·S for a random rotation and S with the given stretches along random axes. */
function stretched(values: readonly number[]): Float64Array {
  const turn = (): Float64Array => {
    const q = [0, 1, 2, 3].map(() => RANDOM.range(-1, 1));
    const n = norm(q);
    const [x, y, z, w] = q.map((c) => c / n);
    return Float64Array.of(
      1 - 2 * (y * y + z * z),
      2 * (x * y - z * w),
      2 * (x * z + y * w),
      2 * (x * y + z * w),
      1 - 2 * (x * x + z * z),
      2 * (y * z - x * w),
      2 * (x * z - y * w),
      2 * (y * z + x * w),
      1 - 2 * (x * x + y * y),
    );
  };
  const [A, B, out] = [turn(), turn(), new Float64Array(9)];
  mul3(
    out,
    0,
    A.map((a, i) => a * values[i % 3]),
    0,
    B,
    0,
  );
  return out;
}

test('with its twist the stiffness of a stretched point is the derivative of its stress', () => {
  const tension = createTension(1, ARENA);
  tension.volume[0] = 1e-6;
  for (let trial = 0; trial < 20; trial++) {
    const base = stretched([RANDOM.range(1.2, 2), RANDOM.range(1, 1.2), RANDOM.range(1, 1.2)]);
    const { R, F } = stressAt(base);
    findTension(tension, R, F, MU, LAMBDA, 1, 1, 1);
    expect(tension.any).toBe(true);
    const rates = ARENA.f64(36);
    for (let i = 0; i < 9; i++) rates[i] = RANDOM.range(-1, 1);
    const found = ARENA.f64(36);
    KERNELS.elastonRates(found, rates, R, MU, LAMBDA, 1, 0, 0, 1);
    addTwistStress(found, rates, tension, 1, 1);
    const e = 1e-5;
    const ahead = stressAt(base.map((f, i) => f + e * rates[i])).P;
    const back = stressAt(base.map((f, i) => f - e * rates[i])).P;
    for (let i = 0; i < 9; i++) {
      expect(found[i]).toBeCloseTo((ahead[i] - back[i]) / (2 * e), 6);
    }
  }
});

test('a point under pressure, and one that a wave crosses slowly, has no twist', () => {
  const tension = createTension(1, ARENA);
  tension.volume[0] = 1e-6;
  const pressed = stressAt(stretched([0.9, 0.8, 0.85]));
  findTension(tension, pressed.R, pressed.F, MU, LAMBDA, 1, 1, 1);
  expect(tension.any).toBe(false);
  // Turned inside out: stretches that add up to less than nothing are no tension.
  for (const values of [
    [0.2, 0.1, -0.6],
    [0.9, 0.1, -0.3],
  ]) {
    const crushed = stressAt(stretched(values));
    findTension(tension, crushed.R, crushed.F, MU, LAMBDA, 1, 1, 1);
    expect(tension.any).toBe(false);
  }
  const pulled = stressAt(stretched([2, 1, 1]));
  findTension(tension, pulled.R, pulled.F, MU, LAMBDA, 1, 1e-12, 1);
  expect(tension.any).toBe(false);
});

test('the matrix of twists does to velocities what their stresses do', () => {
  const n = 5;
  const nodes = 4;
  const a = ARENA;
  const tension = createTension(n, a);
  tension.volume.fill(1e-6);
  const [F, R, mu, lambda] = [a.f64(36 * n), a.f64(9 * n), a.f64(n), a.f64(n)];
  mu.fill(0.7);
  lambda.fill(0.9);
  for (let e = 0; e < n; e++) {
    const one = stressAt(stretched([e === 2 ? 0.8 : 1.8, e === 2 ? 0.7 : 1.1, 0.9]));
    F.set(one.F, 36 * e);
    R.set(one.R, 9 * e);
  }
  findTension(tension, R, F, mu, lambda, n, 1, 1);
  expect([...tension.taut]).toEqual([1, 1, 0, 1, 1]);
  const ptr = a.i32(2 * n);
  const node = a.i32(n * nodes);
  const H = a.f64(48 * n * nodes);
  for (let e = 0; e < n; e++) {
    ptr[2 * e] = nodes * e;
    ptr[2 * e + 1] = nodes * (e + 1);
    for (let k = 0; k < nodes; k++) node[nodes * e + k] = k;
  }
  for (let i = 0; i < H.length; i++) H[i] = RANDOM.range(-1, 1);
  const index = a.i32(nodes);
  for (let k = 0; k < nodes; k++) index[k] = k;
  const matrix = a.f64(144 * nodes * nodes);
  const where = a.i32(nodes * nodes);
  for (let i = 0; i < nodes * nodes; i++) where[i] = i;
  const table = { ptr, node, H };
  const turned = a.f64(48 * nodes);
  const own = a.i32(nodes);
  addTwistMatrix(matrix, where, nodes, index, table, tension, n, 0.3, turned, own, KERNELS);
  const [V, y, f, rates, P] = [12, 12, 12, 36 * n, 36 * n].map((s, i) =>
    a.f64(i < 3 ? s * nodes : s),
  );
  for (let i = 0; i < V.length; i++) V[i] = RANDOM.range(-1, 1);
  // Blocks i ≥ j, of which those above the diagonal are the transposed.
  for (let i = 0; i < 12 * nodes; i++) {
    for (let j = 0; j <= i; j++) {
      const block = nodes * Math.floor(i / 12) + Math.floor(j / 12);
      const value = matrix[144 * block + 12 * (i % 12) + (j % 12)];
      y[i] += value * V[j];
      if (j < i) y[j] += value * V[i];
    }
  }
  KERNELS.elastonGradients(rates, ptr, node, H, V, n, 0);
  addTwistStress(P, rates, tension, n, 0.3);
  KERNELS.elastonForces(f, ptr, node, H, P, n, 0);
  let energy = 0;
  for (let i = 0; i < y.length; i++) {
    expect(y[i]).toBeCloseTo(-f[i], 10);
    energy += y[i] * V[i];
  }
  expect(energy).toBeGreaterThan(0);
});

/** A bar held at both ends. */
const BAR: NonNullable<SceneInput['bodies']>[number] = {
  name: 'bar',
  shape: { type: 'box', size: [1, 0.1, 0.1] },
  material: { young: 1e6, damping: { stiffness: 0.017 } },
  model: { type: 'frames', frames: [1, 3, 7, 15], voxel: 1 / 32, adaptive: false },
  probes: { middle: [0, 0, 0] },
};

test('a bar that is pulled to twice its length and plucked calms down', () => {
  const end = (side: number) => ({ type: 'box', size: [0.08, 1, 1], position: [side, 0, 0] });
  const w = createWorld({
    format: 'pliant/1',
    name: 'string',
    gravity: [0, 0, 0],
    bodies: [
      {
        ...BAR,
        attachments: [
          { name: 'left', region: end(-0.5) as never },
          {
            name: 'right',
            region: end(0.5) as never,
            keyframes: [
              { time: 0, position: [0, 0, 0] },
              { time: 1, position: [1, 0, 0] },
            ],
          },
        ],
      },
    ],
  });
  // Drawn out evenly it stays in a state that is no lowest one for a while, and then falls into one of those beside it.
  w.step(130);
  expect(w.totals().energy.kinetic).toBeLessThan(0.1);
  w.apply({ do: 'force', body: 'bar', point: [0, 0, 0], force: [0, 50, 0], duration: 0.1 });
  let swing = 0;
  for (let s = 0; s < 30; s++) {
    w.step();
    swing = Math.max(swing, w.totals().energy.kinetic);
  }
  expect(swing).toBeGreaterThan(1e-3);
  w.step(120);
  expect(w.totals().energy.kinetic).toBeLessThan(0.05 * swing);
});

test('a soft bar that its own spin makes taut goes on spinning', () => {
  const w = createWorld({
    format: 'pliant/1',
    name: 'spun',
    gravity: [0, 0, 0],
    bodies: [{ ...BAR, material: { ...BAR.material, young: 3e5 }, spin: [0, 0, 20] }],
  });
  const start = w.totals().momentum.angular;
  w.step(60);
  expect(norm(difference(w.totals().momentum.angular, start))).toBeLessThan(0.02 * norm(start));
});
