import type { FrameWeights, WeightGrid } from '../model.ts';
import { cellWidths } from './lattice.ts';
import { cellsFrom } from './planes.ts';

/** Shape functions at points: point i has functions of nodes cols[ptr[i] .. ptr[i+1]), ascending; slopes in [1/m]. */
export interface FrameShape {
  readonly ptr: Int32Array;
  readonly cols: Int32Array;
  readonly phi: Float64Array;
  /** Shape [entries, 3]; zero across the border for a point outside all voxels. */
  readonly slope: Float64Array;
}

/**
 * The shape functions φ and their slopes at material points [m], shape [n, 3]. Inside a voxel φ is trilinear; a point
 * outside all voxels takes the φ of the nearest place of the solid, so it moves along with it. The φ add up to one, the
 * slopes to zero. Slopes jump from voxel to voxel; `smooth` ones do not: they are trilinear between means at the
 * corners.
 */
export function frameShape(
  grid: WeightGrid,
  points: Float64Array,
  smooth: CornerSlopes | null = null,
): FrameShape {
  const n = points.length / 3;
  const ptr = new Int32Array(n + 1);
  let cols = new Int32Array(ROOM * n);
  let phis = new Float64Array(ROOM * n);
  let slopes = new Float64Array(3 * ROOM * n);
  let end = 0;
  const found: Found = { cell: -1, at: new Float64Array(3), width: new Float64Array(3) };
  const weights = createNodeWeights(grid);
  const share = new Float64Array(4);
  const sum = new Float64Array(4);
  for (let i = 0; i < n; i++) {
    nearestCell(found, grid, points[3 * i], points[3 * i + 1], points[3 * i + 2]);
    weights.count = 0;
    sum.fill(0);
    for (let s = 0; s < 8; s++) {
      cornerShare(share, found, s);
      if (share[0] === 0 && share[1] === 0 && share[2] === 0 && share[3] === 0) continue;
      const p = grid.corners[8 * found.cell + s];
      for (let e = grid.ptr[p]; e < grid.ptr[p + 1]; e++) {
        const one = weightsOf(weights, grid.node[e]);
        for (let c = 0; c < 4; c++) {
          weights.values[one + c] += share[c] * grid.phi[e];
          sum[c] += share[c] * grid.phi[e];
        }
      }
    }
    if (smooth !== null) smoothSlopes(weights, sum, found, grid, smooth, share);
    sortNodes(weights);
    for (let j = 0; j < weights.count; j++) {
      const k = weights.list[j];
      weights.isIn[k] = 0;
      const { values } = weights;
      const one = 4 * k;
      const phi = values[one] / sum[0];
      if (phi === 0 && values[one + 1] === 0 && values[one + 2] === 0 && values[one + 3] === 0)
        continue;
      if (end === cols.length) {
        cols = widened(cols, new Int32Array(2 * end));
        phis = widened(phis, new Float64Array(2 * end));
        slopes = widened(slopes, new Float64Array(6 * end));
      }
      cols[end] = k;
      phis[end] = phi;
      for (let c = 1; c < 4; c++)
        slopes[3 * end + c - 1] = (values[one + c] - phi * sum[c]) / sum[0];
      end++;
    }
    ptr[i + 1] = end;
  }
  return {
    ptr,
    cols: cols.slice(0, end),
    phi: phis.slice(0, end),
    slope: slopes.slice(0, 3 * end),
  };
}

/** Nodes that move a point, usually. */
const ROOM = 16;

function widened<T extends Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** φ and its slopes of the nodes at one point, four numbers a node; the nodes that have any. */
interface NodeWeights {
  count: number;
  readonly list: Int32Array;
  readonly isIn: Uint8Array;
  readonly values: Float64Array;
}

function createNodeWeights({ node }: WeightGrid): NodeWeights {
  let most = 0;
  for (let e = 0; e < node.length; e++) most = Math.max(most, node[e] + 1);
  return {
    count: 0,
    list: new Int32Array(most),
    isIn: new Uint8Array(most),
    values: new Float64Array(4 * most),
  };
}

