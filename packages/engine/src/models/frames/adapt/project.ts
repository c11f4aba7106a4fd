import type { Allocator } from '../../../kernels/arena.ts';
import type { Kernels } from '../../../kernels/kernels.ts';
import type { FramesData } from '../model.ts';
import type { ActiveSet } from '../step/active.ts';
import { gather } from '../step/contraction.ts';
import { createFactor, type Factor, factorLoaded, solveFactored } from '../step/factor.ts';
import { type MassData, massProduct } from '../step/mass.ts';
import { type BlockPattern, blockOf, createPattern, numberBlocks } from '../step/pattern.ts';

/** Added to the diagonal, relative to it: redundant frames make the mass matrix singular. */
const RIDGE = 1e-12;

/** Members whose mass, four rows each, makes one block of the factor. */
const SHARE = 3;

/** Scratch of `projectVelocity`: nodes vectors, the factor of the mass, and a column. */
export interface ProjectScratch {
  readonly momentum: Float64Array;
  readonly onSet: Float64Array;
  readonly factor: Factor;
  readonly column: Float64Array;
}

export function createProjectScratch(nodes: number, allocator: Allocator): ProjectScratch {
  const rows = Math.ceil(nodes / SHARE);
  return {
    momentum: allocator.f64(12 * nodes),
    onSet: allocator.f64(12 * nodes),
    factor: createFactor(createPattern(rows, allocator, true), rows, allocator),
    column: allocator.f64(12 * rows),
  };
}

/**
 * The velocity of the members that comes closest, in kinetic energy, to the velocity V of all nodes (12 numbers each):
 * v = (W M Wᵀ)⁻¹ W M V. Written back into V for the members. Momentum is kept, kinetic energy never grows.
 * Tournier et al. 2014, eq. 11.
 */
export function projectVelocity(
  V: Float64Array,
  data: FramesData,
  mass: MassData,
  set: ActiveSet,
  scratch: ProjectScratch,
  kernels: Kernels,
): void {
  const { momentum, onSet, factor, column: x } = scratch;
  massProduct(momentum, V, mass, kernels);
  onSet.fill(0);
  gather(onSet, momentum, set.contraction, data.nodes, kernels);
  loadMass(factor, set);
  const { size } = factor.pattern;
  if (factorLoaded(factor, kernels) < 12 * size) return;
  for (let r = 0; r < 3; r++) {
    x.fill(0, 0, 12 * size);
    for (let i = 0; i < set.count; i++) {
      for (let p = 0; p < 4; p++) x[4 * i + p] = onSet[12 * set.list[i] + 4 * r + p];
    }
    solveFactored(factor, x, kernels);
    // The ridge and rounding may cost a little momentum: a translation of the whole gives it back.
    let missing = 0;
    for (let k = 0; k < data.nodes; k++) {
      for (let p = 0; p < 4; p++) missing += V[12 * k + 4 * r + p] * data.massVector[4 * k + p];
    }
    for (let i = 0; i < 4 * set.count; i++) missing -= x[i] * set.massVector[i];
    for (let i = 0; i < set.count; i++) x[4 * i + 3] += missing / data.totalMass;
    for (let i = 0; i < set.count; i++) {
      for (let p = 0; p < 4; p++) V[12 * set.list[i] + 4 * r + p] = x[4 * i + p];
    }
  }
}

/**
 * The mass of a set, three members to a block, with the ridge; rows beyond the last member are those of the identity.
 */
function loadMass({ L, pattern }: Factor, { pattern: fine, mass, count }: ActiveSet): void {
  shareBlocks(pattern, fine);
  L.fill(0, 0, 144 * pattern.count);
  for (let i = 0; i < count; i++) {
    const row = Math.floor(i / SHARE);
    for (let e = fine.ptr[i]; e <= fine.ptr[i + 1]; e++) {
      const j = e < fine.ptr[i + 1] ? fine.cols[e] : i;
      const column = Math.floor(j / SHARE);
      const to = 144 * blockOf(pattern, row, column) + 48 * (i % SHARE) + 4 * (j % SHARE);
      const from = 16 * (e + i);
      for (let c = 0; c < 16; c++) L[to + 12 * (c >> 2) + (c & 3)] = mass[from + c];
    }
  }
  for (let d = 0; d < 12 * pattern.size; d++) {
    const row = Math.floor(d / 12);
    const at = 144 * blockOf(pattern, row, row) + 13 * (d % 12);
    // A root that nothing follows has no mass at all.
    L[at] = L[at] === 0 ? 1 : L[at] * (1 + RIDGE);
  }
}

/**
 * The pattern of blocks of three members: coupled if one member of each is. What fills in between single members is in
 * it.
 */
function shareBlocks(out: BlockPattern, { size, ptr, cols }: BlockPattern): void {
  const rows = Math.ceil(size / SHARE);
  let filled = 0;
  for (let row = 0; row < rows; row++) {
    const start = filled;
    out.ptr[row] = start;
    for (let e = ptr[SHARE * row]; e < ptr[Math.min(SHARE * row + SHARE, size)]; e++) {
      const column = Math.floor(cols[e] / SHARE);
      if (column === row) continue;
      let at = filled;
      while (at > start && out.cols[at - 1] > column) at--;
      if (at > start && out.cols[at - 1] === column) continue;
      out.cols.copyWithin(at + 1, at, filled++);
      out.cols[at] = column;
    }
  }
  out.ptr[rows] = filled;
  numberBlocks(out, rows);
}
