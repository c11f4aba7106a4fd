import { quatFromMat3 } from '../../math/quat.ts';
import { nearestRotation3, SVD_WORK } from '../../math/svd3.ts';
import type { Body } from '../../models/body.ts';

const moments = new Float64Array(9);
const R = new Float64Array(9);
const work = new Float64Array(SVD_WORK);

/**
 * Returns the pose of a body's own origin and axes: a 3×4 map, the best rigid fit over its contact points. Allocates.
 */
export function bodyPose(body: Body): Float64Array {
  const { contactPoints, moving = 0 } = body.model;
  const X = contactPoints.subarray(0, contactPoints.length - 3 * moving);
  const x = new Float64Array(X.length);
  body.points.positions(body.points.embed(X.slice()), x);
  const n = X.length / 3;
  const rest = [0, 0, 0];
  const now = [0, 0, 0];
  for (let i = 0; i < 3 * n; i++) {
    rest[i % 3] += X[i] / n;
    now[i % 3] += x[i] / n;
  }
  moments.fill(0);
  for (let i = 0; i < n; i++)
    for (let r = 0; r < 3; r++)
      for (let c = 0; c < 3; c++)
        moments[3 * r + c] += (x[3 * i + r] - now[r]) * (X[3 * i + c] - rest[c]);
  nearestRotation3(R, 0, moments, 0, work);
  const pose = new Float64Array(12);
  for (let r = 0; r < 3; r++) {
    pose[4 * r + 3] = now[r];
    for (let c = 0; c < 3; c++) {
      pose[4 * r + c] = R[3 * r + c];
      pose[4 * r + 3] -= R[3 * r + c] * rest[c];
    }
  }
  return pose;
}

export interface Transform {
  position: [number, number, number];
  /** A quaternion [x, y, z, w]. */
  rotation: [number, number, number, number];
}

/** Returns the pose of a body as a position and a quaternion. Allocates. */
export function bodyTransform(body: Body): Transform {
  const pose = bodyPose(body);
  for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) R[3 * r + c] = pose[4 * r + c];
  const q = new Float64Array(4);
  quatFromMat3(q, 0, R, 0);
  return { position: [pose[3], pose[7], pose[11]], rotation: [q[0], q[1], q[2], q[3]] };
}
