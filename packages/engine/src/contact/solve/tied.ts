import type { ContactProblem } from '../memory.ts';
import { DEPENDENT, MOST_TIED_WORK } from '../numbers.ts';
import type { Contacts } from './contacts.ts';
import { KIND } from './ties.ts';

/**
 * Ties that hold from both sides are linear equations, so they are solved as such. Sweeps alone pass a load on by one
 * joint at a time, and the less the lighter the links are: a chain that carries thirty times the mass of a link would
 * come apart. With p = Σ eᵢ xᵢ, eᵢ the directions that ties hold (three, two or one of a row),
 *
 *     M x = −(e · w),   Mᵢⱼ = eᵢ · (W̃ + soft) eⱼ,
 *
 * by Cholesky's factor of M within its envelope: a chain whose joints follow one another has a narrow band. Limits that
 * push and motors count as ties, unless that asks for more than they can do: then they do what they can.
 *
 * What is below belongs to the problem filled last; arrays grow with the largest one.
 */
let rows = 0;
let count = 0;
/** Direction and row of each unknown, and its first column in the envelope. */
let axis = new Float64Array(0);
let owner = new Int32Array(0);
let column = new Int32Array(0);
/** Row i of the factor is L[start[i] + column[i] .. start[i] + i]; its last number is 1/pivot, 0 for none. */
let start = new Int32Array(0);
let M = new Float64Array(0);
let L = new Float64Array(0);
let x = new Float64Array(0);
/** 1 for unknowns that stay as they are. */
let stays = new Uint8Array(0);

/** Factors M of the rows that ties have in the problem: they come first. Uses `state`, `change`, `base`, `work`. */
export function factorTies({ memory, kernels }: Contacts): void {
  const { problem, W, dense } = memory;
  const { side, table, state, change, base, work, states, changes } = problem;
  listUnknowns(problem);
  if (count === 0) return;
  base.fill(0, 0, baseLength(problem));
  const push = 3 * rows;
  for (let j = 0; j < count; j++) {
    const l = owner[j];
    state.fill(0, 0, states);
    change.fill(0, 0, changes);
    for (let c = 0; c < 3; c++) work[push + 3 * l + c] = axis[3 * j + c];
    kernels.pushRows(state, change, W, dense, work, push, side, table, l, l + 1);
    kernels.rowMotions(work, state, change, base, W, side, table, rows, l);
    for (let i = j; i < count; i++) {
      if (column[i] > j) continue;
      const k = 3 * owner[i];
      let sum = owner[i] === l ? softness(problem, i, j) : 0;
      for (let c = 0; c < 3; c++) sum += axis[3 * i + c] * work[k + c];
      M[start[i] + j] = sum;
    }
  }
  factor();
}

/**
 * Moves the impulses of ties so that all of them hold, with those of other rows as they are. Returns the most by which
 * one did not hold before [m/s].
 */
export function solveTies({ memory, kernels }: Contacts): number {
  if (count === 0) return 0;
  const { problem, W, dense } = memory;
  const { side, table, state, change, base, work, p } = problem;
  const push = 3 * rows;
  keepAdmissible(problem, push);
  kernels.pushRows(state, change, W, dense, work, push, side, table, 0, rows);
  let worst = 0;
  for (let again = true; again; ) {
    kernels.rowMotions(work, state, change, base, W, side, table, rows, -1);
    worst = 0;
    for (let i = 0; i < count; i++) {
      x[i] = -rowVelocity(problem, work, i);
      if (stays[i] === 0) worst = Math.max(worst, Math.abs(x[i]));
    }
    substitute();
    again = stopAtBounds(problem);
    if (again) factor();
    work.fill(0, push, 2 * push);
    for (let i = 0; i < count; i++)
      for (let c = 0; c < 3; c++) work[push + 3 * owner[i] + c] += axis[3 * i + c] * x[i];
    for (let k = 0; k < 3 * rows; k++) p[k] += work[push + k];
    kernels.pushRows(state, change, W, dense, work, push, side, table, 0, rows);
  }
  return worst;
}

