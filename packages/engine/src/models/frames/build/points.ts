import { cellCentre } from '../../../geometry/voxels/voxelize.ts';
import { eigen3 } from '../../../math/eigen3.ts';
import type { IntegrationPoints } from '../model.ts';
import {
  type CellShape,
  createCellShape,
  evaluateCell,
  GAUSS,
  GAUSS_PLACES,
  loadCell,
} from './cell.ts';
import type { Lattice } from './lattice.ts';
import { addMoments, createMoments } from './moments.ts';
import type { Regions } from './regions.ts';
import type { Shape } from './shape.ts';

/**
 * One integration point for each region. H_0 is the mean of ∂q/∂p̄ over the region; since φ is one continuous function over all
 * cells, this is the surface integral of q n, and sums over regions telescope: uniform stress is balanced exactly. H_a is the
 * mean of ξ_a ∂q/∂p̄, the best linear fit to what is left. `factor` is the stiffness factor of each solid cell, `cellVolume`
 * [m³] the share of the solid's volume that each cell stands for.
 */
export function buildPoints(
  lattice: Lattice,
  shape: Shape,
  nodes: number,
  regions: Regions,
  factor: Float64Array,
  cellVolume: number,
): IntegrationPoints {
  const points = allocate(lattice, shape, nodes, regions);
  const place = new Int32Array(nodes).fill(-1);
  const cell = createCellShape(nodes);
  for (let e = 0; e < regions.count; e++) {
    const count = regions.ptr[e + 1] - regions.ptr[e];
    points.volume[e] = count * cellVolume;
    for (let i = regions.ptr[e]; i < regions.ptr[e + 1]; i++)
      points.factor[e] += factor[regions.cells[i]] / count;
    measureRegion(points, e, lattice, regions);
    for (let i = points.ptr[e]; i < points.ptr[e + 1]; i++) place[points.node[i]] = i;
    for (let i = regions.ptr[e]; i < regions.ptr[e + 1]; i++) {
      loadCell(cell, lattice, shape, regions.cells[i]);
      cellCentre(at, 0, lattice.grid, lattice.cells[regions.cells[i]]);
      for (let g = 0; g < GAUSS; g++) {
        evaluateCell(cell, g, lattice.grid.cell);
        for (let d = 0; d < 3; d++) p[d] = at[d] + lattice.grid.cell * GAUSS_PLACES[3 * g + d];
        addGradients(points, e, cell, place, 1 / (GAUSS * count));
        addMoments(points, e, cell, place, p, cellVolume / GAUSS);
      }
    }
  }
  return points;
}

const at = new Float64Array(3);
/** A Gauss point [m] and 1. */
const p = Float64Array.of(0, 0, 0, 1);
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
    H: new Float64Array(48 * node.length),
    volume: new Float64Array(count),
    factor: new Float64Array(count),
    centre: new Float64Array(3 * count),
    axes: new Float64Array(9 * count),
    moments: createMoments(ptr),
  };
}

/** Centroid and principal axes of a region; each cell counts as the cube it is. */
function measureRegion(
  points: IntegrationPoints,
  e: number,
  { grid, cells }: Lattice,
  regions: Regions,
): void {
  const n = regions.ptr[e + 1] - regions.ptr[e];
  const { centre, axes } = points;
  for (let i = regions.ptr[e]; i < regions.ptr[e + 1]; i++) {
    cellCentre(at, 0, grid, cells[regions.cells[i]]);
    for (let d = 0; d < 3; d++) centre[3 * e + d] += at[d] / n;
  }
  covariance.fill(0);
  for (let i = regions.ptr[e]; i < regions.ptr[e + 1]; i++) {
    cellCentre(at, 0, grid, cells[regions.cells[i]]);
    for (let d = 0; d < 3; d++) at[d] -= centre[3 * e + d];
    for (let a = 0; a < 3; a++)
      for (let b = a; b < 3; b++) covariance[3 * a + b] += (at[a] * at[b]) / n;
  }
  for (let d = 0; d < 9; d += 4) covariance[d] += (grid.cell * grid.cell) / 12;
  eigen3(values, 0, axes, 9 * e, covariance, 0);
  // Columns as long as the standard deviation along them: p̄ = centre + axes·ξ.
  for (let d = 0; d < 9; d++) axes[9 * e + d] *= Math.sqrt(values[d % 3]);
}

/** Adds weight·ξ_a·∂q/∂p̄ at place p to H_a, with ξ_0 = 1; ∂q_k/∂p̄ = [p̄;1]∇φ_kᵀ + φ_k[I;0]. */
function addGradients(
  { H, centre, axes }: IntegrationPoints,
  e: number,
  { count, node, value, slope }: CellShape,
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
