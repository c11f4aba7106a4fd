import { eigen3 } from '../../math/eigen3.ts';
import { NEIGHBOURS } from '../numbers.ts';

/**
 * Unit normals of a cloud of points, shape [n, 3], without a sign: the direction in which a point's nearest neighbours
 * spread least. Zero where they lie in a line.
 */
export function cloudNormals(positions: Float64Array): Float64Array {
  const n = positions.length / 3;
  const out = new Float64Array(3 * n);
  const grid = createGrid(positions);
  const near = new Int32Array(NEIGHBOURS);
  const distance = new Float64Array(NEIGHBOURS);
  const C = new Float64Array(9);
  const values = new Float64Array(3);
  const vectors = new Float64Array(9);
  const mean = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    const found = nearest(near, distance, grid, positions, i);
    for (let d = 0; d < 3; d++) {
      mean[d] = 0;
      for (let k = 0; k < found; k++) mean[d] += positions[3 * near[k] + d] / found;
    }
    C.fill(0);
    for (let k = 0; k < found; k++) {
      const p = 3 * near[k];
      for (let r = 0; r < 3; r++) {
        for (let c = 0; c < 3; c++)
          C[3 * r + c] += (positions[p + r] - mean[r]) * (positions[p + c] - mean[c]);
      }
    }
    eigen3(values, 0, vectors, 0, C, 0);
    if (!(values[1] > 1e-6 * values[0])) continue;
    for (let d = 0; d < 3; d++) out[3 * i + d] = vectors[3 * d + 2];
  }
  return out;
}

/** Points in cubic cells: those of cell c are list[start[c] .. start[c+1]). */
interface PointGrid {
  readonly origin: readonly number[];
  readonly cell: number;
  readonly dims: readonly number[];
  readonly start: Int32Array;
  readonly list: Int32Array;
}

function createGrid(x: Float64Array): PointGrid {
  const n = x.length / 3;
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < x.length; i++) {
    low[i % 3] = Math.min(low[i % 3], x[i]);
    high[i % 3] = Math.max(high[i % 3], x[i]);
  }
  const longest = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  // A surface fills about one in `along` of the cells: a handful of points in each that it meets.
  const along = Math.max(1, Math.min(100, Math.floor(Math.sqrt(n / 4))));
  const cell = longest > 0 ? (longest * (1 + 1e-9)) / along : 1;
  const dims = low.map((l, d) => Math.floor((high[d] - l) / cell) + 1);
  const start = new Int32Array(dims[0] * dims[1] * dims[2] + 1);
  const at = (i: number): number =>
    Math.floor((x[3 * i] - low[0]) / cell) +
    dims[0] *
      (Math.floor((x[3 * i + 1] - low[1]) / cell) +
        dims[1] * Math.floor((x[3 * i + 2] - low[2]) / cell));
  for (let i = 0; i < n; i++) start[at(i) + 1]++;
  for (let c = 1; c < start.length; c++) start[c] += start[c - 1];
  const fill = start.slice();
  const list = new Int32Array(n);
  for (let i = 0; i < n; i++) list[fill[at(i)]++] = i;
  return { origin: low, cell, dims, start, list };
}

/**
 * The nearest points to point i, itself among them; returns how many were found. Shells of cells, until no nearer one
 * can come.
 */
function nearest(
  near: Int32Array,
  distance: Float64Array,
  { origin, cell, dims, start, list }: PointGrid,
  x: Float64Array,
  i: number,
): number {
  const at = [0, 1, 2].map((d) => Math.floor((x[3 * i + d] - origin[d]) / cell));
  const reach = Math.max(dims[0], dims[1], dims[2]);
  let found = 0;
  for (let r = 0; r <= reach; r++) {
    if (found === NEIGHBOURS && distance[found - 1] <= (r - 1) * cell * (r - 1) * cell && r > 0)
      break;
    for (let c2 = at[2] - r; c2 <= at[2] + r; c2++) {
      if (c2 < 0 || c2 >= dims[2]) continue;
      for (let c1 = at[1] - r; c1 <= at[1] + r; c1++) {
        if (c1 < 0 || c1 >= dims[1]) continue;
        const rim = Math.abs(c2 - at[2]) === r || Math.abs(c1 - at[1]) === r;
        for (let c0 = at[0] - r; c0 <= at[0] + r; c0 += rim ? 1 : Math.max(1, 2 * r)) {
          if (c0 < 0 || c0 >= dims[0]) continue;
          const c = c0 + dims[0] * (c1 + dims[1] * c2);
          for (let e = start[c]; e < start[c + 1]; e++) {
            found = insert(near, distance, found, list[e], square(x, i, list[e]));
          }
        }
      }
    }
  }
  return found;
}

function square(x: Float64Array, i: number, j: number): number {
  let sum = 0;
  for (let d = 0; d < 3; d++) sum += (x[3 * i + d] - x[3 * j + d]) * (x[3 * i + d] - x[3 * j + d]);
  return sum;
}

function insert(
  near: Int32Array,
  distance: Float64Array,
  found: number,
  j: number,
  d: number,
): number {
  if (found === NEIGHBOURS && !(d < distance[found - 1])) return found;
  let k = found < NEIGHBOURS ? found : found - 1;
  for (; k > 0 && distance[k - 1] > d; k--) {
    distance[k] = distance[k - 1];
    near[k] = near[k - 1];
  }
  distance[k] = d;
  near[k] = j;
  return Math.min(NEIGHBOURS, found + 1);
}
