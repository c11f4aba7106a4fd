import type { TetsRuntime } from '../runtime.ts';

/** Steps of conjugate gradients at most: the mass matrix is well conditioned, so a dozen or two reach rounding. */
const MOST = 60;
const ENOUGH = 1e-22;

/**
 * The velocity of the free vertices closest, in kinetic energy, to one that had the momentum b: solves M u = b,
 * starting from u. Momentum is kept and energy never grows. r, z, p, q are scratch.
 */
export function projectVelocity(
  run: TetsRuntime,
  u: Float64Array,
  b: Float64Array,
  r: Float64Array,
  p: Float64Array,
  q: Float64Array,
): void {
  const { front, memory } = run;
  const { rowMass } = memory;
  const n = 3 * front.free;
  run.massProduct(q, u);
  let rz = 0;
  let size = 0;
  for (let i = 0; i < n; i++) {
    const m = rowMass[Math.floor(i / 3)];
    r[i] = b[i] - q[i];
    p[i] = r[i] / m;
    rz += r[i] * p[i];
    size += (b[i] * b[i]) / m;
  }
  for (let k = 0; k < MOST && rz > ENOUGH * size; k++) {
    run.massProduct(q, p);
    let pq = 0;
    for (let i = 0; i < n; i++) pq += p[i] * q[i];
    const alpha = rz / pq;
    let next = 0;
    for (let i = 0; i < n; i++) {
      u[i] += alpha * p[i];
      r[i] -= alpha * q[i];
      next += (r[i] * r[i]) / rowMass[Math.floor(i / 3)];
    }
    const beta = next / rz;
    rz = next;
    for (let i = 0; i < n; i++) p[i] = r[i] / rowMass[Math.floor(i / 3)] + beta * p[i];
  }
}
