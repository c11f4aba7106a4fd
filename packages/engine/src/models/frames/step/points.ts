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

/** Points as the builder made them: moved by all nodes. */
export function fillSetPoints(out: SetPoints, points: IntegrationPoints): void {
  out.ptr.set(points.ptr);
  out.node.set(points.node);
  for (let i = 0; i < points.H.length; i += 12) {
    for (let r = 0; r < 4; r++) {
      for (let c = 0; c < 3; c++) out.H[i + 4 * c + r] = points.H[i + 3 * r + c];
    }
  }
}

/** The first `count` points as a smaller set moves them: H_{a,j} = Σ_k W_k^j H_{a,k} over the members k they had. */
export function contractPoints(
  out: SetPoints,
  points: SetPoints,
  count: number,
  contraction: Contraction,
  scratch: PointScratch,
): void {
  const { ptr, cols, W } = contraction;
  const { place, row } = scratch;
  let filled = 0;
  for (let g = 0; g < count; g++) {
    out.ptr[g] = filled;
    let members = 0;
    for (let i = points.ptr[g]; i < points.ptr[g + 1]; i++) {
      for (let f = ptr[points.node[i]]; f < ptr[points.node[i] + 1]; f++) {
        if (place[cols[f]] >= 0) continue;
        place[cols[f]] = 0;
        row[members++] = cols[f];
      }
    }
    sortRow(row, members);
    for (let r = 0; r < members; r++) {
      place[row[r]] = filled + r;
      out.node[filled + r] = row[r];
    }
    out.H.fill(0, 48 * filled, 48 * (filled + members));
    for (let i = points.ptr[g]; i < points.ptr[g + 1]; i++) {
      for (let f = ptr[points.node[i]]; f < ptr[points.node[i] + 1]; f++) {
        addTimes(out.H, 48 * place[cols[f]], W, 16 * f, points.H, 48 * i);
      }
    }
    for (let r = 0; r < members; r++) place[row[r]] = -1;
    filled += members;
  }
  out.ptr[count] = filled;
}

/** out += H Wᵀ for the twelve rows of four numbers of a member's transposed gradients. */
function addTimes(
  out: Float64Array,
  o: number,
  W: Float64Array,
  w: number,
  H: Float64Array,
  h: number,
): void {
  for (let row = 0; row < 48; row += 4) {
    const x = H[h + row];
    const y = H[h + row + 1];
    const z = H[h + row + 2];
    const t = H[h + row + 3];
    for (let p = 0; p < 4; p++) {
      const v = w + 4 * p;
      out[o + row + p] += x * W[v] + y * W[v + 1] + z * W[v + 2] + t * W[v + 3];
    }
  }
}
