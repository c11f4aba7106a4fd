import { createCellHeap, heapPop, heapPush } from '../../../geometry/voxels/cell-heap.ts';
import { eigen3 } from '../../../math/eigen3.ts';
import type { Lattice } from './lattice.ts';
import { addToFit, clearFit, createLinearFit, fitError, type LinearFit } from './linear-fit.ts';
import type { Shape } from './shape.ts';

/** The solid cut into regions for integration: region r is cells[ptr[r] .. ptr[r+1]), numbers of solid cells. */
export interface Regions {
  readonly count: number;
  readonly ptr: Int32Array;
  readonly cells: Int32Array;
}

/** Cuts that are tried: through the middle and this many standard deviations to either side. */
const CUTS = [0, -0.6, 0.6];

/**
 * Cuts the solid by planes until there are `most` regions or all are linear enough (mean square error of all shape functions
 * together below `linearity`); always the region with the largest error next, along the plane of nine that helps most.
 * `factor` is the stiffness factor of each solid cell: regions of one stiffness are preferred.
 */
export function cutRegions(
  lattice: Lattice,
  shape: Shape,
  nodes: number,
  factor: Float64Array,
  most: number,
  linearity: number,
): Regions {
  const cells = cellCentres(lattice, shape, nodes);
  const n = lattice.cells.length;
  const order = Int32Array.from({ length: n }, (_, i) => i);
  const cutter: Cutter = {
    ...cells,
    factor,
    order,
    side: new Uint8Array(n),
    spare: new Int32Array(n),
    fits: [createLinearFit(nodes), createLinearFit(nodes)],
  };
  const limit = Math.min(most, n);
  const from: number[] = [0];
  const to: number[] = [n];
  // Largest error first: keys are negative errors.
  const keys = new Float64Array(limit);
  const heap = createCellHeap(limit, limit);
  const add = (r: number, error: number): void => {
    keys[r] = -error;
    if (error > linearity * (to[r] - from[r]) && to[r] - from[r] > 1) heapPush(heap, keys, r);
  };
  add(0, errorOf(cutter, 0, n));
  while (heap.size > 0 && from.length < limit) {
    const r = heapPop(heap, keys);
    const middle = cut(cutter, from[r], to[r]);
    if (middle === from[r] || middle === to[r]) continue;
    const s = from.length;
    from.push(middle);
    to.push(to[r]);
    to[r] = middle;
    add(r, errorOf(cutter, from[r], to[r]));
    add(s, errorOf(cutter, from[s], to[s]));
  }
  return gatherRegions(order, from, to);
}

interface Centres {
  /** Places of the solid cells [cells], shape [cells, 3]; shape functions at their centres as rows of a sparse table. */
  readonly place: Float64Array;
  readonly ptr: Int32Array;
  readonly node: Int32Array;
  readonly phi: Float64Array;
}

interface Cutter extends Centres {
  readonly factor: Float64Array;
  readonly order: Int32Array;
  /** Side of the best cut, by position in `order`. */
  readonly side: Uint8Array;
  readonly spare: Int32Array;
  readonly fits: readonly [LinearFit, LinearFit];
}

function errorOf(c: Cutter, from: number, to: number): number {
  clearFit(c.fits[0]);
  const o = 3 * c.order[from];
  for (let i = from; i < to; i++) addCell(c, c.fits[0], c.order[i], o);
  return fitError(c.fits[0]);
}

/** Adds a cell to a fit, its place seen from place[o..]. */
function addCell(c: Cutter, fit: LinearFit, cell: number, o: number): void {
  const { place } = c;
  addToFit(
    fit,
    place[3 * cell] - place[o],
    place[3 * cell + 1] - place[o + 1],
    place[3 * cell + 2] - place[o + 2],
    c.node,
    c.phi,
    c.ptr[cell],
    c.ptr[cell + 1],
    c.factor[cell],
  );
}

const mean = new Float64Array(3);
const covariance = new Float64Array(9);
const values = new Float64Array(3);
const axes = new Float64Array(9);