/** Where a node's four numbers begin; zeros for a new one. */
function weightsOf(weights: NodeWeights, k: number): number {
  if (weights.isIn[k] === 0) {
    weights.isIn[k] = 1;
    weights.list[weights.count++] = k;
    weights.values.fill(0, 4 * k, 4 * k + 4);
  }
  return 4 * k;
}

/** Nodes in ascending order: a handful, so by insertion. */
function sortNodes({ list, count }: NodeWeights): void {
  for (let i = 1; i < count; i++) {
    const k = list[i];
    let j = i;
    for (; j > 0 && list[j - 1] > k; j--) list[j] = list[j - 1];
    list[j] = k;
  }
}

/** Slopes of φ at lattice points, means over the voxels around: node[ptr[p] .. ptr[p+1]), slope [entries, 3]. */
export interface CornerSlopes {
  readonly ptr: Int32Array;
  readonly node: Int32Array;
  readonly slope: Float64Array;
}

export function cornerSlopes(grid: WeightGrid): CornerSlopes {
  const corners = grid.ptr.length - 1;
  const sums: Map<number, Float64Array>[] = Array.from({ length: corners }, () => new Map());
  const around = new Int32Array(corners);
  const width = new Float64Array(3);
  for (let cell = 0; cell < grid.cellOf.length; cell++) {
    const c = grid.cellOf[cell];
    if (c < 0) continue;
    cellWidths(width, grid.planes, grid.dims, cell);
    for (let s = 0; s < 8; s++) {
      const at = grid.corners[8 * c + s];
      around[at]++;
      // Along each axis: the corner across minus this one.
      for (let d = 0; d < 3; d++) {
        addSlopes(sums[at], grid, grid.corners[8 * c + (s | (1 << d))], d, 1 / width[d]);
        addSlopes(sums[at], grid, grid.corners[8 * c + (s & ~(1 << d))], d, -1 / width[d]);
      }
    }
  }
  const ptr = new Int32Array(corners + 1);
  const node: number[] = [];
  const slope: number[] = [];
  for (let p = 0; p < corners; p++) {
    for (const k of [...sums[p].keys()].sort((a, b) => a - b)) {
      node.push(k);
      for (const one of sums[p].get(k)!) slope.push(one / around[p]);
    }
    ptr[p + 1] = node.length;
  }
  return { ptr, node: Int32Array.from(node), slope: Float64Array.from(slope) };
}

function addSlopes(
  sum: Map<number, Float64Array>,
  grid: WeightGrid,
  corner: number,
  axis: number,
  factor: number,
): void {
  for (let e = grid.ptr[corner]; e < grid.ptr[corner + 1]; e++) {
    let one = sum.get(grid.node[e]);
    if (one === undefined) {
      one = new Float64Array(3);
      sum.set(grid.node[e], one);
    }
    one[axis] += factor * grid.phi[e];
  }
}

/** Replaces the slopes in `weights` by those between the corners' means. */
function smoothSlopes(
  weights: NodeWeights,
  sum: Float64Array,
  found: Found,
  grid: WeightGrid,
  smooth: CornerSlopes,
  share: Float64Array,
): void {
  const { list, values } = weights;
  for (let j = 0; j < weights.count; j++) values.fill(0, 4 * list[j] + 1, 4 * list[j] + 4);
  sum.fill(0, 1);
  for (let s = 0; s < 8; s++) {
    cornerShare(share, found, s);
    if (share[0] === 0) continue;
    const p = grid.corners[8 * found.cell + s];
    for (let e = smooth.ptr[p]; e < smooth.ptr[p + 1]; e++) {
      const one = weightsOf(weights, smooth.node[e]);
      for (let c = 0; c < 3; c++) {
        values[one + c + 1] += share[0] * smooth.slope[3 * e + c];
        sum[c + 1] += share[0] * smooth.slope[3 * e + c];
      }
    }
  }
}

/** share = how much corner s counts at the found place, and how that changes along x, y, z [1/m]. */
function cornerShare(share: Float64Array, { at, width }: Found, s: number): void {
  const x = s & 1 ? at[0] : 1 - at[0];
  const y = s & 2 ? at[1] : 1 - at[1];
  const z = s & 4 ? at[2] : 1 - at[2];
  share[0] = x * y * z;
  share[1] = ((s & 1 ? 1 : -1) / width[0]) * y * z;
  share[2] = x * ((s & 2 ? 1 : -1) / width[1]) * z;
  share[3] = x * y * ((s & 4 ? 1 : -1) / width[2]);
}

