import type { ContactMemory, ContactProblem, TouchBody } from '../memory.ts';
import type { Contacts } from './contacts.ts';
import { listPoint, roomFor, siteInCage } from './sites.ts';
import { KIND } from './ties.ts';

/**
 * Rolling resistance of rigid bodies: a couple M between the two sides of a contact, against how they turn on each
 * other, with |M| ≤ c R p_n. R is the height of the centre of mass above the contact, the lower one of two. In the
 * sweeps it is two rows behind that of the contact, between sites whose weights have the sum zero: four corners of the
 * cage that differ by d move by ω × d, and an impulse p on them is a couple d × p and nothing else. With d = R n the
 * row is about rolling (`KIND.roll`), with d across the normal about spinning on the spot (`KIND.pivot`).
 */

/** Weights of three corners for an offset d are `inverse` · d, three rows of three; the first gets what is missing. */
interface Span {
  readonly corners: Int32Array;
  readonly inverse: Float64Array;
}
const spans = new WeakMap<TouchBody, Span>();
let places = new Float64Array(0);

/** Finds which rows resist rolling (`lever` > 0), and readies their bodies. After rows are known and points listed. */
export function prepareRolling({ memory, bodies, corners }: Contacts): void {
  const { rows, rolling, lever, bodies: touch } = memory;
  const { key, count, couple } = rows;
  ready.length = 0;
  for (let r = 0; r < count[0]; r++) {
    const a = key[3 * r];
    const b = key[3 * r + 1];
    lever[r] = 0;
    if (!(rolling[r] > 0) || !isRigid(bodies[a]) || (b >= 0 && !isRigid(bodies[b]))) {
      couple.fill(0, 3 * r, 3 * r + 3);
      continue;
    }
    const high = heightOf(memory, bodies[a].centre, a, r, -1);
    const theirs = b < 0 ? high : heightOf(memory, bodies[b].centre, b, r, 1);
    lever[r] = Math.max(0, Math.min(high, theirs));
    readySpan(touch[a], bodies[a], corners[a], a);
    if (b >= 0) readySpan(touch[b], bodies[b], corners[b], b);
  }
}
const ready: number[] = [];

function isRigid({ body }: Contacts['bodies'][number]): boolean {
  return body.equation.unknowns() === 6 && body.points.compliance?.factor !== undefined;
}

/** Distance [m] of a body's centre of mass from a row's place, along ± its normal. */
function heightOf(
  { rows, bodies }: ContactMemory,
  weights: Float64Array,
  b: number,
  r: number,
  sign: number,
): number {
  const { x } = bodies[b];
  const at = bodies[rows.key[3 * r]].x;
  const i = 3 * rows.ends[2 * r];
  let high = 0;
  for (let c = 0; c < 3; c++) {
    let middle = 0;
    for (let k = 0; k < weights.length; k++) middle += weights[k] * x[3 * k + c];
    high += sign * rows.normal[3 * r + c] * (at[i + c] - middle);
  }
  return high;
}

/** Four corners of a body's cage that span space, and what their weights follow from, as the body is now. */
function readySpan(
  touch: TouchBody,
  { body }: Contacts['bodies'][number],
  points: Contacts['corners'][number],
  b: number,
): void {
  if (ready.includes(b)) return;
  ready.push(b);
  let span = spans.get(touch);
  if (span === undefined) {
    span = { corners: spanning(touch.live.cage.corners), inverse: new Float64Array(9) };
    spans.set(touch, span);
  }
  const { corners, inverse: E } = span;
  for (let k = 0; k < 4; k++) listPoint(touch.cornersInRows, corners[k]);
  touch.touched[0] = 1;
  if (places.length < touch.live.x.length) places = new Float64Array(touch.live.x.length);
  body.points.positions(points, places);
  // The inverse of the matrix with columns x_k − x_0: its rows are their cross products.
  let det = 0;
  for (let k = 0; k < 3; k++) {
    const i = 3 * corners[1 + ((k + 1) % 3)];
    const j = 3 * corners[1 + ((k + 2) % 3)];
    cross(E, 3 * k, i, j, 3 * corners[0]);
  }
  for (let c = 0; c < 3; c++)
    det += E[c] * (places[3 * corners[1] + c] - places[3 * corners[0] + c]);
  for (let k = 0; k < 9; k++) E[k] /= det;
}

