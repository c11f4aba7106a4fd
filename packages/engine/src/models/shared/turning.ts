import { apply3, inverse3, mul3, mulABt3 } from '../../math/mat3.ts';
import { expQuat, mulQuat, normaliseQuat, quatToMat3 } from '../../math/quat.ts';
import { HALF_WAY_ROUNDS } from './numbers.ts';

/** Inertia [kg m²] in the world, its inverse, and the orientation they belong to; all 3×3. */
export interface Inertia {
  readonly R: Float64Array;
  readonly I: Float64Array;
  readonly inverse: Float64Array;
  readonly locked: Locked;
}

/** 1 for each of the world's axes along which (three) and about which (three) nothing moves a body; null for none. */
export type Locked = Uint8Array | null;

export function createInertia(locked: Locked = null): Inertia {
  return { R: new Float64Array(9), I: new Float64Array(9), inverse: new Float64Array(9), locked };
}

const product = new Float64Array(9);

/** The inertia of a body with inertia `own` at rest, turned by the quaternion q[k..k+4). */
export function turnInertia(out: Inertia, own: Float64Array, q: Float64Array, k: number): void {
  quatToMat3(out.R, 0, q, k);
  mul3(product, 0, out.R, 0, own, 0);
  mulABt3(out.I, 0, product, 0, out.R, 0);
  if (out.locked !== null) dropLocked(out.I, out.locked, false);
  inverse3(out.inverse, 0, out.I, 0);
  if (out.locked !== null) dropLocked(out.inverse, out.locked, true);
}

/** Decouples locked axes, so that the inverse is that of the free ones; with `whole`, zeroes them. */
function dropLocked(A: Float64Array, locked: Uint8Array, whole: boolean): void {
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      if ((r !== c || whole) && (locked[3 + r] === 1 || locked[3 + c] === 1)) A[3 * r + c] = 0;
    }
  }
}

const turn = new Float64Array(8);

/** out = q turned by the rotation vector w·t. */
export function turnBy(
  out: Float64Array,
  o: number,
  q: Float64Array,
  k: number,
  w: Float64Array,
  p: number,
  t: number,
): void {
  for (let c = 0; c < 3; c++) turn[4 + c] = t * w[p + c];
  expQuat(turn, 0, turn, 4);
  mulQuat(out, o, turn, 0, q, k);
  normaliseQuat(out, o);
}

const w = new Float64Array(7);

/**
 * The inertia half-way through a step of h seconds that keeps the angular momentum L[l..l+3): the implicit midpoint
 * rule. A body that does not turn about a principal axis wobbles as it should, with its rotational energy kept to third
 * order in the step.
 */
export function halfwayInertia(
  out: Inertia,
  own: Float64Array,
  q: Float64Array,
  k: number,
  L: Float64Array,
  l: number,
  h: number,
): void {
  turnInertia(out, own, q, k);
  for (let round = 0; round < HALF_WAY_ROUNDS; round++) {
    apply3(w, 0, out.inverse, 0, L, l);
    turnBy(w, 3, q, k, w, 0, 0.5 * h);
    turnInertia(out, own, w, 3);
  }
}
