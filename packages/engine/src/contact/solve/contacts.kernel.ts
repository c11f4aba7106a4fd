import {
  type F32s,
  type F64s,
  type f64,
  type I32s,
  i32,
  scratch,
  type U8s,
} from '../../kernels/prelude.ts';
import { addRows, copyRows, goOn, rowOf4 } from '../../kernels/single.ts';

/**
 * Rows between sites of bodies, or the world, n of them. The compliance of a body has one of four forms. `table` has
 * five numbers a body: [form, start of its state, start of its compliance, width, start in base]; the velocities of its
 * sites are base and what the state adds:
 *
 *   dense     0, width 3·sites: compliance in `dense` and state in `change`, both in single precision, shape
 *             [3·sites, rowOf4(3·sites)] and [rowOf4(3·sites)]. The state are changes of the sites' velocities;
 *   factored  1, width = rank: W is X, shape [3·sites, rank], the compliance is X Xᵀ, and X·state what is added;
 *   sparse    2, width = stride: W is a record of `stride` numbers a site, state three numbers for each thing that
 *             moves. A record is [m, t, ρ, P, Q, then m pairs of a number i and a weight w]: the site moves with Σ w
 *             state_i, and an impulse p on it moves state_i by w p; if t ≥ 0, with a turn θ = state_t and φ =
 *             state_(t+1), too: by θ × ρ + Pᵀφ, and p moves θ by P p and φ by Q p.
 *   double    3, width 3·sites: as dense, in W, shape [3·sites, 3·sites], and state.
 *
 * side, 4 a row: body a, site, body b or −1, site. A row's velocity is w = v_a − v_b − target + soft∘(p − from), soft
 * [1/kg] being two numbers, along the normal and across it. kind: 0 contact, 1 tied along the normal and across it, 2
 * tied along the normal alone, 3 tied across it alone, 4 held back along the normal from one side without friction, 5
 * driven along the normal by an impulse of at most `friction`.
 */

const DENSE: i32 = 0;
const SPARSE: i32 = 2;
const DOUBLE: i32 = 3;

