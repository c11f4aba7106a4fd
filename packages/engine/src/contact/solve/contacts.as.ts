// @ts-ignore: decorator
@inline
function at(array: usize, i: i32): f64 {
  return load<f64>(array + (<usize>i << 3));
}

// @ts-ignore: decorator
@inline
function put(array: usize, i: i32, value: f64): void {
  store<f64>(array + (<usize>i << 3), value);
}

// @ts-ignore: decorator
@inline
function whole(array: usize, i: i32): i32 {
  return load<i32>(array + (<usize>i << 2));
}

// Where rho, P, Q and the pairs of a record begin.
const RHO: i32 = 2;
const TURN: i32 = 5;
const SPIN: i32 = 14;
const PAIRS: i32 = 23;

function addSparse(d: usize, W: usize, a: i32, b: i32, s: f64): void {
  let shared: f64 = 0;
  const endA = a + PAIRS + 2 * <i32>at(W, a);
  const endB = b + PAIRS + 2 * <i32>at(W, b);
  for (let i = a + PAIRS; i < endA; i += 2) {
    for (let j = b + PAIRS; j < endB; j += 2) {
      if (at(W, i) == at(W, j)) shared += at(W, i + 1) * at(W, j + 1);
    }
  }
  put(d, 0, at(d, 0) + s * shared);
  put(d, 3, at(d, 3) + s * shared);
  put(d, 5, at(d, 5) + s * shared);
  if (at(W, a + 1) < 0 || at(W, a + 1) != at(W, b + 1)) return;
  const x = at(W, a + RHO);
  const y = at(W, a + RHO + 1);
  const z = at(W, a + RHO + 2);
  const T = a + TURN;
  for (let c: i32 = 0; c < 3; c++) {
    const px = at(W, b + TURN + c);
    const py = at(W, b + TURN + 3 + c);
    const pz = at(W, b + TURN + 6 + c);
    const qx = at(W, b + SPIN + c);
    const qy = at(W, b + SPIN + 3 + c);
    const qz = at(W, b + SPIN + 6 + c);
    const wx = py * z - pz * y + at(W, T) * qx + at(W, T + 3) * qy + at(W, T + 6) * qz;
    const wy = pz * x - px * z + at(W, T + 1) * qx + at(W, T + 4) * qy + at(W, T + 7) * qz;
    const wz = px * y - py * x + at(W, T + 2) * qx + at(W, T + 5) * qy + at(W, T + 8) * qz;
    if (c == 0) {
      put(d, 0, at(d, 0) + s * wx);
      put(d, 1, at(d, 1) + 0.5 * s * wy);
      put(d, 2, at(d, 2) + 0.5 * s * wz);
    } else if (c == 1) {
      put(d, 1, at(d, 1) + 0.5 * s * wx);
      put(d, 3, at(d, 3) + s * wy);
      put(d, 4, at(d, 4) + 0.5 * s * wz);
    } else {
      put(d, 2, at(d, 2) + 0.5 * s * wx);
      put(d, 4, at(d, 4) + 0.5 * s * wy);
      put(d, 5, at(d, 5) + s * wz);
    }
  }
}

