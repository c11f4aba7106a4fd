import type { F64s, f64, I32s, i32 } from '../../kernels/prelude.ts';
/**
 * W = S (T G Tᵀ) Sᵀ: compliance of n sites of a body, from the inverse G of its undeformed matrix
 * between q nodes, turned with the material. T turns node a by R[node[a]]; row k of S are the weights of site k:
 * entries ptr[k]..ptr[k+1] of `which` (an index below q) and `weight`.
 *
 * B holds G as 3×3 blocks, block (i, a) at 9(a·q + i), those with i ≤ a: it is turned in place and completed.
 * `work` has room for 9q numbers. W, shape [3n, 3n], is symmetric to the bit.
 */
export function turnedCompliance(
  W: F64s,
  B: F64s,
  work: F64s,
  R: F64s,
  node: I32s,
  q: i32,
  ptr: I32s,
  which: I32s,
  weight: F64s,
  n: i32,
): void {
  for (let a = 0; a < q; a++) {
    const ra = 9 * node[a];
    for (let i = 0; i <= a; i++) {
      const ri = 9 * node[i];
      const o = 9 * (a * q + i);
      // R_i G, then times R_aᵀ.
      // @lanes
      for (let c = 0; c < 3; c++) {
        const x = B[o + c];
        const y = B[o + 3 + c];
        const z = B[o + 6 + c];
        B[o + c] = R[ri] * x + R[ri + 1] * y + R[ri + 2] * z;
        B[o + 3 + c] = R[ri + 3] * x + R[ri + 4] * y + R[ri + 5] * z;
        B[o + 6 + c] = R[ri + 6] * x + R[ri + 7] * y + R[ri + 8] * z;
      }
      const t = 9 * (i * q + a);
      for (let r = 0; r < 3; r++) {
        const x = B[o + 3 * r];
        const y = B[o + 3 * r + 1];
        const z = B[o + 3 * r + 2];
        for (let c = 0; c < 3; c++) {
          const value = x * R[ra + 3 * c] + y * R[ra + 3 * c + 1] + z * R[ra + 3 * c + 2];
          B[o + 3 * r + c] = value;
          if (i < a) B[t + 3 * c + r] = value;
        }
      }
    }
  }
  const stride = 3 * n;
  let top = 0;
  for (let j = 0; j < n; j++) {
    // Velocities of the nodes that sites up to j depend on, per impulse at site j. Nodes come in the order of sites.
    for (let e = ptr[j]; e < ptr[j + 1]; e++) if (which[e] >= top) top = which[e] + 1;
    work.fill(0, 0, 9 * top);
    for (let e = ptr[j]; e < ptr[j + 1]; e++) {
      const w = weight[e];
      const o = 9 * which[e] * q;
      // @lanes
      for (let k = 0; k < 9 * top; k++) work[k] += w * B[o + k];
    }
    for (let k = 0; k <= j; k++) {
      for (let r = 0; r < 3; r++) {
        // @lanes
        for (let c = 0; c < 3; c++) {
          let sum: f64 = 0;
          for (let e = ptr[k]; e < ptr[k + 1]; e++)
            sum += weight[e] * work[9 * which[e] + 3 * r + c];
          W[(3 * k + r) * stride + 3 * j + c] = sum;
          W[(3 * j + c) * stride + 3 * k + r] = sum;
        }
      }
    }
  }
}
