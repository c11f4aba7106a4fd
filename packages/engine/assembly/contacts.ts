// @ts-ignore: decorator
@inline
function at(array: usize, i: i32): f64 {
  return load<f64>(array + (<usize>i << 3));
}

// @ts-ignore: decorator
@inline
function whole(array: usize, i: i32): i32 {
  return load<i32>(array + (<usize>i << 2));
}

export function relaxContacts(
  impulse: usize, offset: usize, velocity: usize, W: usize, normal: usize, bias: usize, friction: usize, own: usize,
  side: usize, body: usize, list: usize, from: i32, n: i32, tolerance: f64, sweeps: i32,
): i32 {
  for (let s: i32 = 1; s <= sweeps; s++) {
    let worst: f64 = 0;
    for (let l: i32 = from; l < from + n; l++) {
      const r = whole(list, l);
      const k = 3 * r;
      const nx = at(normal, k);
      const ny = at(normal, k + 1);
      const nz = at(normal, k + 2);
      const self = at(own, r);
      const a = 3 * whole(side, 4 * r);
      const slotA = 3 * whole(side, 4 * r + 1);
      const strideA = 3 * whole(body, a + 2);
      const startA = whole(body, a + 1) + slotA * strideA;
      const va = 3 * whole(body, a) + slotA;
      const da = startA + slotA;
      let vx = at(velocity, va) + at(offset, k);
      let vy = at(velocity, va + 1) + at(offset, k + 1);
      let vz = at(velocity, va + 2) + at(offset, k + 2);
      let d00 = at(W, da) + self;
      let d01 = at(W, da + 1);
      let d02 = at(W, da + 2);
      let d11 = at(W, da + strideA + 1) + self;
      let d12 = at(W, da + strideA + 2);
      let d22 = at(W, da + 2 * strideA + 2) + self;
      let slotB = 0;
      let strideB = 0;
      let startB = 0;
      let vb = 0;
      const b = 3 * whole(side, 4 * r + 2);
      if (b >= 0) {
        slotB = 3 * whole(side, 4 * r + 3);
        strideB = 3 * whole(body, b + 2);
        startB = whole(body, b + 1) + slotB * strideB;
        vb = 3 * whole(body, b) + slotB;
        const db = startB + slotB;
        vx -= at(velocity, vb);
        vy -= at(velocity, vb + 1);
        vz -= at(velocity, vb + 2);
        d00 += at(W, db);
        d01 += at(W, db + 1);
        d02 += at(W, db + 2);
        d11 += at(W, db + strideB + 1);
        d12 += at(W, db + strideB + 2);
        d22 += at(W, db + 2 * strideB + 2);
        if (a == b) {
          const c = startA + slotB;
          d00 -= 2 * at(W, c);
          d01 -= at(W, c + 1) + at(W, c + strideA);
          d02 -= at(W, c + 2) + at(W, c + 2 * strideA);
          d11 -= 2 * at(W, c + strideA + 1);
          d12 -= at(W, c + strideA + 2) + at(W, c + 2 * strideA + 1);
          d22 -= 2 * at(W, c + 2 * strideA + 2);
        }
      }
      const wx = d00 * nx + d01 * ny + d02 * nz;
      const wy = d01 * nx + d11 * ny + d12 * nz;
      const wz = d02 * nx + d12 * ny + d22 * nz;
      const along = nx * wx + ny * wy + nz * wz;
      const across = d00 + d11 + d22 - along;
      if (!(along > 0 && across > 0)) continue;

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
      const mine = <usize>k << 3;
      store<f64>(impulse + mine, px + dx);
      store<f64>(impulse + mine, py + dy, 8);
      store<f64>(impulse + mine, pz + dz, 16);
      store<f64>(offset + mine, at(offset, k) + self * dx);
      store<f64>(offset + mine, at(offset, k + 1) + self * dy, 8);
      store<f64>(offset + mine, at(offset, k + 2) + self * dz, 16);
      const rowA = W + (<usize>startA << 3);
      const bytesA = <usize>strideA << 3;
      addRows(velocity + (<usize>(3 * whole(body, a)) << 3), rowA, rowA + bytesA, rowA + 2 * bytesA, dx, dy, dz, strideA);
      if (b >= 0) {
        const rowB = W + (<usize>startB << 3);
        const bytesB = <usize>strideB << 3;
        addRows(velocity + (<usize>(3 * whole(body, b)) << 3), rowB, rowB + bytesB, rowB + 2 * bytesB, -dx, -dy, -dz, strideB);
      }
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
