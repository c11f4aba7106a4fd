import { linearPart } from '../../math/affine.ts';
import { mulABt3 } from '../../math/mat3.ts';
import { nearestRotation3, SVD_WORK } from '../../math/svd3.ts';
import type { FramesData } from './model.ts';
import { FASTEST_TURN } from './numbers.ts';
import type { Factor } from './step/factor.ts';
import { blockOf } from './step/pattern.ts';

/**
 * The velocities a rigid node may have: Q y + given, where the columns of Q (12×6, orthonormal) span the rigid motions
 * of the frame as it is now. `onto` is the projection Q Qᵀ. Since Qᵀ takes force and torque of what acts on the node,
 * the equation that is left keeps momentum and angular momentum whatever is given.
 */
export interface RigidVelocities {
  readonly count: number;
  /** Shape [count, 12, 12]. */
  readonly onto: Float64Array;
  /** Shape [count, 12]. */
  readonly given: Float64Array;
  readonly scratch: Scratch;
}

interface Scratch {
  readonly basis: Float64Array;
  readonly F: Float64Array;
  readonly R: Float64Array;
  readonly spin: Float64Array;
  readonly product: Float64Array;
  readonly svd: Float64Array;
  readonly row: Float64Array;
}

export function createRigid(count: number): RigidVelocities {
  return {
    count,
    onto: new Float64Array(144 * count),
    given: new Float64Array(12 * count),
    scratch: {
      basis: new Float64Array(72),
      F: new Float64Array(9),
      R: new Float64Array(9),
      spin: new Float64Array(3),
      product: new Float64Array(9),
      svd: new Float64Array(SVD_WORK),
      row: new Float64Array(12),
    },
  };
}

/** Rigid motions at positions D (12 numbers a node), and the given part of a step of h seconds after velocities V. */
export function fillRigid(
  rigid: RigidVelocities,
  data: Pick<FramesData, 'rigidNodes' | 'positions'>,
  D: Float64Array,
  V: Float64Array,
  h: number,
): void {
  for (let i = 0; i < rigid.count; i++) {
    const k = data.rigidNodes[i];
    fillBasis(rigid.scratch.basis, D, 12 * k, data.positions, 3 * k);
    fillProjection(rigid.onto, 144 * i, rigid.scratch.basis);
    fillGiven(rigid.given, 12 * i, rigid.scratch, D, V, 12 * k, data.positions, 3 * k, h);
  }
}

/** basis = three shifts and three turns about the node's own place, made orthonormal; 12 numbers each. */
function fillBasis(
  basis: Float64Array,
  D: Float64Array,
  d: number,
  positions: Float64Array,
  x: number,
): void {
  basis.fill(0);
  for (let r = 0; r < 3; r++) basis[12 * r + 4 * r + 3] = 1;
  for (let axis = 0; axis < 3; axis++) {
    const a = (axis + 1) % 3;
    const b = (axis + 2) % 3;
    const o = 12 * (3 + axis);
    for (let p = 0; p < 4; p++) {
      // Column 3 seen from the node's place: D[3] − D[p̄; 1] = −Σ D[c] p̄_c.
      let ya = p < 3 ? D[d + 4 * a + p] : 0;
      let yb = p < 3 ? D[d + 4 * b + p] : 0;
      for (let c = 0; p === 3 && c < 3; c++) {
        ya -= D[d + 4 * a + c] * positions[x + c];
        yb -= D[d + 4 * b + c] * positions[x + c];
      }
      // e_axis × y has −y_b at a and y_a at b.
      basis[o + 4 * a + p] = -yb;
      basis[o + 4 * b + p] = ya;
    }
  }
  // Twice, so that rounding does not leave anything of the others.
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 6; i++) {
      for (let j = 0; j < i; j++) subtractAlong(basis, 12 * i, 12 * j);
      let square = 0;
      for (let e = 12 * i; e < 12 * i + 12; e++) square += basis[e] * basis[e];
      const unit = 1 / Math.sqrt(square);
      for (let e = 12 * i; e < 12 * i + 12; e++) basis[e] *= unit;
    }
  }
}

/** Takes from the vector at i what it has along the unit vector at j. */
function subtractAlong(basis: Float64Array, i: number, j: number): void {
  let dot = 0;
  for (let e = 0; e < 12; e++) dot += basis[i + e] * basis[j + e];
  for (let e = 0; e < 12; e++) basis[i + e] -= dot * basis[j + e];
}

