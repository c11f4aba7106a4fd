import { tickEvery } from '../../../core/watch.ts';
import { eigen3 } from '../../../math/eigen3.ts';
import type { IntegrationPoints } from '../model.ts';
import { ALIKE_STIFFNESS } from '../numbers.ts';
import { type CellShape, createCellShape, evaluateCell, GAUSS, loadCell } from './cell.ts';
import { cellWidths, centreOf, type Lattice } from './lattice.ts';
import type { Regions } from './regions.ts';
import type { Shape } from './shape.ts';

/**
 * One integration point for each region. H_0 is the mean of ∂q/∂p̄ over the region; since φ is one continuous function
 * over all cells, this is the surface integral of q n, and sums over regions telescope: uniform stress is balanced
 * exactly. H_a is the mean of ξ_a ∂q/∂p̄, the best linear fit to what is left. `factor` is the stiffness factor of each
 * solid cell: matter counts by its stiffness in all these means, so that an affine change of strain across a region has
 * the energy it has with the field as it is. Tournier et al. 2014, eq. 15.
 */
export function buildPoints(
  lattice: Lattice,
  shape: Shape,
  nodes: number,
  regions: Regions,
  factor: Float64Array,
): IntegrationPoints {
  const points = allocate(lattice, shape, nodes, regions);
  const place = new Int32Array(nodes).fill(-1);
  const cell = createCellShape(nodes);
  for (let e = 0; e < regions.count; e++) {
    let weight = 0;
    for (let i = regions.ptr[e]; i < regions.ptr[e + 1]; i++) {
      const c = regions.cells[i];
      points.volume[e] += lattice.volume[c];
      weight += lattice.volume[c] * factor[c];
    }
    points.factor[e] = weight / points.volume[e];
    measureRegion(points, e, lattice, regions, factor, weight);
    for (let i = points.ptr[e]; i < points.ptr[e + 1]; i++) place[points.node[i]] = i;
    for (let i = regions.ptr[e]; i < regions.ptr[e + 1]; i++) {
      const c = regions.cells[i];
      tickEvery(i, 'integration points');
      loadCell(cell, lattice, shape, c);
      for (let g = 0; g < GAUSS; g++) {
        evaluateCell(cell, g);
        addGradients(points, e, cell, place, (lattice.volume[c] * factor[c]) / (GAUSS * weight));
      }
    }
  }
  numberCells(points, regions.piece);
  return points;
}

/** Numbers the cells: the points of one piece of a node's own, in parts of like stiffness. */
function numberCells({ cell, factor, count }: IntegrationPoints, piece: Int32Array): void {
  const order = Array.from({ length: count }, (_, e) => e).sort(
    (a, b) => piece[a] - piece[b] || factor[a] - factor[b] || a - b,
  );
  let cells = 0;
  let softest = 0;
  order.forEach((e, i) => {
    const next =
      i > 0 && (piece[e] !== piece[order[i - 1]] || factor[e] > ALIKE_STIFFNESS * softest);
    if (next) cells++;
    if (next || i === 0) softest = factor[e];
    cell[e] = cells;
  });
}

const at = new Float64Array(3);
const width = new Float64Array(3);
const xi = new Float64Array(4);
const covariance = new Float64Array(9);
const values = new Float64Array(3);

/** Influences of every region: the nodes of its cells' corners, ascending; and room for the rest. */
function allocate(
  lattice: Lattice,
  shape: Shape,
  nodes: number,
  regions: Regions,
): IntegrationPoints {
  const { count } = regions;
  const ptr = new Int32Array(count + 1);
  const node: number[] = [];
  const seen = new Int32Array(nodes).fill(-1);
  for (let e = 0; e < count; e++) {
    const own: number[] = [];
    for (let i = regions.ptr[e]; i < regions.ptr[e + 1]; i++) {
      for (let s = 0; s < 8; s++) {
        const point = lattice.corners[8 * regions.cells[i] + s];
        for (let f = shape.ptr[point]; f < shape.ptr[point + 1]; f++) {
          if (seen[shape.node[f]] === e) continue;
          seen[shape.node[f]] = e;
          own.push(shape.node[f]);
        }
      }
    }
    for (const k of own.sort((a, b) => a - b)) node.push(k);
    ptr[e + 1] = node.length;
  }
  return {
    count,
    ptr,
    node: Int32Array.from(node),
    cell: new Int32Array(count),
    H: new Float64Array(48 * node.length),
    volume: new Float64Array(count),
    factor: new Float64Array(count),
    centre: new Float64Array(3 * count),
    axes: new Float64Array(9 * count),
  };
}

