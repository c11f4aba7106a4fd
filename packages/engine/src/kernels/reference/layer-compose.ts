/**
 * n points through a layer of scalar functions, from the finest layer to the coarsest. In: what finer layers do, displacement w
 * (three numbers a point) and gradient S (nine); rows ptr, fn, rowValue, rowSlope (1 and 3 numbers an entry), of which the part `shown` counts,
 * shape [functions]; coefficients q from `offset` on; `base` and `baseSlope`, what the layer does besides. Out: J + F w in w, F S in S,
 * F in `frame`; in `value` N + ∇N·w and in `slope` Sᵀ∇N of each entry, with the w and S that came in. A point without entries
 * stays as it is. With `slopes` 0 nothing is made that only gradients need (`slope`, S), and of points that no finer layer
 * moves (`finest` 1) w and `value` alone.
 */
export function composeScalar(
  value: Float64Array,
  slope: Float64Array,
  frame: Float64Array,
  w: Float64Array,
  S: Float64Array,
  ptr: Int32Array,
  fn: Int32Array,
  rowValue: Float64Array,
  rowSlope: Float64Array,
  shown: Float64Array,
  base: Float64Array,
  baseSlope: Float64Array,
  q: Float64Array,
  offset: number,
  n: number,
  slopes: number,
  finest: Int32Array,
): void {
  for (let i = 0; i < n; i++) {
    const from = ptr[i];
    const to = ptr[i + 1];
    const p = 9 * i;
    if (from === to) {
      frame[p] = 1;
      frame[p + 1] = 0;
      frame[p + 2] = 0;
      frame[p + 3] = 0;
      frame[p + 4] = 1;
      frame[p + 5] = 0;
      frame[p + 6] = 0;
      frame[p + 7] = 0;
      frame[p + 8] = 1;
      continue;
    }
    if (slopes === 0 && finest[i] === 1) {
      let x = base[3 * i];
      let y = base[3 * i + 1];
      let z = base[3 * i + 2];
      for (let e = from; e < to; e++) {
        const v = shown[fn[e]] * rowValue[e];
        const a = offset + 3 * fn[e];
        x += v * q[a];
        y += v * q[a + 1];
        z += v * q[a + 2];
        value[e] = v;
      }
      w[3 * i] = x;
      w[3 * i + 1] = y;
      w[3 * i + 2] = z;
      continue;
    }
    const wx = w[3 * i];
    const wy = w[3 * i + 1];
    const wz = w[3 * i + 2];
    // Where S is not needed it may be missing: any nine numbers do.
    const T = slopes === 0 ? frame : S;
    const s0 = T[p];
    const s1 = T[p + 1];
    const s2 = T[p + 2];
    const s3 = T[p + 3];
    const s4 = T[p + 4];
    const s5 = T[p + 5];
    const s6 = T[p + 6];
    const s7 = T[p + 7];
    const s8 = T[p + 8];
    let jx = base[3 * i];
    let jy = base[3 * i + 1];
    let jz = base[3 * i + 2];
    let g0 = baseSlope[p];
    let g1 = baseSlope[p + 1];
    let g2 = baseSlope[p + 2];
    let g3 = baseSlope[p + 3];
    let g4 = baseSlope[p + 4];
    let g5 = baseSlope[p + 5];
    let g6 = baseSlope[p + 6];
    let g7 = baseSlope[p + 7];
    let g8 = baseSlope[p + 8];
    for (let e = from; e < to; e++) {
      const part = shown[fn[e]];
      const v = part * rowValue[e];
      const x = part * rowSlope[3 * e];
      const y = part * rowSlope[3 * e + 1];
      const z = part * rowSlope[3 * e + 2];
      const a = offset + 3 * fn[e];
      const q0 = q[a];
      const q1 = q[a + 1];
      const q2 = q[a + 2];
      jx += v * q0;
      jy += v * q1;
      jz += v * q2;
      g0 += x * q0;
      g1 += y * q0;
      g2 += z * q0;
      g3 += x * q1;
      g4 += y * q1;
      g5 += z * q1;
      g6 += x * q2;
      g7 += y * q2;
      g8 += z * q2;
      value[e] = v + x * wx + y * wy + z * wz;
      if (slopes === 0) continue;
      slope[3 * e] = s0 * x + s3 * y + s6 * z;
      slope[3 * e + 1] = s1 * x + s4 * y + s7 * z;
      slope[3 * e + 2] = s2 * x + s5 * y + s8 * z;
    }
    g0 += 1;
    g4 += 1;
    g8 += 1;
    frame[p] = g0;
    frame[p + 1] = g1;
    frame[p + 2] = g2;
    frame[p + 3] = g3;
    frame[p + 4] = g4;
    frame[p + 5] = g5;
    frame[p + 6] = g6;
    frame[p + 7] = g7;
    frame[p + 8] = g8;
    w[3 * i] = jx + g0 * wx + g1 * wy + g2 * wz;
    w[3 * i + 1] = jy + g3 * wx + g4 * wy + g5 * wz;
    w[3 * i + 2] = jz + g6 * wx + g7 * wy + g8 * wz;
    if (slopes === 0) continue;
    S[p] = g0 * s0 + g1 * s3 + g2 * s6;
    S[p + 1] = g0 * s1 + g1 * s4 + g2 * s7;
    S[p + 2] = g0 * s2 + g1 * s5 + g2 * s8;
    S[p + 3] = g3 * s0 + g4 * s3 + g5 * s6;
    S[p + 4] = g3 * s1 + g4 * s4 + g5 * s7;
    S[p + 5] = g3 * s2 + g4 * s5 + g5 * s8;
    S[p + 6] = g6 * s0 + g7 * s3 + g8 * s6;
    S[p + 7] = g6 * s1 + g7 * s4 + g8 * s7;
    S[p + 8] = g6 * s2 + g7 * s5 + g8 * s8;
  }
}

