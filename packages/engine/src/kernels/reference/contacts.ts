/**
 * The contact problem of n rows in their impulses alone: find p with
 *
 *   m·w ≥ bias, p_m ≥ 0, one of them exactly;  |p_t| ≤ μ p_m, and where it slides p_t opposes w_t;  w = w0 + W (p − p0)
 *
 * (m the normal) by Gauss–Seidel over the rows, each projected onto Coulomb's cone as a disc of radius μ p_m.
 * impulse [N s] and velocity [m/s], shape [n, 3], hold the start p0, w0 and receive the answer; W [1/kg], shape [3n, 3n],
 * symmetric; normal, shape [n, 3]; bias [m/s] and friction, shape [n]. Sweeps until no row changes its own velocity by more
 * than `tolerance` [m/s], or `sweeps` times; gives the number of sweeps.
 */
export function relaxContacts(
  impulse: Float64Array,
  velocity: Float64Array,
  W: Float64Array,
  normal: Float64Array,
  bias: Float64Array,
  friction: Float64Array,
  n: number,
  tolerance: number,
  sweeps: number,
): number {
  const stride = 3 * n;
  for (let s = 1; s <= sweeps; s++) {
    let worst = 0;
    for (let r = 0; r < n; r++) {
      const k = 3 * r;
      const nx = normal[k];
      const ny = normal[k + 1];
      const nz = normal[k + 2];
      const row0 = k * stride;
      const row1 = row0 + stride;
      const row2 = row1 + stride;
      const wx = W[row0 + k] * nx + W[row0 + k + 1] * ny + W[row0 + k + 2] * nz;
      const wy = W[row1 + k] * nx + W[row1 + k + 1] * ny + W[row1 + k + 2] * nz;
      const wz = W[row2 + k] * nx + W[row2 + k + 1] * ny + W[row2 + k + 2] * nz;
      const along = nx * wx + ny * wy + nz * wz;
      // Across the normal one number stands for a 2×2 block: its trace is never below its larger eigenvalue.
      const across = W[row0 + k] + W[row1 + k + 1] + W[row2 + k + 2] - along;
      if (!(along > 0 && across > 0)) continue;

      const vx = velocity[k];
      const vy = velocity[k + 1];
      const vz = velocity[k + 2];
      const px = impulse[k];
      const py = impulse[k + 1];
      const pz = impulse[k + 2];
      const pn = nx * px + ny * py + nz * pz;
      const wanted = pn + (bias[r] - (nx * vx + ny * vy + nz * vz)) / along;
      const push = Math.max(0, wanted);
      // What the change of the push does to the sliding velocity is taken into account at once.
      const d = push - pn;
      const sx = vx + d * wx;
      const sy = vy + d * wy;
      const sz = vz + d * wz;
      const sn = nx * sx + ny * sy + nz * sz;
      let tx = px - pn * nx - (sx - sn * nx) / across;
      let ty = py - pn * ny - (sy - sn * ny) / across;
      let tz = pz - pn * nz - (sz - sn * nz) / across;
      const most = friction[r] * push;
      const t2 = tx * tx + ty * ty + tz * tz;
      if (t2 > most * most) {
        const cut = most / Math.sqrt(t2);
        tx *= cut;
        ty *= cut;
        tz *= cut;
      }
      const dx = push * nx + tx - px;
      const dy = push * ny + ty - py;
      const dz = push * nz + tz - pz;
      if (dx === 0 && dy === 0 && dz === 0) continue;
      impulse[k] = px + dx;
      impulse[k + 1] = py + dy;
      impulse[k + 2] = pz + dz;
      // W is symmetric: its row is its column.
      for (let j = 0; j < stride; j++) {
        velocity[j] += W[row0 + j] * dx + W[row1 + j] * dy + W[row2 + j] * dz;
      }
      const change = Math.sqrt(dx * dx + dy * dy + dz * dz) * Math.max(along, across);
      if (change > worst) worst = change;
    }
    if (worst <= tolerance) return s;
  }
  return sweeps;
}

/**
 * Makes a symmetric positive matrix agree with what was seen, W dp = dw, changing it as little as that needs (the update of
 * Broyden, Fletcher, Goldfarb and Shanno): W −= (W dp)(W dp)ᵀ/(dp·W dp) − dw dwᵀ/(dp·dw). W has shape [n, n]; work has room
 * for n numbers. What says nothing is left out: dp·dw below `least` times dp·W dp, as rounding may have it.
 */
export function learnSecant(
  W: Float64Array,
  dp: Float64Array,
  dw: Float64Array,
  work: Float64Array,
  n: number,
  least: number,
): void {
  let seen = 0;
  let believed = 0;
  for (let i = 0; i < n; i++) {
    // Two sums, of even and of odd columns.
    let even = 0;
    let odd = 0;
    const row = i * n;
    const pairs = n - (n % 2);
    for (let j = 0; j < pairs; j += 2) {
      even += W[row + j] * dp[j];
      odd += W[row + j + 1] * dp[j + 1];
    }
    let sum = even + odd;
    if (pairs < n) sum += W[row + pairs] * dp[pairs];
    work[i] = sum;
    believed += sum * dp[i];
    seen += dw[i] * dp[i];
  }
  if (!(believed > 0 && seen > least * believed)) return;
  for (let i = 0; i < n; i++) {
    const a = work[i] / believed;
    const b = dw[i] / seen;
    const row = i * n;
    for (let j = 0; j < n; j++) W[row + j] += b * dw[j] - a * work[j];
  }
}
