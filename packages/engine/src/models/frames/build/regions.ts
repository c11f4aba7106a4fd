import { tick, tickEvery } from '../../../core/watch.ts';
import { createCellHeap, heapPop, heapPush } from '../../../geometry/voxels/cell-heap.ts';
import { eigen3 } from '../../../math/eigen3.ts';
import { cbrt } from '../../../math/elementary.ts';
import { ACROSS } from '../numbers.ts';
import { createCellShape, loadCell } from './cell.ts';
import type { Lattice } from './lattice.ts';
import { addToFit, clearFit, createLinearFit, fitError, type LinearFit } from './linear-fit.ts';
import type { PlacedNodes } from './nodes.ts';
import type { Shape } from './shape.ts';
import {
  allAxes,
  bitsOf,
  coordinate,
  imageOf,
  imagesOf,
  isOriginal,
  type Symmetry,
} from './symmetry.ts';

/** The solid cut into regions for integration: region r is cells[ptr[r] .. ptr[r+1]), numbers of solid cells. */
export interface Regions {
  readonly count: number;
  readonly ptr: Int32Array;
  readonly cells: Int32Array;
  /**
   * Which cell of a node each region lies in: where the node has most weight, each piece of a region node by itself.
   */
  readonly piece: Int32Array;
}

/** Cuts that are tried: through the middle and this many standard deviations to either side. */
const CUTS = [0, -0.6, 0.6];

/**
 * Cuts the solid by planes until there are `most` regions or all are linear enough (mean square error of the gradients
 * of all shape functions together below `linearity`). First each piece of a node's own cell is a region, where it has
 * most weight; then always the region with the largest error next, along the plane of nine that helps most. `factor` is
 * the stiffness factor of each solid cell: regions of one stiffness are preferred. A body that is its own mirror image
 * has regions that are, too.
 */
export function cutRegions(
  lattice: Lattice,
  shape: Shape,
  nodes: PlacedNodes,
  factor: Float64Array,
  most: number,
  linearity: number,
): Regions {
  const { symmetry } = nodes;
  const table = cellGradients(lattice, shape, nodes);
  const owner = findOwners(lattice, shape, nodes);
  const piece = findPieces(lattice, owner, nodes);
  const originals = lattice.cells.reduce<number[]>((list, c, i) => {
    if (isOriginal(symmetry, c)) list.push(i);
    return list;
  }, []);
  const order = Int32Array.from(originals.sort((a, b) => piece[a] - piece[b] || a - b));
  const n = order.length;
  const cutter: Cutter = {
    ...table,
    factor,
    order,
    side: new Uint8Array(n),
    spare: new Int32Array(n),
    fits: [createLinearFit(nodes.count), createLinearFit(nodes.count)],
    images: symmetry.axes.map((d) =>
      Int32Array.from(lattice.cells, (c) => lattice.cellOf[imageOf(c, symmetry.dims, d)]),
    ),
    axes: symmetry.axes,
    union: [],
  };
  const parts: Part[] = [];
  for (let i = 0; i < n; i++) {
    if (i === 0 || piece[order[i]] !== piece[order[i - 1]])
      parts.push({ from: i, to: i, joined: planesOf(nodes, owner[order[i]]) });
    parts[parts.length - 1].to++;
  }
  const images = (joined: number): number => 1 << (symmetry.axes.length - bitsOf(joined));
  let count = 0;
  // Largest error first: keys are negative errors.
  const room = parts.length + most;
  const keys = new Float64Array(room);
  const heap = createCellHeap(room, room);
  const add = (r: number): void => {
    partFromImages(parts[r], lattice, symmetry, order);
    const { from, to, joined } = parts[r];
    count += images(joined);
    const cells = (to - from) << bitsOf(joined);
    const error = errorOf(cutter, parts[r]);
    keys[r] = -error;
    if (error > linearity * cells && cells > 1) heapPush(heap, keys, r);
  };
  for (let r = 0; r < parts.length; r++) add(r);
  while (heap.size > 0 && count < most) {
    const r = heapPop(heap, keys);
    const part = parts[r];
    const before = images(part.joined);
    const middle = cut(cutter, part);
    if (middle === part.from || middle === part.to) continue;
    count -= before;
    if (middle > part.from) {
      parts.push({ ...part, from: middle });
      part.to = middle;
      add(parts.length - 1);
    }
    add(r);
  }
  return gatherRegions(lattice, symmetry, order, parts, piece);
}

