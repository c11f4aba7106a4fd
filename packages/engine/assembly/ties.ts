const SUPPORT: f64 = 1.6;
const WIDE: f64 = 2.4;
const FAINT: f64 = 0.05;
const LEAST: f64 = 0.05;
const FLAT: f64 = 1e-3;
const ROUNDS: i32 = 3;

export function tiePoints(
  ptr: usize, cols: usize, weights: usize, lever: usize, places: usize, leaf: usize, n: i32, graphPtr: usize, graph: usize,
  level: usize, rest: usize, cell: f64, pushed: i32, most: i32, near: usize, phi: usize, room: i32,
): void {
  let end: i32 = 0;
  store<i32>(ptr, 0);
  for (let p: i32 = 0; p < n; p++) {
    const home = load<i32>(leaf + (<usize>p << 2));
    const X = load<f64>(places);
    const Y = load<f64>(places, 8);
    const Z = load<f64>(places, 16);
    const from = load<i32>(graphPtr + (<usize>home << 2));
    const to = load<i32>(graphPtr + (<usize>home << 2), 4);
    let m: i32 = 0;
    for (let k: i32 = from - 1; k < to; k++) {
      const i = k < from ? home : load<i32>(graph + (<usize>k << 2));
      const at = rest + <usize>i * 24;
      const size = cell * <f64>(1 << <i32>load<u8>(level + <usize>i));
      const dx = load<f64>(at) - X;
      const dy = load<f64>(at, 8) - Y;
      const dz = load<f64>(at, 16) - Z;
      const square = (dx * dx + dy * dy + dz * dz) / (size * size);
      const near1 = max<f64>(0, 1.0 - square / (SUPPORT * SUPPORT));
      const near2 = max<f64>(0, 1.0 - square / (WIDE * WIDE));
      let w = near1 * near1 + FAINT * near2 * near2;
      if (i == home) w = max<f64>(w, LEAST);
      if (w == 0 || m == room) continue;
      store<i32>(near + (<usize>m << 2), i);
      store<f64>(phi + (<usize>m << 3), w);
      m++;
    }
    while (m > most) {
      let least: i32 = 0;
      for (let k: i32 = 1; k < m; k++) {
        if (load<f64>(phi + (<usize>k << 3)) < load<f64>(phi + (<usize>least << 3))) least = k;
      }
      m--;
      for (let k: i32 = least; k < m; k++) {
        store<i32>(near + (<usize>k << 2), load<i32>(near + (<usize>k << 2), 4));
        store<f64>(phi + (<usize>k << 3), load<f64>(phi + (<usize>k << 3), 8));
      }
    }
    let total: f64 = 0;
    let mx: f64 = 0;
    let my: f64 = 0;
    let mz: f64 = 0;
    for (let k: i32 = 0; k < m; k++) {
      const at = rest + <usize>load<i32>(near + (<usize>k << 2)) * 24;
      const f = load<f64>(phi + (<usize>k << 3));
      total += f;
      mx += f * load<f64>(at);
      my += f * load<f64>(at, 8);
      mz += f * load<f64>(at, 16);
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
    for (let k: i32 = 0; k < m; k++) {
      const at = rest + <usize>load<i32>(near + (<usize>k << 2)) * 24;
      const f = load<f64>(phi + (<usize>k << 3));
      const a = load<f64>(at) - mx;
      const b = load<f64>(at, 8) - my;
      const c = load<f64>(at, 16) - mz;
      xx += f * a * a;
      xy += f * a * b;
      xz += f * a * c;
      yy += f * b * b;
      yz += f * b * c;
      zz += f * c * c;
    }
    const size = cell * <f64>(1 << <i32>load<u8>(level + <usize>home));
    const flat = FLAT * size * size * total;
    const sx = xx + flat;
    const sy = yy + flat;
    const sz = zz + flat;
    const c00 = sy * sz - yz * yz;
    const c01 = xz * yz - xy * sz;
    const c02 = xy * yz - xz * sy;
    const s = 1.0 / (sx * c00 + xy * c01 + xz * c02);
    const ixx = c00 * s;
    const ixy = c01 * s;
    const ixz = c02 * s;
    const iyy = (sx * sz - xz * xz) * s;
    const iyz = (xy * xz - sx * yz) * s;
    const izz = (sx * sy - xy * xy) * s;
    let gx: f64 = 0;
    let gy: f64 = 0;
    let gz: f64 = 0;
    for (let round: i32 = 0; round < ROUNDS; round++) {
      const a = X - mx - (xx * gx + xy * gy + xz * gz);
      const b = Y - my - (xy * gx + yy * gy + yz * gz);
      const c = Z - mz - (xz * gx + yz * gy + zz * gz);
      gx += ixx * a + ixy * b + ixz * c;
      gy += ixy * a + iyy * b + iyz * c;
      gz += ixz * a + iyz * b + izz * c;
    }
    let part: f64 = 1;
    for (let k: i32 = 0; k < m && pushed == 1; k++) {
      const at = rest + <usize>load<i32>(near + (<usize>k << 2)) * 24;
      const along = gx * (load<f64>(at) - mx) + gy * (load<f64>(at, 8) - my) + gz * (load<f64>(at, 16) - mz);
      if (along * part < -1.0 / total) part = -1.0 / (total * along);
    }
    let lx = X;
    let ly = Y;
    let lz = Z;
    for (let k: i32 = 0; k < m; k++) {
      const i = load<i32>(near + (<usize>k << 2));
      const at = rest + <usize>i * 24;
      const along = gx * (load<f64>(at) - mx) + gy * (load<f64>(at, 8) - my) + gz * (load<f64>(at, 16) - mz);
      const w = load<f64>(phi + (<usize>k << 3)) * (1.0 / total + part * along);
      store<i32>(cols + (<usize>end << 2), i);
      store<f64>(weights + (<usize>end << 3), w);
      end++;
      lx -= w * load<f64>(at);
      ly -= w * load<f64>(at, 8);
      lz -= w * load<f64>(at, 16);
    }
    store<f64>(lever, lx);
    store<f64>(lever, ly, 8);
    store<f64>(lever, lz, 16);
    store<i32>(ptr + (<usize>p << 2), end, 4);
    places += 24;
    lever += 24;
  }
}

export function turnLevers(out: usize, arm: usize, lever: usize, leaf: usize, q: usize, fixed: i32, n: i32): void {
  for (let p: i32 = 0; p < n; p++) {
    let a = load<f64>(lever);
    let b = load<f64>(lever, 8);
    let c = load<f64>(lever, 16);
    if (p < fixed) {
      const k = q + (<usize>load<i32>(leaf + (<usize>p << 2)) << 5);
      const i = load<f64>(k);
      const j = load<f64>(k, 8);
      const l = load<f64>(k, 16);
      const w = load<f64>(k, 24);
      const tx = 2.0 * (j * c - l * b);
      const ty = 2.0 * (l * a - i * c);
      const tz = 2.0 * (i * b - j * a);
      a = a + w * tx + (j * tz - l * ty);
      b = b + w * ty + (l * tx - i * tz);
      c = c + w * tz + (i * ty - j * tx);
    }
    store<f64>(arm, a);
    store<f64>(arm, b, 8);
    store<f64>(arm, c, 16);
    store<f64>(out, load<f64>(out) + a);
    store<f64>(out, load<f64>(out, 8) + b, 8);
    store<f64>(out, load<f64>(out, 16) + c, 16);
    lever += 24;
    arm += 24;
    out += 24;
  }
}
