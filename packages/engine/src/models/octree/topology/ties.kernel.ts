import { type F64s, f64, type I32s, type i32, type U8s } from '../../../kernels/prelude.ts';

/** How far a leaf's influence reaches, in its own cells. Half: gaps between leaves; twice: the surface is smeared. */
const SUPPORT = 1.6;
/**
 * A faint wider influence: a point of the surface needs the second layer of leaves to know how the first one tilts.
 * Half of either: rougher surfaces; twice: more leaves for each point.
 */
const WIDE = 2.4;
const FAINT = 0.05;
/** The point's own leaf counts at least so much, or a point far out would have nothing. Half and twice: untested. */
const LEAST = 0.05;
/**
 * Added to the spread of the leaves around a point, relative to their size: below it a direction is not resolved. Half:
 * larger weights beside thin parts; twice: less exact linear motion.
 */
const FLAT = 1e-3;
/** Rounds of the tilt: each solves for what the last one left. Half: less exact tilts; twice: time. */
const ROUNDS = 3;
/** What points are for, as in `point-sets.ts`. */
const PUSHED: i32 = 1;
const JOINED: i32 = 2;

/**
 * arm = the levers of n points turned with their leaves, and out += arm; shapes [n, 3]. `q` holds the turns of the
 * leaves, shape [leaves, 4]. Levers from point `fixed` on are not turned.
 */
export function turnLevers(
  out: F64s,
  arm: F64s,
  lever: F64s,
  leaf: I32s,
  q: F64s,
  fixed: i32,
  n: i32,
): void {
  for (let p = 0; p < n; p++) {
    let a = lever[3 * p];
    let b = lever[3 * p + 1];
    let c = lever[3 * p + 2];
    if (p < fixed) {
      const k = 4 * leaf[p];
      const i = q[k];
      const j = q[k + 1];
      const l = q[k + 2];
      const w = q[k + 3];
      const tx = 2 * (j * c - l * b);
      const ty = 2 * (l * a - i * c);
      const tz = 2 * (i * b - j * a);
      a = a + w * tx + (j * tz - l * ty);
      b = b + w * ty + (l * tx - i * tz);
      c = c + w * tz + (i * ty - j * tx);
    }
    arm[3 * p] = a;
    arm[3 * p + 1] = b;
    arm[3 * p + 2] = c;
    out[3 * p] += a;
    out[3 * p + 1] += b;
    out[3 * p + 2] += c;
  }
}

/**
 * Leaves around point p, which lies in leaf `leaf[p]`, at most `most` of them, those that weigh most, in their order:
 * `near` receives their indices, `phi` their weights, `room` numbers each at most. Returns how many.
 */
function findNear(
  near: I32s,
  phi: F64s,
  room: i32,
  most: i32,
  places: F64s,
  leaf: I32s,
  p: i32,
  graphPtr: I32s,
  graph: I32s,
  level: U8s,
  rest: F64s,
  cell: f64,
  use: i32,
): i32 {
  let m = 0;
  const home = leaf[p];
  let x = places[3 * p];
  let y = places[3 * p + 1];
  let z = places[3 * p + 2];
  if (use === JOINED) {
    // Far outside, the leaves around the point's own leaf count: they tell how that one tilts.
    const reach = cell * f64(1 << level[home]);
    const ox = x - rest[3 * home];
    const oy = y - rest[3 * home + 1];
    const oz = z - rest[3 * home + 2];
    const far = Math.sqrt(ox * ox + oy * oy + oz * oz);
    const part = far > reach ? reach / far : 1;
    x = rest[3 * home] + part * ox;
    y = rest[3 * home + 1] + part * oy;
    z = rest[3 * home + 2] + part * oz;
  }
  for (let k = graphPtr[home] - 1; k < graphPtr[home + 1]; k++) {
    const i = k < graphPtr[home] ? home : graph[k];
    const size = cell * f64(1 << level[i]);
    const dx = rest[3 * i] - x;
    const dy = rest[3 * i + 1] - y;
    const dz = rest[3 * i + 2] - z;
    const square = (dx * dx + dy * dy + dz * dz) / (size * size);
    const near1 = Math.max(0, 1 - square / (SUPPORT * SUPPORT));
    const near2 = Math.max(0, 1 - square / (WIDE * WIDE));
    let w = near1 * near1 + FAINT * near2 * near2;
    if (i === home) w = Math.max(w, LEAST);
    if (w === 0 || m === room) continue;
    near[m] = i;
    phi[m++] = w;
  }
  while (m > most) {
    let least = 0;
    for (let k = 1; k < m; k++) if (phi[k] < phi[least]) least = k;
    m--;
    for (let k = least; k < m; k++) {
      near[k] = near[k + 1];
      phi[k] = phi[k + 1];
    }
  }
  return m;
}