function addResponse(d: usize, W: usize, table: usize, body: i32, p: i32, q: i32, s: f64): void {
  const start = whole(table, 4 * body + 1);
  const stride = whole(table, 4 * body + 2);
  if (whole(table, 4 * body + 3) < -1) {
    addSparse(d, W, start + p * stride, start + q * stride, s);
    return;
  }
  if (whole(table, 4 * body + 3) < 0) {
    const o = start + 3 * p * stride + 3 * q;
    put(d, 0, at(d, 0) + s * at(W, o));
    put(d, 1, at(d, 1) + 0.5 * s * (at(W, o + 1) + at(W, o + stride)));
    put(d, 2, at(d, 2) + 0.5 * s * (at(W, o + 2) + at(W, o + 2 * stride)));
    put(d, 3, at(d, 3) + s * at(W, o + stride + 1));
    put(d, 4, at(d, 4) + 0.5 * s * (at(W, o + stride + 2) + at(W, o + 2 * stride + 1)));
    put(d, 5, at(d, 5) + s * at(W, o + 2 * stride + 2));
    return;
  }
  const a = start + 3 * p * stride;
  const b = start + 3 * q * stride;
  let d0 = at(d, 0);
  let d1 = at(d, 1);
  let d2 = at(d, 2);
  let d3 = at(d, 3);
  let d4 = at(d, 4);
  let d5 = at(d, 5);
  for (let k: i32 = 0; k < stride; k++) {
    const ax = at(W, a + k);
    const ay = at(W, a + stride + k);
    const az = at(W, a + 2 * stride + k);
    const bx = at(W, b + k);
    const by = at(W, b + stride + k);
    const bz = at(W, b + 2 * stride + k);
    d0 += s * ax * bx;
    d1 += 0.5 * s * (ax * by + ay * bx);
    d2 += 0.5 * s * (ax * bz + az * bx);
    d3 += s * ay * by;
    d4 += 0.5 * s * (ay * bz + az * by);
    d5 += s * az * bz;
  }
  put(d, 0, d0);
  put(d, 1, d1);
  put(d, 2, d2);
  put(d, 3, d3);
  put(d, 4, d4);
  put(d, 5, d5);
}

export function contactBlocks(
  block: usize, soft: usize, W: usize, normal: usize, kind: usize, side: usize, table: usize, work: usize, n: i32, give: f64,
): void {
  for (let l: i32 = 0; l < n; l++) {
    const a = whole(side, 4 * l);
    const b = whole(side, 4 * l + 2);
    for (let k: i32 = 0; k < 6; k++) put(work, k, 0);
    addResponse(work, W, table, a, whole(side, 4 * l + 1), whole(side, 4 * l + 1), 1);
    if (b >= 0) addResponse(work, W, table, b, whole(side, 4 * l + 3), whole(side, 4 * l + 3), 1);
    const sides = at(work, 0) + at(work, 3) + at(work, 5);
    if (a == b) addResponse(work, W, table, a, whole(side, 4 * l + 1), whole(side, 4 * l + 3), -2);
    const w0 = at(work, 0);
    const w1 = at(work, 1);
    const w2 = at(work, 2);
    const w3 = at(work, 3);
    const w4 = at(work, 4);
    const w5 = at(work, 5);
    const trace = w0 + w3 + w5;
    if (load<u8>(kind + l) == 0) {
      put(soft, 2 * l, (give * sides) / 3);
      put(soft, 2 * l + 1, at(soft, 2 * l));
    }
    const nx = at(normal, 3 * l);
    const ny = at(normal, 3 * l + 1);
    const nz = at(normal, 3 * l + 2);
    const softN = at(soft, 2 * l);
    const wx = w0 * nx + w1 * ny + w2 * nz + softN * nx;
    const wy = w1 * nx + w3 * ny + w4 * nz + softN * ny;
    const wz = w2 * nx + w4 * ny + w5 * nz + softN * nz;
    const along = nx * wx + ny * wy + nz * wz;
    put(block, 5 * l, wx);
    put(block, 5 * l + 1, wy);
    put(block, 5 * l + 2, wz);
    put(block, 5 * l + 3, along);
    put(block, 5 * l + 4, trace - (along - softN) + at(soft, 2 * l + 1));
  }
}

// row·state, even and odd columns summed apart
// @ts-ignore: decorator
@inline
function rowTimes(row: usize, state: usize, rank: i32): f64 {
  let sums = f64x2.splat(0);
  const end = (<usize>rank >> 1) << 4;
  let k: usize = 0;
  for (; k < end; k += 16) sums = f64x2.add(sums, f64x2.mul(v128.load(row + k), v128.load(state + k)));
  let sum = f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
  if (rank & 1) sum += load<f64>(row + k) * load<f64>(state + k);
  return sum;
}

