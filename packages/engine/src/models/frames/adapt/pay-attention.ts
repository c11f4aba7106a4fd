import { exp, log } from '../../../math/elementary.ts';
import type { FramesData } from '../model.ts';
import type { FramesRuntime } from '../runtime.ts';
import { type Attention, CAMERA } from './attention.ts';

/**
 * Computes the weights of the points at their positions, and sums them per node. Does nothing without a camera or
 * interest.
 */
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
export function addUp(attention: Attention, data: FramesData, run: FramesRuntime): void {
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