/** Where ρ, P and the pairs of a record begin. */
const RHO: i32 = 2;
const TURN: i32 = 5;
const PAIRS: i32 = 23;

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
function addVelocity(
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
function addImpulse(
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

/**
 * The contact problem in the impulses p alone: contacts ask for
 *
 *   n·w ≥ bias, p_n ≥ 0, one of them exactly;  |p_t| ≤ μ p_n, and where it slides p_t opposes w_t,
 *
 * ties for w = bias·n (kind 1), n·w = bias and p_t = 0 (kind 2), w_t = 0 and p_n = 0 (kind 3); kinds 4 and 5 are kind 2
 * with bounds on p_n. Gauss–Seidel over the rows, each projected onto what its impulse may be, with conjugate
 * directions over the sweeps: the change d that sweeps have made so far is gone on by the part β that the last one is
 * of the one before it, in squares. It ends with a sweep that changes p by less than `least` [J], or the part `inner`
 * of what all sweeps did, as energy, and moves no row by more than `tolerance` [m/s], or after `most`; returns the
 * number of sweeps. Rows that would move by less than the part `lazy` of the most that one moved in the last sweep
 * (`moved` [m/s] before the first) wait: where compliance is dense, a row costs little to look at and much to move.
 *
 * p, state and change hold the start and receive the answer; `states` and `changes` are the lengths in use. `work` has
 * room for 2(3n + states) numbers, work[0..3) first; `last` and `move` for `changes` numbers each.
 */
export function sweepContacts(
  p: F64s,
  state: F64s,
  change: F32s,
  base: F64s,
  W: F64s,
  dense: F32s,
  block: F64s,
  soft: F64s,
  normal: F64s,
  bias: F64s,
  friction: F64s,
  target: F64s,
  from: F64s,
  kind: U8s,
  side: I32s,
  table: I32s,
  work: F64s,
  last: F32s,
  move: F32s,
  n: i32,
  states: i32,
  changes: i32,
  inner: f64,
  least: f64,
  tolerance: f64,
  most: i32,
  lazy: f64,
  moved: f64,
): i32 {
  const v = work;
  const moveP = 3;
  const lastP = moveP + 3 * n;
  const moveS = lastP + 3 * n;
  const lastS = moveS + states;
  work.fill(0, moveP, moveP + 3 * n);
  work.fill(0, moveS, moveS + states);
  move.fill(0, 0, changes);
  let total: f64 = 0;
  let before: f64 = 0;
  let wait = lazy * moved;
  let sweep = 0;
  let done = false;
  while (!done) {
    sweep++;
    // @lanes
    for (let k = 0; k < 3 * n; k++) work[lastP + k] = p[k];
    // @lanes
    for (let k = 0; k < states; k++) work[lastS + k] = state[k];
    copyRows(last, change, changes);
    let energy: f64 = 0;
    let worst: f64 = 0;
    for (let l = 0; l < n; l++) {
      const k = 3 * l;
      const along = block[5 * l + 3];
      const across = block[5 * l + 4];
      if (!(along > 0 && across > 0)) continue;
      const a = side[4 * l];
      const b = side[4 * l + 2];
      const nx = normal[k];
      const ny = normal[k + 1];
      const nz = normal[k + 2];
      const softN = soft[2 * l];
      const softT = soft[2 * l + 1];
      v[0] = -target[k];
      v[1] = -target[k + 1];
      v[2] = -target[k + 2];
      addVelocity(v, state, change, base, W, table, a, side[4 * l + 1], 1);
      if (b >= 0) addVelocity(v, state, change, base, W, table, b, side[4 * l + 3], -1);
      const px = p[k];
      const py = p[k + 1];
      const pz = p[k + 2];
      const ox = px - from[k];
      const oy = py - from[k + 1];
      const oz = pz - from[k + 2];
      const more = (softN - softT) * (nx * ox + ny * oy + nz * oz);
      const vx = v[0] + softT * ox + more * nx;
      const vy = v[1] + softT * oy + more * ny;
      const vz = v[2] + softT * oz + more * nz;
      const pn = nx * px + ny * py + nz * pz;
      const wanted = pn + (bias[l] - (nx * vx + ny * vy + nz * vz)) / along;
      const what = kind[l];
      let push = wanted;
      if (what === 0 || what === 4) push = Math.max(0, wanted);
      else if (what === 3) push = 0;
      else if (what === 5) push = Math.max(-friction[l], Math.min(friction[l], wanted));
      // The effect of the normal change on the sliding velocity is included at once.
      const d = push - pn;
      const sx = vx + d * block[5 * l];
      const sy = vy + d * block[5 * l + 1];
      const sz = vz + d * block[5 * l + 2];
      const sn = nx * sx + ny * sy + nz * sz;
      let tx = px - pn * nx - (sx - sn * nx) / across;
      let ty = py - pn * ny - (sy - sn * ny) / across;
      let tz = pz - pn * nz - (sz - sn * nz) / across;
      if (what !== 1 && what !== 3) {
        const limit = what === 0 ? friction[l] * push : 0;
        const t2 = tx * tx + ty * ty + tz * tz;
        if (t2 > limit * limit) {
          const cut = limit / Math.sqrt(t2);
          tx *= cut;
          ty *= cut;
          tz *= cut;
        }
      }
      const dx = push * nx + tx - px;
      const dy = push * ny + ty - py;
      const dz = push * nz + tz - pz;
      if (dx === 0 && dy === 0 && dz === 0) continue;
      const square = dx * dx + dy * dy + dz * dz;
      energy += d * d * along + (square - d * d) * across;
      const motion = Math.sqrt(square) * Math.max(along, across);
      if (motion > worst) worst = motion;
      if (motion < wait) continue;
      p[k] = px + dx;
      p[k + 1] = py + dy;
      p[k + 2] = pz + dz;
      addImpulse(state, change, W, dense, table, a, side[4 * l + 1], dx, dy, dz);
      if (b >= 0) addImpulse(state, change, W, dense, table, b, side[4 * l + 3], -dx, -dy, -dz);
    }
    wait = lazy * worst;
    total += energy;
    done = sweep >= most || (energy <= Math.max(least, inner * total) && worst <= tolerance);
    if (done) continue;
    let now: f64 = 0;
    for (let k = 0; k < 3 * n; k++) {
      const s = p[k] - work[lastP + k];
      now += s * s;
    }
    const beta = before > 0 ? now / before : 0;
    before = now;
    if (beta > 1) {
      work.fill(0, moveP, moveP + 3 * n);
      work.fill(0, moveS, moveS + states);
      move.fill(0, 0, changes);
      continue;
    }
    // @lanes
    for (let k = 0; k < 3 * n; k++) {
      const s = p[k] - work[lastP + k];
      const more = beta * work[moveP + k];
      p[k] += more;
      work[moveP + k] = more + s;
    }
    // @lanes
    for (let k = 0; k < states; k++) {
      const s = state[k] - work[lastS + k];
      const more = beta * work[moveS + k];
      state[k] += more;
      work[moveS + k] = more + s;
    }
    goOn(change, move, last, beta, changes);
  }
  return sweep;
}

const motion = scratch(3);

/**
 * out = v_a − v_b of the first n rows, three numbers a row; with `only` ≥ 0 of those that share a body with that row,
 * and zero for the others.
 */
export function rowMotions(
  out: F64s,
  state: F64s,
  change: F32s,
  base: F64s,
  W: F64s,
  side: I32s,
  table: I32s,
  n: i32,
  only: i32,
): void {
  const one = only < 0 ? -1 : side[4 * only];
  const two = only < 0 ? -1 : side[4 * only + 2];
  for (let l = 0; l < n; l++) {
    const a = side[4 * l];
    const b = side[4 * l + 2];
    for (let c = 0; c < 3; c++) motion[c] = 0;
    const isNear = only < 0 || a === one || a === two || (b >= 0 && (b === one || b === two));
    // Both sides of a row, one of which may be the world.
    for (let o = 4 * l; isNear && o < 4 * l + 4; o += 2) {
      const sign: f64 = o === 4 * l ? 1 : -1;
      if (side[o] >= 0)
        addVelocity(motion, state, change, base, W, table, side[o], side[o + 1], sign);
    }
    for (let c = 0; c < 3; c++) out[3 * l + c] = motion[c];
  }
}

/** The state moves on by impulses d[start..] on rows from..to, three numbers a row. */
export function pushRows(
  state: F64s,
  change: F32s,
  W: F64s,
  dense: F32s,
  d: F64s,
  start: i32,
  side: I32s,
  table: I32s,
  from: i32,
  to: i32,
): void {
  for (let o = 4 * from; o < 4 * to; o += 2) {
    if (side[o] < 0) continue;
    const l = o >> 2;
    const sign: f64 = o === 4 * l ? 1 : -1;
    const x = sign * d[start + 3 * l];
    const y = sign * d[start + 3 * l + 1];
    const z = sign * d[start + 3 * l + 2];
    addImpulse(state, change, W, dense, table, side[o], side[o + 1], x, y, z);
  }
}