/** The same for modes: one coefficient, three values and nine slopes an entry. */
export function composeModes(
  value: Float64Array,
  slope: Float64Array,
  frame: Float64Array,
  w: Float64Array,
  S: Float64Array,
  ptr: Int32Array,
  fn: Int32Array,
  rowValue: Float64Array,
  rowSlope: Float64Array,
  shown: Float64Array,
  q: Float64Array,
  offset: number,
  n: number,
  slopes: number,
  finest: Int32Array,
): void {
  for (let i = 0; i < n; i++) {
    const from = ptr[i];
    const to = ptr[i + 1];
    const p = 9 * i;
    if (slopes === 0 && finest[i] === 1) {
      let x = 0;
      let y = 0;
      let z = 0;
      for (let e = from; e < to; e++) {
        const part = shown[fn[e]];
        const u = q[offset + fn[e]];
        const a = part * rowValue[3 * e];
        const b = part * rowValue[3 * e + 1];
        const c = part * rowValue[3 * e + 2];
        x += a * u;
        y += b * u;
        z += c * u;
        value[3 * e] = a;
        value[3 * e + 1] = b;
        value[3 * e + 2] = c;
      }
      w[3 * i] = x;
      w[3 * i + 1] = y;
      w[3 * i + 2] = z;
      continue;
    }
    const wx = w[3 * i];
    const wy = w[3 * i + 1];
    const wz = w[3 * i + 2];
    // Where S is not needed it may be missing: any nine numbers do.
    const T = slopes === 0 ? frame : S;
    const s0 = T[p];
    const s1 = T[p + 1];
    const s2 = T[p + 2];
    const s3 = T[p + 3];
    const s4 = T[p + 4];
    const s5 = T[p + 5];
    const s6 = T[p + 6];
    const s7 = T[p + 7];
    const s8 = T[p + 8];
    // Row after row: the sums of one row of J and F are few enough to stay at hand.
    for (let r = 0; r < 3; r++) {
      let j = 0;
      let x = 0;
      let y = 0;
      let z = 0;
      for (let e = from; e < to; e++) {
        const part = shown[fn[e]];
        const u = q[offset + fn[e]];
        const o = 9 * e + 3 * r;
        const a = part * rowSlope[o];
        const b = part * rowSlope[o + 1];
        const c = part * rowSlope[o + 2];
        const v = part * rowValue[3 * e + r];
        j += v * u;
        x += a * u;
        y += b * u;
        z += c * u;
        value[3 * e + r] = v + a * wx + b * wy + c * wz;
        if (slopes === 0) continue;
        slope[o] = a * s0 + b * s3 + c * s6;
        slope[o + 1] = a * s1 + b * s4 + c * s7;
        slope[o + 2] = a * s2 + b * s5 + c * s8;
      }
      x += r === 0 ? 1 : 0;
      y += r === 1 ? 1 : 0;
      z += r === 2 ? 1 : 0;
      const o = p + 3 * r;
      frame[o] = x;
      frame[o + 1] = y;
      frame[o + 2] = z;
      w[3 * i + r] = j + x * wx + y * wy + z * wz;
      if (slopes === 0) continue;
      S[o] = x * s0 + y * s3 + z * s6;
      S[o + 1] = x * s1 + y * s4 + z * s7;
      S[o + 2] = x * s2 + y * s5 + z * s8;
    }
  }
}

