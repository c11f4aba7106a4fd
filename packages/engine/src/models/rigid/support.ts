import { cholesky, choleskySolve } from '../../math/dense.ts';
import type { Equation } from '../body.ts';
import type { RigidBody } from './body.ts';
import { rigidCompliance } from './compliance.ts';
import { SLIDING, SUPPORT_FIRMNESS } from './numbers.ts';

/** Sites where a guest leans on something immovable; the first `count` entries are in use. */
export interface Supports {
  count: number;
  /**
   * Places [m], directions in which they push the guest (length one), and how fast they move themselves [m/s]; shape
   * [16, 3] each.
   */
  readonly points: Float64Array;
  readonly normals: Float64Array;
  readonly velocities: Float64Array;
  /** Friction coefficients. */
  readonly friction: Float64Array;
  /** Impulses that they give the guest in the step [N s], shape [16, 3]; known after it. */
  readonly impulses: Float64Array;
  /** How much mass they bear while hardly moving [kg]: that of the heaviest body that may press on the guest, say. */
  load: number;
}

export const MOST_SUPPORTS = 16;

export function createSupports(): Supports {
  return {
    count: 0,
    points: new Float64Array(3 * MOST_SUPPORTS),
    normals: new Float64Array(3 * MOST_SUPPORTS),
    velocities: new Float64Array(3 * MOST_SUPPORTS),
    friction: new Float64Array(MOST_SUPPORTS),
    impulses: new Float64Array(3 * MOST_SUPPORTS),
    load: 0,
  };
}

/** The step's matrix of a body with supports, and what they do for a solution. */
function createSupportMatrix(body: RigidBody, supports: Supports) {
  const A = new Float64Array(36);
  const factor = new Float64Array(36);
  const x = new Float64Array(6);
  const column = new Float64Array(6);
  const slip = new Float64Array(3);
  const state = body.state.arrays.state as Float64Array;
  /** 1 for supports that have let go. */
  const free = new Uint8Array(MOST_SUPPORTS);
  let firm = 0;

  /** The step's matrix, and rhs += what its right side gets, from the supports that have not let go. */
  const load = (rhs: Float64Array): void => {
    const { count, points, normals, velocities } = supports;
    firm = (SUPPORT_FIRMNESS * supports.load) / count;
    for (let k = 0; k < 6; k++) {
      x.fill(0);
      x[k] = 1;
      body.equation.multiply(column, x);
      for (let i = 0; i < 6; i++) A[6 * i + k] = column[i];
    }
    for (let s = 0; s < count; s++) {
      if (free[s] === 1) continue;
      const stuck = !slides(s);
      for (let axis = 0; axis < 3; axis++) {
        // Row `axis` of J and of N J: what the support asks of [v, ω].
        for (let k = 0; k < 6; k++) {
          x.fill(0);
          x[k] = 1;
          hold(column, x, s, stuck);
          arm(x, state, points, 3 * s, axis);
          for (let i = 0; i < 6; i++) A[6 * i + k] += firm * x[i] * column[axis];
        }
        const n = normals[3 * s + axis];
        let wanted = velocities[3 * s + axis];
        if (!stuck) {
          wanted = 0;
          for (let c = 0; c < 3; c++) wanted += n * normals[3 * s + c] * velocities[3 * s + c];
        }
        arm(x, state, points, 3 * s, axis);
        for (let i = 0; i < 6; i++) rhs[i] += firm * x[i] * wanted;
      }
    }
    factor.set(A);
    cholesky(factor, 6);
  };

  /** out[0..3) = N J u of support s. */
  const hold = (out: Float64Array, u: Float64Array, s: number, stuck: boolean): void => {
    velocityAt(out, u, state, supports.points, 3 * s);
    if (stuck) return;
    const { normals } = supports;
    const along =
      out[0] * normals[3 * s] + out[1] * normals[3 * s + 1] + out[2] * normals[3 * s + 2];
    for (let c = 0; c < 3; c++) out[c] = along * normals[3 * s + c];
  };

  const slides = (s: number): boolean => {
    const { normals, velocities, points } = supports;
    const v = slip;
    velocityAt(v, body.equation.velocity, state, points, 3 * s);
    let along = 0;
    for (let c = 0; c < 3; c++) {
      v[c] -= velocities[3 * s + c];
      along += v[c] * normals[3 * s + c];
    }
    for (let c = 0; c < 3; c++) v[c] -= along * normals[3 * s + c];
    return v[0] * v[0] + v[1] * v[1] + v[2] * v[2] > SLIDING * SLIDING;
  };

  /** Push of support s along its normal for the solution u; column[0..3) = its whole impulse. */
  const pushOf = (u: Float64Array, s: number): number => {
    const { points, normals, velocities } = supports;
    velocityAt(column, u, state, points, 3 * s);
    let along = 0;
    for (let c = 0; c < 3; c++) {
      column[c] = firm * (velocities[3 * s + c] - column[c]);
      along += column[c] * normals[3 * s + c];
    }
    return along;
  };

  return { A, factor, free, column, load, slides, pushOf };
}