/** Limits and motors that would have to do more than they can only do that, from now on; false if there are none. */
function stopAtBounds({ kind, normal, p, friction }: ContactProblem): boolean {
  let any = false;
  for (let i = 0; i < count; i++) {
    const l = owner[i];
    if (kind[l] <= KIND.tiedAcross || stays[i] === 1) continue;
    let now = 0;
    for (let c = 3 * l; c < 3 * l + 3; c++) now += normal[c] * p[c];
    const isLimit = kind[l] === KIND.limit;
    const most = isLimit ? Number.POSITIVE_INFINITY : friction[l];
    const to = Math.min(most, Math.max(isLimit ? 0 : -most, now + x[i]));
    if (to === now + x[i]) continue;
    x[i] = to - now;
    stays[i] = 1;
    any = true;
  }
  return any;
}

/** True if ties are all that the problem has: then no sweep is needed. */
export function areTiesAlone(): boolean {
  return count > 0 && isAlone;
}
let isAlone = false;

/** Lists the directions that ties hold, and finds the envelope. None if that would be too wide. */
function listUnknowns(problem: ContactProblem): void {
  const { row, kind, normal, side } = problem;
  rows = 0;
  while (rows < problem.count && row[rows] < 0) rows++;
  if (owner.length < 3 * rows) grow(6 * rows);
  count = 0;
  stays.fill(0);
  isAlone = rows === problem.count;
  for (let l = 0; l < rows; l++) {
    const what = kind[l];
    if (what > KIND.tiedAcross) isAlone = false;
    if (what === KIND.tied) addUnits(l);
    else if (what === KIND.tiedAcross) addAcross(normal, l);
    else if (what === KIND.tiedAlong || what === KIND.motor || pushes(problem, l)) {
      for (let c = 0; c < 3; c++) axis[3 * count + c] = normal[3 * l + c];
      owner[count++] = l;
    }
  }
  let length = 0;
  let effort = 0;
  for (let i = 0; i < count; i++) {
    let j = 0;
    while (!shareBody(side, owner[i], owner[j])) j++;
    column[i] = j;
    start[i] = length - j;
    length += i - j + 1;
    effort += (i - j + 1) * (i - j + 1);
  }
  if (effort > MOST_TIED_WORK) count = 0;
  else if (L.length < length) {
    M = new Float64Array(2 * length);
    L = new Float64Array(2 * length);
  }
}

/** True for a limit that pushed last. */
function pushes({ kind, normal, p }: ContactProblem, l: number): boolean {
  let now = 0;
  for (let c = 3 * l; c < 3 * l + 3; c++) now += normal[c] * p[c];
  return kind[l] === KIND.limit && now > 0;
}

/** Adds three unknowns of row l, along x, y and z. */
function addUnits(l: number): void {
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) axis[3 * count + c] = r === c ? 1 : 0;
    owner[count++] = l;
  }
}

/** Adds two unknowns of row l, across each other and its normal. */
function addAcross(normal: Float64Array, l: number): void {
  const nx = normal[3 * l];
  const ny = normal[3 * l + 1];
  const nz = normal[3 * l + 2];
  // Duff et al. 2017: continuous but for one half-plane, and exact to rounding.
  const sign = nz < 0 ? -1 : 1;
  const a = -1 / (sign + nz);
  const b = nx * ny * a;
  const o = 3 * count;
  axis[o] = 1 + sign * nx * nx * a;
  axis[o + 1] = sign * b;
  axis[o + 2] = -sign * nx;
  axis[o + 3] = b;
  axis[o + 4] = sign + ny * ny * a;
  axis[o + 5] = -ny;
  owner[count++] = l;
  owner[count++] = l;
}

function shareBody(side: Int32Array, l: number, m: number): boolean {
  const a = side[4 * l];
  const b = side[4 * l + 2];
  const c = side[4 * m];
  const d = side[4 * m + 2];
  return a === c || a === d || (b >= 0 && (b === c || b === d));
}

