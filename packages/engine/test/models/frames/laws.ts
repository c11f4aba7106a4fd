import '../../kernels/all.ts';
import { createRandom, type Random } from '../../../src/core/random.ts';
import type { Allocator } from '../../../src/kernels/arena.ts';
import { typescriptKernels as k } from '../../../src/kernels/kernels.ts';
import {
  lame,
  orthotropicElasticity,
  rotateElasticity,
} from '../../../src/materials/elasticity.ts';
import type { MaterialName } from '../../../src/materials/material.ts';
import {
  createSamples,
  type FramesMaterial,
  isSampled,
  sampledStress,
  sampledTangents,
  samplePlaces,
} from '../../../src/models/frames/step/samples.ts';
import { randomRotation } from '../../math/support.ts';

export const ORDERS = [0, 1, 4];

const NAMES: MaterialName[] = ['corotational', 'stvk', 'neo-hookean', 'mooney-rivlin'];
const { mu, lambda } = lame(1e4, 0.35);
export const WOOD = Array.from(
  rotateElasticity(
    orthotropicElasticity({
      young: [3e4, 1e4, 8e3],
      poisson: [0.3, 0.25, 0.2],
      shear: [3e3, 4e3, 5e3],
    }),
    randomRotation(createRandom(8)),
  ),
);

/** Every law at every order, by title. */
export const MATERIALS: [string, FramesMaterial][] = ORDERS.flatMap((order) => [
  ...NAMES.map((law): [string, FramesMaterial] => [
    `${law}, order ${order}`,
    { mu, lambda, law, order },
  ]),
  ...NAMES.slice(0, 2).map((law): [string, FramesMaterial] => [
    `orthotropic ${law}, order ${order}`,
    { mu, lambda, law, order, elasticity: WOOD },
  ]),
]);

/** Plain arrays. */
export const plain: Allocator = {
  f64: (n: number) => new Float64Array(n),
  f32: (n: number) => new Float32Array(n),
  i32: (n: number) => new Int32Array(n),
  u8: (n: number) => new Uint8Array(n),
};

export interface PointLaw {
  energy(F: Float64Array): number;
  /** ∂E/∂F_a, 36 numbers. */
  stress(F: Float64Array): Float64Array;
  /** The stiffness that the step uses, times a rate G: 36 numbers. */
  rate(F: Float64Array, G: Float64Array): Float64Array;
}

const VOLUME = 0.3;

/** One integration point of a material: F are its four gradients. */
export function pointLaw(material: FramesMaterial): PointLaw {
  const { order } = material;
  const P = new Float64Array(36);
  const [m, l] = [Float64Array.of(VOLUME * mu), Float64Array.of(VOLUME * lambda)];
  if (!isSampled(material)) {
    const [q, R] = [new Float64Array(4), new Float64Array(9)];
    const energy = (F: Float64Array): number => {
      q.fill(0);
      k.extractRotations(q, R, F, 1);
      return k.elastonStress(P, F, R, m, l, 1, order);
    };
    return {
      energy,
      stress: (F) => {
        energy(F);
        return P.slice();
      },
      rate: (F, G) => {
        energy(F);
        k.elastonRates(P, G, R, m, l, 1, order, 0, 1);
        return P.slice();
      },
    };
  }
  const samples = createSamples(1, material, plain);
  samples.places.set(samplePlaces(order));
  return {
    energy: (F) => sampledStress(P, F, m, samples, 1, k),
    stress: (F) => {
      sampledStress(P, F, m, samples, 1, k);
      return P.slice();
    },
    rate: (F, G) => {
      sampledStress(P, F, m, samples, 1, k);
      sampledTangents(samples, m, 1, k);
      k.tangentRates(P, G, samples.tangents, 1, order, 0, 1);
      return P.slice();
    },
  };
}

/** Gradients Q·(stretch + what varies by up to `amount`): stretch is diagonal. */
export function gradients(random: Random, stretch: readonly number[], amount: number, order = 1) {
  const F = new Float64Array(36);
  for (let i = 0; i < (order > 0 ? 36 : 9); i++) F[i] = random.range(-amount, amount);
  for (let d = 0; d < 3; d++) F[4 * d] += stretch[d];
  return turned(randomRotation(random), F);
}

/** Q·F_a for all four. */
export function turned(Q: ArrayLike<number>, F: Float64Array): Float64Array {
  const out = new Float64Array(36);
  for (let a = 0; a < 36; a += 9) {
    for (let i = 0; i < 9; i++) {
      for (let c = 0; c < 3; c++)
        out[a + i] += Q[3 * Math.floor(i / 3) + c] * F[a + 3 * c + (i % 3)];
    }
  }
  return out;
}

/** Central difference of fourth order of a vector function along one entry of F. */
export function slope(
  value: (F: Float64Array) => Float64Array,
  F: Float64Array,
  i: number,
): Float64Array {
  const h = 1e-4;
  const [a, b, c, d] = [-2, -1, 1, 2].map((s) => {
    const near = F.slice();
    near[i] += s * h;
    return value(near);
  });
  return a.map((x, j) => (x - 8 * b[j] + 8 * c[j] - d[j]) / (12 * h));
}

export const gap = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let most = 0;
  for (let i = 0; i < a.length; i++) most = Math.max(most, Math.abs(a[i] - b[i]));
  return most;
};
