import { AHEAD, CONVERGED, LEAST_ITERATIONS, MOST_ITERATIONS } from '../numbers.ts';
import type { TetsRuntime } from '../runtime.ts';
import type { Finest } from './finest.ts';
import { followTouched, handTouched, type Touched } from './touched.ts';

/**
 * Estimates the error of the front in use: the additional motion δ of the finest front, (K + M/T²) δ = r/h with r of
 * `findResidual`, by a few iterations of conjugate gradients, into y of `memory.error`. It takes the compliance of the
 * whole body into account, through the preconditioner's coarse space, which bends: a force at the clamp moves the tip.
 * One iteration is not enough: r is nearly orthogonal to the front, so the coarse space contributes from the second on.
 * Returns the energy that is missing [J].
 */
export function findError(finest: Finest, h: number, used: TetsRuntime, touched: Touched): number {
  const { run, operators, inverse } = finest;
  const { front, memory, kernels } = run;
  const { r, z, p, q, y } = memory.error;
  const { ownMass, edgeMass, held, vertexOf } = memory;
  const n = 3 * front.free;
  const scale = AHEAD * AHEAD;
  inverse.prepare(scale, 1);
  y.fill(0, 0, n);
  handTouched(used, finest, touched, r);
  inverse.apply(z, r, true);
  followTouched(used, finest, touched, z);
  kernels.copy(p, z, n);
  // With a factor of its own space the first iteration is nearly all of it.
  const least =
    run.data.spaces[inverse.space].level === run.data.tree.levels ? 2 : LEAST_ITERATIONS;
  let rz = kernels.dot(r, z, n);
  let gained = 0;
  // z is preconditioned from a copy of r: the residual itself is asked for its shares later.
  const left = memory.error.s;
  kernels.copy(left, r, n);
  for (let k = 1; rz > 0; k++) {
    operators.product(q, p, ownMass, edgeMass, scale);
    for (let i = 0; i < front.free; i++) if (held[vertexOf[i]] === 1) q.fill(0, 3 * i, 3 * i + 3);
    handTouched(used, finest, touched, q);
    const pq = kernels.dot(p, q, n);
    if (!(pq > 0)) break;
    const alpha = rz / pq;
    kernels.axpy(y, alpha, p, n);
    kernels.axpy(left, -alpha, q, n);
    gained += alpha * rz;
    if (k === MOST_ITERATIONS || (k >= least && alpha * rz < CONVERGED * gained)) break;
    inverse.apply(z, left, true);
    followTouched(used, finest, touched, z);
    const next = kernels.dot(left, z, n);
    kernels.xpby(p, z, next / rz, n);
    rz = next;
  }
  const length = scale / h;
  for (let i = 0; i < n; i++) y[i] *= length;
  return (0.5 * scale * gained) / (h * h);
}

/** The longest of numbers on the free vertices. */
export function longest({ front }: TetsRuntime, y: Float64Array): number {
  let most = 0;
  for (let i = 0; i < 3 * front.free; i += 3)
    most = Math.max(most, y[i] * y[i] + y[i + 1] * y[i + 1] + y[i + 2] * y[i + 2]);
  return Math.sqrt(most);
}

/** The root of their mean square by mass. */
export function meanByMass({ front, memory }: TetsRuntime, y: Float64Array): number {
  let sum = 0;
  let mass = 0;
  for (let i = 0; i < front.free; i++) {
    const m = memory.rowMass[i];
    for (let c = 3 * i; c < 3 * i + 3; c++) sum += m * y[c] * y[c];
    mass += m;
  }
  return Math.sqrt(sum / mass);
}
