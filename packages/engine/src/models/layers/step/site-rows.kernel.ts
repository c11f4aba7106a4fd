import type { F32s, F64s, i32 } from '../../../kernels/prelude.ts';
import { addRows, rowOf4 } from '../../../kernels/single.ts';

/** W += L R for W of shape [n, rowOf4(n)], L [n, m] and R [m, rowOf4(n)]; m is a multiple of three. */
export function addProducts(W: F32s, L: F64s, R: F32s, n: i32, m: i32): void {
  const stride = rowOf4(n);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < m; k += 3) {
      const o = i * m + k;
      addRows(W, i * stride, R, k * stride, stride, L[o], L[o + 1], L[o + 2], stride);
    }
  }
}