function grow(n: number): void {
  axis = new Float64Array(3 * n);
  owner = new Int32Array(n);
  column = new Int32Array(n);
  start = new Int32Array(n);
  x = new Float64Array(n);
  stays = new Uint8Array(n);
}

/** Numbers of `base` in use. */
function baseLength({ table, side }: ContactProblem): number {
  let most = 0;
  for (let k = 0; k < 4 * rows; k += 2)
    if (side[k] >= 0) most = Math.max(most, table[5 * side[k] + 4] + 3 * side[k + 1] + 3);
  return most;
}

/** eᵢ · soft eⱼ of one row. */
function softness({ soft, normal }: ContactProblem, i: number, j: number): number {
  const l = owner[i];
  let along = 0;
  let other = 0;
  let dot = 0;
  for (let c = 0; c < 3; c++) {
    along += normal[3 * l + c] * axis[3 * i + c];
    other += normal[3 * l + c] * axis[3 * j + c];
    dot += axis[3 * i + c] * axis[3 * j + c];
  }
  return soft[2 * l + 1] * dot + (soft[2 * l] - soft[2 * l + 1]) * along * other;
}

/** What unknown i should make vanish [m/s], from the motions of the rows. */
function rowVelocity(
  { target, soft, normal, p, from }: ContactProblem,
  motion: Float64Array,
  i: number,
): number {
  const l = owner[i];
  let along = 0;
  for (let c = 3 * l; c < 3 * l + 3; c++) along += normal[c] * (p[c] - from[c]);
  const more = (soft[2 * l] - soft[2 * l + 1]) * along;
  let sum = 0;
  for (let c = 0; c < 3; c++) {
    const k = 3 * l + c;
    const w = motion[k] - target[k] + soft[2 * l + 1] * (p[k] - from[k]) + more * normal[k];
    sum += axis[3 * i + c] * w;
  }
  return sum;
}

/** Impulses along what ties leave free are dropped; work[push..] is the change. */
function keepAdmissible({ kind, normal, p, work }: ContactProblem, push: number): void {
  work.fill(0, push, 2 * push);
  for (let l = 0; l < rows; l++) {
    const what = kind[l];
    if (what === KIND.tied) continue;
    let along = 0;
    for (let c = 3 * l; c < 3 * l + 3; c++) along += normal[c] * p[c];
    for (let c = 3 * l; c < 3 * l + 3; c++) {
      const part = along * normal[c];
      work[push + c] = what === KIND.tiedAcross ? -part : part - p[c];
      p[c] += work[push + c];
    }
  }
}

/** M = L Lᵀ. Where rows depend on others, what is left of a pivot is rounding: such an unknown stays as it is. */
function factor(): void {
  for (let i = 0; i < count; i++) {
    const own = stays[i] === 1 ? Number.POSITIVE_INFINITY : M[start[i] + i];
    for (let j = column[i]; j <= i; j++) {
      const from = Math.max(column[i], column[j]);
      let sum = M[start[i] + j];
      for (let k = from; k < j; k++) sum -= L[start[i] + k] * L[start[j] + k];
      if (j < i) L[start[i] + j] = sum * L[start[j] + j];
      else L[start[i] + i] = sum > DEPENDENT * own ? 1 / Math.sqrt(sum) : 0;
    }
  }
}

/** x = L⁻ᵀ L⁻¹ x */
function substitute(): void {
  for (let i = 0; i < count; i++) {
    let sum = x[i];
    for (let k = column[i]; k < i; k++) sum -= L[start[i] + k] * x[k];
    x[i] = sum * L[start[i] + i];
  }
  for (let i = count - 1; i >= 0; i--) {
    x[i] *= L[start[i] + i];
    for (let k = column[i]; k < i; k++) x[k] -= L[start[i] + k] * x[i];
  }
}
