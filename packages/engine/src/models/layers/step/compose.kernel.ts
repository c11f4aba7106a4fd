import { type F64s, type f64, type I32s, type i32, scratch } from '../../../kernels/prelude.ts';

/** What a layer does to a point, J and ∂J/∂X; what finer layers do. */
const J = scratch(3);
const G = scratch(9);
const before = scratch(9);

/**
 * n points through a layer of scalar functions, from the finest layer to the coarsest. In: what finer layers do,
 * displacement w (three numbers a point) and gradient S (nine); rows ptr, fn, rowValue, rowSlope (1 and 3 numbers an
 * entry), of which the part `shown` counts, shape [functions]; coefficients q from `offset` on; `base` and `baseSlope`,
 * what the layer does besides. Out: J + F w in w, F S in S, F in `frame`; in `value` N + ∇N·w and in `slope` Sᵀ∇N of
 * each entry, with the w and S that came in. A point without entries stays as it is. With `slopes` 0 nothing is made
 * that only gradients need (`slope`, S), and of points that no finer layer moves (`finest` 1) w and `value` alone.
 */
export function composeScalar(
  value: F64s,
  slope: F64s,
  frame: F64s,
  w: F64s,
  S: F64s,
  ptr: I32s,
  fn: I32s,
  rowValue: F64s,
  rowSlope: F64s,
  shown: F64s,
  base: F64s,
  baseSlope: F64s,
  q: F64s,
  offset: i32,
  n: i32,
  slopes: i32,
  finest: I32s,
): void {
  for (let i = 0; i < n; i++) {
    if (ptr[i] === ptr[i + 1]) {
      for (let c = 0; c < 9; c++) frame[9 * i + c] = c % 4 === 0 ? 1 : 0;
      continue;
    }
    const alone = slopes === 0 && finest[i] === 1;
    // @lanes
    for (let c = 0; c < 3; c++) J[c] = base[3 * i + c];
    // @lanes
    for (let c = 0; c < 9; c++) G[c] = baseSlope[9 * i + c];
    if (slopes === 1) {
      // @lanes
      for (let c = 0; c < 9; c++) before[c] = S[9 * i + c];
    }
    for (let e = ptr[i]; e < ptr[i + 1]; e++) {
      const part = shown[fn[e]];
      const v = part * rowValue[e];
      const a = offset + 3 * fn[e];
      // @lanes
      for (let c = 0; c < 3; c++) J[c] += v * q[a + c];
      value[e] = v;
      if (alone) continue;
      const x = part * rowSlope[3 * e];
      const y = part * rowSlope[3 * e + 1];
      const z = part * rowSlope[3 * e + 2];
      addOuter(q, a, x, y, z);
      value[e] = v + x * w[3 * i] + y * w[3 * i + 1] + z * w[3 * i + 2];
      if (slopes === 1) pushSlope(slope, 3 * e, x, y, z);
    }
    place(frame, w, S, i, slopes, alone);
  }
}

/** The same for modes: one coefficient, three values and nine slopes an entry, and nothing besides. */
export function composeModes(
  value: F64s,
  slope: F64s,
  frame: F64s,
  w: F64s,
  S: F64s,
  ptr: I32s,
  fn: I32s,
  rowValue: F64s,
  rowSlope: F64s,
  shown: F64s,
  q: F64s,
  offset: i32,
  n: i32,
  slopes: i32,
  finest: I32s,
): void {
  for (let i = 0; i < n; i++) {
    const alone = slopes === 0 && finest[i] === 1;
    J.fill(0, 0, 3);
    G.fill(0, 0, 9);
    if (slopes === 1) {
      // @lanes
      for (let c = 0; c < 9; c++) before[c] = S[9 * i + c];
    }
    for (let e = ptr[i]; e < ptr[i + 1]; e++) {
      const part = shown[fn[e]];
      const u = q[offset + fn[e]];
      for (let r = 0; r < 3; r++) {
        const v = part * rowValue[3 * e + r];
        J[r] += v * u;
        value[3 * e + r] = v;
        if (alone) continue;
        const o = 9 * e + 3 * r;
        const x = part * rowSlope[o];
        const y = part * rowSlope[o + 1];
        const z = part * rowSlope[o + 2];
        G[3 * r] += x * u;
        G[3 * r + 1] += y * u;
        G[3 * r + 2] += z * u;
        value[3 * e + r] = v + x * w[3 * i] + y * w[3 * i + 1] + z * w[3 * i + 2];
        if (slopes === 1) pushSlope(slope, o, x, y, z);
      }
    }
    place(frame, w, S, i, slopes, alone);
  }
}