// A record's x and y go through one register.
// @ts-ignore: decorator
@inline
function addSparseVelocity(v: usize, first: usize, base: usize, record: usize, s: f64): void {
  let xy = f64x2.splat(0);
  let z: f64 = 0;
  const end = record + <usize>(PAIRS << 3) + (<usize>(<i32>load<f64>(record)) << 4);
  for (let k = record + <usize>(PAIRS << 3); k < end; k += 16) {
    const o = first + <usize>(<i32>load<f64>(k)) * 24;
    const w = load<f64>(k, 8);
    xy = f64x2.add(xy, f64x2.mul(f64x2.splat(w), v128.load(o)));
    z += w * load<f64>(o, 16);
  }
  let x = f64x2.extract_lane(xy, 0);
  let y = f64x2.extract_lane(xy, 1);
  const turned = load<f64>(record, 8);
  if (turned >= 0) {
    const t = first + <usize>(<i32>turned) * 24;
    const rx = load<f64>(record, 16);
    const ry = load<f64>(record, 24);
    const rz = load<f64>(record, 32);
    const P = record + <usize>(TURN << 3);
    const fx = load<f64>(t, 24);
    const fy = load<f64>(t, 32);
    const fz = load<f64>(t, 40);
    const tx = load<f64>(t);
    const ty = load<f64>(t, 8);
    const tz = load<f64>(t, 16);
    x += ty * rz - tz * ry + (load<f64>(P) * fx + load<f64>(P, 24) * fy + load<f64>(P, 48) * fz);
    y += tz * rx - tx * rz + (load<f64>(P, 8) * fx + load<f64>(P, 32) * fy + load<f64>(P, 56) * fz);
    z += tx * ry - ty * rx + (load<f64>(P, 16) * fx + load<f64>(P, 40) * fy + load<f64>(P, 64) * fz);
  }
  put(v, 0, at(v, 0) + s * (load<f64>(base) + x));
  put(v, 1, at(v, 1) + s * (load<f64>(base, 8) + y));
  put(v, 2, at(v, 2) + s * (load<f64>(base, 16) + z));
}

// @ts-ignore: decorator
@inline
function addSparseImpulse(first: usize, record: usize, dx: f64, dy: f64, dz: f64): void {
  const xy = f64x2.replace_lane(f64x2.splat(dx), 1, dy);
  const end = record + <usize>(PAIRS << 3) + (<usize>(<i32>load<f64>(record)) << 4);
  for (let k = record + <usize>(PAIRS << 3); k < end; k += 16) {
    const o = first + <usize>(<i32>load<f64>(k)) * 24;
    const w = load<f64>(k, 8);
    v128.store(o, f64x2.add(v128.load(o), f64x2.mul(f64x2.splat(w), xy)));
    store<f64>(o, load<f64>(o, 16) + w * dz, 16);
  }
  const turned = load<f64>(record, 8);
  if (turned < 0) return;
  let t = first + <usize>(<i32>turned) * 24;
  let o = record + <usize>(TURN << 3);
  for (let r: i32 = 0; r < 6; r++, t += 8, o += 24)
    store<f64>(t, load<f64>(t) + (load<f64>(o) * dx + load<f64>(o, 8) * dy + load<f64>(o, 16) * dz));
}

// @ts-ignore: decorator
@inline
function addVelocity(
  v: usize, state: usize, base: usize, W: usize, table: usize, body: i32, site: i32, s: f64,
): void {
  const first = state + (<usize>whole(table, 4 * body) << 3);
  const from = whole(table, 4 * body + 3);
  if (from < -1) {
    const record = W + (<usize>(whole(table, 4 * body + 1) + site * whole(table, 4 * body + 2)) << 3);
    addSparseVelocity(v, first, base + (<usize>(-2 - from + 3 * site) << 3), record, s);
    return;
  }
  if (from < 0) {
    const o = first + <usize>site * 24;
    put(v, 0, at(v, 0) + s * load<f64>(o));
    put(v, 1, at(v, 1) + s * load<f64>(o, 8));
    put(v, 2, at(v, 2) + s * load<f64>(o, 16));
    return;
  }
  const rank = whole(table, 4 * body + 2);
  const bytes = <usize>rank << 3;
  const row = W + (<usize>whole(table, 4 * body + 1) << 3) + <usize>(3 * site) * bytes;
  const b = from + 3 * site;
  put(v, 0, at(v, 0) + s * (at(base, b) + rowTimes(row, first, rank)));
  put(v, 1, at(v, 1) + s * (at(base, b + 1) + rowTimes(row + bytes, first, rank)));
  put(v, 2, at(v, 2) + s * (at(base, b + 2) + rowTimes(row + 2 * bytes, first, rank)));
}

