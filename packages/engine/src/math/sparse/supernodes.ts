import type { Elimination } from './elimination.ts';

/** When a supernode is merged with its parent. Widths are in scalar columns. */
export interface RelaxOptions {
  /** Up to this width they always merge. */
  tiny?: number;
  /** Up to this width they merge when at most `mediumZeros` of the merged panel are zeros that L does not have. */
  medium?: number;
  mediumZeros?: number;
  /** The same for wider ones. */
  largeZeros?: number;
}

/** Measured on 3-D solids: a few more zeros cost less than many thin panels. The optimum is flat. */
export const RELAX_DEFAULTS: Readonly<Required<RelaxOptions>> = {
  tiny: 12,
  medium: 36,
  mediumZeros: 0.15,
  largeZeros: 0.05,
};

/** Runs of columns kept as dense panels. */
export interface Supernodes {
  /** First column of each, shape [count + 1]. */
  readonly start: Int32Array;
  /** Where each one's rows start in rowIndex, shape [count + 1]. */
  readonly rowPtr: Int32Array;
  /** Rows, own columns first, ascending. */
  readonly rowIndex: Int32Array;
}

/**
 * Groups columns: first those with the same structure (each the only step up from the one before), then a supernode
 * with its parent where that adds few zeros.
 */
export function findSupernodes(
  elimination: Elimination,
  blockSize: number,
  options: RelaxOptions = {},
): Supernodes {
  const { tiny, medium, mediumZeros, largeZeros } = { ...RELAX_DEFAULTS, ...options };
  const { parent, ptr } = elimination;
  const n = parent.length;
  const below = (j: number): number => ptr[j + 1] - ptr[j];

  // Supernodes so far as a stack: a finished one can only merge with the next, which must be its parent.
  const start: number[] = [];
  /** Blocks that each stores and L does not have. */
  const zeros: number[] = [];
  const strict: number[] = [];
  for (let j = 0; j < n; j++) {
    const joins = j > 0 && parent[j - 1] === j && below(j - 1) === below(j) + 1;
    if (!joins) strict.push(j);
  }
  strict.push(n);
  for (let s = 0; s + 1 < strict.length; s++) {
    let first = strict[s];
    const end = strict[s + 1];
    const rowsBelow = below(end - 1);
    let wasted = 0;
    while (start.length > 0 && parent[first - 1] >= first && parent[first - 1] < end) {
      const previous = start[start.length - 1];
      const width = first - previous;
      const total = end - previous;
      const stored = triangle(total) + total * rowsBelow;
      const had = triangle(width) + width * below(first - 1);
      const added = triangle(total) - triangle(end - first) + width * rowsBelow - had;
      const merged = wasted + zeros[zeros.length - 1] + added;
      const allowed = total * blockSize <= medium ? mediumZeros : largeZeros;
      if (total * blockSize > tiny && merged > allowed * stored) break;
      wasted = merged;
      first = previous;
      start.pop();
      zeros.pop();
    }
    start.push(first);
    zeros.push(wasted);
  }
  return collectRows(elimination, start, n);
}

function triangle(w: number): number {
  return (w * (w + 1)) / 2;
}

/** The rows of a supernode are its columns and what its last column has below: earlier columns have no others. */
function collectRows(elimination: Elimination, start: number[], n: number): Supernodes {
  const { ptr, index } = elimination;
  const count = start.length;
  const rowPtr = new Int32Array(count + 1);
  const ends = start.slice(1).concat(n);
  for (let s = 0; s < count; s++) {
    const last = ends[s] - 1;
    rowPtr[s + 1] = rowPtr[s] + (ends[s] - start[s]) + (ptr[last + 1] - ptr[last]);
  }
  const rowIndex = new Int32Array(rowPtr[count]);
  for (let s = 0; s < count; s++) {
    let at = rowPtr[s];
    for (let j = start[s]; j < ends[s]; j++) rowIndex[at++] = j;
    const last = ends[s] - 1;
    rowIndex.set(index.subarray(ptr[last], ptr[last + 1]), at);
  }
  return { start: Int32Array.from(start.concat(n)), rowPtr, rowIndex };
}