function fillProjection(onto: Float64Array, o: number, basis: Float64Array): void {
  for (let a = 0; a < 12; a++) {
    for (let b = 0; b < 12; b++) {
      let sum = 0;
      for (let q = 0; q < 72; q += 12) sum += basis[q + a] * basis[q + b];
      onto[o + 12 * a + b] = sum;
    }
  }
}

/**
 * D + h·(ω × D) is no rotation: it grows with the square of the angle. The given part is the difference from the
 * rotation by the angle whose sine is h|ω|, with ω of the last step, plus the error that the last step left.
 */
function fillGiven(
  given: Float64Array,
  o: number,
  { F, R, spin, product, svd }: Scratch,
  D: Float64Array,
  V: Float64Array,
  d: number,
  positions: Float64Array,
  x: number,
  h: number,
): void {
  linearPart(F, 0, D, d);
  nearestRotation3(R, 0, F, 0, svd);
  // [ω]ₓ = the antisymmetric part of V Rᵀ.
  linearPart(svd, 0, V, d);
  mulABt3(product, 0, svd, 0, R, 0);
  spin[0] = 0.5 * (product[7] - product[5]);
  spin[1] = 0.5 * (product[2] - product[6]);
  spin[2] = 0.5 * (product[3] - product[1]);
  const square = spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2];
  const sine = Math.min(FASTEST_TURN, h * Math.sqrt(square));
  // cos − 1, over |ω|²; nothing to do about a body that does not turn.
  const bend = square > 0 ? (Math.sqrt(1 - sine * sine) - 1) / square : 0;
  for (let r = 0; r < 3; r++) {
    let last = 0;
    for (let c = 0; c < 3; c++) {
      let along = 0;
      for (let e = 0; e < 3; e++) along += spin[e] * R[3 * e + c];
      const turn = bend * (square * R[3 * r + c] - spin[r] * along);
      const value = (turn + R[3 * r + c] - F[3 * r + c]) / h;
      given[o + 4 * r + c] = value;
      last -= value * positions[x + c];
    }
    // The node's own place stays where the free part puts it.
    given[o + 4 * r + 3] = last;
  }
}

/** x[at..at+12) = Q Qᵀ x for rigid node i. */
export function projectRigid(
  { onto, scratch }: RigidVelocities,
  i: number,
  x: Float64Array,
  at: number,
): void {
  const { row } = scratch;
  for (let a = 0; a < 12; a++) {
    let sum = 0;
    for (let b = 0; b < 12; b++) sum += onto[144 * i + 12 * a + b] * x[at + b];
    row[a] = sum;
  }
  for (let a = 0; a < 12; a++) x[at + a] = row[a];
}

/**
 * The symmetric matrix A, loaded for its factor, seen by the rigid velocities of one member: Π A Π + (I − Π)·a. Its
 * inverse takes rigid right sides to rigid velocities; a is the size of the block, so that no accuracy is lost.
 */
export function restrictMatrix(
  rigid: RigidVelocities,
  i: number,
  { L, pattern }: Factor,
  member: number,
  block: Float64Array,
): void {
  for (let other = 0; other < pattern.size; other++) {
    if (other === member) continue;
    const at = blockOf(pattern, Math.max(member, other), Math.min(member, other));
    if (at < 0) continue;
    if (other < member) projectColumns(rigid, i, L, 144 * at);
    else for (let r = 0; r < 144; r += 12) projectRigid(rigid, i, L, 144 * at + r);
  }
  const at = 144 * blockOf(pattern, member, member);
  let size = 0;
  for (let a = 0; a < 12; a++) {
    for (let b = 0; b < 12; b++) {
      block[12 * a + b] = L[at + 12 * Math.max(a, b) + Math.min(a, b)];
    }
    size += block[13 * a] / 12;
  }
  for (let a = 0; a < 144; a += 12) projectRigid(rigid, i, block, a);
  projectColumns(rigid, i, block, 0);
  for (let k = 0; k < 144; k++) {
    const rest = (k % 13 === 0 ? 1 : 0) - rigid.onto[144 * i + k];
    L[at + k] = block[k] + size * rest;
  }
}

/** B[at..at+144) = Q Qᵀ B for rigid node i. */
function projectColumns(
  { onto, scratch }: RigidVelocities,
  i: number,
  B: Float64Array,
  at: number,
): void {
  const { row } = scratch;
  for (let c = at; c < at + 12; c++) {
    for (let a = 0; a < 12; a++) {
      let sum = 0;
      for (let b = 0; b < 12; b++) sum += onto[144 * i + 12 * a + b] * B[c + 12 * b];
      row[a] = sum;
    }
    for (let a = 0; a < 12; a++) B[c + 12 * a] = row[a];
  }
}
