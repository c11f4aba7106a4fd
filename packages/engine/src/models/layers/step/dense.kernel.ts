import type { F64s, I32s, i32 } from '../../../kernels/prelude.ts';
/**
 * Square roots of a layer's stiffness, as rows of a matrix X whose products with each other are it: X Xᵀ. Row row[f] +
 * c belongs to component c of function f (functions with row −1 have none); columns 6j … 6j+5 to point list[first + j].
 * A change of gradient dF = Φ e_c ⊗ slope strains by s = sym(Rᵀ dF), and the six numbers are those of a·s + b·tr(s)·I,
 * what is off the diagonal times √2. With a² = 2μ and 3b² + 2ab = λ (`root`, two numbers a point in the order of the
 * list) their square is 2μ|s|² + λ tr²(s). With `modes` 1 a function has one row and an entry nine slopes, dF = Φ
 * slope.
 */
export function strainRows(
  X: F64s,
  stride: i32,
  row: I32s,
  ptr: I32s,
  fn: I32s,
  slope: F64s,
  frame: F64s,
  R: F64s,
  root: F64s,
  list: I32s,
  modes: i32,
  first: i32,
  last: i32,
): void {
  for (let j = first; j < last; j++) {
    const i = list[j];
    const p = 9 * i;
    const a = root[2 * j];
    const b = root[2 * j + 1];
    const s = a * Math.SQRT1_2;
    if (modes === 1) {
      const q0 = R[p] * frame[p] + R[p + 3] * frame[p + 3] + R[p + 6] * frame[p + 6];
      const q1 = R[p] * frame[p + 1] + R[p + 3] * frame[p + 4] + R[p + 6] * frame[p + 7];
      const q2 = R[p] * frame[p + 2] + R[p + 3] * frame[p + 5] + R[p + 6] * frame[p + 8];
      const q3 = R[p + 1] * frame[p] + R[p + 4] * frame[p + 3] + R[p + 7] * frame[p + 6];
      const q4 = R[p + 1] * frame[p + 1] + R[p + 4] * frame[p + 4] + R[p + 7] * frame[p + 7];
      const q5 = R[p + 1] * frame[p + 2] + R[p + 4] * frame[p + 5] + R[p + 7] * frame[p + 8];
      const q6 = R[p + 2] * frame[p] + R[p + 5] * frame[p + 3] + R[p + 8] * frame[p + 6];
      const q7 = R[p + 2] * frame[p + 1] + R[p + 5] * frame[p + 4] + R[p + 8] * frame[p + 7];
      const q8 = R[p + 2] * frame[p + 2] + R[p + 5] * frame[p + 5] + R[p + 8] * frame[p + 8];
      for (let e = ptr[i]; e < ptr[i + 1]; e++) {
        if (row[fn[e]] < 0) continue;
        const o = row[fn[e]] * stride + 6 * (j - first);
        const g = 9 * e;
        const xx = q0 * slope[g] + q1 * slope[g + 3] + q2 * slope[g + 6];
        const xy = q0 * slope[g + 1] + q1 * slope[g + 4] + q2 * slope[g + 7];
        const xz = q0 * slope[g + 2] + q1 * slope[g + 5] + q2 * slope[g + 8];
        const yx = q3 * slope[g] + q4 * slope[g + 3] + q5 * slope[g + 6];
        const yy = q3 * slope[g + 1] + q4 * slope[g + 4] + q5 * slope[g + 7];
        const yz = q3 * slope[g + 2] + q4 * slope[g + 5] + q5 * slope[g + 8];
        const zx = q6 * slope[g] + q7 * slope[g + 3] + q8 * slope[g + 6];
        const zy = q6 * slope[g + 1] + q7 * slope[g + 4] + q8 * slope[g + 7];
        const zz = q6 * slope[g + 2] + q7 * slope[g + 5] + q8 * slope[g + 8];
        const t = b * (xx + yy + zz);
        X[o] = a * xx + t;
        X[o + 1] = a * yy + t;
        X[o + 2] = a * zz + t;
        X[o + 3] = s * (xy + yx);
        X[o + 4] = s * (xz + zx);
        X[o + 5] = s * (yz + zy);
      }
      continue;
    }
    for (let c = 0; c < 3; c++) {
      const x = frame[p + c];
      const y = frame[p + 3 + c];
      const z = frame[p + 6 + c];
      const q0 = R[p] * x + R[p + 3] * y + R[p + 6] * z;
      const q1 = R[p + 1] * x + R[p + 4] * y + R[p + 7] * z;
      const q2 = R[p + 2] * x + R[p + 5] * y + R[p + 8] * z;
      for (let e = ptr[i]; e < ptr[i + 1]; e++) {
        if (row[fn[e]] < 0) continue;
        const o = (row[fn[e]] + c) * stride + 6 * (j - first);
        const g0 = slope[3 * e];
        const g1 = slope[3 * e + 1];
        const g2 = slope[3 * e + 2];
        const xx = q0 * g0;
        const yy = q1 * g1;
        const zz = q2 * g2;
        const t = b * (xx + yy + zz);
        X[o] = a * xx + t;
        X[o + 1] = a * yy + t;
        X[o + 2] = a * zz + t;
        X[o + 3] = s * (q0 * g1 + q1 * g0);
        X[o + 4] = s * (q0 * g2 + q2 * g0);
        X[o + 5] = s * (q1 * g2 + q2 * g1);
      }
    }
  }
}

/** Square roots of a layer's mass in the same way, three columns a point: root_j value Φ e_c, or root_j Φ value. */
export function velocityRows(
  X: F64s,
  stride: i32,
  row: I32s,
  ptr: I32s,
  fn: I32s,
  value: F64s,
  frame: F64s,
  root: F64s,
  list: I32s,
  modes: i32,
  first: i32,
  last: i32,
): void {
  for (let j = first; j < last; j++) {
    const i = list[j];
    if (modes === 1) {
      const p = 9 * i;
      for (let e = ptr[i]; e < ptr[i + 1]; e++) {
        if (row[fn[e]] < 0) continue;
        const o = row[fn[e]] * stride + 3 * (j - first);
        const x = root[j] * value[3 * e];
        const y = root[j] * value[3 * e + 1];
        const z = root[j] * value[3 * e + 2];
        X[o] = frame[p] * x + frame[p + 1] * y + frame[p + 2] * z;
        X[o + 1] = frame[p + 3] * x + frame[p + 4] * y + frame[p + 5] * z;
        X[o + 2] = frame[p + 6] * x + frame[p + 7] * y + frame[p + 8] * z;
      }
      continue;
    }
    for (let e = ptr[i]; e < ptr[i + 1]; e++) {
      if (row[fn[e]] < 0) continue;
      const n = root[j] * value[e];
      for (let c = 0; c < 3; c++) {
        const o = (row[fn[e]] + c) * stride + 3 * (j - first);
        X[o] = n * frame[9 * i + c];
        X[o + 1] = n * frame[9 * i + 3 + c];
        X[o + 2] = n * frame[9 * i + 6 + c];
      }
    }
  }
}