/**
 * G += q[a..a+3) (x, y, z)ᵀ.
 * @inline
 * @pairs
 */
function addOuter(q: F64s, a: i32, x: f64, y: f64, z: f64): void {
  const u = q[a];
  const v = q[a + 1];
  const w = q[a + 2];
  G[0] += x * u;
  G[1] += y * u;
  G[2] += z * u;
  G[3] += x * v;
  G[4] += y * v;
  G[5] += z * v;
  G[6] += x * w;
  G[7] += y * w;
  G[8] += z * w;
}

/** out[o..o+3) = (x, y, z) times what finer layers do. */
function pushSlope(out: F64s, o: i32, x: f64, y: f64, z: f64): void {
  // @lanes
  for (let c = 0; c < 3; c++) out[o + c] = x * before[c] + y * before[3 + c] + z * before[6 + c];
}

/** w = J + F w, S = F S, frame = F = I + G; of a point that no finer layer moves w alone. */
function place(frame: F64s, w: F64s, S: F64s, i: i32, slopes: i32, alone: boolean): void {
  const wx = w[3 * i];
  const wy = w[3 * i + 1];
  const wz = w[3 * i + 2];
  for (let r = 0; r < 3; r++) {
    if (alone) {
      w[3 * i + r] = J[r];
      continue;
    }
    const x = G[3 * r] + (r === 0 ? 1 : 0);
    const y = G[3 * r + 1] + (r === 1 ? 1 : 0);
    const z = G[3 * r + 2] + (r === 2 ? 1 : 0);
    const o = 9 * i + 3 * r;
    frame[o] = x;
    frame[o + 1] = y;
    frame[o + 2] = z;
    w[3 * i + r] = J[r] + x * wx + y * wy + z * wz;
    if (slopes === 1) pushSlope(S, o, x, y, z);
  }
}

/**
 * frame_i and phi_i become phi_i and phi_i frame_i, 3×3 each: from the coarsest layer on this makes Φ of every layer.
 * @pairs
 */
export function chainFrames(phi: F64s, frame: F64s, n: i32): void {
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
 * d_i := volume_i · (step² + β_i step) · R(2μ sym(Rᵀd) + λ tr(Rᵀd)) of points first … last−1, the corotational law's
 * change of stress (nine numbers) with the change d of a gradient; with `elastic` 1 the damping β is left out.
 */
export function corotatedRates(
  d: F64s,
  R: F64s,
  volume: F64s,
  mu: F64s,
  lambda: F64s,
  beta: F64s,
  step: f64,
  elastic: i32,
  first: i32,
  last: i32,
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
 * Lower half of a symmetric matrix [size, size] += Σ valuesᵀ times of `count` columns of `width` numbers; column a
 * stands at rows[a]. Each product is the sum of its even entries plus that of its odd ones.
 * @pairs
 */
export function addColumnProducts(
  matrix: F64s,
  size: i32,
  rows: I32s,
  values: F64s,
  times: F64s,
  count: i32,
  width: i32,
): void {
  const pairs = width - (width & 1);
  for (let a = 0; a < count; a++) {
    const ra = rows[a];
    const va = width * a;
    for (let b = 0; b <= a; b++) {
      const rb = rows[b];
      const vb = width * b;
      let even: f64 = 0;
      let odd: f64 = 0;
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

/**
 * d_j := volume · scale · R(2μ sym(Rᵀd_j) + λ tr(Rᵀd_j)) for `count` changes of one point's gradient, nine numbers
 * each; R at R[9i].
 */
export function corotatedColumns(d: F64s, R: F64s, i: i32, mu: f64, lambda: f64, count: i32): void {
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