// state += row0·dx + row1·dy + row2·dz
// @ts-ignore: decorator
@inline
function addImpulse(state: usize, W: usize, table: usize, body: i32, site: i32, dx: f64, dy: f64, dz: f64): void {
  const first = state + (<usize>whole(table, 4 * body) << 3);
  const stride = whole(table, 4 * body + 2);
  if (whole(table, 4 * body + 3) < -1) {
    addSparseImpulse(first, W + (<usize>(whole(table, 4 * body + 1) + site * stride) << 3), dx, dy, dz);
    return;
  }
  const bytes = <usize>stride << 3;
  const row0 = W + (<usize>whole(table, 4 * body + 1) << 3) + <usize>(3 * site) * bytes;
  const row1 = row0 + bytes;
  const row2 = row1 + bytes;
  const x = f64x2.splat(dx);
  const y = f64x2.splat(dy);
  const z = f64x2.splat(dz);
  const end = (<usize>stride >> 1) << 4;
  let j: usize = 0;
  for (; j < end; j += 16) {
    const sum = f64x2.add(
      f64x2.add(f64x2.mul(v128.load(row0 + j), x), f64x2.mul(v128.load(row1 + j), y)),
      f64x2.mul(v128.load(row2 + j), z),
    );
    v128.store(first + j, f64x2.add(v128.load(first + j), sum));
  }
  if (stride & 1) {
    const sum = load<f64>(row0 + j) * dx + load<f64>(row1 + j) * dy + load<f64>(row2 + j) * dz;
    store<f64>(first + j, load<f64>(first + j) + sum);
  }
}