/** out[o..] = (x_i − x_0) × (x_j − x_0), of `places`. */
function cross(out: Float64Array, o: number, i: number, j: number, zero: number): void {
  for (let c = 0; c < 3; c++) {
    const d = (c + 1) % 3;
    const e = (c + 2) % 3;
    out[o + c] =
      (places[i + d] - places[zero + d]) * (places[j + e] - places[zero + e]) -
      (places[i + e] - places[zero + e]) * (places[j + d] - places[zero + d]);
  }
}

/** Four points that are far from each other, from a line and from a plane. */
function spanning(x: Float64Array): Int32Array {
  const chosen = new Int32Array(4);
  const base: number[][] = [];
  for (let k = 1; k < 4; k++) {
    let most = -1;
    for (let i = 0; i < x.length; i += 3) {
      const d = [0, 1, 2].map((c) => x[i + c] - x[3 * chosen[0] + c]);
      // What is left across the directions so far.
      for (let j = 0; j < k - 1; j++) {
        const along = d[0] * base[j][0] + d[1] * base[j][1] + d[2] * base[j][2];
        for (let c = 0; c < 3; c++) d[c] -= along * base[j][c];
      }
      const length = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
      if (length <= most) continue;
      most = length;
      chosen[k] = i / 3;
      base[k - 1] = d.map((c) => c / length);
    }
  }
  return chosen;
}

const offset = new Float64Array(3);
const across = new Float64Array(3);
const weights = new Float64Array(4);
const push = new Float64Array(3);

/** The rows of rolling resistance of contact row r, whose place in the problem is l. */
export function addRolling({ memory }: Contacts, r: number, l: number): void {
  const { problem, rows, bodies, rolling, lever } = memory;
  const a = rows.key[3 * r];
  const b = rows.key[3 * r + 1];
  if (!(lever[r] > 0) || problem.count + 2 > problem.kind.length) return;
  if (roomFor(bodies[a]) < 2 || (b >= 0 && roomFor(bodies[b]) < 2)) return;
  for (let pivot = 0; pivot < 2; pivot++) {
    const m = problem.count++;
    problem.row[m] = r;
    problem.kind[m] = pivot === 1 ? KIND.pivot : KIND.roll;
    share(rows.normal, 3 * r, lever[r], pivot === 1, rows.couple, 3 * r);
    problem.side[4 * m] = a;
    problem.side[4 * m + 1] = siteOf(bodies[a]);
    problem.side[4 * m + 2] = b < 0 ? -1 : b;
    problem.side[4 * m + 3] = b < 0 ? 0 : siteOf(bodies[b]);
    problem.bias[m] = 0;
    problem.friction[m] = rolling[r];
    // Along the normal nothing moves: any number but zero.
    problem.soft[2 * m] = pivot === 1 ? 0 : 1;
    problem.soft[2 * m + 1] = 0;
    for (let c = 0; c < 3; c++) {
      problem.normal[3 * m + c] = pivot === 1 ? across[c] : problem.normal[3 * l + c];
      problem.target[3 * m + c] = 0;
      problem.from[3 * m + c] = 0;
      problem.p[3 * m + c] = push[c];
      problem.direction[3 * m + c] = 0;
    }
  }
}

/**
 * `offset` and `push` = of a couple M the part about rolling, or that about the normal: offset × push. `across` is the
 * direction of the latter's push.
 */
function share(
  n: Float64Array,
  k: number,
  R: number,
  pivot: boolean,
  M: Float64Array,
  o: number,
): void {
  for (let c = 0; c < 3; c++) offset[c] = R * n[k + c];
  if (!pivot) {
    for (let c = 0; c < 3; c++) {
      const d = (c + 1) % 3;
      const e = (c + 2) % 3;
      push[c] = (M[o + d] * n[k + e] - M[o + e] * n[k + d]) / R;
    }
    return;
  }
  // Across the normal: with the axis that is farthest from it.
  let axis = 0;
  for (let c = 1; c < 3; c++) if (Math.abs(n[k + c]) < Math.abs(n[k + axis])) axis = c;
  const square = 1 - n[k + axis] * n[k + axis];
  for (let c = 0; c < 3; c++)
    offset[c] = (R * ((c === axis ? 1 : 0) - n[k + axis] * n[k + c])) / Math.sqrt(square);
  const along = (M[o] * n[k] + M[o + 1] * n[k + 1] + M[o + 2] * n[k + 2]) / R;
  for (let c = 0; c < 3; c++) {
    const d = (c + 1) % 3;
    const e = (c + 2) % 3;
    across[c] = (n[k + d] * offset[e] - n[k + e] * offset[d]) / R;
    push[c] = along * across[c];
  }
}

