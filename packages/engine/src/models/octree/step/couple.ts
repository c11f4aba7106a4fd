import { inverse3 } from '../../../math/mat3.ts';
import type { OctreeMemory } from '../memory.ts';
import { LEAST_COUPLED } from '../numbers.ts';
import type { OctreePoints } from '../point-sets.ts';

/** Small arrays of `balance`. */
export interface Couple {
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly centre: Float64Array;
  readonly inertia: Float64Array;
  readonly inverse: Float64Array;
}

export function createCouple(): Couple {
  return {
    a: new Float64Array(3),
    b: new Float64Array(3),
    centre: new Float64Array(4),
    inertia: new Float64Array(9),
    inverse: new Float64Array(9),
  };
}

/**
 * Equal and opposite impulses whose lines are not the same make a couple. It is given back to the leaves of both points
 * as a turn of all of them together, so that contact keeps angular momentum. `impulse` is that on point p; k is the
 * place touched.
 */
export function balance(
  memory: OctreeMemory,
  set: OctreePoints,
  p: number,
  other: OctreePoints,
  k: number,
  impulse: Float64Array,
  { a, b, centre, inertia, inverse }: Couple,
): void {
  place(a, memory.x, set, p);
  place(b, memory.x, other, k);
  const dx = a[0] - b[0];
  const dy = a[1] - b[1];
  const dz = a[2] - b[2];
  const jx = impulse[3 * k];
  const jy = impulse[3 * k + 1];
  const jz = impulse[3 * k + 2];
  const tx = dy * jz - dz * jy;
  const ty = dz * jx - dx * jz;
  const tz = dx * jy - dy * jx;
  if (tx === 0 && ty === 0 && tz === 0) return;
  centre.fill(0);
  addCentre(centre, memory, set, p);
  addCentre(centre, memory, other, k);
  for (let c = 0; c < 3; c++) centre[c] /= centre[3];
  inertia.fill(0);
  addInertia(inertia, centre, memory, set, p);
  addInertia(inertia, centre, memory, other, k);
  const least = LEAST_COUPLED * (inertia[0] + inertia[4] + inertia[8]);
  for (let c = 0; c < 9; c += 4) inertia[c] += least;
  inertia[3] = inertia[1];
  inertia[6] = inertia[2];
  inertia[7] = inertia[5];
  if (!inverse3(inverse, 0, inertia, 0)) return;
  const wx = -(inverse[0] * tx + inverse[1] * ty + inverse[2] * tz);
  const wy = -(inverse[3] * tx + inverse[4] * ty + inverse[5] * tz);
  const wz = -(inverse[6] * tx + inverse[7] * ty + inverse[8] * tz);
  turn(memory, centre, set, p, wx, wy, wz);
  turn(memory, centre, other, k, wx, wy, wz);
}

/** out = Σ w x: where a force on the point acts. */
function place(out: Float64Array, x: Float64Array, set: OctreePoints, p: number): void {
  for (let c = 0; c < 3; c++) {
    let sum = 0;
    for (let n = set.ptr[p]; n < set.ptr[p + 1]; n++)
      sum += set.weights[n] * x[3 * set.cols[n] + c];
    out[c] = sum;
  }
}

/** centre += Σ w m [x, 1] */
function addCentre(
  centre: Float64Array,
  { x, mass }: OctreeMemory,
  set: OctreePoints,
  p: number,
): void {
  for (let n = set.ptr[p]; n < set.ptr[p + 1]; n++) {
    const i = set.cols[n];
    const w = set.weights[n] * mass[i];
    for (let c = 0; c < 3; c++) centre[c] += w * x[3 * i + c];
    centre[3] += w;
  }
}

/** inertia += Σ w m (|r|² − r rᵀ), the upper half. */
function addInertia(
  inertia: Float64Array,
  centre: Float64Array,
  memory: OctreeMemory,
  set: OctreePoints,
  p: number,
): void {
  for (let n = set.ptr[p]; n < set.ptr[p + 1]; n++) {
    const i = 3 * set.cols[n];
    const w = set.weights[n] * memory.mass[set.cols[n]];
    const x = memory.x[i] - centre[0];
    const y = memory.x[i + 1] - centre[1];
    const z = memory.x[i + 2] - centre[2];
    inertia[0] += w * (y * y + z * z);
    inertia[1] -= w * x * y;
    inertia[2] -= w * x * z;
    inertia[4] += w * (x * x + z * z);
    inertia[5] -= w * y * z;
    inertia[8] += w * (x * x + y * y);
  }
}

/** rhs += w m ω × r */
function turn(
  memory: OctreeMemory,
  centre: Float64Array,
  set: OctreePoints,
  p: number,
  wx: number,
  wy: number,
  wz: number,
): void {
  for (let n = set.ptr[p]; n < set.ptr[p + 1]; n++) {
    const i = 3 * set.cols[n];
    const w = set.weights[n] * memory.mass[set.cols[n]];
    const x = memory.x[i] - centre[0];
    const y = memory.x[i + 1] - centre[1];
    const z = memory.x[i + 2] - centre[2];
    memory.rhs[i] += w * (wy * z - wz * y);
    memory.rhs[i + 1] += w * (wz * x - wx * z);
    memory.rhs[i + 2] += w * (wx * y - wy * x);
  }
}
