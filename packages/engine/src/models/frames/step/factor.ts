import type { Allocator } from '../../../kernels/arena.ts';
import type { Kernels } from '../../../kernels/kernels.ts';
import type { ActiveSet } from './active.ts';

/** With so many members or fewer all pairs count as coupled: there is nothing to gain by looking. */
const DENSE = 16;

/**
 * How the step matrix of a set is factored: its members in an order that fills in little, and for each the earlier ones that its
 * row of the factor has a block for. Changes only when the set or its points do.
 */
export interface FactorPlan {
  size: number;
  /** Member at each place of the order, and the place of each member. */
  readonly order: Int32Array;
  readonly place: Int32Array;
  /** Blocks of row i: cols[ptr[i] .. ptr[i+1]), ascending, all below i. */
  readonly ptr: Int32Array;
  readonly cols: Int32Array;
  /** The factor's blocks, row by row with the diagonal one last; see the kernel `gatherBlocks`. */
  readonly L: Float64Array;
  readonly common: Int32Array;
  /** A vector in the factor's order. */
  readonly x: Float64Array;
  readonly scratch: PlanScratch;
}

interface PlanScratch {
  /** One bit for each pair of members that are coupled, shape [nodes, words]. */
  readonly bits: Int32Array;
  /** The members of one point, as bits. */
  readonly mask: Int32Array;
  /** Coupled members that are not eliminated yet. */
  readonly degree: Int32Array;
  /** Places at which a member's row got a block, shape [nodes, nodes], and how many. */
  readonly rows: Int32Array;
  readonly filled: Int32Array;
}

/** L is room for 72·nodes·(nodes + 1) numbers. */
export function createFactorPlan(nodes: number, L: Float64Array, allocator: Allocator): FactorPlan {
  return {
    size: 0,
    order: allocator.i32(nodes),
    place: allocator.i32(nodes),
    ptr: allocator.i32(nodes + 1),
    cols: allocator.i32((nodes * (nodes - 1)) / 2),
    L,
    common: allocator.i32(2 * nodes),
    x: allocator.f64(12 * nodes),
    scratch: {
      bits: allocator.i32(nodes * Math.ceil(nodes / 32)),
      mask: allocator.i32(Math.ceil(nodes / 32)),
      degree: allocator.i32(nodes),
      rows: allocator.i32(nodes * nodes),
      filled: allocator.i32(nodes),
    },
  };
}

type PlannedSet = Pick<ActiveSet, 'count' | 'index' | 'points' | 'mass'>;

/** Plans for a set and its points, the first `points` of them. */
export function planFactor(plan: FactorPlan, set: PlannedSet, points: number): void {
  const n = set.count;
  const { ptr, cols, order, place } = plan;
  plan.size = n;
  if (n > DENSE) {
    findCouplings(plan, set, points);
    eliminate(plan);
    return;
  }
  let filled = 0;
  for (let i = 0; i < n; i++) {
    order[i] = i;
    place[i] = i;
    ptr[i] = filled;
    for (let j = 0; j < i; j++) cols[filled++] = j;
  }
  ptr[n] = filled;
}

/** Members are coupled that move the same point, or share mass. */
function findCouplings({ size: n, scratch }: FactorPlan, set: PlannedSet, points: number): void {
  const { bits, mask } = scratch;
  const { index, mass } = set;
  const { ptr, node } = set.points;
  const words = (n + 31) >> 5;
  bits.fill(0, 0, n * words);
  for (let e = 0; e < points; e++) {
    mask.fill(0, 0, words);
    for (let a = ptr[e]; a < ptr[e + 1]; a++) {
      const i = index[node[a]];
      mask[i >> 5] |= 1 << (i & 31);
    }
    for (let a = ptr[e]; a < ptr[e + 1]; a++) {
      const row = words * index[node[a]];
      for (let w = 0; w < words; w++) bits[row + w] |= mask[w];
    }
  }
  for (let i = 0; i < n; i++) {
    const row = 4 * n * (4 * i + 3) + 3;
    for (let j = 0; j < n; j++) {
      if (mass[row + 4 * j] !== 0) bits[words * i + (j >> 5)] |= 1 << (j & 31);
    }
  }
  for (let i = 0; i < n; i++) bits[words * i + (i >> 5)] &= ~(1 << (i & 31));
}

