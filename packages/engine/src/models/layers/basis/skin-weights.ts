import { weldMap } from '../../../geometry/mesh/weld.ts';
import type { VoxelGrid } from '../../../geometry/types.ts';
import { AROUND, LEAST_WEIGHT, SAME_PLACE, SWEEPS } from '../numbers.ts';

/** An artist's weights: how much each bone moves points of the surface. */
export interface SkinWeights {
  /** Where the weights are known [m], shape [places, 3]. */
  readonly places: Float64Array;
  /** Bones and their weights at each place, `influences` a place; weights of a place add up to one. */
  readonly influences: number;
  readonly bones: Int32Array;
  readonly weights: Float64Array;
}

/** Weights of bones at points, and how they change: rows as in a sparse matrix. */
export interface WeightRows {
  readonly ptr: Int32Array;
  readonly bone: Int32Array;
  readonly weight: Float64Array;
  /** Slopes [1/m], shape [entries, 3]. */
  readonly slope: Float64Array;
}

/** Weights of `count` bones everywhere in a body of a size [m]. */
export interface WeightField {
  readonly grid: VoxelGrid;
  /** 0 for cells without weights; values of the others, shape [cells, count]. */
  readonly known: Uint8Array;
  readonly values: Float64Array;
  readonly skin: SkinWeights;
  readonly count: number;
  readonly size: number;
}

/**
 * Extends weights from the surface into the solid. Inside they are harmonic: each cell has the mean of its neighbours
 * within the solid, so that parts close only through the air (thighs, fingers) do not mix. At the given points they
 * equal the input.
 */
export function createWeightField(
  grid: VoxelGrid,
  skin: SkinWeights,
  count: number,
  size: number,
): WeightField {
  const values = new Float64Array(grid.inside.length * count);
  const known = fixCells(grid, skin, count, values);
  flood(grid, known, count, values);
  relax(grid, known, count, values);
  for (let k = 0; k < AROUND; k++) grow(grid, known, count, values);
  return { grid, known, skin, count, size, values };
}

/** Cells with points of the surface in them have the mean of those points' weights; 2 in `known`. */
function fixCells(
  grid: VoxelGrid,
  { places, influences, bones, weights }: SkinWeights,
  count: number,
  values: Float64Array,
): Uint8Array {
  const known = new Uint8Array(grid.inside.length);
  const share = new Float64Array(grid.inside.length);
  for (let p = 0; p < places.length / 3; p++) {
    const c = nearestInside(grid, places, 3 * p);
    if (c < 0) continue;
    share[c]++;
    for (let k = 0; k < influences; k++) {
      values[count * c + bones[influences * p + k]] += weights[influences * p + k];
    }
  }
  for (let c = 0; c < share.length; c++) {
    if (share[c] === 0) continue;
    known[c] = 2;
    for (let b = 0; b < count; b++) values[count * c + b] /= share[c];
  }
  return known;
}

/** The cell that holds a place, or the nearest one inside within two cells; −1 if there is none. */
function nearestInside(
  { origin, cell, dims, inside }: VoxelGrid,
  x: Float64Array,
  o: number,
): number {
  const at = [0, 1, 2].map((d) => (x[o + d] - origin[d]) / cell - 0.5);
  const middle = at.map((a) => Math.round(a));
  let best = -1;
  let least = Infinity;
  for (let s = 0; s < 125; s++) {
    const ijk = [(s % 5) - 2, (Math.floor(s / 5) % 5) - 2, Math.floor(s / 25) - 2];
    let far = 0;
    let isIn = true;
    for (let d = 0; d < 3; d++) {
      ijk[d] += middle[d];
      if (ijk[d] < 0 || ijk[d] >= dims[d]) isIn = false;
      far += (ijk[d] - at[d]) * (ijk[d] - at[d]);
    }
    if (!isIn || far >= least) continue;
    const c = ijk[0] + dims[0] * (ijk[1] + dims[1] * ijk[2]);
    if (inside[c] === 0) continue;
    best = c;
    least = far;
  }
  return best;
}

/** The six neighbours of a cell, −1 beyond the grid. */
function neighbours(out: Int32Array, { dims }: VoxelGrid, c: number): void {
  let stride = 1;
  for (let d = 0; d < 3; d++) {
    const at = Math.floor(c / stride) % dims[d];
    out[2 * d] = at > 0 ? c - stride : -1;
    out[2 * d + 1] = at < dims[d] - 1 ? c + stride : -1;
    stride *= dims[d];
  }
}

/** A first guess inside: weights of the cell from which each is reached first. */
function flood(grid: VoxelGrid, known: Uint8Array, count: number, values: Float64Array): void {
  const queue = new Int32Array(grid.inside.length);
  let end = 0;
  for (let c = 0; c < known.length; c++) if (known[c] === 2) queue[end++] = c;
  const six = new Int32Array(6);
  for (let head = 0; head < end; head++) {
    const c = queue[head];
    neighbours(six, grid, c);
    for (const n of six) {
      if (n < 0 || grid.inside[n] === 0 || known[n] !== 0) continue;
      known[n] = 1;
      values.copyWithin(count * n, count * c, count * (c + 1));
      queue[end++] = n;
    }
  }
}

