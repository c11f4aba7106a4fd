import { type F64s, type f64, type I32s, i32, type U8s } from '../../kernels/prelude.ts';

/**
 * Rows between sites of bodies, or the world, n of them. The compliance of a body has one of three forms (`table`, 4
 * numbers per body):
 *
 *   dense     [start in state, start in W, 3·sites, −1]: state is the sites' velocities, W the compliance, shape
 *             [3·sites, 3·sites];
 *   factored  [start in state, start in W, rank, start in base]: W is X, shape [3·sites, rank], the compliance is X Xᵀ,
 *             velocities are base + X·state;
 *   sparse    [start in state, start in W, stride, −2 − start in base]: W is a record of `stride` numbers a site, state
 *             three numbers for each thing that moves. A record is [m, t, ρ, P, Q, then m pairs of a number i and a
 *             weight w]: the site moves with Σ w state_i, and an impulse p on it moves state_i by w p; if t ≥ 0, with a
 *             turn θ = state_t and φ = state_(t+1), too: by θ × ρ + Pᵀφ, and p moves θ by P p and φ by Q p.
 *
 * side, 4 a row: body a, site, body b or −1, site. A row's velocity is w = v_a − v_b − target + soft∘(p − from), soft
 * [1/kg] being two numbers, along the normal and across it. kind: 0 contact, 1 tied along the normal and across it, 2
 * tied along the normal alone, 3 tied across it alone, 4 held back along the normal from one side without friction, 5
 * driven along the normal by an impulse of at most `friction`.
 */

/** Where ρ, P, Q and the pairs of a record begin. */
const RHO: i32 = 2;
const TURN: i32 = 5;
const SPIN: i32 = 14;
const PAIRS: i32 = 23;

/** The same for two sites given sparsely. */
function addSparse(d: F64s, W: F64s, a: i32, b: i32, s: f64): void {
  let shared: f64 = 0;
  const endA = a + PAIRS + 2 * i32(W[a]);
  const endB = b + PAIRS + 2 * i32(W[b]);
  for (let i = a + PAIRS; i < endA; i += 2) {
    for (let j = b + PAIRS; j < endB; j += 2) {
      if (W[i] === W[j]) shared += W[i + 1] * W[j + 1];
    }
  }
  d[0] += s * shared;
  d[3] += s * shared;
  d[5] += s * shared;
  if (W[a + 1] < 0 || W[a + 1] !== W[b + 1]) return;
  const x = W[a + RHO];
  const y = W[a + RHO + 1];
  const z = W[a + RHO + 2];
  for (let c = 0; c < 3; c++) {
    const px = W[b + TURN + c];
    const py = W[b + TURN + 3 + c];
    const pz = W[b + TURN + 6 + c];
    const qx = W[b + SPIN + c];
    const qy = W[b + SPIN + 3 + c];
    const qz = W[b + SPIN + 6 + c];
    const wx = py * z - pz * y + W[a + TURN] * qx + W[a + TURN + 3] * qy + W[a + TURN + 6] * qz;
    const wy = pz * x - px * z + W[a + TURN + 1] * qx + W[a + TURN + 4] * qy + W[a + TURN + 7] * qz;
    const wz = px * y - py * x + W[a + TURN + 2] * qx + W[a + TURN + 5] * qy + W[a + TURN + 8] * qz;
    if (c === 0) {
      d[0] += s * wx;
      d[1] += 0.5 * s * wy;
      d[2] += 0.5 * s * wz;
    } else if (c === 1) {
      d[1] += 0.5 * s * wx;
      d[3] += s * wy;
      d[4] += 0.5 * s * wz;
    } else {
      d[2] += 0.5 * s * wx;
      d[4] += 0.5 * s * wy;
      d[5] += s * wz;
    }
  }
}

/** Adds s times the 3×3 response between two sites of one body to d: xx, xy, xz, yy, yz, zz of its symmetric part. */
function addResponse(d: F64s, W: F64s, table: I32s, body: i32, p: i32, q: i32, s: f64): void {
  const start = table[4 * body + 1];
  const stride = table[4 * body + 2];
  if (table[4 * body + 3] < -1) {
    addSparse(d, W, start + p * stride, start + q * stride, s);
    return;
  }
  if (table[4 * body + 3] < 0) {
    const o = start + 3 * p * stride + 3 * q;
    d[0] += s * W[o];
    d[1] += 0.5 * s * (W[o + 1] + W[o + stride]);
    d[2] += 0.5 * s * (W[o + 2] + W[o + 2 * stride]);
    d[3] += s * W[o + stride + 1];
    d[4] += 0.5 * s * (W[o + stride + 2] + W[o + 2 * stride + 1]);
    d[5] += s * W[o + 2 * stride + 2];
    return;
  }
  const a = start + 3 * p * stride;
  const b = start + 3 * q * stride;
  for (let k = 0; k < stride; k++) {
    const ax = W[a + k];
    const ay = W[a + stride + k];
    const az = W[a + 2 * stride + k];
    const bx = W[b + k];
    const by = W[b + stride + k];
    const bz = W[b + 2 * stride + k];
    d[0] += s * ax * bx;
    d[1] += 0.5 * s * (ax * by + ay * bx);
    d[2] += 0.5 * s * (ax * bz + az * bx);
    d[3] += s * ay * by;
    d[4] += 0.5 * s * (ay * bz + az * by);
    d[5] += s * az * bz;
  }
}

