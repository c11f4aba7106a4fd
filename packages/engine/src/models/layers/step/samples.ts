import { tickEvery } from '../../../core/watch.ts';
import type { Rows } from '../model.ts';
import { MANY } from '../numbers.ts';

/** Points that stand for a set of points, and for how much of it each: what they carry is multiplied by `share`. */
export interface Samples {
  readonly list: Int32Array;
  readonly share: Float64Array;
}

/**
 * All points, but fewer where many share a cell of a sparse layer: coarse functions hardly vary within a cell of the
 * detail, so two of its points, at opposite corners, do for the coarse layers what all of them do. Straight functions
 * are summed up exactly. Points that are `apart` stand for themselves.
 */
export function chooseSamples(
  rows: readonly Rows[],
  sparse: Uint8Array,
  weight: Float64Array,
  apart: (i: number) => boolean = () => false,
): Samples {
  const cells = new Map<string, number[]>();
  for (let i = 0; i < weight.length; i++) {
    tickEvery(i, 'points of layers');
    if (!(weight[i] > 0)) continue;
    const name = (apart(i) ? '' : cellOf(rows, sparse, i)) || `alone ${i}`;
    const cell = cells.get(name);
    if (cell === undefined) cells.set(name, [i]);
    else cell.push(i);
  }
  const list: number[] = [];
  const share: number[] = [];
  for (const cell of cells.values()) {
    const chosen = cell.length < MANY ? cell : [cell[0], cell[cell.length - 1]];
    const total = cell.reduce((sum, i) => sum + weight[i], 0);
    for (const i of chosen) {
      list.push(i);
      share.push(chosen === cell ? 1 : total / (chosen.length * weight[i]));
    }
  }
  return { list: Int32Array.from(list), share: Float64Array.from(share) };
}

/** Every point, for itself. */
export function allSamples(count: number): Samples {
  return {
    list: Int32Array.from({ length: count }, (_, i) => i),
    share: new Float64Array(count).fill(1),
  };
}

/** The functions of sparse layers that a point knows, as a name; empty if it knows none. */
function cellOf(rows: readonly Rows[], sparse: Uint8Array, i: number): string {
  let name = '';
  for (let k = 0; k < rows.length; k++) {
    const { ptr, fn } = rows[k];
    if (sparse[k] === 1 && ptr[i] < ptr[i + 1])
      name += `${k}:${fn.subarray(ptr[i], ptr[i + 1]).join()} `;
  }
  return name;
}
