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

/**
 * Blocks of slot a with itself and with those of slots start..end that come before it by group and point, G_ab and
 * G_ba, from the solutions z of the unit forces at its point: z [nodes, 12] for each axis. So every bit of a block is
 * independent of the order in which points were touched. Slot b is point[b] of the points ptr0, cols0, q0 if group[b]
 * is 0, else of the others; each moves as Σ_k D_k q_k.
 */
export function pointBlocks(
  G: F32s,
  room: i32,
  a: i32,
  start: i32,
  end: i32,
  group: I32s,
  point: I32s,
  ptr0: I32s,
  cols0: I32s,
  q0: F64s,
  ptr1: I32s,
  cols1: I32s,
  q1: F64s,
  z: F64s,
  nodes: i32,
): void {
  for (let b = start; b < end; b++) {
    if (group[b] > group[a]) continue;
    if (group[b] === group[a] && point[b] > point[a]) continue;
    const first = group[b] === 0;
    const ptr = first ? ptr0 : ptr1;
    const cols = first ? cols0 : cols1;
    const q = first ? q0 : q1;
    const from = ptr[point[b]];
    const to = ptr[point[b] + 1];
    for (let c = 0; c < 3; c++) {
      let x: f64 = 0;
      let y: f64 = 0;
      let w: f64 = 0;
      for (let e = from; e < to; e++) {
        const o = 12 * (nodes * c + cols[e]);
        for (let p = 0; p < 4; p++) {
          const weight = q[4 * e + p];
          x += weight * z[o + p];
          y += weight * z[o + 4 + p];
          w += weight * z[o + 8 + p];
        }
      }
      const row = 9 * (b * room + a);
      G[row + c] = x;
      G[row + 3 + c] = y;
      G[row + 6 + c] = w;
      const column = 9 * (a * room + b) + 3 * c;
      G[column] = x;
      G[column + 1] = y;
      G[column + 2] = w;
    }
  }
}