function relax(grid: VoxelGrid, known: Uint8Array, count: number, values: Float64Array): void {
  const free: number[] = [];
  for (let c = 0; c < known.length; c++) if (known[c] === 1) free.push(c);
  const six = new Int32Array(6);
  const sum = new Float64Array(count);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    // Forward and backward sweeps, so that values travel through the body in both directions.
    for (let i = 0; i < free.length; i++) {
      const c = free[sweep % 2 === 0 ? i : free.length - 1 - i];
      neighbours(six, grid, c);
      meanOf(sum, values, known, six, count, 1);
      values.set(sum, count * c);
    }
  }
}

/** sum = mean of the neighbours that are known; returns how many there are. Weights that add up to one still do. */
function meanOf(
  sum: Float64Array,
  values: Float64Array,
  known: Uint8Array,
  list: Int32Array,
  count: number,
  least: number,
): number {
  let n = 0;
  sum.fill(0);
  for (const c of list) {
    if (c < 0 || known[c] < least) continue;
    n++;
    for (let b = 0; b < count; b++) sum[b] += values[count * c + b];
  }
  if (n > 0) for (let b = 0; b < count; b++) sum[b] /= n;
  return n;
}

/** One more layer of cells around those that are known. */
function grow(grid: VoxelGrid, known: Uint8Array, count: number, values: Float64Array): void {
  const before = known.slice();
  const six = new Int32Array(6);
  const sum = new Float64Array(count);
  for (let c = 0; c < known.length; c++) {
    if (before[c] !== 0) continue;
    neighbours(six, grid, c);
    if (meanOf(sum, values, before, six, count, 1) === 0) continue;
    known[c] = 1;
    values.set(sum, count * c);
  }
}

/** Weights of a field at points [m], shape [n, 3]. */
export function fieldRows(
  { grid, known, skin, count, size, values }: WeightField,
  points: Float64Array,
): WeightRows {
  const n = points.length / 3;
  const given = skin.places.length / 3;
  const both = new Float64Array(skin.places.length + points.length);
  both.set(skin.places);
  both.set(points, skin.places.length);
  const same = weldMap(both, SAME_PLACE * size);
  const ptr = new Int32Array(n + 1);
  const bone: number[] = [];
  const weight: number[] = [];
  const slope: number[] = [];
  const w = new Float64Array(count);
  const g = new Float64Array(3 * count);
  for (let i = 0; i < n; i++) {
    const place = same[given + i] < given ? same[given + i] : -1;
    sampleField(w, g, grid, known, count, values, points, 3 * i);
    if (place >= 0) exact(w, skin, place);
    let total = 0;
    const sums = [0, 0, 0];
    const kept = (b: number): boolean => (place >= 0 ? w[b] > 0 : w[b] > LEAST_WEIGHT);
    for (let b = 0; b < count; b++) {
      if (!kept(b)) continue;
      total += w[b];
      for (let d = 0; d < 3; d++) sums[d] += g[3 * b + d];
    }
    // A point far from everything goes with the first bone.
    if (total === 0) {
      w[0] = 1;
      total = 1;
    }
    for (let b = 0; b < count; b++) {
      if (!kept(b)) continue;
      const share = w[b] / total;
      bone.push(b);
      weight.push(share);
      for (let d = 0; d < 3; d++) slope.push((g[3 * b + d] - share * sums[d]) / total);
    }
    ptr[i + 1] = bone.length;
  }
  return {
    ptr,
    bone: Int32Array.from(bone),
    weight: Float64Array.from(weight),
    slope: Float64Array.from(slope),
  };
}

function exact(w: Float64Array, { influences, bones, weights }: SkinWeights, place: number): void {
  w.fill(0);
  for (let k = 0; k < influences; k++) {
    w[bones[influences * place + k]] += weights[influences * place + k];
  }
}

/** w, g = weights and slopes between the middles of the cells around a point that are known; zero if none is. */
function sampleField(
  w: Float64Array,
  g: Float64Array,
  { origin, cell, dims }: VoxelGrid,
  known: Uint8Array,
  count: number,
  values: Float64Array,
  points: Float64Array,
  o: number,
): void {
  w.fill(0);
  g.fill(0);
  const at = [0, 1, 2].map((d) =>
    Math.min(dims[d] - 1, Math.max(0, (points[o + d] - origin[d]) / cell - 0.5)),
  );
  const low = at.map((a, d) => Math.max(0, Math.min(dims[d] - 2, Math.floor(a))));
  let total = 0;
  const turn = [0, 0, 0];
  for (let s = 0; s < 8; s++) {
    let part = 1;
    const slopes = [1, 1, 1];
    let c = 0;
    let stride = 1;
    for (let d = 0; d < 3; d++) {
      const far = dims[d] > 1 ? (s >> d) & 1 : 0;
      const t = dims[d] > 1 ? at[d] - low[d] : 0;
      const one = far === 1 ? t : 1 - t;
      part *= one;
      for (let e = 0; e < 3; e++) slopes[e] *= e === d ? (far === 1 ? 1 : -1) / cell : one;
      c += stride * (low[d] + far);
      stride *= dims[d];
    }
    if (known[c] === 0) continue;
    total += part;
    for (let d = 0; d < 3; d++) turn[d] += slopes[d];
    for (let b = 0; b < count; b++) {
      w[b] += part * values[count * c + b];
      for (let d = 0; d < 3; d++) g[3 * b + d] += slopes[d] * values[count * c + b];
    }
  }
  if (!(total > 1e-9)) {
    w.fill(0);
    g.fill(0);
    return;
  }
  for (let b = 0; b < count; b++) {
    w[b] /= total;
    for (let d = 0; d < 3; d++) g[3 * b + d] = (g[3 * b + d] - w[b] * turn[d]) / total;
  }
}