/** How much of the tilt g about the mean of m leaves can be had without a negative weight, at most 1. */
function largestTilt(
  near: I32s,
  m: i32,
  rest: F64s,
  gx: f64,
  gy: f64,
  gz: f64,
  mx: f64,
  my: f64,
  mz: f64,
  total: f64,
): f64 {
  let part: f64 = 1;
  for (let k = 0; k < m; k++) {
    const i = 3 * near[k];
    const along = gx * (rest[i] - mx) + gy * (rest[i + 1] - my) + gz * (rest[i + 2] - mz);
    if (along * part < -1 / total) part = -1 / (total * along);
  }
  return part;
}

/**
 * Ties n points to leaves of an octree: weights of moving least squares over the leaf the point is in and its
 * neighbours along a graph, those `most` that weigh most, and in `lever` what the weights do not reach. `use` (0 drawn,
 * 1 pushed, 2 joined) is explained at `POINT_USE` in `point-sets.ts`. Row p has the entries ptr[p] to ptr[p + 1] of
 * `cols` and `weights`. `rest` is where the leaves are [m], level l has cells of 2^l · cell [m]; `near` and `phi` are
 * scratch, `room` numbers each.
 */
export function tiePoints(
  ptr: I32s,
  cols: I32s,
  weights: F64s,
  lever: F64s,
  places: F64s,
  leaf: I32s,
  n: i32,
  graphPtr: I32s,
  graph: I32s,
  level: U8s,
  rest: F64s,
  cell: f64,
  use: i32,
  most: i32,
  near: I32s,
  phi: F64s,
  room: i32,
): void {
  let at = 0;
  ptr[0] = 0;
  for (let p = 0; p < n; p++) {
    const X = places[3 * p];
    const Y = places[3 * p + 1];
    const Z = places[3 * p + 2];
    const m = findNear(
      near,
      phi,
      room,
      most,
      places,
      leaf,
      p,
      graphPtr,
      graph,
      level,
      rest,
      cell,
      use,
    );
    let total: f64 = 0;
    let mx: f64 = 0;
    let my: f64 = 0;
    let mz: f64 = 0;
    for (let k = 0; k < m; k++) {
      const i = 3 * near[k];
      total += phi[k];
      mx += phi[k] * rest[i];
      my += phi[k] * rest[i + 1];
      mz += phi[k] * rest[i + 2];
    }
    mx /= total;
    my /= total;
    mz /= total;
    let xx: f64 = 0;
    let xy: f64 = 0;
    let xz: f64 = 0;
    let yy: f64 = 0;
    let yz: f64 = 0;
    let zz: f64 = 0;
    for (let k = 0; k < m; k++) {
      const i = 3 * near[k];
      const a = rest[i] - mx;
      const b = rest[i + 1] - my;
      const c = rest[i + 2] - mz;
      xx += phi[k] * a * a;
      xy += phi[k] * a * b;
      xz += phi[k] * a * c;
      yy += phi[k] * b * b;
      yz += phi[k] * b * c;
      zz += phi[k] * c * c;
    }
    const size = cell * f64(1 << level[leaf[p]]);
    // The inverse of the spread, with a little added.
    const flat = FLAT * size * size * total;
    const sx = xx + flat;
    const sy = yy + flat;
    const sz = zz + flat;
    const c00 = sy * sz - yz * yz;
    const c01 = xz * yz - xy * sz;
    const c02 = xy * yz - xz * sy;
    const s = 1 / (sx * c00 + xy * c01 + xz * c02);
    const ixx = c00 * s;
    const ixy = c01 * s;
    const ixz = c02 * s;
    const iyy = (sx * sz - xz * xz) * s;
    const iyz = (xy * xz - sx * yz) * s;
    const izz = (sx * sy - xy * xy) * s;
    // (C + ε) g = d, then again for what that leaves: exact where the leaves span, tame where they do not.
    let gx: f64 = 0;
    let gy: f64 = 0;
    let gz: f64 = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const a = X - mx - (xx * gx + xy * gy + xz * gz);
      const b = Y - my - (xy * gx + yy * gy + yz * gz);
      const c = Z - mz - (xz * gx + yz * gy + zz * gz);
      gx += ixx * a + ixy * b + ixz * c;
      gy += ixy * a + iyy * b + iyz * c;
      gz += ixz * a + iyz * b + izz * c;
    }
    let part: f64 = 1;
    if (use === PUSHED) part = largestTilt(near, m, rest, gx, gy, gz, mx, my, mz, total);
    lever[3 * p] = X;
    lever[3 * p + 1] = Y;
    lever[3 * p + 2] = Z;
    for (let k = 0; k < m; k++) {
      const i = 3 * near[k];
      const along = gx * (rest[i] - mx) + gy * (rest[i + 1] - my) + gz * (rest[i + 2] - mz);
      const w = phi[k] * (1 / total + part * along);
      cols[at] = near[k];
      weights[at++] = w;
      lever[3 * p] -= w * rest[i];
      lever[3 * p + 1] -= w * rest[i + 1];
      lever[3 * p + 2] -= w * rest[i + 2];
    }
    ptr[p + 1] = at;
  }
}
