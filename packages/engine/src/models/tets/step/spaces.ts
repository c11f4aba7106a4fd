import type { Kernels } from '../../../kernels/kernels.ts';
import { factorize, initFactor, solveSingle } from '../../../math/sparse/cholesky.ts';
import type { CoarseSpace } from '../build/coarse.ts';
import type { Front } from '../front/front.ts';
import type { TetsMemory } from '../memory.ts';
import type { TetsData } from '../model.ts';

/** A held vertex gets this many times the largest mass: it then moves by nothing that matters. */
const FIRM = 1e14;

type SpaceMemory = TetsMemory['spaces'][number];

/** A coarse space with the factor of its undeformed matrix. */
export interface KeptSpace extends SpaceMemory, CoarseSpace {
  /** What it was factored for, mass·M + scale·K; 0 for nothing. */
  scale: number;
  mass: number;
}

export function keepSpaces(data: TetsData, memory: TetsMemory): KeptSpace[] {
  return memory.spaces.map((own, s) => {
    initFactor(own.factor);
    own.K.set(data.spaces[s].stiffness);
    return { ...own, ...data.spaces[s], scale: 0, mass: 0 };
  });
}

export function factorSpace(
  space: KeptSpace,
  { repStart, repMass }: TetsData,
  held: Uint8Array,
  kernels: Kernels,
  scale: number,
  mass: number,
): void {
  const { firm, level } = space;
  const own = repStart[level];
  let largest = 0;
  for (let i = 0; i < firm.length; i++) largest = Math.max(largest, repMass[own + i]);
  for (let i = 0; i < firm.length; i++)
    firm[i] = held[i] === 1 ? FIRM * largest : mass * repMass[own + i];
  factorize(kernels, space.factor, space.K, firm, scale);
  space.scale = scale;
  space.mass = mass;
}

/**
 * memory.X := the space's inverse of it, turned back to rest and forth; what it has and the front has not stays zero.
 */
export function solveSpace(
  { factor, rhs }: KeptSpace,
  { X, R, place }: TetsMemory,
  { elementAt }: Front,
  kernels: Kernels,
  turned: boolean,
): void {
  const n = rhs.length / 3;
  for (let v = 0; v < n; v++) {
    const p = place[v];
    for (let c = 0; c < 3; c++) rhs[3 * v + c] = p < 0 ? 0 : X[3 * p + c];
  }
  if (turned) turn(rhs, R, elementAt, place, n, 3, 1);
  solveSingle(kernels, factor, rhs);
  if (turned) turn(rhs, R, elementAt, place, n, 1, 3);
  for (let v = 0; v < n; v++) {
    const p = place[v];
    if (p >= 0) for (let c = 0; c < 3; c++) X[3 * p + c] = rhs[3 * v + c];
  }
}

/**
 * a_v := R a_v with strides 1, 3 (across, down), Rᵀ a_v with 3, 1; R of an element at vertex v, where it has a place.
 */
function turn(
  a: Float64Array,
  R: Float64Array,
  elementAt: Int32Array,
  place: Int32Array,
  n: number,
  across: number,
  down: number,
): void {
  for (let v = 0; v < n; v++) {
    if (place[v] < 0) continue;
    const x = a[3 * v];
    const y = a[3 * v + 1];
    const z = a[3 * v + 2];
    for (let c = 0; c < 3; c++) {
      const o = 9 * elementAt[place[v]] + down * c;
      a[3 * v + c] = R[o] * x + R[o + across] * y + R[o + 2 * across] * z;
    }
  }
}