/**
 * A rigid body that its supports hold: A = diag(m, I) + κ Σ JᵀNJ, where J takes [v, ω] to the velocity of a place and N
 * is the normal's direction, or all three if it does not slide. A light thing between a heavy one and the ground then
 * behaves like the ground, exactly, where contacts solved row by row would hardly get there.
 */
export function supportBody(body: RigidBody, supports: Supports): RigidBody {
  const matrix = createSupportMatrix(body, supports);
  const { A, factor, free, column } = matrix;
  const x = new Float64Array(6);
  /** The right side without supports, what else presses on the body, and the velocity under both. */
  const own = new Float64Array(6);
  const pressed = new Float64Array(6);
  const u = new Float64Array(6);

  /**
   * The impulses of the supports under the load that was found. Supports let nothing through but do not pull: those
   * that would are let go, the one that pulls most first, and the rest is solved again. Sideways they hold as much as
   * friction allows.
   */
  const solveSupports = (b: Float64Array): void => {
    const { count, normals, friction, impulses } = supports;
    for (let c = 0; c < 6; c++) pressed[c] = b[c] - body.equation.rhs[c];
    free.fill(0);
    let released = 0;
    for (let round = 0; round <= count; round++) {
      for (let c = 0; c < 6; c++) u[c] = own[c] + pressed[c];
      matrix.load(u);
      choleskySolve(u, factor, 6);
      let worst = -1;
      let most = 0;
      for (let s = 0; s < count; s++) {
        const push = free[s] === 1 ? 0 : matrix.pushOf(u, s);
        if (push >= most) continue;
        most = push;
        worst = s;
      }
      if (worst < 0) break;
      free[worst] = 1;
      released++;
    }
    for (let s = 0; s < count; s++) {
      if (free[s] === 1) {
        impulses.fill(0, 3 * s, 3 * s + 3);
        continue;
      }
      const along = matrix.pushOf(u, s);
      withinFriction(impulses, 3 * s, column, along, normals, matrix.slides(s) ? 0 : friction[s]);
    }
    // The matrix of the step is that of all supports.
    if (released === 0) return;
    free.fill(0);
    matrix.load(pressed);
  };

  const precondition = (z: Float64Array, r: Float64Array): void => {
    if (supports.count === 0) {
      body.equation.precondition(z, r);
      return;
    }
    for (let i = 0; i < 6; i++) x[i] = r[i];
    choleskySolve(x, factor, 6);
    for (let i = 0; i < 6; i++) z[i] = x[i];
  };

  const equation: Equation = {
    ...body.equation,
    assemble(h, gravity, iterate) {
      body.equation.assemble(h, gravity, iterate);
      supports.impulses.fill(0);
      own.set(body.equation.rhs);
      free.fill(0);
      if (supports.count > 0) matrix.load(body.equation.rhs);
    },
    multiply(y, u) {
      if (supports.count === 0) {
        body.equation.multiply(y, u);
        return;
      }
      for (let i = 0; i < 6; i++) {
        y[i] = 0;
        for (let k = 0; k < 6; k++) y[i] += A[6 * i + k] * u[k];
      }
    },
    precondition,
    correctMomentum(u, b) {
      if (supports.count === 0) {
        body.equation.correctMomentum(u, b);
        return;
      }
      for (let i = 0; i < 6; i++) x[i] = b[i];
      choleskySolve(x, factor, 6);
      for (let i = 0; i < 6; i++) u[i] = x[i];
      solveSupports(b);
    },
  };
  const compliance = rigidCompliance(precondition, body.rotation);
  return { ...body, equation, points: { ...body.points, compliance } };
}

/** out = [e, r × e]: what a unit impulse along an axis at point p is to a body whose centre is at x. */
function arm(
  out: Float64Array,
  x: Float64Array,
  points: Float64Array,
  p: number,
  axis: number,
): void {
  out.fill(0);
  out[axis] = 1;
  const d = (axis + 1) % 3;
  const e = (axis + 2) % 3;
  out[3 + d] = points[p + e] - x[e];
  out[3 + e] = -(points[p + d] - x[d]);
}

/** out[0..3) = velocity of point p of a body with velocities u = [v, ω] and its centre at x. */
function velocityAt(
  out: Float64Array,
  u: Float64Array,
  x: Float64Array,
  points: Float64Array,
  p: number,
): void {
  for (let c = 0; c < 3; c++) {
    const d = (c + 1) % 3;
    const e = (c + 2) % 3;
    out[c] = u[c] + u[3 + d] * (points[p + e] - x[e]) - u[3 + e] * (points[p + d] - x[d]);
  }
}

/**
 * out[o..o+3) = the impulse of a support that would give `wish`, `along` of it along the normal: a push, and across it
 * no more than friction allows. Overwrites `wish`.
 */
function withinFriction(
  out: Float64Array,
  o: number,
  wish: Float64Array,
  along: number,
  normals: Float64Array,
  friction: number,
): void {
  const push = Math.max(0, along);
  let across = 0;
  for (let c = 0; c < 3; c++) {
    wish[c] -= along * normals[o + c];
    across += wish[c] * wish[c];
  }
  const limit = friction * push;
  const share = across > limit * limit ? limit / Math.sqrt(across) : 1;
  for (let c = 0; c < 3; c++) out[o + c] = push * normals[o + c] + share * wish[c];
}
