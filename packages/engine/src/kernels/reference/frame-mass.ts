/**
 * out_i = Σ_j x_j M_ji for members with velocities x and dense mass M [4·size, 4·size] (symmetric): momentum, 3×4 each. Every
 * number is the sum over even columns plus the sum over odd ones.
 */
export function frameMomentum(
  out: Float64Array,
  mass: Float64Array,
  x: Float64Array,
  size: number,
): void {
  for (let i = 0; i < size; i++) {
    for (let p = 0; p < 4; p++) {
      const m = 4 * size * (4 * i + p);
      for (let r = 0; r < 3; r++) {
        let even = 0;
        let odd = 0;
        for (let j = 0; j < size; j++) {
          const a = m + 4 * j;
          const b = 12 * j + 4 * r;
          even += mass[a] * x[b] + mass[a + 2] * x[b + 2];
          odd += mass[a + 1] * x[b + 1] + mass[a + 3] * x[b + 3];
        }
        out[12 * i + 4 * r + p] = even + odd;
      }
    }
  }
}

/**
 * out_k = Σ_l x_l M_lk for n nodes with a sparse mass in 4×4 blocks: those of node k are ptr[k] … ptr[k+1]−1, block e couples
 * it with node cols[e], shape [blocks, 16]. x and out have shape [nodes, 12].
 */
export function frameMassProduct(
  out: Float64Array,
  ptr: Int32Array,
  cols: Int32Array,
  mass: Float64Array,
  x: Float64Array,
  n: number,
): void {
  for (let k = 0; k < n; k++) {
    for (let r = 0; r < 3; r++) {
      for (let p = 0; p < 4; p++) {
        let even = 0;
        let odd = 0;
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
