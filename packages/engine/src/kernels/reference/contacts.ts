/**
 * The contact problem of n rows in their impulses alone: find p with
 *
 *   m·w ≥ bias, p_m ≥ 0, one of them exactly;  |p_t| ≤ μ p_m, and where it slides p_t opposes w_t
 *
 * (m the normal) by Gauss–Seidel over the rows, each projected onto Coulomb's cone as a disc of radius μ p_m. A row is between slot s_a of
 * body a and slot s_b of body b, or the world: w = v_a − v_b + offset + own·p. Bodies answer on their own, v = v0 + W (their impulses,
 * opposite on b).
 *
 * list: indices of the rows, n of them from `from` on. Arrays over all rows: impulse [N s], offset [m/s] and normal, 3 each; bias [m/s], friction and own [1/kg];
 * side, 4 each: body a, slot, body b or −1, slot. Over the bodies: body, 3 each: first slot in `velocity`, start of its matrix
 * in W, slots. velocity [m/s], 3 a slot; W [1/kg], symmetric, shape [3 slots, 3 slots] each. impulse, offset and velocity hold the start and
 * receive the answer. Sweeps until no row changes its own velocity by more than `tolerance` [m/s], or `sweeps` times; gives the
 * number of sweeps.
 */
export function relaxContacts(
  impulse: Float64Array,
  offset: Float64Array,
  velocity: Float64Array,
  W: Float64Array,
  normal: Float64Array,
  bias: Float64Array,
  friction: Float64Array,
  own: Float64Array,
  side: Int32Array,
  body: Int32Array,
  list: Int32Array,
  from: number,
  n: number,
  tolerance: number,
  sweeps: number,
): number {
  for (let s = 1; s <= sweeps; s++) {
    let worst = 0;
    for (let l = from; l < from + n; l++) {
      const r = list[l];
      const k = 3 * r;
      const nx = normal[k];
      const ny = normal[k + 1];
      const nz = normal[k + 2];
      const a = 3 * side[4 * r];
      const slotA = 3 * side[4 * r + 1];
      const strideA = 3 * body[a + 2];
      const startA = body[a + 1] + slotA * strideA;
      const va = 3 * body[a] + slotA;
      const da = startA + slotA;
      let vx = velocity[va] + offset[k];
      let vy = velocity[va + 1] + offset[k + 1];
      let vz = velocity[va + 2] + offset[k + 2];
      let d00 = W[da] + own[r];
      let d01 = W[da + 1];
      let d02 = W[da + 2];
      let d11 = W[da + strideA + 1] + own[r];
      let d12 = W[da + strideA + 2];
      let d22 = W[da + 2 * strideA + 2] + own[r];
      let slotB = 0;
      let strideB = 0;
      let startB = 0;
      let vb = 0;
      const b = 3 * side[4 * r + 2];
      if (b >= 0) {
        slotB = 3 * side[4 * r + 3];
        strideB = 3 * body[b + 2];
        startB = body[b + 1] + slotB * strideB;
        vb = 3 * body[b] + slotB;
        const db = startB + slotB;
        vx -= velocity[vb];
        vy -= velocity[vb + 1];
        vz -= velocity[vb + 2];
        d00 += W[db];
        d01 += W[db + 1];
        d02 += W[db + 2];
        d11 += W[db + strideB + 1];
        d12 += W[db + strideB + 2];
        d22 += W[db + 2 * strideB + 2];
        if (a === b) {
          // Both sides are of one body: each also moves the other.
          const c = startA + slotB;
          d00 -= 2 * W[c];
          d01 -= W[c + 1] + W[c + strideA];
          d02 -= W[c + 2] + W[c + 2 * strideA];
          d11 -= 2 * W[c + strideA + 1];
          d12 -= W[c + strideA + 2] + W[c + 2 * strideA + 1];
          d22 -= 2 * W[c + 2 * strideA + 2];
        }
      }
      const wx = d00 * nx + d01 * ny + d02 * nz;
      const wy = d01 * nx + d11 * ny + d12 * nz;
      const wz = d02 * nx + d12 * ny + d22 * nz;
      const along = nx * wx + ny * wy + nz * wz;
      // Across the normal one number stands for a 2×2 block: its trace is never below its larger eigenvalue.
      const across = d00 + d11 + d22 - along;
      if (!(along > 0 && across > 0)) continue;

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
      offset[k] += own[r] * dx;
      offset[k + 1] += own[r] * dy;
      offset[k + 2] += own[r] * dz;
      // W is symmetric: its row is its column.
      const firstA = 3 * body[a];
      for (let j = 0; j < strideA; j++) {
        velocity[firstA + j] +=
          W[startA + j] * dx + W[startA + strideA + j] * dy + W[startA + 2 * strideA + j] * dz;
      }
      const firstB = b >= 0 ? 3 * body[b] : 0;
      for (let j = 0; j < strideB; j++) {
        velocity[firstB + j] -=
          W[startB + j] * dx + W[startB + strideB + j] * dy + W[startB + 2 * strideB + j] * dz;
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
