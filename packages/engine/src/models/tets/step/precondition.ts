import type { Kernels } from '../../../kernels/kernels.ts';
import type { Front } from '../front/front.ts';
import type { TetsMemory } from '../memory.ts';
import type { TetsData } from '../model.ts';
import { factorSpace, keepSpaces, solveSpace } from './spaces.ts';
import { createTransfer, fillTransfer, follow, handOn, type Transfer } from './transfer.ts';

/** An approximate inverse of A on the free vertices. */
export interface Preconditioner {
  /** For A = (1+αh)M + scale·K; `massFactor` is 1+αh. */
  prepare(scale: number, massFactor: number): void;
  /** The set of held vertices has changed. */
  invalidate(): void;
  /** Brings the two below up to date with the front. */
  ready(): void;
  /**
   * One over the diagonal of each level's matrix, zero where it has no say; level l from repStart[l] on, by place in
   * the front.
   */
  readonly inverseDiagonal: Float64Array;
  readonly transfer: Transfer;
  /** Which of the spaces that have a factor is used; after `ready`. */
  readonly space: number;
  /** z ≈ A⁻¹ r, zero at held vertices; with `turned` false as if no element were turned. */
  apply(z: Float64Array, r: Float64Array, turned: boolean): void;
}

/**
 * All levels at once (Bramble, Pasciak and Xu): a residual is handed down the tree, every level adds what its own
 * diagonal says, a coarse space that bends (build/coarse.ts) with the kept factor of its undeformed matrix turned
 * with the material, and the corrections are added up on the way back. The tree is all it needs, so a new front costs
 * nothing; it is symmetric and positive whatever the front. Diagonals are those of the undeformed levels, one number a
 * vertex: turning does not change them. A level corrects its own vertices and those with no coarser element around
 * them: next to one, vertices that follow move along, and the diagonal of the level would be too small.
 */
export function createPreconditioner(
  data: TetsData,
  memory: TetsMemory,
  front: Front,
  kernels: Kernels,
  matter: { readonly stiffness: number },
): Preconditioner {
  const { tree, repStart, repMass, repStiffness } = data;
  const { corrections, held, vertexOf, X, least } = memory;
  const kept = keepSpaces(data, memory);
  let scale = 0;
  let massFactor = 0;
  /** Found for front number `stamp`. */
  const inverseDiagonal = new Float64Array(repMass.length);
  let stamp = -1;
  let now = 0;
  /** For front number `known`. */
  const transfer = createTransfer(data);
  let known = -1;

  /** The finest space that the front fills by half: what it has beyond the front costs time and helps nothing. */
  const chooseSpace = (): void => {
    now = 0;
    for (let s = 1; s < kept.length; s++)
      if (2 * front.freeUpTo[kept[s].level] >= kept[s].firm.length) now = s;
    const space = kept[now];
    if (space.scale !== scale || space.mass !== massFactor)
      factorSpace(space, data, held, kernels, scale, massFactor);
  };

  const findInverseDiagonal = (): void => {
    const before = now;
    chooseSpace();
    for (let l = kept[now].level + 1; l <= tree.levels; l++) {
      const rep = repStart[l];
      for (let i = 0; i < front.freeUpTo[l]; i++) {
        const c = rep + vertexOf[i];
        const on = (i >= front.freeUpTo[l - 1] || least[i] >= l) && held[vertexOf[i]] === 0;
        inverseDiagonal[rep + i] = on ? 1 / (massFactor * repMass[c] + scale * repStiffness[c]) : 0;
      }
    }
    stamp = front.stamp;
    if (known !== stamp || now !== before) fillTransfer(transfer, data, kept[now], front, memory);
    known = stamp;
  };

  const ready = (): void => {
    if (stamp !== front.stamp) findInverseDiagonal();
  };

  return {
    inverseDiagonal,
    transfer,
    ready,
    get space() {
      return now;
    },
    invalidate() {
      for (const space of kept) space.scale = 0;
      stamp = -1;
    },
    prepare(s, m) {
      if (scale === s * matter.stiffness && massFactor === m && stamp >= 0) return;
      scale = s * matter.stiffness;
      massFactor = m;
      stamp = -1;
    },
    apply(z, r, turned) {
      const { free, freeUpTo, slavesUpTo } = front;
      ready();
      const { level } = kept[now];
      for (let i = 0; i < 3 * free; i++) X[i] = r[i];
      X.fill(0, 3 * free, 3 * (free + front.slaves));
      for (let l = tree.levels; l > level; l--) {
        const rep = repStart[l];
        for (let i = 0; i < freeUpTo[l]; i++) {
          const d = inverseDiagonal[rep + i];
          if (d === 0) continue;
          const o = 3 * (rep + i);
          corrections[o] = d * X[3 * i];
          corrections[o + 1] = d * X[3 * i + 1];
          corrections[o + 2] = d * X[3 * i + 2];
        }
        handOn(X, transfer, free + slavesUpTo[l - 1], free + slavesUpTo[l]);
        handOn(X, transfer, freeUpTo[l - 1], freeUpTo[l]);
      }
      solveSpace(kept[now], memory, front, kernels, turned);
      for (let l = level + 1; l <= tree.levels; l++) {
        const rep = repStart[l];
        follow(X, transfer, freeUpTo[l - 1], freeUpTo[l]);
        follow(X, transfer, free + slavesUpTo[l - 1], free + slavesUpTo[l]);
        for (let i = 0; i < freeUpTo[l]; i++) {
          if (inverseDiagonal[rep + i] === 0) continue;
          const o = 3 * (rep + i);
          X[3 * i] += corrections[o];
          X[3 * i + 1] += corrections[o + 1];
          X[3 * i + 2] += corrections[o + 2];
        }
      }
      for (let i = 0; i < free; i++) {
        const on = held[vertexOf[i]] === 1 ? 0 : 1;
        z[3 * i] = on * X[3 * i];
        z[3 * i + 1] = on * X[3 * i + 1];
        z[3 * i + 2] = on * X[3 * i + 2];
      }
    },
  };
}
