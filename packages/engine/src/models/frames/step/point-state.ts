import type { Allocator } from '../../../kernels/arena.ts';
import type { FramesData } from '../model.ts';
import { createSamples, type FramesMaterial, isSampled, type Samples } from './samples.ts';
import { createTension, type Tension } from './tension.ts';
import { createVolume } from './volume.ts';

/** What is known of all integration points, and scratch. */
export interface PointState {
  /** Volume times μ and λ, each with the point's factor [J], of the groups in use and of all points; shape [points]. */
  readonly volumeMu: Float64Array;
  readonly volumeLambda: Float64Array;
  readonly fineMu: Float64Array;
  readonly fineLambda: Float64Array;
  /** Gradients, stresses [J] and rates of gradients, shape [points, 4, 9]. */
  readonly F: Float64Array;
  readonly P: Float64Array;
  readonly rates: Float64Array;
  /** Some points that are looked at by themselves: their numbers, members and stiffness. */
  readonly listed: Int32Array;
  readonly listedPtr: Int32Array;
  /** Where forces on their members go, by entry. */
  readonly targets: Int32Array;
  readonly listedMu: Float64Array;
  readonly listedLambda: Float64Array;
  /** Their gradients, rotations and turning. */
  readonly listedF: Float64Array;
  readonly listedR: Float64Array;
  readonly listedTurning: Float64Array;
  /** Rows of H of one point's members, turned; shape [nodes, 48]. */
  readonly turned: Float64Array;
  /** Their numbers. */
  readonly own: Int32Array;
  /** For a law that is evaluated at samples of the points' regions; else null. */
  readonly samples: Samples | null;
  /** For the closed form, which has none of its own; else null. */
  readonly tension: Tension | null;
  /** Rates of the points' gradients if they only turned as they did last, shape [points, 4, 9]: see `expectTurning`. */
  readonly turning: Float64Array;
  /** Mean changes of volume, of all points and of the groups in use. */
  readonly volume: ReturnType<typeof createVolume>;
}
export function createPointState(
  data: FramesData,
  entries: number,
  cellEntries: number,
  material: FramesMaterial | undefined,
  allocator: Allocator,
): PointState {
  const { count } = data.points;
  const sampled = material !== undefined && isSampled(material);
  return {
    volumeMu: allocator.f64(count),
    volumeLambda: allocator.f64(count),
    fineMu: allocator.f64(count),
    fineLambda: allocator.f64(count),
    F: allocator.f64(36 * count),
    P: allocator.f64(36 * count),
    rates: allocator.f64(36 * count),
    listed: allocator.i32(count),
    listedPtr: allocator.i32(2 * count),
    targets: allocator.i32(entries),
    listedMu: allocator.f64(count),
    listedLambda: allocator.f64(count),
    listedF: allocator.f64(36 * count),
    listedR: allocator.f64(9 * count),
    listedTurning: allocator.f64(36 * count),
    turned: allocator.f64(48 * data.nodes),
    own: allocator.i32(data.nodes),
    samples: sampled ? createSamples(count, material, allocator) : null,
    tension: sampled ? null : createTension(count, allocator),
    turning: allocator.f64(36 * count),
    volume: createVolume(data, cellEntries, allocator),
  };
}
/** Stiffness of the points themselves, each its own group. */
export function fillFineState(
  volumeMu: Float64Array,
  volumeLambda: Float64Array,
  data: FramesData,
  material: FramesMaterial,
): void {
  const { volume, factor, count } = data.points;
  for (let e = 0; e < count; e++) {
    volumeMu[e] = volume[e] * factor[e] * material.mu;
    volumeLambda[e] = volume[e] * factor[e] * material.lambda;
  }
}
