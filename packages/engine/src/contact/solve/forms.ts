import { type F32s, type F64s, type f64, type I32s, i32 } from '../../kernels/prelude.ts';
import { addRows, rowOf4 } from '../../kernels/single.ts';

/**
 * The compliance of a body has one of four forms. `table` has five numbers a body: [form, start of its state, start of
 * its compliance, width, start in base]; the velocities of its sites are base and what the state adds:
 *
 *   dense     0, width 3·sites: compliance in `dense` and state in `change`, both in single precision, shape
 *             [3·sites, rowOf4(3·sites)] and [rowOf4(3·sites)]. The state are changes of the sites' velocities;
 *   factored  1, width = rank: W is X, shape [3·sites, rank], the compliance is X Xᵀ, and X·state what is added;
 *   sparse    2, width = stride: W is a record of `stride` numbers a site, state three numbers for each thing that
 *             moves. A record is [m, t, ρ, P, Q, then m pairs of a number i and a weight w]: the site moves with Σ w
 *             state_i, and an impulse p on it moves state_i by w p; if t ≥ 0, with a turn θ = state_t and φ =
 *             state_(t+1), too: by θ × ρ + Pᵀφ, and p moves θ by P p and φ by Q p.
 *   double    3, width 3·sites: as dense, in W, shape [3·sites, 3·sites], and state.
 */
export const DENSE: i32 = 0;
export const FACTORED: i32 = 1;
export const SPARSE: i32 = 2;
export const DOUBLE: i32 = 3;

/** Where ρ, P, Q and the pairs of a record begin. */
export const RHO: i32 = 2;
export const TURN: i32 = 5;
export const SPIN: i32 = 14;
export const PAIRS: i32 = 23;

/** out[0..3) += s times the velocity of a site given sparsely, `first` being where its body's state begins. */
function addSparseVelocity(
  out: F64s,
  state: F64s,
  base: F64s,
  W: F64s,
  first: i32,
  record: i32,
  at: i32,
  s: f64,
): void {
  let x: f64 = 0;
  let y: f64 = 0;
  let z: f64 = 0;
  const end = record + PAIRS + 2 * i32(W[record]);
  for (let k = record + PAIRS; k < end; k += 2) {
    const o = first + 3 * i32(W[k]);
    const w = W[k + 1];
    x += w * state[o];
    y += w * state[o + 1];
    z += w * state[o + 2];
  }
  if (W[record + 1] >= 0) {
    const t = first + 3 * i32(W[record + 1]);
    const P = record + TURN;
    const rx = W[record + RHO];
    const ry = W[record + RHO + 1];
    const rz = W[record + RHO + 2];
    const fx = state[t + 3];
    const fy = state[t + 4];
    const fz = state[t + 5];
    x += state[t + 1] * rz - state[t + 2] * ry + (W[P] * fx + W[P + 3] * fy + W[P + 6] * fz);
    y += state[t + 2] * rx - state[t] * rz + (W[P + 1] * fx + W[P + 4] * fy + W[P + 7] * fz);
    z += state[t] * ry - state[t + 1] * rx + (W[P + 2] * fx + W[P + 5] * fy + W[P + 8] * fz);
  }
  out[0] += s * (base[at] + x);
  out[1] += s * (base[at + 1] + y);
  out[2] += s * (base[at + 2] + z);
}

/** What an impulse on a site given sparsely moves. */
function addSparseImpulse(
  state: F64s,
  W: F64s,
  first: i32,
  record: i32,
  dx: f64,
  dy: f64,
  dz: f64,
): void {
  const end = record + PAIRS + 2 * i32(W[record]);
  for (let k = record + PAIRS; k < end; k += 2) {
    const o = first + 3 * i32(W[k]);
    const w = W[k + 1];
    state[o] += w * dx;
    state[o + 1] += w * dy;
    state[o + 2] += w * dz;
  }
  if (W[record + 1] < 0) return;
  const t = first + 3 * i32(W[record + 1]);
  for (let r = 0; r < 6; r++) {
    const o = record + TURN + 3 * r;
    state[t + r] += W[o] * dx + W[o + 1] * dy + W[o + 2] * dz;
  }
}

/**
 * out[0..3) += s times the velocity of a site.
 * @pairs
 * @inline
 */
export function addVelocity(
  out: F64s,
  state: F64s,
  change: F32s,
  base: F64s,
  W: F64s,
  table: I32s,
  body: i32,
  site: i32,
  s: f64,
): void {
  const first = table[5 * body + 1];
  const at = table[5 * body + 4] + 3 * site;
  const rank = table[5 * body + 3];
  if (table[5 * body] === SPARSE) {
    addSparseVelocity(out, state, base, W, first, table[5 * body + 2] + site * rank, at, s);
    return;
  }
  if (table[5 * body] === DENSE) {
    for (let c = 0; c < 3; c++) out[c] += s * (base[at + c] + change[first + 3 * site + c]);
    return;
  }
  if (table[5 * body] === DOUBLE) {
    for (let c = 0; c < 3; c++) out[c] += s * (base[at + c] + state[first + 3 * site + c]);
    return;
  }
  const row = table[5 * body + 2] + 3 * site * rank;
  // Two sums, of even and of odd columns.
  const pairs = rank - (rank % 2);
  const r1 = row + rank;
  const r2 = r1 + rank;
  let even0: f64 = 0;
  let odd0: f64 = 0;
  let even1: f64 = 0;
  let odd1: f64 = 0;
  let even2: f64 = 0;
  let odd2: f64 = 0;
  for (let k = 0; k < pairs; k += 2) {
    const a = state[first + k];
    const b = state[first + k + 1];
    even0 += W[row + k] * a;
    odd0 += W[row + k + 1] * b;
    even1 += W[r1 + k] * a;
    odd1 += W[r1 + k + 1] * b;
    even2 += W[r2 + k] * a;
    odd2 += W[r2 + k + 1] * b;
  }
  let x = even0 + odd0;
  let y = even1 + odd1;
  let z = even2 + odd2;
  if (pairs < rank) {
    const last = state[first + pairs];
    x += W[row + pairs] * last;
    y += W[r1 + pairs] * last;
    z += W[r2 + pairs] * last;
  }
  out[0] += s * (base[at] + x);
  out[1] += s * (base[at + 1] + y);
  out[2] += s * (base[at + 2] + z);
}

/**
 * The state of a body moves on by an impulse on one of its sites: W is symmetric, its rows are its columns, and those
 * of X are what Xᵀ needs.
 * @inline
 */
export function addImpulse(
  state: F64s,
  change: F32s,
  W: F64s,
  dense: F32s,
  table: I32s,
  body: i32,
  site: i32,
  dx: f64,
  dy: f64,
  dz: f64,
): void {
  const first = table[5 * body + 1];
  const stride = table[5 * body + 3];
  if (table[5 * body] === SPARSE) {
    addSparseImpulse(state, W, first, table[5 * body + 2] + site * stride, dx, dy, dz);
    return;
  }
  if (table[5 * body] === DENSE) {
    const m = rowOf4(stride);
    addRows(change, first, dense, table[5 * body + 2] + 3 * site * m, m, dx, dy, dz, m);
    return;
  }
  const row = table[5 * body + 2] + 3 * site * stride;
  // @lanes
  for (let j = 0; j < stride; j++) {
    state[first + j] += W[row + j] * dx + W[row + stride + j] * dy + W[row + 2 * stride + j] * dz;
  }
}