/** Sorts order[from..to) into two sides of the best plane, each in its old order; returns where the second begins. */
function cut(c: Cutter, from: number, to: number): number {
  principalAxes(c, from, to);
  let least = Infinity;
  for (let a = 0; a < 3; a++) {
    for (const at of CUTS) {
      const offset = at * Math.sqrt(Math.max(0, values[a]));
      clearFit(c.fits[0]);
      clearFit(c.fits[1]);
      const o = 3 * c.order[from];
      for (let i = from; i < to; i++) {
        addCell(c, c.fits[above(c.place, c.order[i], a, offset)], c.order[i], o);
      }
      if (c.fits[0].count === 0 || c.fits[1].count === 0) continue;
      const error = fitError(c.fits[0]) + fitError(c.fits[1]);
      // Equal cuts differ by rounding only: the first one stays, whatever the last bit says.
      if (!(error < least * (1 - 1e-9))) continue;
      least = error;
      for (let i = from; i < to; i++) c.side[i] = above(c.place, c.order[i], a, offset);
    }
  }
  if (least === Infinity) return from;
  let low = from;
  let high = 0;
  for (let i = from; i < to; i++) {
    if (c.side[i] === 0) c.order[low++] = c.order[i];
    else c.spare[high++] = c.order[i];
  }
  for (let i = 0; i < high; i++) c.order[low + i] = c.spare[i];
  return low;
}

/** 1 if a cell lies beyond the plane across principal axis a. The tiny shift decides for cells in the plane itself. */
function above(place: Float64Array, cell: number, a: number, offset: number): 0 | 1 {
  const x = place[3 * cell] - mean[0];
  const y = place[3 * cell + 1] - mean[1];
  const z = place[3 * cell + 2] - mean[2];
  return x * axes[a] + y * axes[3 + a] + z * axes[6 + a] > offset + 1e-6 ? 1 : 0;
}

/** mean, axes (columns) and values (variances, largest first) of order[from..to), in cells. */
function principalAxes({ place, order }: Cutter, from: number, to: number): void {
  mean.fill(0);
  for (let i = from; i < to; i++)
    for (let d = 0; d < 3; d++) mean[d] += place[3 * order[i] + d] / (to - from);
  covariance.fill(0);
  for (let i = from; i < to; i++) {
    for (let p = 0; p < 3; p++) {
      for (let q = p; q < 3; q++) {
        covariance[3 * p + q] +=
          ((place[3 * order[i] + p] - mean[p]) * (place[3 * order[i] + q] - mean[q])) / (to - from);
      }
    }
  }
  eigen3(values, 0, axes, 0, covariance, 0);
}

/** Places of the cells and the shape functions' means over their corners. */
function cellCentres(lattice: Lattice, shape: Shape, nodes: number): Centres {
  const [nx, ny] = lattice.grid.dims;
  const n = lattice.cells.length;
  const place = new Float64Array(3 * n);
  const ptr = new Int32Array(n + 1);
  const node: number[] = [];
  const phi: number[] = [];
  const at = new Int32Array(nodes).fill(-1);
  for (let i = 0; i < n; i++) {
    const c = lattice.cells[i];
    place[3 * i] = c % nx;
    place[3 * i + 1] = Math.floor(c / nx) % ny;
    place[3 * i + 2] = Math.floor(c / (nx * ny));
    for (let s = 8 * i; s < 8 * i + 8; s++) {
      const p = lattice.corners[s];
      for (let e = shape.ptr[p]; e < shape.ptr[p + 1]; e++) {
        const k = shape.node[e];
        if (at[k] < ptr[i]) {
          at[k] = node.length;
          node.push(k);
          phi.push(0);
        }
        phi[at[k]] += 0.125 * shape.phi[e];
      }
    }
    ptr[i + 1] = node.length;
  }
  return { place, ptr, node: Int32Array.from(node), phi: Float64Array.from(phi) };
}

/** Regions in the order of their smallest cell, so that neighbours in memory are neighbours in space. */
function gatherRegions(order: Int32Array, from: number[], to: number[]): Regions {
  const count = from.length;
  const rank = Int32Array.from({ length: count }, (_, r) => r).sort(
    (a, b) => order[from[a]] - order[from[b]],
  );
  const ptr = new Int32Array(count + 1);
  const cells = new Int32Array(order.length);
  rank.forEach((r, i) => {
    cells.set(order.subarray(from[r], to[r]), ptr[i]);
    ptr[i + 1] = ptr[i] + to[r] - from[r];
  });
  return { count, ptr, cells };
}
