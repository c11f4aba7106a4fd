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

/**
 * The mass matrix as the set feels it: out = W M Wᵀ, dense [4n, 4n], with n members numbered by `index` (node → member, −1
 * for none). `half` is scratch of 16 numbers a member.
 */
export function contractMass(
  out: Float64Array,
  data: MassData,
  contraction: Contraction,
  index: Int32Array,
  n: number,
  half: Float64Array,
): void {
  const { ptr, cols, W } = contraction;
  const stride = 4 * n;
  out.fill(0, 0, stride * stride);
  for (let k = 0; k < data.nodes; k++) {
    // half_j = Σ_l M_kl (W_l^j)ᵀ, then out_ij += W_k^i half_j.
    half.fill(0, 0, 16 * n);
    for (let e = data.massPtr[k]; e < data.massPtr[k + 1]; e++) {
      const l = data.massCols[e];
      for (let f = ptr[l]; f < ptr[l + 1]; f++) {
        timesTransposed(half, 16 * index[cols[f]], data.mass, 16 * e, W, 16 * f);
      }
    }
    for (let f = ptr[k]; f < ptr[k + 1]; f++) {
      const i = index[cols[f]];
      for (let j = 0; j < n; j++)
        addProduct(out, 4 * i * stride + 4 * j, stride, W, 16 * f, half, 16 * j);
    }
  }
}

/** out += A Bᵀ, 4×4. */
function timesTransposed(
  out: Float64Array,
  o: number,
  A: Float64Array,
  a: number,
  B: Float64Array,
  b: number,
): void {
  for (let r = 0; r < 4; r++) {
    for (let c = 0; c < 4; c++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += A[a + 4 * r + k] * B[b + 4 * c + k];
      out[o + 4 * r + c] += sum;
    }
  }
}

/** out += A B, 4×4, out a block of a matrix with the given row stride. */
function addProduct(
  out: Float64Array,
  o: number,
  stride: number,
  A: Float64Array,
  a: number,
  B: Float64Array,
  b: number,
): void {
  for (let r = 0; r < 4; r++) {
    for (let c = 0; c < 4; c++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += A[a + 4 * r + k] * B[b + 4 * k + c];
      out[o + r * stride + c] += sum;
    }
  }
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
