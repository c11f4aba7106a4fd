import { cholesky, choleskySolve } from '../../math/dense.ts';
import { ENOUGH, HOLD, MOST_ROUNDS } from '../numbers.ts';
import type { FrameSet } from './active.ts';
import type { Rows } from './rows.ts';
import type { Springs } from './springs.ts';

/**
 * The minimum of Σ w (p − c)ᵀ M (p − c) + κ (prior), M = (1 − τ) n nᵀ + τ 1 for each spring, over the frames of a set.
 * Springs pull across the surface, so the three coordinates are coupled: conjugate gradients, with the matrix of
 * springs that pull alike all ways as preconditioner. It is one Cholesky factor for all three coordinates, and the
 * condition number is at most 1/τ.
 */
export interface Equation {
  /** Factor of the preconditioner, [4·count, 4·count], lower triangle. */
  readonly L: Float64Array;
  /** Vectors over the set, shape [3, 4·count] each, coordinates one after the other at stride `stride`. */
  readonly stride: number;
  readonly x: Float64Array;
  readonly r: Float64Array;
  readonly z: Float64Array;
  readonly p: Float64Array;
  readonly Ap: Float64Array;
  readonly one: Float64Array;
}

export function createEquation(nodes: number): Equation {
  const n = 4 * nodes;
  const vector = (): Float64Array => new Float64Array(3 * n);
  return {
    L: new Float64Array(n * n),
    stride: n,
    x: vector(),
    r: vector(),
    z: vector(),
    p: vector(),
    Ap: vector(),
    one: new Float64Array(n),
  };
}

/** L = κ P + Σ w μ q qᵀ + a trace, μ = (1 + 2τ)/3 the mean pull of a spring. */
export function fillMatrix(
  { L }: Equation,
  set: FrameSet,
  rows: Rows,
  springs: Springs,
  stiffness: number,
): void {
  const n = 4 * set.count;
  for (let i = 0; i < n * n; i++) L[i] = stiffness * set.P[i];
  for (let i = 0; i < n; i++) L[i * (n + 1)] += HOLD;
  const { ptr, slot, q } = rows;
  for (let i = 0; i < rows.count; i++) {
    const w = (springs.weight[i] * (1 + 2 * springs.tangent[i])) / 3;
    if (w === 0) continue;
    for (let a = ptr[i]; a < ptr[i + 1]; a++) {
      const s = 4 * slot[a];
      for (let b = ptr[i]; b < ptr[i + 1]; b++) {
        const u = 4 * slot[b];
        if (u > s) continue;
        for (let r = 0; r < 4; r++) {
          const f = w * q[4 * a + r];
          const to = (s + r) * n + u;
          L[to] += f * q[4 * b];
          L[to + 1] += f * q[4 * b + 1];
          L[to + 2] += f * q[4 * b + 2];
          L[to + 3] += f * q[4 * b + 3];
        }
      }
    }
  }
}

/** The blocks on the diagonal of what `fillMatrix` makes, and nothing else. */
export function fillDiagonal(
  { L }: Equation,
  set: FrameSet,
  rows: Rows,
  springs: Springs,
  stiffness: number,
): void {
  const n = 4 * set.count;
  for (let j = 0; j < n; j += 4) {
    for (let i = 0; i < 16; i++) {
      const at = (j + (i >> 2)) * n + j + (i & 3);
      L[at] = stiffness * set.P[at];
      if (i % 5 === 0) L[at] += HOLD;
    }
  }
  const { ptr, slot, q } = rows;
  for (let i = 0; i < rows.count; i++) {
    const w = (springs.weight[i] * (1 + 2 * springs.tangent[i])) / 3;
    if (w === 0) continue;
    for (let a = 4 * ptr[i]; a < 4 * ptr[i + 1]; a += 4) {
      const s = 4 * slot[a >> 2];
      for (let r = 0; r < 4; r++) {
        const f = w * q[a + r];
        const to = (s + r) * n + s;
        L[to] += f * q[a];
        L[to + 1] += f * q[a + 1];
        L[to + 2] += f * q[a + 2];
        L[to + 3] += f * q[a + 3];
      }
    }
  }
}