/** frame_i and phi_i become phi_i and phi_i frame_i, 3×3 each: from the coarsest layer on this makes Φ of every layer. */
export function chainFrames(phi: Float64Array, frame: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) {
    const p = 9 * i;
    const t0 = frame[p];
    const t1 = frame[p + 1];
    const t2 = frame[p + 2];
    const t3 = frame[p + 3];
    const t4 = frame[p + 4];
    const t5 = frame[p + 5];
    const t6 = frame[p + 6];
    const t7 = frame[p + 7];
    const t8 = frame[p + 8];
    for (let r = 0; r < 9; r += 3) {
      const a = phi[p + r];
      const b = phi[p + r + 1];
      const c = phi[p + r + 2];
      frame[p + r] = a;
      frame[p + r + 1] = b;
      frame[p + r + 2] = c;
      phi[p + r] = a * t0 + b * t3 + c * t6;
      phi[p + r + 1] = a * t1 + b * t4 + c * t7;
      phi[p + r + 2] = a * t2 + b * t5 + c * t8;
    }
  }
}

/**
 * d_i := volume_i · (step² + β_i step) · R(2μ sym(Rᵀd) + λ tr(Rᵀd)) of points first … last−1, the corotational law's change of stress
 * (nine numbers) with the change d of a gradient; with `elastic` 1 the damping β is left out.
 */
export function corotatedRates(
  d: Float64Array,
  R: Float64Array,
  volume: Float64Array,
  mu: Float64Array,
  lambda: Float64Array,
  beta: Float64Array,
  step: number,
  elastic: number,
  first: number,
  last: number,
): void {
  for (let i = first; i < last; i++) {
    const p = 9 * i;
    const scale = elastic === 1 ? step * step : step * step + beta[i] * step;
    const r0 = R[p];
    const r1 = R[p + 1];
    const r2 = R[p + 2];
    const r3 = R[p + 3];
    const r4 = R[p + 4];
    const r5 = R[p + 5];
    const r6 = R[p + 6];
    const r7 = R[p + 7];
    const r8 = R[p + 8];
    const d0 = d[p];
    const d1 = d[p + 1];
    const d2 = d[p + 2];
    const d3 = d[p + 3];
    const d4 = d[p + 4];
    const d5 = d[p + 5];
    const d6 = d[p + 6];
    const d7 = d[p + 7];
    const d8 = d[p + 8];
    const e0 = r0 * d0 + r3 * d3 + r6 * d6;
    const e1 = r0 * d1 + r3 * d4 + r6 * d7;
    const e2 = r0 * d2 + r3 * d5 + r6 * d8;
    const e3 = r1 * d0 + r4 * d3 + r7 * d6;
    const e4 = r1 * d1 + r4 * d4 + r7 * d7;
    const e5 = r1 * d2 + r4 * d5 + r7 * d8;
    const e6 = r2 * d0 + r5 * d3 + r8 * d6;
    const e7 = r2 * d1 + r5 * d4 + r8 * d7;
    const e8 = r2 * d2 + r5 * d5 + r8 * d8;
    const V = scale * volume[i];
    const m = V * mu[i];
    const pressure = V * lambda[i] * (e0 + e4 + e8);
    const xx = 2 * m * e0 + pressure;
    const yy = 2 * m * e4 + pressure;
    const zz = 2 * m * e8 + pressure;
    const xy = m * (e1 + e3);
    const xz = m * (e2 + e6);
    const yz = m * (e5 + e7);
    d[p] = r0 * xx + r1 * xy + r2 * xz;
    d[p + 1] = r0 * xy + r1 * yy + r2 * yz;
    d[p + 2] = r0 * xz + r1 * yz + r2 * zz;
    d[p + 3] = r3 * xx + r4 * xy + r5 * xz;
    d[p + 4] = r3 * xy + r4 * yy + r5 * yz;
    d[p + 5] = r3 * xz + r4 * yz + r5 * zz;
    d[p + 6] = r6 * xx + r7 * xy + r8 * xz;
    d[p + 7] = r6 * xy + r7 * yy + r8 * yz;
    d[p + 8] = r6 * xz + r7 * yz + r8 * zz;
  }
}

