import type { Allocator } from '../../../kernels/arena.ts';
import type { FramesData } from '../model.ts';
import type { SetScratch, SetSizes } from '../step/active.ts';
import { type Contraction, contract, createContraction } from '../step/contraction.ts';
import { contractPoints, createSetPoints, type SetPoints } from '../step/points.ts';
import { canActivate } from './candidates.ts';

/** The active nodes and the ones that could join them (S = A ∪ AC): where the missing forces are looked for. */
export interface WideSet {
  readonly member: Uint8Array;
  /** Nodes that could be activated, the first `count` entries. */
  readonly candidates: Int32Array;
  count: number;
  readonly contraction: Contraction;
  /** All integration points as all nodes move them, as the set does, and the groups of them that are in use. */
  readonly source: SetPoints;
  readonly fine: SetPoints;
  readonly points: SetPoints;
  /** M_cc of each candidate as the set feels it, 4×4, shape [candidates, 16]. */
  readonly mass: Float64Array;
}

export function createWideSet(data: FramesData, sizes: SetSizes, allocator: Allocator): WideSet {
  return {
    member: allocator.u8(data.nodes),
    candidates: allocator.i32(data.nodes),
    count: 0,
    contraction: createContraction(data.nodes, sizes.contractionEntries, allocator),
    source: createSetPoints(data.points, data.points.node.length, allocator),
    fine: createSetPoints(data.points, sizes.pointEntries, allocator),
    points: createSetPoints(data.points, sizes.pointEntries, allocator),
    mass: allocator.f64(16 * data.nodes),
  };
}

/** Recomputes the set for the active nodes and the offsets of the others. */
export function chooseWideSet(
  wide: WideSet,
  data: FramesData,
  active: Uint8Array,
  offsets: Float64Array,
  scratch: SetScratch,
): void {
  wide.count = 0;
  for (let k = 0; k < data.nodes; k++) {
    const joins = canActivate(data, active, k);
    wide.member[k] = active[k] === 1 || joins ? 1 : 0;
    if (joins) wide.candidates[wide.count++] = k;
  }
  contract(wide.contraction, data, wide.member, offsets, scratch.contract);
  contractPoints(wide.fine, wide.source, data.points.count, wide.contraction, scratch.contract);
  for (let i = 0; i < wide.count; i++) ownMass(wide, data, i);
}

/** M_cc = Σ_kl W_k^c M_kl (W_l^c)ᵀ for the i-th candidate c. */
function ownMass(wide: WideSet, data: FramesData, i: number): void {
  const c = wide.candidates[i];
  const { W } = wide.contraction;
  const o = 16 * i;
  wide.mass.fill(0, o, o + 16);
  for (let k = c; k < data.nodes; k++) {
    const a = entryOf(wide.contraction, k, c);
    if (a < 0) continue;
    for (let e = data.massPtr[k]; e < data.massPtr[k + 1]; e++) {
      const b = entryOf(wide.contraction, data.massCols[e], c);
      if (b < 0) continue;
      for (let r = 0; r < 4; r++) {
        for (let s = 0; s < 4; s++) {
          let sum = 0;
          for (let p = 0; p < 4; p++) {
            for (let q = 0; q < 4; q++) {
              sum += W[16 * a + 4 * r + p] * data.mass[16 * e + 4 * p + q] * W[16 * b + 4 * s + q];
            }
          }
          wide.mass[o + 4 * r + s] += sum;
        }
      }
    }
  }
}

function entryOf({ ptr, cols }: Contraction, k: number, c: number): number {
  for (let e = ptr[k]; e < ptr[k + 1]; e++) if (cols[e] === c) return e;
  return -1;
}
