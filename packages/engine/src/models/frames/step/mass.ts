import type { Allocator } from '../../../kernels/arena.ts';
import type { Kernels } from '../../../kernels/kernels.ts';
import type { FramesData } from '../model.ts';
import type { Contraction } from './contraction.ts';

export type MassData = Pick<FramesData, 'nodes' | 'massPtr' | 'massCols' | 'mass'>;

/** Room for a copy of the mass where kernels reach it. */
export function createMass(data: MassData, allocator: Allocator): MassData {
  return {
    nodes: data.nodes,
    massPtr: allocator.i32(data.massPtr.length),
    massCols: allocator.i32(data.massCols.length),
    mass: allocator.f64(data.mass.length),
  };
}

export function copyMass(to: MassData, from: MassData): void {
  to.massPtr.set(from.massPtr);
  to.massCols.set(from.massCols);
  to.mass.set(from.mass);
}

/** out_k = Σ_l x_l M_lk for every node, 3×4 each: momentum that belongs to velocities x. */
export function massProduct(
  out: Float64Array,
  x: Float64Array,
  { nodes, massPtr, massCols, mass }: MassData,
  kernels: Kernels,
): void {
  kernels.frameMassProduct(out, massPtr, massCols, mass, x, nodes);
}

/** out_j = Σ_k W_k^j m_k: vectors of four numbers a node, as the set feels them; shape [n, 4]. */
export function contractVector(
  out: Float64Array,
  vector: Float64Array,
  contraction: Contraction,
  index: Int32Array,
  nodes: number,
  n: number,
): void {
  const { ptr, cols, W } = contraction;
  out.fill(0, 0, 4 * n);
  for (let k = 0; k < nodes; k++) {
    for (let f = ptr[k]; f < ptr[k + 1]; f++) {
      const o = 4 * index[cols[f]];
      for (let r = 0; r < 4; r++) {
        let sum = 0;
        for (let c = 0; c < 4; c++) sum += W[16 * f + 4 * r + c] * vector[4 * k + c];
        out[o + r] += sum;
      }
    }
  }
}
