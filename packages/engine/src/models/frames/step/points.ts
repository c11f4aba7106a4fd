import type { Allocator } from '../../../kernels/arena.ts';
import type { IntegrationPoints } from '../model.ts';
import { type Contraction, sortRow } from './contraction.ts';

/** Integration points as a set of nodes moves them: F_a = Σ_j D_j H_{a,j} over members j. */
export interface SetPoints {
  /** Members of point e: node[ptr[e] .. ptr[e+1]), ascending. */
  readonly ptr: Int32Array;
  readonly node: Int32Array;
  /** Transposes of H_{a,j}, 3×4, so that rows of frames meet rows of H: shape [entries, 4, 12]. */
  readonly H: Float64Array;
}

/** Room for `entries` members of points in all. */
export function createSetPoints(
  points: IntegrationPoints,
  entries: number,
  allocator: Allocator,
): SetPoints {
  return {
    ptr: allocator.i32(points.count + 1),
    node: allocator.i32(entries),
    H: allocator.f64(48 * entries),
  };
}

export interface PointScratch {
  readonly place: Int32Array;
  readonly row: Int32Array;
}

/** H_{a,j} = Σ_k W_k^j H_{a,k} for every point. */
export function contractPoints(
  out: SetPoints,
  points: IntegrationPoints,
  contraction: Contraction,
  scratch: PointScratch,
): void {
  const { ptr, cols, W } = contraction;
  const { place, row } = scratch;
  let filled = 0;
  for (let e = 0; e < points.count; e++) {
    out.ptr[e] = filled;
    let count = 0;
    for (let i = points.ptr[e]; i < points.ptr[e + 1]; i++) {
      const k = points.node[i];
      for (let f = ptr[k]; f < ptr[k + 1]; f++) {
        if (place[cols[f]] >= 0) continue;
        place[cols[f]] = 0;
        row[count++] = cols[f];
      }
    }
    sortRow(row, count);
    for (let r = 0; r < count; r++) {
      place[row[r]] = filled + r;
      out.node[filled + r] = row[r];
    }
    out.H.fill(0, 48 * filled, 48 * (filled + count));
    for (let i = points.ptr[e]; i < points.ptr[e + 1]; i++) {
      const k = points.node[i];
      for (let f = ptr[k]; f < ptr[k + 1]; f++) {
        addTimes(out.H, 48 * place[cols[f]], W, 16 * f, points.H, 48 * i);
      }
    }
    for (let r = 0; r < count; r++) place[row[r]] = -1;
    filled += count;
  }
  out.ptr[points.count] = filled;
}

/** out_a += (W H_a)ᵀ for a = 0..3, H_a 4×3. */
function addTimes(
  out: Float64Array,
  o: number,
  W: Float64Array,
  w: number,
  H: Float64Array,
  h: number,
): void {
  for (let a = 0; a < 48; a += 12) {
    for (let r = 0; r < 4; r++) {
      const x = W[w + 4 * r];
      const y = W[w + 4 * r + 1];
      const z = W[w + 4 * r + 2];
      const t = W[w + 4 * r + 3];
      for (let c = 0; c < 3; c++) {
        const s = h + a + c;
        out[o + a + 4 * c + r] += x * H[s] + y * H[s + 3] + z * H[s + 6] + t * H[s + 9];
      }
    }
  }
}