/** Eliminates one by one the member with the fewest coupled ones left (the first of equals); those become coupled with each other. */
function eliminate({ size: n, order, place, ptr, cols, scratch }: FactorPlan): void {
  const { bits, degree, rows, filled } = scratch;
  const words = (n + 31) >> 5;
  for (let i = 0; i < n; i++) {
    place[i] = -1;
    filled[i] = 0;
    degree[i] = countBits(bits, words * i, words);
  }
  for (let t = 0; t < n; t++) {
    let next = -1;
    for (let i = 0; i < n; i++) {
      if (place[i] < 0 && (next < 0 || degree[i] < degree[next])) next = i;
    }
    order[t] = next;
    place[next] = t;
    const own = words * next;
    for (let i = 0; i < n; i++) {
      if (((bits[own + (i >> 5)] >> (i & 31)) & 1) === 0) continue;
      rows[n * i + filled[i]++] = t;
      const row = words * i;
      for (let w = 0; w < words; w++) bits[row + w] |= bits[own + w];
      bits[row + (i >> 5)] &= ~(1 << (i & 31));
      bits[row + (next >> 5)] &= ~(1 << (next & 31));
      degree[i] = countBits(bits, row, words);
    }
  }
  let at = 0;
  for (let t = 0; t < n; t++) {
    ptr[t] = at;
    const i = order[t];
    for (let k = 0; k < filled[i]; k++) cols[at++] = rows[n * i + k];
  }
  ptr[n] = at;
}

function countBits(bits: Int32Array, from: number, words: number): number {
  let count = 0;
  for (let w = from; w < from + words; w++) {
    let b = bits[w];
    b -= (b >>> 1) & 0x55555555;
    b = (b & 0x33333333) + ((b >>> 2) & 0x33333333);
    count += Math.imul((b + (b >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}

/** Takes the members' matrix (dense, lower blocks) to where it will be factored. */
export function gatherMatrix(plan: FactorPlan, matrix: Float64Array, kernels: Kernels): void {
  kernels.gatherBlocks(plan.L, matrix, plan.size, plan.order, plan.ptr, plan.cols);
}

/** Factors what was gathered, and perhaps changed since. */
export function factorPlanned(plan: FactorPlan, kernels: Kernels): void {
  kernels.blockFactor(plan.L, plan.size, plan.ptr, plan.cols, plan.common);
}

/** Where block (i, j) of the factor's rows begins in L, −1 if there is none; j ≤ i. */
export function blockAt({ ptr, cols }: FactorPlan, i: number, j: number): number {
  if (i === j) return 144 * (ptr[i + 1] + i);
  for (let e = ptr[i]; e < ptr[i + 1]; e++) if (cols[e] === j) return 144 * (e + i);
  return -1;
}

/** Rows and columns of one member become those of the identity. Between gathering and factoring. */
export function decoupleMember(plan: FactorPlan, member: number): void {
  const { size, place, L } = plan;
  const own = place[member];
  for (let other = 0; other < size; other++) {
    const at = blockAt(plan, Math.max(own, other), Math.min(own, other));
    if (at < 0) continue;
    for (let k = 0; k < 144; k++) L[at + k] = other === own && k % 13 === 0 ? 1 : 0;
  }
}

/** z = A⁻¹ r, both in the order of the members. */
export function solveFactored(
  plan: FactorPlan,
  z: Float64Array,
  r: Float64Array,
  kernels: Kernels,
): void {
  const { size, order, ptr, cols, L, x } = plan;
  for (let i = 0; i < size; i++) {
    const from = 12 * order[i];
    for (let c = 0; c < 12; c++) x[12 * i + c] = r[from + c];
  }
  kernels.blockSolve(x, L, size, ptr, cols);
  for (let i = 0; i < size; i++) {
    const to = 12 * order[i];
    for (let c = 0; c < 12; c++) z[to + c] = x[12 * i + c];
  }
}