/** The site of a body that moves by ω × offset. */
function siteOf(touch: TouchBody): number {
  weigh(touch);
  return siteInCage(touch, spans.get(touch)!.corners, 0, weights, 0);
}

function weigh(touch: TouchBody): void {
  const { inverse: E } = spans.get(touch)!;
  weights[0] = 0;
  for (let i = 0; i < 3; i++) {
    weights[1 + i] = E[3 * i] * offset[0] + E[3 * i + 1] * offset[1] + E[3 * i + 2] * offset[2];
    weights[0] -= weights[1 + i];
  }
}

/** The couple of a contact row = what row m of the problem adds to it. */
export function storeCouple({ problem, lever, rows }: ContactMemory, m: number): void {
  const { couple } = rows;
  const { p, kind, row } = problem;
  const r = row[m];
  if (kind[m] === KIND.roll) couple.fill(0, 3 * r, 3 * r + 3);
  share(rows.normal, 3 * r, lever[r], kind[m] === KIND.pivot, couple, 3 * r);
  for (let c = 0; c < 3; c++) {
    const d = (c + 1) % 3;
    const e = (c + 2) % 3;
    couple[3 * r + c] += offset[d] * p[3 * m + e] - offset[e] * p[3 * m + d];
  }
}

/** Forces on the corners of both bodies += the couple of contact row r. */
export function pushCouple({ rows, bodies, lever }: ContactMemory, r: number): void {
  if (!(lever[r] > 0)) return;
  for (let side = 0; side < 2; side++) {
    const b = rows.key[3 * r + side];
    if (b < 0) continue;
    for (let pivot = 0; pivot < 2; pivot++) {
      share(rows.normal, 3 * r, lever[r], pivot === 1, rows.couple, 3 * r);
      weigh(bodies[b]);
      const { corners } = spans.get(bodies[b])!;
      const { f } = bodies[b].live;
      for (let k = 0; k < 4; k++) {
        const w = side === 0 ? weights[k] : -weights[k];
        for (let c = 0; c < 3; c++) f[3 * corners[k] + c] += w * push[c];
      }
    }
  }
}

/** The most that a row of rolling resistance may push [N s]: of the normal impulse of its contact. */
export function mostRolling(
  { kind, friction, normal, p }: Pick<ContactProblem, 'kind' | 'friction' | 'normal' | 'p'>,
  l: number,
): number {
  const k = 3 * (kind[l] === KIND.roll ? l - 1 : l - 2);
  const along = normal[k] * p[k] + normal[k + 1] * p[k + 1] + normal[k + 2] * p[k + 2];
  return friction[l] * Math.max(0, along);
}

/**
 * The largest speed [m/s] by which rows list[from..to) turn though their couple is below what it may be, with the
 * velocities that `predict` left in `q`.
 */
export function rollingViolation({ memory, bodies }: Contacts, from: number, to: number): number {
  const { rows, list, lever, rolling } = memory;
  const { key, normal, impulse, couple } = rows;
  let worst = 0;
  for (let l = from; l < to; l++) {
    const r = list[l];
    if (!(lever[r] > 0)) continue;
    const a = bodies[key[3 * r]].q;
    const b = key[3 * r + 1] < 0 ? still : bodies[key[3 * r + 1]].q;
    let load = 0;
    let square = 0;
    let turn = 0;
    for (let c = 0; c < 3; c++) {
      load += normal[3 * r + c] * impulse[3 * r + c];
      square += couple[3 * r + c] * couple[3 * r + c];
      turn += (a[3 + c] - b[3 + c]) * (a[3 + c] - b[3 + c]);
    }
    if (square < (0.999 * rolling[r] * lever[r] * load) ** 2)
      worst = Math.max(worst, Math.sqrt(turn) * lever[r]);
  }
  return worst;
}
const still = new Float64Array(6);