/**
 * Lower half of a symmetric matrix [size, size] += Σ valuesᵀ times of `count` columns of `width` numbers; column a stands at
 * rows[a]. Each product is the sum of its even places plus that of its odd ones.
 */
export function addColumnProducts(
  matrix: Float64Array,
  size: number,
  rows: Int32Array,
  values: Float64Array,
  times: Float64Array,
  count: number,
  width: number,
): void {
  const pairs = width - (width & 1);
  for (let a = 0; a < count; a++) {
    const ra = rows[a];
    const va = width * a;
    for (let b = 0; b <= a; b++) {
      const rb = rows[b];
      const vb = width * b;
      let even = 0;
      let odd = 0;
      for (let c = 0; c < pairs; c += 2) {
        even += values[va + c] * times[vb + c];
        odd += values[va + c + 1] * times[vb + c + 1];
      }
      if (pairs < width) even += values[va + pairs] * times[vb + pairs];
      const at = ra >= rb ? ra * size + rb : rb * size + ra;
      matrix[at] += even + odd;
    }
  }
}

/** d_j := volume · scale · R(2μ sym(Rᵀd_j) + λ tr(Rᵀd_j)) for `count` changes of one point's gradient, nine numbers each; R at R[9i]. */
export function corotatedColumns(
  d: Float64Array,
  R: Float64Array,
  i: number,
  mu: number,
  lambda: number,
  count: number,
): void {
  const o = 9 * i;
  const r0 = R[o];
  const r1 = R[o + 1];
  const r2 = R[o + 2];
  const r3 = R[o + 3];
  const r4 = R[o + 4];
  const r5 = R[o + 5];
  const r6 = R[o + 6];
  const r7 = R[o + 7];
  const r8 = R[o + 8];
  for (let j = 0; j < count; j++) {
    const p = 9 * j;
    const d0 = d[p];
    const d1 = d[p + 1];
    const d2 = d[p + 2];
    const d3 = d[p + 3];
    const d4 = d[p + 4];
    const d5 = d[p + 5];
    const d6 = d[p + 6];
    const d7 = d[p + 7];
    const d8 = d[p + 8];
    const e0 = r0 * d0 + r3 * d3 + r6 * d6;
    const e4 = r1 * d1 + r4 * d4 + r7 * d7;
    const e8 = r2 * d2 + r5 * d5 + r8 * d8;
    const pressure = lambda * (e0 + e4 + e8);
    const xx = 2 * mu * e0 + pressure;
    const yy = 2 * mu * e4 + pressure;
    const zz = 2 * mu * e8 + pressure;
    const xy = mu * (r0 * d1 + r3 * d4 + r6 * d7 + (r1 * d0 + r4 * d3 + r7 * d6));
    const xz = mu * (r0 * d2 + r3 * d5 + r6 * d8 + (r2 * d0 + r5 * d3 + r8 * d6));
    const yz = mu * (r1 * d2 + r4 * d5 + r7 * d8 + (r2 * d1 + r5 * d4 + r8 * d7));
    d[p] = r0 * xx + r1 * xy + r2 * xz;
    d[p + 1] = r0 * xy + r1 * yy + r2 * yz;
    d[p + 2] = r0 * xz + r1 * yz + r2 * zz;
    d[p + 3] = r3 * xx + r4 * xy + r5 * xz;
    d[p + 4] = r3 * xy + r4 * yy + r5 * yz;
    d[p + 5] = r3 * xz + r4 * yz + r5 * zz;
    d[p + 6] = r6 * xx + r7 * xy + r8 * xz;
    d[p + 7] = r6 * xy + r7 * yy + r8 * yz;
    d[p + 8] = r6 * xz + r7 * yz + r8 * zz;
  }
}
