import type { Sdf } from '../../../geometry/types.ts';
import type { Allocator } from '../../../kernels/arena.ts';
import { cos, exp, log, sin } from '../../../math/elementary.ts';
import type { Camera } from '../../views.ts';
import type { FramesData } from '../model.ts';
import type { FramesRuntime } from '../runtime.ts';

/** A shape in which motion counts more, or less. */
export interface Interest {
  readonly sdf: Sdf;
  /** True for a shape in the world; else it is part of the body, in the body's own coordinates. */
  readonly inWorld: boolean;
  /** How many times a velocity counts inside. */
  readonly factor: number;
}

/** Half the diagonal of a picture of 16:9, by half its height. */
const DIAGONAL = 2.04;

/**
 * How much the motion of each node matters. Points all over the surface have weights z: what a camera sees of them, and
 * the regions of interest they are in. A node that would move with velocity d counts tr(d W dᵀ) / tr(d W₁ dᵀ), the mean
 * of z over the points it would move: W = Σ z q̂ q̂ᵀ and W₁ = Σ q̂ q̂ᵀ, q̂ what the points take from the node.
 */
export interface Attention {
  on: boolean;
  /** Weights of the points [points], and what regions that are part of the body make of them. */
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

/** Weighs the points where they are now, and adds up what belongs to each node. Nothing to do if nobody looks. */
export function payAttention(run: FramesRuntime): void {
  const { data, memory, kernels } = run;
  const { attention, contacts, speeds, settings, D } = memory;
  const { z, own } = attention;
  const looked = settings[CAMERA.on] === 1;
  attention.on = looked || run.interests.length > 0;
  if (!attention.on) return;
  const n = z.length;
  kernels.skinAffine(speeds, contacts.ptr, contacts.cols, contacts.q, D, n);
  for (let v = 0; v < n; v++) z[v] = own[v];
  for (let i = 0; i < run.interests.length; i++) {
    const { sdf, inWorld, factor } = run.interests[i];
    if (!inWorld) continue;
    sdf.evaluate(speeds, n, run.distance);
    for (let v = 0; v < n; v++) if (run.distance[v] <= 0) z[v] *= factor * factor;
  }
  if (looked) seeFrom(z, speeds, settings);
  attention.mean = 0;
  for (let v = 0; v < n; v++) attention.mean += z[v] / n;
  addUp(attention, data, run);
}

/**
 * z *= (near/far)^2t, t from 0 at the near plane to 1 at the far one: between them energies fall exponentially, from
 * end to end by as much as things look smaller. What is out of sight counts as if it were at the far plane.
 */
export function seeFrom(z: Float64Array, x: Float64Array, s: Float64Array): void {
  const near = s[CAMERA.near];
  const span = s[CAMERA.far] - near;
  const fall = 2 * log(near / s[CAMERA.far]);
  for (let v = 0; v < z.length; v++) {
    let depth = 0;
    let square = 0;
    for (let d = 0; d < 3; d++) {
      const direction = x[3 * v + d] - s[CAMERA.eye + d];
      depth += direction * s[CAMERA.direction + d];
      square += direction * direction;
    }
    const hidden = depth <= 0 || square - depth * depth > s[CAMERA.wide] * depth * depth;
    const t = hidden ? 1 : Math.min(1, Math.max(0, (depth - near) / span));
    z[v] *= exp(fall * t);
  }
}

/** W and W₁ of every node of the wide set. */
function addUp(attention: Attention, data: FramesData, run: FramesRuntime): void {
  const { z, W, even, q, row, place } = attention;
  const { ptr, cols, W: weights } = run.wide.contraction;
  const { contacts } = data;
  W.fill(0);
  even.fill(0);
  for (let v = 0; v < z.length; v++) {
    let count = 0;
    for (let e = contacts.ptr[v]; e < contacts.ptr[v + 1]; e++) {
      const k = contacts.cols[e];
      for (let f = ptr[k]; f < ptr[k + 1]; f++) {
        let at = place[cols[f]];
        if (at < 0) {
          at = count++;
          place[cols[f]] = at;
          row[at] = cols[f];
          q.fill(0, 4 * at, 4 * at + 4);
        }
        for (let p = 0; p < 4; p++)
          for (let s = 0; s < 4; s++)
            q[4 * at + p] += weights[16 * f + 4 * p + s] * contacts.q[4 * e + s];
      }
    }
    for (let i = 0; i < count; i++) {
      const o = 16 * row[i];
      place[row[i]] = -1;
      for (let p = 0; p < 4; p++) {
        for (let s = 0; s < 4; s++) {
          const product = q[4 * i + p] * q[4 * i + s];
          W[o + 4 * p + s] += z[v] * product;
          even[o + 4 * p + s] += product;
        }
      }
    }
  }
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