export function sweepContacts(
  p: usize, state: usize, base: usize, W: usize, block: usize, soft: usize, normal: usize, bias: usize, friction: usize,
  target: usize, from: usize, kind: usize, side: usize, table: usize, work: usize, n: i32, states: i32, inner: f64, least: f64,
  tolerance: f64, most: i32, lazy: f64, moved: f64,
): i32 {
  const rows = <usize>n * 24;
  const length = <usize>states << 3;
  const wayP = work + 24;
  const lastP = wayP + rows;
  const wayS = lastP + rows;
  const lastS = wayS + length;
  memory.fill(wayP, 0, rows);
  memory.fill(wayS, 0, length);
  let total: f64 = 0;
  let before: f64 = 0;
  let wait = lazy * moved;
  let sweep: i32 = 1;
  for (; ; sweep++) {
    memory.copy(lastP, p, rows);
    memory.copy(lastS, state, length);
    let energy: f64 = 0;
    let worst: f64 = 0;
    for (let l: i32 = 0; l < n; l++) {
      const k = 3 * l;
      const along = at(block, 5 * l + 3);
      const across = at(block, 5 * l + 4);
      if (!(along > 0 && across > 0)) continue;
      const a = whole(side, 4 * l);
      const b = whole(side, 4 * l + 2);
      const nx = at(normal, k);
      const ny = at(normal, k + 1);
      const nz = at(normal, k + 2);
      const softN = at(soft, 2 * l);
      const softT = at(soft, 2 * l + 1);
      put(work, 0, -at(target, k));
      put(work, 1, -at(target, k + 1));
      put(work, 2, -at(target, k + 2));
      addVelocity(work, state, base, W, table, a, whole(side, 4 * l + 1), 1);
      if (b >= 0) addVelocity(work, state, base, W, table, b, whole(side, 4 * l + 3), -1);
      const px = at(p, k);
      const py = at(p, k + 1);
      const pz = at(p, k + 2);
      const ox = px - at(from, k);
      const oy = py - at(from, k + 1);
      const oz = pz - at(from, k + 2);
      const more = (softN - softT) * (nx * ox + ny * oy + nz * oz);
      const vx = at(work, 0) + softT * ox + more * nx;
      const vy = at(work, 1) + softT * oy + more * ny;
      const vz = at(work, 2) + softT * oz + more * nz;
      const pn = nx * px + ny * py + nz * pz;
      const wanted = pn + (at(bias, l) - (nx * vx + ny * vy + nz * vz)) / along;
      const what = load<u8>(kind + l);
      let push = wanted;
      if (what == 0 || what == 4) push = max<f64>(0, wanted);
      else if (what == 3) push = 0;
      else if (what == 5) push = max<f64>(-at(friction, l), min<f64>(at(friction, l), wanted));
      const d = push - pn;
      const sx = vx + d * at(block, 5 * l);
      const sy = vy + d * at(block, 5 * l + 1);
      const sz = vz + d * at(block, 5 * l + 2);
      const sn = nx * sx + ny * sy + nz * sz;
      let tx = px - pn * nx - (sx - sn * nx) / across;
      let ty = py - pn * ny - (sy - sn * ny) / across;
      let tz = pz - pn * nz - (sz - sn * nz) / across;
      if (what != 1 && what != 3) {
        const limit = what == 0 ? at(friction, l) * push : 0;
        const t2 = tx * tx + ty * ty + tz * tz;
        if (t2 > limit * limit) {
          const cut = limit / sqrt(t2);
          tx *= cut;
          ty *= cut;
          tz *= cut;
        }
      }
      const dx = push * nx + tx - px;
      const dy = push * ny + ty - py;
      const dz = push * nz + tz - pz;
      if (dx == 0 && dy == 0 && dz == 0) continue;
      const square = dx * dx + dy * dy + dz * dz;
      energy += d * d * along + (square - d * d) * across;
      const change = sqrt(square) * max<f64>(along, across);
      if (change > worst) worst = change;
      if (change < wait) continue;
      put(p, k, px + dx);
      put(p, k + 1, py + dy);
      put(p, k + 2, pz + dz);
      addImpulse(state, W, table, a, whole(side, 4 * l + 1), dx, dy, dz);
      if (b >= 0) addImpulse(state, W, table, b, whole(side, 4 * l + 3), -dx, -dy, -dz);
    }
    wait = lazy * worst;
    total += energy;
    if (sweep >= most || (energy <= max<f64>(least, inner * total) && worst <= tolerance)) break;
    let now: f64 = 0;
    for (let k: usize = 0; k < rows; k += 8) {
      const s = load<f64>(p + k) - load<f64>(lastP + k);
      now += s * s;
    }
    const beta: f64 = before > 0 ? now / before : 0;
    before = now;
    if (beta > 1) {
      memory.fill(wayP, 0, rows);
      memory.fill(wayS, 0, length);
      continue;
    }
    goOn(p, lastP, wayP, rows, beta);
    goOn(state, lastS, wayS, length, beta);
  }
  return sweep;
}

// x += β way; way = β way + (x − last), x as it was
// @ts-ignore: decorator
@inline
function goOn(x: usize, last: usize, way: usize, bytes: usize, beta: f64): void {
  const part = f64x2.splat(beta);
  const end = bytes & ~15;
  let k: usize = 0;
  for (; k < end; k += 16) {
    const now = v128.load(x + k);
    const s = f64x2.sub(now, v128.load(last + k));
    const w = f64x2.mul(part, v128.load(way + k));
    v128.store(x + k, f64x2.add(now, w));
    v128.store(way + k, f64x2.add(w, s));
  }
  if (k < bytes) {
    const now = load<f64>(x + k);
    const s = now - load<f64>(last + k);
    const w = beta * load<f64>(way + k);
    store<f64>(x + k, now + w);
    store<f64>(way + k, w + s);
  }
}
