import { tickEvery } from '../../../core/watch.ts';
import type { FramesData } from '../model.ts';
import { createCellShape, evaluateCell, GAUSS, loadCell } from './cell.ts';
import type { Lattice } from './lattice.ts';
import type { Shape } from './shape.ts';

type Mass = Pick<FramesData, 'massPtr' | 'massCols' | 'mass' | 'massVector'>;

/**
 * M_kl = ∫ ρ φ_k φ_l [p̄;1][p̄;1]ᵀ and Σ m q_k over the voxels, φ trilinear in each: eight points a cell, so that
 * volume, centre and second moments of what is filled count fully. `density` ρ in kg/m³. Tournier et al. 2014, eq. 2.
 */
export function buildMass(lattice: Lattice, shape: Shape, nodes: number, density: number): Mass {
  const slot = pairSlots(lattice, shape, nodes);
  const { massPtr, massCols } = slot;
  const mass = new Float64Array(16 * massCols.length);
  const massVector = new Float64Array(4 * nodes);
  const cell = createCellShape(nodes);
  for (let i = 0; i < lattice.cells.length; i++) {
    tickEvery(i, 'mass');
    loadCell(cell, lattice, shape, i);
    const m = (density * lattice.volume[i]) / GAUSS;
    for (let g = 0; g < GAUSS; g++) {
      evaluateCell(cell, g);
      addPoint(mass, massVector, slot.of, nodes, cell, m);
    }
  }
  mirror(mass, massPtr, massCols, slot.of, nodes);
  return { massPtr, massCols, mass, massVector };
}

/** Adds m q_k q_lᵀ for l ≥ k, upper triangles only, and m q_k, at the place where the cell was evaluated. */
function addPoint(
  mass: Float64Array,
  vector: Float64Array,
  slotOf: Int32Array,
  nodes: number,
  { count, node, value, at: p }: ReturnType<typeof createCellShape>,
  m: number,
): void {
  for (let a = 0; a < count; a++) {
    const k = node[a];
    const own = m * value[a];
    for (let d = 0; d < 4; d++) vector[4 * k + d] += own * p[d];
    for (let b = 0; b < count; b++) {
      if (node[b] < k) continue;
      const w = own * value[b];
      const o = 16 * slotOf[nodes * k + node[b]];
      for (let r = 0; r < 4; r++) {
        const wr = w * p[r];
        for (let c = r; c < 4; c++) mass[o + 4 * r + c] += wr * p[c];
      }
    }
  }
}

/** Every block is symmetric, and M_lk = M_kl. */
function mirror(
  mass: Float64Array,
  ptr: Int32Array,
  cols: Int32Array,
  slotOf: Int32Array,
  nodes: number,
): void {
  for (let k = 0; k < nodes; k++) {
    for (let e = ptr[k]; e < ptr[k + 1]; e++) {
      const l = cols[e];
      const from = 16 * (l >= k ? e : slotOf[nodes * l + k]);
      for (let r = 0; r < 4; r++) {
        for (let c = 0; c < 4; c++) {
          mass[16 * e + 4 * r + c] = mass[from + 4 * Math.min(r, c) + Math.max(r, c)];
        }
      }
    }
  }
}

/** Block CSR over pairs of nodes that share a cell; of[k·nodes + l] is the block's number. */
function pairSlots(
  lattice: Lattice,
  shape: Shape,
  nodes: number,
): { massPtr: Int32Array; massCols: Int32Array; of: Int32Array } {
  const of = new Int32Array(nodes * nodes).fill(-1);
  const cell = createCellShape(nodes);
  for (let i = 0; i < lattice.cells.length; i++) {
    tickEvery(i, 'mass');
    loadCell(cell, lattice, shape, i);
    for (let a = 0; a < cell.count; a++)
      for (let b = 0; b < cell.count; b++) of[nodes * cell.node[a] + cell.node[b]] = 0;
  }
  const massPtr = new Int32Array(nodes + 1);
  const cols: number[] = [];
  for (let k = 0; k < nodes; k++) {
    for (let l = 0; l < nodes; l++) {
      if (of[nodes * k + l] < 0) continue;
      of[nodes * k + l] = cols.length;
      cols.push(l);
    }
    massPtr[k + 1] = cols.length;
  }
  return { massPtr, massCols: Int32Array.from(cols), of };
}