/**
 * Diagonal blocks of rows: block, 5 numbers per row, is D n and n·D n for the row's own compliance D with its softness,
 * and an upper bound across the normal. Contacts get the fraction `give` of their mean compliance as softness. `work`
 * has room for 6 numbers.
 */
export function contactBlocks(
  block: F64s,
  soft: F64s,
  W: F64s,
  normal: F64s,
  kind: U8s,
  side: I32s,
  table: I32s,
  work: F64s,
  n: i32,
  give: f64,
): void {
  for (let l = 0; l < n; l++) {
    const a = side[4 * l];
    const b = side[4 * l + 2];
    for (let k = 0; k < 6; k++) work[k] = 0;
    addResponse(work, W, table, a, side[4 * l + 1], side[4 * l + 1], 1);
    if (b >= 0) addResponse(work, W, table, b, side[4 * l + 3], side[4 * l + 3], 1);
    // Softness is relative to the two sides separately: together they may have almost no compliance, in a nearly rigid
    // body.
    const sides = work[0] + work[3] + work[5];
    // Both sides are of one body: each also moves the other.
    if (a === b) addResponse(work, W, table, a, side[4 * l + 1], side[4 * l + 3], -2);
    const trace = work[0] + work[3] + work[5];
    if (kind[l] === 0) {
      soft[2 * l] = (give * sides) / 3;
      soft[2 * l + 1] = soft[2 * l];
    }
    const nx = normal[3 * l];
    const ny = normal[3 * l + 1];
    const nz = normal[3 * l + 2];
    const wx = work[0] * nx + work[1] * ny + work[2] * nz + soft[2 * l] * nx;
    const wy = work[1] * nx + work[3] * ny + work[4] * nz + soft[2 * l] * ny;
    const wz = work[2] * nx + work[4] * ny + work[5] * nz + soft[2 * l] * nz;
    const along = nx * wx + ny * wy + nz * wz;
    block[5 * l] = wx;
    block[5 * l + 1] = wy;
    block[5 * l + 2] = wz;
    block[5 * l + 3] = along;
    // One number stands for a 2×2 block: its trace is never below its larger eigenvalue.
    block[5 * l + 4] = trace - (along - soft[2 * l]) + soft[2 * l + 1];
  }
}

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
  base: F64s,
  W: F64s,
  table: I32s,
  body: i32,
  site: i32,
  s: f64,
): void {
  const first = table[4 * body];
  const from = table[4 * body + 3];
  if (from < -1) {
    const record = table[4 * body + 1] + site * table[4 * body + 2];
    addSparseVelocity(out, state, base, W, first, record, -2 - from + 3 * site, s);
    return;
  }
  if (from < 0) {
    for (let c = 0; c < 3; c++) out[c] += s * state[first + 3 * site + c];
    return;
  }
  const rank = table[4 * body + 2];
  const row = table[4 * body + 1] + 3 * site * rank;
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
  const at = from + 3 * site;
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
  W: F64s,
  table: I32s,
  body: i32,
  site: i32,
  dx: f64,
  dy: f64,
  dz: f64,
): void {
  const first = table[4 * body];
  const stride = table[4 * body + 2];
  if (table[4 * body + 3] < -1) {
    addSparseImpulse(state, W, first, table[4 * body + 1] + site * stride, dx, dy, dz);
    return;
  }
  const row = table[4 * body + 1] + 3 * site * stride;
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
 * p and state hold the start and receive the answer. `work` has room for 2(3n + states) numbers, states being the
 * length of `state` in use; work[0..3) first.
 */
export function sweepContacts(
  p: F64s,
  state: F64s,
  base: F64s,
  W: F64s,
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
  n: i32,
  states: i32,
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
      addVelocity(v, state, base, W, table, a, side[4 * l + 1], 1);
      if (b >= 0) addVelocity(v, state, base, W, table, b, side[4 * l + 3], -1);
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
      const change = Math.sqrt(square) * Math.max(along, across);
      if (change > worst) worst = change;
      if (change < wait) continue;
      p[k] = px + dx;
      p[k + 1] = py + dy;
      p[k + 2] = pz + dz;
      addImpulse(state, W, table, a, side[4 * l + 1], dx, dy, dz);
      if (b >= 0) addImpulse(state, W, table, b, side[4 * l + 3], -dx, -dy, -dz);
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
      continue;
    }
    // @lanes
    for (let k = 0; k < 3 * n; k++) {
      const s = p[k] - work[lastP + k];
      const move = beta * work[moveP + k];
      p[k] += move;
      work[moveP + k] = move + s;
    }
    // @lanes
    for (let k = 0; k < states; k++) {
      const s = state[k] - work[lastS + k];
      const move = beta * work[moveS + k];
      state[k] += move;
      work[moveS + k] = move + s;
    }
  }
  return sweep;
}