/** Factors the matrix; false if it is not positive definite. */
export function factorMatrix({ L }: Equation, set: FrameSet): boolean {
  return cholesky(L, 4 * set.count);
}

/** eq.x = the members' frames. */
export function loadFrames({ x, stride }: Equation, set: FrameSet, D: Float64Array): void {
  for (let j = 0; j < set.count; j++) {
    const d = 12 * set.members[j];
    for (let c = 0; c < 3; c++) {
      for (let r = 0; r < 4; r++) x[c * stride + 4 * j + r] = D[d + 4 * c + r];
    }
  }
}

/**
 * eq.r = half the downhill gradient of the energy at eq.x: Σ w q ⊗ M (c − p) − κ (P x − pull). `pull` is the elastic
 * part's right side over all nodes, null without one.
 */
export function residual(
  eq: Equation,
  set: FrameSet,
  rows: Rows,
  springs: Springs,
  stiffness: number,
  pull: Float64Array | null,
): void {
  const { x, r, stride } = eq;
  multiplyPrior(r, x, eq, set, -stiffness);
  if (pull !== null) addPull(r, stride, set, pull, stiffness);
  addSprings(r, x, eq, rows, springs, springs.goal);
}

/** out = A v. */
function multiply(
  out: Float64Array,
  v: Float64Array,
  eq: Equation,
  set: FrameSet,
  rows: Rows,
  springs: Springs,
  stiffness: number,
): void {
  const n = 4 * set.count;
  multiplyPrior(out, v, eq, set, -stiffness);
  addSprings(out, v, eq, rows, springs, null);
  for (let c = 0; c < 3; c++) {
    const o = c * eq.stride;
    for (let i = 0; i < n; i++) out[o + i] = HOLD * v[o + i] - out[o + i];
  }
}

/** out = factor × P v, P's lower triangle given. */
function multiplyPrior(
  out: Float64Array,
  v: Float64Array,
  { stride }: Equation,
  set: FrameSet,
  factor: number,
): void {
  const n = 4 * set.count;
  const { P } = set;
  for (let i = 0; i < n; i++) {
    let a = 0;
    let b = 0;
    let c = 0;
    for (let j = 0; j < n; j++) {
      const h = P[i * n + j];
      a += h * v[j];
      b += h * v[stride + j];
      c += h * v[2 * stride + j];
    }
    out[i] = factor * a;
    out[stride + i] = factor * b;
    out[2 * stride + i] = factor * c;
  }
}

/** out += Σ w q ⊗ M (c − p), p the places at v; with no goals c = 0. */
function addSprings(
  out: Float64Array,
  v: Float64Array,
  { stride }: Equation,
  { ptr, slot, q, count }: Rows,
  { weight, tangent, normal }: Springs,
  goal: Float64Array | null,
): void {
  for (let i = 0; i < count; i++) {
    const w = weight[i];
    if (w === 0) continue;
    let x = goal === null ? 0 : goal[3 * i];
    let y = goal === null ? 0 : goal[3 * i + 1];
    let z = goal === null ? 0 : goal[3 * i + 2];
    for (let e = ptr[i]; e < ptr[i + 1]; e++) {
      const s = 4 * slot[e];
      const f = 4 * e;
      const t = s + stride;
      const u = t + stride;
      x -= v[s] * q[f] + v[s + 1] * q[f + 1] + v[s + 2] * q[f + 2] + v[s + 3] * q[f + 3];
      y -= v[t] * q[f] + v[t + 1] * q[f + 1] + v[t + 2] * q[f + 2] + v[t + 3] * q[f + 3];
      z -= v[u] * q[f] + v[u + 1] * q[f + 1] + v[u + 2] * q[f + 2] + v[u + 3] * q[f + 3];
    }
    const nx = normal[3 * i];
    const ny = normal[3 * i + 1];
    const nz = normal[3 * i + 2];
    const across = w * (1 - tangent[i]) * (nx * x + ny * y + nz * z);
    const along = w * tangent[i];
    x = along * x + across * nx;
    y = along * y + across * ny;
    z = along * z + across * nz;
    for (let e = ptr[i]; e < ptr[i + 1]; e++) {
      const s = 4 * slot[e];
      const t = s + stride;
      const u = t + stride;
      for (let r = 0; r < 4; r++) {
        const f = q[4 * e + r];
        out[s + r] += f * x;
        out[t + r] += f * y;
        out[u + r] += f * z;
      }
    }
  }
}