/** A region, or what of it is in the part of the body of which the rest are images. */
interface Part {
  /** order[from .. to) */
  from: number;
  to: number;
  /** Axes (bit d) at whose planes it is joined to its image: they are one region. */
  joined: number;
}

/** A region is one piece: what does not reach a plane is apart from its image there. */
function partFromImages(
  part: Part,
  { cells }: Lattice,
  { axes: planes, dims }: Symmetry,
  order: Int32Array,
): void {
  for (const d of planes) {
    if (((part.joined >> d) & 1) === 0) continue;
    let reaches = false;
    for (let i = part.from; i < part.to && !reaches; i++)
      reaches = 2 * coordinate(cells[order[i]], dims, d) === dims[d] - 2;
    if (!reaches) part.joined &= ~(1 << d);
  }
}

/** Axes (bit d) in whose planes of symmetry a node lies, or a region's middle. */
function planesOf({ symmetry, positions, regions, cells }: PlacedNodes, k: number): number {
  let mask = 0;
  for (const d of symmetry.axes) {
    const own = k < regions || symmetry.middle[d] === positions[3 * k + d];
    if (own && (k < regions || cells[k] >= 0)) mask |= 1 << d;
  }
  return mask;
}

/** Gradients of the shape functions at the cells' centres, as rows of a sparse table. */
interface Gradients {
  /** Places of the solid cells [cells], shape [cells, 3]. */
  readonly place: Float64Array;
  readonly ptr: Int32Array;
  readonly node: Int32Array;
  /** Shape [entries, components]. */
  readonly functions: Float64Array;
}

interface Cutter extends Gradients {
  readonly factor: Float64Array;
  readonly order: Int32Array;
  /** Side of the best cut, by position in `order`. */
  readonly side: Uint8Array;
  readonly spare: Int32Array;
  readonly fits: readonly [LinearFit, LinearFit];
  /** The axes with planes of symmetry, and the image of each solid cell at each. */
  readonly axes: readonly number[];
  readonly images: readonly Int32Array[];
  /** Scratch: a cell and its images in the same region. */
  readonly union: number[];
}

function errorOf(c: Cutter, { from, to, joined }: Part): number {
  clearFit(c.fits[0]);
  const o = 3 * c.order[from];
  for (let i = from; i < to; i++) {
    joinImages(c, c.order[i], joined);
    for (const cell of c.union) addCell(c, c.fits[0], cell, o);
  }
  return fitError(c.fits[0]);
}

/** c.union = a cell and its images at the planes of the axes that are joined. */
function joinImages({ union, axes, images }: Cutter, cell: number, joined: number): void {
  union.length = 0;
  union.push(cell);
  for (let a = 0; a < axes.length; a++) {
    if (((joined >> axes[a]) & 1) === 0) continue;
    for (let i = union.length - 1; i >= 0; i--) union.push(images[a][union[i]]);
  }
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
    c.functions,
    c.ptr[cell],
    c.ptr[cell + 1],
    c.factor[cell],
  );
}

const mean = new Float64Array(3);
const covariance = new Float64Array(9);
const values = new Float64Array(3);
const axes = new Float64Array(9);

/**
 * Sorts the cells of a region into two sides of the best plane, each in its old order; returns where the second begins.
 * The best may be to part it from its image: then its `joined` changes, and the cells are all on the second side (gives
 * part.from − 1).
 */
