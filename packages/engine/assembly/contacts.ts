// @ts-ignore: decorator
@inline
function at(array: usize, i: i32): f64 {
  return load<f64>(array + (<usize>i << 3));
}

export function relaxContacts(
  impulse: usize, velocity: usize, W: usize, normal: usize, bias: usize, friction: usize,
  n: i32, tolerance: f64, sweeps: i32,
): i32 {
  const stride = 3 * n;
  const bytes = <usize>stride << 3;
  for (let s: i32 = 1; s <= sweeps; s++) {
    let worst: f64 = 0;
    for (let r: i32 = 0; r < n; r++) {
      const k = 3 * r;
      const nx = at(normal, k);
      const ny = at(normal, k + 1);
      const nz = at(normal, k + 2);
      const row0 = W + <usize>k * bytes;
      const row1 = row0 + bytes;
      const row2 = row1 + bytes;
      const w00 = at(row0, k);
      const w11 = at(row1, k + 1);
      const w22 = at(row2, k + 2);
      const wx = w00 * nx + at(row0, k + 1) * ny + at(row0, k + 2) * nz;
      const wy = at(row1, k) * nx + w11 * ny + at(row1, k + 2) * nz;
      const wz = at(row2, k) * nx + at(row2, k + 1) * ny + w22 * nz;
      const along = nx * wx + ny * wy + nz * wz;
      const across = w00 + w11 + w22 - along;
      if (!(along > 0 && across > 0)) continue;

      const vx = at(velocity, k);
      const vy = at(velocity, k + 1);
      const vz = at(velocity, k + 2);
      const px = at(impulse, k);
      const py = at(impulse, k + 1);
      const pz = at(impulse, k + 2);
      const pn = nx * px + ny * py + nz * pz;
      const wanted = pn + (at(bias, r) - (nx * vx + ny * vy + nz * vz)) / along;
      const push = max<f64>(0, wanted);
      const d = push - pn;
      const sx = vx + d * wx;
      const sy = vy + d * wy;
      const sz = vz + d * wz;
      const sn = nx * sx + ny * sy + nz * sz;
      let tx = px - pn * nx - (sx - sn * nx) / across;
      let ty = py - pn * ny - (sy - sn * ny) / across;
      let tz = pz - pn * nz - (sz - sn * nz) / across;
      const most = at(friction, r) * push;
      const t2 = tx * tx + ty * ty + tz * tz;
      if (t2 > most * most) {
        const cut = most / sqrt(t2);
        tx *= cut;
        ty *= cut;
        tz *= cut;
      }
      const dx = push * nx + tx - px;
      const dy = push * ny + ty - py;
      const dz = push * nz + tz - pz;
      if (dx == 0 && dy == 0 && dz == 0) continue;
      const own = impulse + (<usize>k << 3);
      store<f64>(own, px + dx);
      store<f64>(own, py + dy, 8);
      store<f64>(own, pz + dz, 16);
      addRows(velocity, row0, row1, row2, dx, dy, dz, stride);
      const change = sqrt(dx * dx + dy * dy + dz * dz) * max<f64>(along, across);
      if (change > worst) worst = change;
    }
    if (worst <= tolerance) return s;
  }
  return sweeps;
}

// velocity += row0·dx + row1·dy + row2·dz
// @ts-ignore: decorator
@inline
function addRows(velocity: usize, row0: usize, row1: usize, row2: usize, dx: f64, dy: f64, dz: f64, n: i32): void {
  const x = f64x2.splat(dx);
  const y = f64x2.splat(dy);
  const z = f64x2.splat(dz);
  const end = (<usize>n >> 1) << 4;
  let j: usize = 0;
  for (; j < end; j += 16) {
    const sum = f64x2.add(
      f64x2.add(f64x2.mul(v128.load(row0 + j), x), f64x2.mul(v128.load(row1 + j), y)),
      f64x2.mul(v128.load(row2 + j), z),
    );
    v128.store(velocity + j, f64x2.add(v128.load(velocity + j), sum));
  }
  if (n & 1) {
    const sum = load<f64>(row0 + j) * dx + load<f64>(row1 + j) * dy + load<f64>(row2 + j) * dz;
    store<f64>(velocity + j, load<f64>(velocity + j) + sum);
  }
}

export function learnSecant(W: usize, dp: usize, dw: usize, work: usize, n: i32, least: f64): void {
  let seen: f64 = 0;
  let believed: f64 = 0;
  const bytes = <usize>n << 3;
  const end = (<usize>n >> 1) << 4;
  for (let i: usize = 0; i < bytes; i += 8) {
    const row = W + (i >> 3) * bytes;
    let sums = f64x2.splat(0);
    let j: usize = 0;
    for (; j < end; j += 16) sums = f64x2.add(sums, f64x2.mul(v128.load(row + j), v128.load(dp + j)));
    let sum = f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
    if (n & 1) sum += load<f64>(row + j) * load<f64>(dp + j);
    store<f64>(work + i, sum);
    believed += sum * load<f64>(dp + i);
    seen += load<f64>(dw + i) * load<f64>(dp + i);
  }
  if (!(believed > 0 && seen > least * believed)) return;
  for (let i: usize = 0; i < bytes; i += 8) {
    const a = load<f64>(work + i) / believed;
    const b = load<f64>(dw + i) / seen;
    const aa = f64x2.splat(a);
    const bb = f64x2.splat(b);
    const row = W + (i >> 3) * bytes;
    let j: usize = 0;
    for (; j < end; j += 16) {
      const change = f64x2.sub(f64x2.mul(bb, v128.load(dw + j)), f64x2.mul(aa, v128.load(work + j)));
      v128.store(row + j, f64x2.add(v128.load(row + j), change));
    }
    if (n & 1) {
      const change = b * load<f64>(dw + j) - a * load<f64>(work + j);
      store<f64>(row + j, load<f64>(row + j) + change);
    }
  }
}
