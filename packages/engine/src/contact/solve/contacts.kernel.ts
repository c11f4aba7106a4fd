import {
  type F32s,
  type F64s,
  type f64,
  type I32s,
  type i32,
  scratch,
  type U8s,
} from '../../kernels/prelude.ts';
import { addImpulse, addVelocity } from './forms.ts';
import { forgetSweeps, mixSweeps } from './mixing.ts';

/**
 * Rows between sites of bodies, or the world, n of them; `forms.ts` says what a body's compliance and its state are.
 *
 * side, 4 a row: body a, site, body b or −1, site. A row's velocity is w = v_a − v_b − target + soft∘(p − from), soft
 * [1/kg] being two numbers, along the normal and across it. kind: 0 contact, 1 tied along the normal and across it, 2
 * tied along the normal alone, 3 tied across it alone, 4 held back along the normal from one side without friction, 5
 * driven along the normal by an impulse of at most `friction`; 6 held back across the normal by an impulse of at most
 * `friction` times the push of the row before it, 7 along the normal by that of the second row before it.
 */

/**
 * True if a row may have an impulse, of which `square` is what is left across the normal: mixing leaves the cone of
 * friction.
 */
function isAdmissible(what: i32, pn: f64, square: f64, mu: f64): boolean {
  return what !== 0 || (pn >= 0 && square <= mu * mu * pn * pn);
}

/** The largest velocity [m/s] by which a row moved, or would have. */
const moved = scratch(1);

/**
 * One Gauss–Seidel sweep: each row in turn gets the impulse that its law asks for, but for those that would move by
 * less than `wait` [m/s]. Returns the energy of the changes [J]. v: room for three numbers.
 */
function sweepRows(
  v: F64s,
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
  n: i32,
  wait: f64,
): f64 {
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
    else if (what === 3 || what === 6) push = 0;
    else if (what === 5) push = Math.max(-friction[l], Math.min(friction[l], wanted));
    let held: f64 = 0;
    if (what >= 6) {
      const m = what === 6 ? k - 3 : k - 6;
      const pressed = normal[m] * p[m] + normal[m + 1] * p[m + 1] + normal[m + 2] * p[m + 2];
      held = friction[l] * Math.max(0, pressed);
      if (what === 7) push = Math.max(-held, Math.min(held, wanted));
    }
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
      let limit: f64 = 0;
      if (what === 0) limit = friction[l] * push;
      else if (what === 6) limit = held;
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
    if (motion < wait && isAdmissible(what, pn, px * px + py * py + pz * pz - pn * pn, friction[l]))
      continue;
    p[k] = px + dx;
    p[k + 1] = py + dy;
    p[k + 2] = pz + dz;
    addImpulse(state, change, W, dense, table, a, side[4 * l + 1], dx, dy, dz);
    if (b >= 0) addImpulse(state, change, W, dense, table, b, side[4 * l + 3], -dx, -dy, -dz);
  }
  moved[0] = worst;
  return energy;
}

/**
 * The contact problem in the impulses p alone: contacts ask for
 *
 *   n·w ≥ bias, p_n ≥ 0, one of them exactly;  |p_t| ≤ μ p_n, and where it slides p_t opposes w_t,
 *
 * ties for w = bias·n (kind 1), n·w = bias and p_t = 0 (kind 2), w_t = 0 and p_n = 0 (kind 3); kinds 4 and 5 are kind 2
 * with bounds on p_n. Sweeps, mixed (`mixing.ts`), until one changes p by less than `least` [J], or the part `inner`
 * of what all sweeps did, as energy, and moves no row by more than `tolerance` [m/s], or `most` were made; returns the
 * number of sweeps. Rows that would move by less than the part `lazy` of the most that one moved in the last sweep
 * (`worst` [m/s] before the first) wait: where compliance is dense, a row costs little to look at and much to move.
 *
 * p, state and change hold the start and receive the answer; `states` and `changes` are the lengths in use. `work` has
 * room for three numbers; `past` for 39 n + 6 states and `traces` for 6 changes.
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
  past: F64s,
  traces: F32s,
  n: i32,
  states: i32,
  changes: i32,
  inner: f64,
  least: f64,
  tolerance: f64,
  most: i32,
  lazy: f64,
  worst: f64,
): i32 {
  forgetSweeps();
  let total: f64 = 0;
  let wait = lazy * worst;
  let sweep = 0;
  let done = false;
  while (!done) {
    sweep++;
    // @lanes
    for (let k = 0; k < 3 * n; k++) past[k] = p[k];
    const energy = sweepRows(
      work,
      p,
      state,
      change,
      base,
      W,
      dense,
      block,
      soft,
      normal,
      bias,
      friction,
      target,
      from,
      kind,
      side,
      table,
      n,
      wait,
    );
    wait = lazy * moved[0];
    total += energy;
    done = sweep >= most || (energy <= Math.max(least, inner * total) && moved[0] <= tolerance);
    if (!done) mixSweeps(p, state, change, block, past, traces, n, states, changes);
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