/** out += κ × the pull on all nodes (3×4 each), as the set feels it. */
function addPull(
  out: Float64Array,
  stride: number,
  { contraction, slot }: FrameSet,
  pull: Float64Array,
  stiffness: number,
): void {
  const { ptr, cols, W } = contraction;
  for (let k = 0; k < ptr.length - 1; k++) {
    for (let e = ptr[k]; e < ptr[k + 1]; e++) {
      const s = 4 * slot[cols[e]];
      for (let c = 0; c < 3; c++) {
        const p = 12 * k + 4 * c;
        for (let r = 0; r < 4; r++) {
          const w = 16 * e + 4 * r;
          out[c * stride + s + r] +=
            stiffness *
            (W[w] * pull[p] +
              W[w + 1] * pull[p + 1] +
              W[w + 2] * pull[p + 2] +
              W[w + 3] * pull[p + 3]);
        }
      }
    }
  }
}

/** Moves eq.x to the minimum, from where it is. Needs the factor; returns the rounds that it took. */
export function solveEquation(
  eq: Equation,
  set: FrameSet,
  rows: Rows,
  springs: Springs,
  stiffness: number,
  pull: Float64Array | null,
): number {
  const { x, r, z, p, Ap, stride } = eq;
  const n = 4 * set.count;
  residual(eq, set, rows, springs, stiffness, pull);
  precondition(eq, n);
  let rz = dot(r, z, stride, n);
  const enough = ENOUGH * ENOUGH * rz;
  for (let c = 0; c < 3 * stride; c += stride) for (let i = c; i < c + n; i++) p[i] = z[i];
  let round = 0;
  while (round < MOST_ROUNDS && rz > enough && rz > 0) {
    round++;
    multiply(Ap, p, eq, set, rows, springs, stiffness);
    const curve = dot(p, Ap, stride, n);
    if (!(curve > 0)) break;
    const alpha = rz / curve;
    for (let c = 0; c < 3 * stride; c += stride) {
      for (let i = c; i < c + n; i++) {
        x[i] += alpha * p[i];
        r[i] -= alpha * Ap[i];
      }
    }
    precondition(eq, n);
    const next = dot(r, z, stride, n);
    const beta = next / rz;
    rz = next;
    for (let c = 0; c < 3 * stride; c += stride)
      for (let i = c; i < c + n; i++) p[i] = z[i] + beta * p[i];
  }
  return round;
}

/** z = (L Lᵀ)⁻¹ r. */
function precondition({ L, r, z, one, stride }: Equation, n: number): void {
  for (let c = 0; c < 3 * stride; c += stride) {
    for (let i = 0; i < n; i++) one[i] = r[c + i];
    choleskySolve(one, L, n);
    for (let i = 0; i < n; i++) z[c + i] = one[i];
  }
}

function dot(a: Float64Array, b: Float64Array, stride: number, n: number): number {
  let sum = 0;
  for (let c = 0; c < 3 * stride; c += stride) for (let i = c; i < c + n; i++) sum += a[i] * b[i];
  return sum;
}