/** Centroid and principal axes of a region; each cell counts as the box that is filled of it, by its stiffness. */
function measureRegion(
  points: IntegrationPoints,
  e: number,
  lattice: Lattice,
  regions: Regions,
  factor: Float64Array,
  weight: number,
): void {
  const { centre, axes } = points;
  for (let i = regions.ptr[e]; i < regions.ptr[e + 1]; i++) {
    const c = regions.cells[i];
    const w = (lattice.volume[c] * factor[c]) / weight;
    middleOfCell(lattice, c);
    for (let d = 0; d < 3; d++) centre[3 * e + d] += w * at[d];
  }
  covariance.fill(0);
  for (let i = regions.ptr[e]; i < regions.ptr[e + 1]; i++) {
    const c = regions.cells[i];
    const w = (lattice.volume[c] * factor[c]) / weight;
    middleOfCell(lattice, c);
    for (let d = 0; d < 3; d++) {
      at[d] -= centre[3 * e + d];
      const spread = lattice.fill.spread[3 * c + d] * width[d];
      covariance[4 * d] += w * spread * spread;
    }
    for (let a = 0; a < 3; a++)
      for (let b = a; b < 3; b++) covariance[3 * a + b] += w * at[a] * at[b];
  }
  eigen3(values, 0, axes, 9 * e, covariance, 0);
  // Columns as long as the standard deviation along them: p̄ = centre + axes·ξ.
  for (let d = 0; d < 9; d++) axes[9 * e + d] *= Math.sqrt(values[d % 3]);
}

/** at = the middle of what is filled of solid cell c, width = its edges [m]. */
function middleOfCell({ planes, grid, cells, fill }: Lattice, c: number): void {
  centreOf(at, 0, planes, grid.dims, cells[c]);
  cellWidths(width, planes, grid.dims, cells[c]);
  for (let d = 0; d < 3; d++) at[d] += (fill.middle[3 * c + d] - 0.5) * width[d];
}

/**
 * Adds weight·ξ_a·∂q/∂p̄ at the place where the cell was evaluated to H_a, with ξ_0 = 1; ∂q_k/∂p̄ = [p̄;1]∇φ_kᵀ +
 * φ_k[I;0].
 */
function addGradients(
  { H, centre, axes }: IntegrationPoints,
  e: number,
  { count, node, value, slope, at: p }: CellShape,
  place: Int32Array,
  weight: number,
): void {
  xi[0] = weight;
  for (let a = 0; a < 3; a++) {
    let along = 0;
    let square = 0;
    for (let d = 0; d < 3; d++) {
      const axis = axes[9 * e + 3 * d + a];
      along += axis * (p[d] - centre[3 * e + d]);
      square += axis * axis;
    }
    xi[a + 1] = (weight * along) / square;
  }
  for (let k = 0; k < count; k++) {
    const h = 48 * place[node[k]];
    for (let r = 0; r < 4; r++) {
      for (let c = 0; c < 3; c++) {
        const g = p[r] * slope[3 * k + c] + (r === c ? value[k] : 0);
        const o = h + 3 * r + c;
        H[o] += xi[0] * g;
        H[o + 12] += xi[1] * g;
        H[o + 24] += xi[2] * g;
        H[o + 36] += xi[3] * g;
      }
    }
  }
}
