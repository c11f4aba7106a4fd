import type { Allocator } from '../../../kernels/arena.ts';
import type { Kernels } from '../../../kernels/kernels.ts';
import type { MaterialName } from '../../../materials/material.ts';
import { createSampleLaw, type SampleLaw } from './sample-law.ts';

/** What the material is, and how finely a point looks at it. */
export interface FramesMaterial {
  /** Lamé's constants [Pa], multiplied by each point's own factor. */
  readonly mu: number;
  readonly lambda: number;
  /** The rest of λ [Pa], which acts on means over frames' cells: see step/volume.ts. */
  readonly bulk?: number;
  /** 0: mean strain only; 1: with its change across the point's region; 4: exact for Green's strain in a box. */
  readonly order: number;
  /** Corotational if missing. */
  readonly law?: MaterialName;
  /** Full 6×6 elasticity [Pa] in place of Lamé's constants. */
  readonly elasticity?: readonly number[];
}

/**
 * The isotropic corotational law has a closed form up to order 1, one rotation a point, and kernels of its own. Every
 * other is evaluated at samples of the region.
 */
export function isSampled({ law, elasticity, order }: FramesMaterial): boolean {
  return order > 1 || elasticity !== undefined || (law !== undefined && law !== 'corotational');
}

/**
 * Where a region is looked at, as [weight, ξ_1, ξ_2, ξ_3] each; ξ are principal coordinates of mean square one, so a
 * box reaches from −√3 to √3. Order 0: the centre. Order 1: the 2×2×2 points of Gauss, right up to third degree in ξ.
 * Order 4: fourteen points of Hammer and Stroud, right up to fifth degree in a box: Green's strain is of second degree,
 * its energy of fourth.
 */
export function samplePlaces(order: number): number[] {
  if (order === 0) return [1, 0, 0, 0];
  if (order === 1) return corners(1 / 8, 1);
  const out = corners(121 / 2888, Math.sqrt(19 / 11));
  const r = Math.sqrt(1.9);
  for (let d = 0; d < 3; d++) {
    for (const x of [-r, r]) out.push(40 / 361, d === 0 ? x : 0, d === 1 ? x : 0, d === 2 ? x : 0);
  }
  return out;
}

function corners(weight: number, x: number): number[] {
  const out: number[] = [];
  for (let c = 0; c < 8; c++) out.push(weight, c & 1 ? x : -x, c & 2 ? x : -x, c & 4 ? x : -x);
  return out;
}

/** Numbers of a point's tangents: a 9×9 matrix for each pair of its terms F_0 … F_3. */
const tangentStride = (order: number): number => 81 * (order > 0 ? 10 : 1);

/** The law at the samples of points, and room for it. */
export interface Samples {
  readonly count: number;
  readonly order: number;
  readonly law: SampleLaw;
  /** Weight and coordinates, shape [samples, 4]. */
  readonly places: Float64Array;
  /** Gradients and stresses over μ, shape [points, samples, 9]. */
  readonly F: Float64Array;
  readonly P: Float64Array;
  /** Tangents over μ at the samples of one point, shape [samples, 81]. */
  readonly T: Float64Array;
  /** Tangents of the points [J], shape [points, pairs of terms, 81]. */
  readonly tangents: Float64Array;
  readonly half: Float64Array;
}

export function createSamples(
  points: number,
  material: FramesMaterial,
  allocator: Allocator,
): Samples {
  const { order } = material;
  const count = samplePlaces(order).length / 4;
  return {
    count,
    order,
    law: createSampleLaw(count * points, count, material, allocator),
    places: allocator.f64(4 * count),
    F: allocator.f64(9 * count * points),
    P: allocator.f64(9 * count * points),
    T: allocator.f64(81 * count),
    tangents: allocator.f64(tangentStride(order) * points),
    half: allocator.f64(432),
  };
}

/**
 * P = ∂E/∂F_a [J] of points with gradients F, both of shape [n, 4, 9]; returns the energy [J]. volumeMu is V·μ [J],
 * shape [n].
 */
export function sampledStress(
  P: Float64Array,
  F: Float64Array,
  volumeMu: Float64Array,
  samples: Samples,
  n: number,
  kernels: Kernels,
): number {
  const { count, law, places } = samples;
  kernels.sampleGradients(samples.F, F, places, count, n);
  law.stress(samples.P, samples.F, count * n, kernels);
  kernels.sampleStresses(P, samples.P, volumeMu, places, count, n);
  return law.energy(samples.F, volumeMu, places, count, n);
}

/** The points' tangents at the gradients of the last `sampledStress`. */
export function sampledTangents(
  samples: Samples,
  volumeMu: Float64Array,
  n: number,
  kernels: Kernels,
): void {
  const { count, law, order, places, T, tangents } = samples;
  for (let e = 0; e < n; e++) {
    law.tangents(T, samples.F, count * e, count, kernels);
    kernels.sampleTangents(tangents, e, T, places, count, volumeMu[e], order);
  }
}