function cut(c: Cutter, part: Part): number {
  const { from, to, joined } = part;
  principalAxes(c, part);
  let least = Infinity;
  let parted = -1;
  for (let a = 0; a < 3; a++) {
    const plane = c.axes.find((d) => (joined >> d) & 1 && Math.abs(axes[3 * d + a]) > ACROSS);
    if (plane !== undefined) {
      // The other half is the image of this one, with the same error.
      const error = 2 * errorOf(c, { from, to, joined: joined & ~(1 << plane) });
      if (!(error < least * (1 - 1e-9))) continue;
      least = error;
      parted = plane;
      continue;
    }
    for (const at of CUTS) {
      tick('integration points');
      const offset = at * Math.sqrt(Math.max(0, values[a]));
      clearFit(c.fits[0]);
      clearFit(c.fits[1]);
      const o = 3 * c.order[from];
      for (let i = from; i < to; i++) {
        const fit = c.fits[above(c.place, c.order[i], a, offset)];
        joinImages(c, c.order[i], joined);
        for (const cell of c.union) addCell(c, fit, cell, o);
      }
      if (c.fits[0].count === 0 || c.fits[1].count === 0) continue;
      const error = fitError(c.fits[0]) + fitError(c.fits[1]);
      // Equal cuts differ by rounding only: the first one stays, whatever the last bit says.
      if (!(error < least * (1 - 1e-9))) continue;
      least = error;
      parted = -1;
      for (let i = from; i < to; i++) c.side[i] = above(c.place, c.order[i], a, offset);
    }
  }
  if (least === Infinity) return from;
  if (parted >= 0) {
    part.joined &= ~(1 << parted);
    return from - 1;
  }
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

/** mean, axes (columns) and values (variances, largest first) of a region, in cells. */
function principalAxes(c: Cutter, { from, to, joined }: Part): void {
  const { place, order } = c;
  const n = (to - from) << bitsOf(joined);
  mean.fill(0);
  covariance.fill(0);
  for (let i = from; i < to; i++) {
    joinImages(c, order[i], joined);
    for (const cell of c.union) for (let d = 0; d < 3; d++) mean[d] += place[3 * cell + d] / n;
  }
  for (let i = from; i < to; i++) {
    joinImages(c, order[i], joined);
    for (const cell of c.union) {
      for (let p = 0; p < 3; p++) {
        for (let q = p; q < 3; q++) {
          covariance[3 * p + q] +=
            ((place[3 * cell + p] - mean[p]) * (place[3 * cell + q] - mean[q])) / n;
        }
      }
    }
  }
  eigen3(values, 0, axes, 0, covariance, 0);
}

/**
 * Gradients of the shape functions over each cell, times how far its node is, in distances between nodes: a turn of the
 * node moves what is far from it by so much more.
 */
function cellGradients(lattice: Lattice, shape: Shape, nodes: PlacedNodes): Gradients {
  const { dims } = lattice.grid;
  const n = lattice.cells.length;
  const place = new Float64Array(3 * n);
  const ptr = new Int32Array(n + 1);
  const node: number[] = [];
  const functions: number[] = [];
  const cell = createCellShape(nodes.count);
  let volume = 0;
  for (const v of lattice.volume) volume += v;
  const spacing = cbrt(volume / nodes.count);
  for (let i = 0; i < n; i++) {
    tickEvery(i, 'integration points');
    for (let d = 0; d < 3; d++) place[3 * i + d] = coordinate(lattice.cells[i], dims, d);
    loadCell(cell, lattice, shape, i);
    for (let k = 0; k < cell.count; k++) {
      let far = spacing * spacing;
      for (let d = 0; d < 3; d++) {
        const x = cell.centre[d] - nodes.positions[3 * cell.node[k] + d];
        far += x * x;
      }
      far = Math.sqrt(far);
      node.push(cell.node[k]);
      for (let d = 0; d < 3; d++) {
        let slope = 0;
        for (let s = 0; s < 8; s++)
          slope += (((s >> d) & 1 ? 0.25 : -0.25) * cell.corner[8 * k + s]) / cell.width[d];
        functions.push(slope * far);
      }
    }
    ptr[i + 1] = node.length;
  }
  return { place, ptr, node: Int32Array.from(node), functions: Float64Array.from(functions) };
}

/**
 * The node with the largest weight in each solid cell; of a node and its image the one on the cell's side of the plane.
 */
function findOwners(lattice: Lattice, shape: Shape, nodes: PlacedNodes): Int32Array {
  const cell = createCellShape(nodes.count);
  return Int32Array.from(lattice.cells, (_, i) => {
    loadCell(cell, lattice, shape, i);
    let best = -1;
    let most = -Infinity;
    let near = Infinity;
    for (let k = 0; k < cell.count; k++) {
      let weight = 0;
      for (let s = 0; s < 8; s++) weight += cell.corner[8 * k + s];
      let square = 0;
      for (let d = 0; d < 3; d++) {
        const x = cell.centre[d] - nodes.positions[3 * cell.node[k] + d];
        square += x * x;
      }
      const equal = Math.abs(weight - most) < 1e-9;
      if (equal ? square > near || (square === near && cell.node[k] > best) : weight < most)
        continue;
      best = cell.node[k];
      most = weight;
      near = square;
    }
    return best;
  });
}

/**
 * Numbers the cells of nodes: a free node has one, and a region node one for each connected piece, since it may have
 * most weight at points far from each other (the feet of many legs on one ground) that have nothing to do with one
 * another.
 */
function findPieces(
  { grid, cells, cellOf }: Lattice,
  owner: Int32Array,
  { regions, count }: PlacedNodes,
): Int32Array {
  const { dims } = grid;
  const stride = [1, dims[0], dims[0] * dims[1]];
  const piece = Int32Array.from(owner, (k) => (k < regions ? -1 : k));
  const stack: number[] = [];
  let next = count;
  for (let first = 0; first < cells.length; first++) {
    if (piece[first] >= 0) continue;
    piece[first] = next;
    stack.push(first);
    for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
      for (let d = 0; d < 3; d++) {
        const x = coordinate(cells[i], dims, d);
        for (const step of [-1, 1]) {
          if (x + step < 0 || x + step >= dims[d]) continue;
          const beside = cellOf[cells[i] + step * stride[d]];
          if (beside < 0 || piece[beside] >= 0 || owner[beside] !== owner[i]) continue;
          piece[beside] = next;
          stack.push(beside);
        }
      }
    }
    next++;
  }
  return piece;
}

/**
 * All regions with their images, in the order of their smallest cell, so that neighbours in memory are neighbours in
 * space.
 */
function gatherRegions(
  lattice: Lattice,
  symmetry: Symmetry,
  order: Int32Array,
  parts: readonly Part[],
  piece: Int32Array,
): Regions {
  const lists: number[][] = [];
  const all = allAxes(symmetry);
  for (const { from, to, joined } of parts) {
    const copies: number[][] = [];
    for (let i = from; i < to; i++) {
      imagesOf(symmetry, lattice.cells[order[i]], all & ~joined).forEach((c, copy) => {
        if (i === from) copies.push([]);
        for (const one of imagesOf(symmetry, c, joined)) copies[copy].push(lattice.cellOf[one]);
      });
    }
    for (const list of copies) lists.push(list.sort((a, b) => a - b));
  }
  lists.sort((a, b) => a[0] - b[0]);
  const ptr = new Int32Array(lists.length + 1);
  lists.forEach((list, r) => {
    ptr[r + 1] = ptr[r] + list.length;
  });
  return {
    count: lists.length,
    ptr,
    cells: Int32Array.from(lists.flat()),
    piece: Int32Array.from(lists, (list) => piece[list[0]]),
  };
}
