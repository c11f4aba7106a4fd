import type { Sdf } from '../../../geometry/types.ts';
import type { Allocator } from '../../../kernels/arena.ts';
import { cos, sin } from '../../../math/elementary.ts';
import type { Camera } from '../../views.ts';
import type { FramesData } from '../model.ts';

/** A shape in which motion counts more, or less. */
export interface Interest {
  readonly sdf: Sdf;
  /** True for a shape in the world; else it is part of the body, in the body's own coordinates. */
  readonly inWorld: boolean;
  /** Factor on velocities inside. */
  readonly factor: number;
}

/** Half the diagonal of a picture of 16:9, by half its height. */
const DIAGONAL = 2.04;

/**
 * How much the motion of each node matters. Points all over the surface have weights z: by the camera, and by the
 * regions of interest that contain them. A node that would move with velocity d counts tr(d W dᵀ) / tr(d W₁ dᵀ), the
 * mean of z over the points it would move: W = Σ z q̂ q̂ᵀ and W₁ = Σ q̂ q̂ᵀ, q̂ what the points take from the node.
 */
export interface Attention {
  on: boolean;
  /** Weights of the points, shape [points]; `own` is the factor from regions that are part of the body. */
  readonly z: Float64Array;
  readonly own: Float64Array;
  /** Blocks of 4×4 for each node. */
  readonly W: Float64Array;
  readonly even: Float64Array;
  /** What a point takes from each node, and which nodes those are. */
  readonly q: Float64Array;
  readonly row: Int32Array;
  readonly place: Int32Array;
  /** Mean weight of all points: for nodes that move none of them. */
  mean: number;
}

export function createAttention(data: FramesData, a: Allocator): Attention {
  const n = data.nodes;
  const points = data.contacts.ptr.length - 1;
  return {
    on: false,
    z: a.f64(points),
    own: a.f64(points),
    W: a.f64(16 * n),
    even: a.f64(16 * n),
    q: a.f64(4 * n),
    row: a.i32(n),
    place: a.i32(n),
    mean: 1,
  };
}

/** Weights that never change: of regions that are part of the body. Energies count by the square of the factor. */
export function markInterest(
  attention: Attention,
  data: FramesData,
  interests: readonly Interest[],
): void {
  const { own } = attention;
  const distance = new Float64Array(own.length);
  own.fill(1);
  for (const { sdf, inWorld, factor } of interests) {
    if (inWorld) continue;
    sdf.evaluate(data.contactPoints, own.length, distance);
    for (let v = 0; v < own.length; v++) if (distance[v] <= 0) own[v] *= factor * factor;
  }
  attention.place.fill(-1);
}

/**
 * Numbers of a camera in the settings: whether there is one, eye, direction, near, far, and the square of its opening.
 */
export const CAMERA = {
  on: 3,
  eye: 4,
  direction: 7,
  near: 10,
  far: 11,
  wide: 12,
  length: 13,
} as const;

/** Writes a camera into the settings; null takes it away. */
export function setCamera(settings: Float64Array, camera: Camera | null): void {
  settings[CAMERA.on] = camera === null ? 0 : 1;
  if (camera === null) return;
  const { eye, target, fov, near, far } = camera;
  const direction = target.map((t, d) => t - eye[d]);
  const length = Math.sqrt(
    direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2],
  );
  for (let d = 0; d < 3; d++) {
    settings[CAMERA.eye + d] = eye[d];
    settings[CAMERA.direction + d] = direction[d] / length;
  }
  settings[CAMERA.near] = near;
  settings[CAMERA.far] = far;
  const half = (fov * Math.PI) / 360;
  const wide = (DIAGONAL * sin(half)) / cos(half);
  settings[CAMERA.wide] = wide * wide;
}

/** tr(d W dᵀ) / tr(d W₁ dᵀ) for a velocity d (3×4) of node k. Tournier et al. 2014, eq. 14. */
export function attentionTo(
  { W, even, mean }: Attention,
  k: number,
  d: Float64Array,
  at: number,
): number {
  let seen = 0;
  let all = 0;
  for (let r = at; r < at + 12; r += 4) {
    for (let p = 0; p < 4; p++) {
      for (let s = 0; s < 4; s++) {
        const product = d[r + p] * d[r + s];
        seen += product * W[16 * k + 4 * p + s];
        all += product * even[16 * k + 4 * p + s];
      }
    }
  }
  return all > 0 ? seen / all : mean;
}
