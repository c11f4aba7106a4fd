import type { F32s, F64s, f64, I32s, i32 } from '../../../kernels/prelude.ts';
import { rowOf4 } from '../../../kernels/single.ts';

/**
 * W_kl = R (Σ_ab w_ka w_lb G_ab) Rᵀ: compliance of n sites of a body that is turned by R as a whole, from that between
 * the points they lie between. G has a 3×3 block for each pair of `room` slots, shape [room, room, 9], of which G_ba is
 * G_abᵀ. Site k has the slots slot[4k..4k+4) with weights w, 0 for none. W has shape [3n, rowOf4(3n)].
 */
export function pointCompliance(
  W: F32s,
  G: F32s,
  room: i32,
  slot: I32s,
  weight: F64s,
  R: F64s,
  n: i32,
): void {
  const stride = rowOf4(3 * n);
  for (let k = 0; k < n; k++) {
    for (let r = 3 * k; r < 3 * k + 3; r++) {
      for (let c = 3 * n; c < stride; c++) W[r * stride + c] = 0;
    }
    for (let l = k; l < n; l++) {
      let g0: f64 = 0;
      let g1: f64 = 0;
      let g2: f64 = 0;
      let g3: f64 = 0;
      let g4: f64 = 0;
      let g5: f64 = 0;
      let g6: f64 = 0;
      let g7: f64 = 0;
      let g8: f64 = 0;
      for (let a = 4 * k; a < 4 * k + 4; a++) {
        const wa = weight[a];
        if (wa === 0) continue;
        const row = slot[a] * room;
        for (let b = 4 * l; b < 4 * l + 4; b++) {
          const w = wa * weight[b];
          if (w === 0) continue;
          const o = 9 * (row + slot[b]);
          g0 += w * G[o];
          g1 += w * G[o + 1];
          g2 += w * G[o + 2];
          g3 += w * G[o + 3];
          g4 += w * G[o + 4];
          g5 += w * G[o + 5];
          g6 += w * G[o + 6];
          g7 += w * G[o + 7];
          g8 += w * G[o + 8];
        }
      }
      for (let r = 0; r < 3; r++) {
        const x = R[3 * r];
        const y = R[3 * r + 1];
        const z = R[3 * r + 2];
        const h0 = x * g0 + y * g3 + z * g6;
        const h1 = x * g1 + y * g4 + z * g7;
        const h2 = x * g2 + y * g5 + z * g8;
        for (let c = 0; c < 3; c++) {
          const value = h0 * R[3 * c] + h1 * R[3 * c + 1] + h2 * R[3 * c + 2];
          W[(3 * k + r) * stride + 3 * l + c] = value;
          W[(3 * l + c) * stride + 3 * k + r] = value;
        }
      }
    }
  }
}