/**
 * Ties material points (rest positions [m], shape [n, 3]) to the frames. The weights add up to one, and q holds the
 * point's own position: at rest, and in any affine motion, every point is exactly where it belongs.
 */
export function embedFramePoints(grid: WeightGrid, points: Float64Array): FrameWeights {
  const shape = frameShape(grid, points);
  const ptr = new Int32Array(shape.ptr.length);
  const cols: number[] = [];
  const q: number[] = [];
  for (let i = 0; i < points.length / 3; i++) {
    for (let e = shape.ptr[i]; e < shape.ptr[i + 1]; e++) {
      const phi = shape.phi[e];
      if (phi === 0) continue;
      cols.push(shape.cols[e]);
      q.push(phi * points[3 * i], phi * points[3 * i + 1], phi * points[3 * i + 2], phi);
    }
    ptr[i + 1] = cols.length;
  }
  return { ptr, cols: Int32Array.from(cols), q: Float64Array.from(q) };
}

/** A solid voxel by number, a place in it, 0 to 1 along each axis, and its edges [m]. */
interface Found {
  cell: number;
  readonly at: Float64Array;
  readonly width: Float64Array;
}

const corner = [0, 0, 0];
const local = [0, 0, 0];

/** The solid voxel nearest to a place and the nearest place in it; the one with the smallest index among equals. */
function nearestCell(out: Found, grid: WeightGrid, x: number, y: number, z: number): void {
  const [nx, ny, nz] = grid.dims;
  local[0] = cellsFrom(grid.planes[0], x);
  local[1] = cellsFrom(grid.planes[1], y);
  local[2] = cellsFrom(grid.planes[2], z);
  for (let d = 0; d < 3; d++)
    corner[d] = Math.min(grid.dims[d] - 1, Math.max(0, Math.floor(local[d])));
  let best = -1;
  let least = Infinity;
  const own = corner[0] + nx * (corner[1] + ny * corner[2]);
  // Strictly inside a solid voxel no other is as near.
  const isInside = grid.cellOf[own] >= 0 && isWithin(0) && isWithin(1) && isWithin(2);
  if (isInside) best = own;
  const reach = isInside ? -1 : Math.max(nx, ny, nz);
  // Shells of voxels around the place. Those of shell r are at least r − 1 voxels away from it, or from the grid's
  // border.
  for (let r = 0; r <= reach && (r - 1) * (r - 1) <= least; r++) {
    for (let k = Math.max(0, corner[2] - r); k <= Math.min(nz - 1, corner[2] + r); k++) {
      for (let j = Math.max(0, corner[1] - r); j <= Math.min(ny - 1, corner[1] + r); j++) {
        const rim = Math.abs(k - corner[2]) === r || Math.abs(j - corner[1]) === r;
        const step = rim ? 1 : Math.max(1, 2 * r);
        for (let i = corner[0] - r; i <= corner[0] + r; i += step) {
          if (i < 0 || i >= nx) continue;
          const c = i + nx * (j + ny * k);
          if (grid.cellOf[c] < 0) continue;
          const dx = outside(local[0], i);
          const dy = outside(local[1], j);
          const dz = outside(local[2], k);
          const square = dx * dx + dy * dy + dz * dz;
          if (square > least || (square === least && c > best)) continue;
          least = square;
          best = c;
        }
      }
    }
  }
  out.cell = grid.cellOf[best];
  cellWidths(out.width, grid.planes, grid.dims, best);
  out.at[0] = within(local[0] - (best % nx));
  out.at[1] = within(local[1] - (Math.floor(best / nx) % ny));
  out.at[2] = within(local[2] - Math.floor(best / (nx * ny)));
}

const isWithin = (d: number): boolean => local[d] > corner[d] && local[d] < corner[d] + 1;

/** How far x lies outside [i, i + 1]. */
function outside(x: number, i: number): number {
  return Math.max(0, i - x, x - i - 1);
}

function within(x: number): number {
  return Math.min(1, Math.max(0, x));
}
