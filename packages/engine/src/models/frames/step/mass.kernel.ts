import type { F64s, f64, I32s, i32 } from '../../../kernels/prelude.ts';
/**
 * out_i = Σ_j x_j M_ji for `size` members with velocities x and a symmetric mass in 4×4 blocks: momentum, 3×4 each.
 * Blocks stand where those of `blockMultiply` do, shape [ptr[size] + size, 16]. Every block's product with x is the sum
 * of even entries plus that of odd ones.
 * @pairs
 */
export function frameMomentum(
  out: F64s,
  mass: F64s,
  x: F64s,
  size: i32,
  ptr: I32s,
  cols: I32s,
): void {
  for (let i = 0; i < size; i++) {
    out.fill(0, 12 * i, 12 * i + 12);
    for (let e = ptr[i]; e <= ptr[i + 1]; e++) {
      const m = 16 * (e + i);
      const j = e < ptr[i + 1] ? cols[e] : i;
      // @lanes
      for (let p = 0; p < 4; p++) {
        const m0 = mass[m + 4 * p];
        const m1 = mass[m + 4 * p + 1];
        const m2 = mass[m + 4 * p + 2];
        const m3 = mass[m + 4 * p + 3];
        for (let r = 0; r < 12; r += 4) {
          const even = m0 * x[12 * j + r] + m2 * x[12 * j + r + 2];
          const odd = m1 * x[12 * j + r + 1] + m3 * x[12 * j + r + 3];
          out[12 * i + r + p] += even + odd;
        }
      }
      if (j === i) continue;
      // @lanes
      for (let p = 0; p < 4; p++) {
        const m0 = mass[m + p];
        const m1 = mass[m + p + 4];
        const m2 = mass[m + p + 8];
        const m3 = mass[m + p + 12];
        for (let r = 0; r < 12; r += 4) {
          const b = 12 * i + r;
          out[12 * j + r + p] += m0 * x[b] + m1 * x[b + 1] + m2 * x[b + 2] + m3 * x[b + 3];
        }
      }
    }
  }
}

/**
 * out_k = Σ_l x_l M_lk for n nodes with a sparse mass in 4×4 blocks: those of node k are ptr[k] … ptr[k+1]−1, block e
 * couples it with node cols[e], shape [blocks, 16]. x and out have shape [nodes, 12].
 * @pairs
 */
export function frameMassProduct(
  out: F64s,
  ptr: I32s,
  cols: I32s,
  mass: F64s,
  x: F64s,
  n: i32,
): void {
  for (let k = 0; k < n; k++) {
    // @lanes
    for (let r = 0; r < 3; r++) {
      // @lanes
      for (let p = 0; p < 4; p++) {
        let even: f64 = 0;
        let odd: f64 = 0;
        for (let e = ptr[k]; e < ptr[k + 1]; e++) {
          // The block is M_kl; M_lk is its transpose, so rows of x meet rows of the block.
          const a = 16 * e + 4 * p;
          const b = 12 * cols[e] + 4 * r;
          even += mass[a] * x[b] + mass[a + 2] * x[b + 2];
          odd += mass[a + 1] * x[b + 1] + mass[a + 3] * x[b + 3];
        }
        out[12 * k + 4 * r + p] = even + odd;
      }
    }
  }
}
