import type { Allocator } from '../../../kernels/arena.ts';
import type { Kernels } from '../../../kernels/kernels.ts';
import type { Hierarchy } from '../model.ts';
import { ASK_EVERY } from '../numbers.ts';
import type { DenseBlock } from './dense.ts';
import type { LayerSystem } from './system.ts';

/**
 * How one sparse layer and the dense layers act on each other, H_cd, as found once at rest and turned since: a detail's
 * unknowns live in its parent's frame, those of a coarse layer in its own parent's, so a body that has turned sees
 * H_cd(rest) with the coarse unknowns turned into the frame of the detail, T = R_dᵀ R_c. Exact while a patch turns as a
 * whole; a preconditioner needs no more.
 */
export interface Coupling {
  readonly layer: number;
  /** Its first unknown in the detail block, and how many there are. */
  readonly from: number;
  readonly size: number;
  /** H_cd at rest, one row a dense unknown, shape [dense, size]; the same with all frames awake, if some can sleep. */
  readonly rest: Float64Array;
  readonly whole: Float64Array | null;
  /** The layer's part of the detail block's vectors. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Mean frame of every layer where this one is, their rotations, and T for every layer; shape [layers, 9]. */
  readonly mean: Float64Array;
  readonly rotation: Float64Array;
  readonly turn: Float64Array;
  readonly search: Float64Array;
}

export function allocateCoupling(
  a: Allocator,
  layers: number,
  dense: number,
  size: number,
  sleeping: boolean,
) {
  return {
    rest: a.f64(dense * size),
    whole: sleeping ? a.f64(dense * size) : null,
    mean: a.f64(9 * layers),
    rotation: a.f64(9 * layers),
    turn: a.f64(9 * layers),
    search: a.f64(4 * layers),
  };
}

/** T of every layer at the state last evaluated. */
export function findTurns(
  { layer, mean, rotation, turn, search }: Coupling,
  s: LayerSystem,
  dense: DenseBlock,
  kernels: Kernels,
): void {
  const { mass, weight, coupledMass, hierarchy } = s;
  const { ptr } = mass.rows[layer];
  const layers = hierarchy.layers.length;
  mean.fill(0);
  for (let k = 0; k < layers; k++) {
    if (k !== layer && dense.of[k] === 0) continue;
    const frame = mass.frame[k];
    for (let i = 0; i < coupledMass; i += ASK_EVERY) {
      if (ptr[i] === ptr[i + 1]) continue;
      for (let c = 0; c < 9; c++) mean[9 * k + c] += weight[i] * frame[9 * i + c];
    }
  }
  search.fill(0);
  kernels.extractRotations(search, rotation, mean, layers);
  const d = 9 * layer;
  for (let k = 0; k < layers; k++) {
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) {
        turn[9 * k + 3 * r + c] =
          rotation[d + r] * rotation[9 * k + c] +
          rotation[d + 3 + r] * rotation[9 * k + 3 + c] +
          rotation[d + 6 + r] * rotation[9 * k + 6 + c];
      }
    }
  }
}

/** out = T x over the rows of the dense block, or Tᵀ x; modes are in the detail's frame already. May be in place. */
export function turnDense(
  out: Float64Array,
  x: Float64Array,
  { turn }: Coupling,
  dense: DenseBlock,
  { layers, offset }: Hierarchy,
  back: boolean,
): void {
  const down = back ? 1 : 3;
  const across = back ? 3 : 1;
  let k = 0;
  for (let a = 0; a < dense.size; ) {
    while (dense.unknown[a] >= offset[k + 1]) k++;
    if (layers[k].form === 'modes') {
      out[a] = x[a];
      a++;
      continue;
    }
    const p = x[a];
    const q = x[a + 1];
    const w = x[a + 2];
    for (let r = 0; r < 3; r++) {
      const t = 9 * k + down * r;
      out[a + r] = turn[t] * p + turn[t + across] * q + turn[t + 2 * across] * w;
    }
    a += 3;
  }
}
