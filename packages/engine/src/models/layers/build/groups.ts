import { FEW, FULL, JUMP } from '../numbers.ts';
import type { Matter } from './volume.ts';

/**
 * Cells that a point stands for, in groups: `cells[g]` is how many group g is the matter of. A point moves by the
 * weighted mean of the cells list[ptr[g] .. ptr[g+1]), weights add up to one; `factor` is its stiffness.
 */
export interface Groups {
  readonly cells: Int32Array;
  readonly ptr: Int32Array;
  readonly list: Int32Array;
  readonly weight: Float64Array;
  readonly factor: Float64Array;
}

interface Box {
  readonly at: readonly number[];
  readonly cells: number[];
}

/** About `wanted` groups of the cells: those that share a box, apart where stiffness jumps. */
export function groupCells(
  { centres, grid }: Matter,
  cells: readonly number[],
  wanted: number,
  factor: Float64Array,
): Groups {
  const boxes =
    cells.length === 0 || wanted <= 0 ? [] : chooseBoxes(centres, cells, wanted, grid.cell);
  const parts: Box[] = [];
  const whole: boolean[] = [];
  for (const box of boxes) {
    const cut = partByStiffness(box.cells, factor);
    for (const own of cut) {
      parts.push({ at: box.at, cells: own });
      whole.push(cut.length === 1);
    }
  }
  const mix = spreadThin(parts, whole, centres, grid.cell);
  const ptr = [0];
  const list: number[] = [];
  const weight: number[] = [];
  parts.forEach((_, g) => {
    for (const [h, w] of mix[g]) {
      for (const i of parts[h].cells) {
        list.push(i);
        weight.push(w / parts[h].cells.length);
      }
    }
    ptr.push(list.length);
  });
  return {
    cells: Int32Array.from(parts, (p) => p.cells.length),
    ptr: Int32Array.from(ptr),
    list: Int32Array.from(list),
    weight: Float64Array.from(weight),
    factor: Float64Array.from(
      parts,
      (p) => p.cells.reduce((sum, i) => sum + factor[i], 0) / p.cells.length,
    ),
  };
}

/**
 * Groups of the cells by the frame that moves each most (−1 for none), apart where stiffness jumps: over these, volume
 * is kept on average.
 */
export function groupByFrame(
  cells: readonly number[],
  frame: Int32Array,
  factor: Float64Array,
): Groups {
  const byFrame = new Map<number, number[]>();
  for (const i of cells) {
    const own = byFrame.get(frame[i]);
    if (own) own.push(i);
    else byFrame.set(frame[i], [i]);
  }
  const parts = [...byFrame.keys()]
    .sort((a, b) => a - b)
    .flatMap((k) => partByStiffness(byFrame.get(k)!, factor));
  const ptr = [0];
  for (const part of parts) ptr.push(ptr[ptr.length - 1] + part.length);
  return {
    cells: Int32Array.from(parts, (p) => p.length),
    ptr: Int32Array.from(ptr),
    list: Int32Array.from(parts.flat()),
    weight: Float64Array.from(parts.flatMap((p) => p.map(() => 1 / p.length))),
    factor: Float64Array.from(parts, (p) => p.reduce((sum, i) => sum + factor[i], 0) / p.length),
  };
}

/**
 * The finest division into nearly cubic boxes that gives no more than `wanted`, with two at least through every
 * thickness.
 */
function chooseBoxes(
  centres: Float64Array,
  cells: readonly number[],
  wanted: number,
  cell: number,
): Box[] {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const i of cells) {
    for (let d = 0; d < 3; d++) {
      low[d] = Math.min(low[d], centres[3 * i + d]);
      high[d] = Math.max(high[d], centres[3 * i + d]);
    }
  }
  const layers = high.map((h, d) => Math.round((h - low[d]) / cell) + 1);
  const size = Math.max(...layers);
  const divide = (n: number): Box[] => {
    const counts = layers.map((l) => Math.min(l, Math.max(2, Math.ceil((l * n) / size - 1e-9))));
    const boxes = new Map<number, Box>();
    for (const i of cells) {
      const at = counts.map((many, d) =>
        Math.min(
          many - 1,
          Math.floor((((centres[3 * i + d] - low[d]) / cell + 0.5) / layers[d]) * many),
        ),
      );
      const key = at[0] + counts[0] * (at[1] + counts[1] * at[2]);
      const box = boxes.get(key);
      if (box) box.cells.push(i);
      else boxes.set(key, { at, cells: [i] });
    }
    return [...boxes.keys()].sort((a, b) => a - b).map((key) => boxes.get(key)!);
  };
  let best = divide(1);
  for (let n = 2; n < 200; n++) {
    const next = divide(n);
    if (next.length > wanted) break;
    best = next;
  }
  return best;
}

/** The cells of a box by stiffness, cut where it jumps. */
function partByStiffness(cells: readonly number[], factor: Float64Array): number[][] {
  const sorted = [...cells].sort((a, b) => factor[a] - factor[b] || a - b);
  const parts: number[][] = [[sorted[0]]];
  for (let i = 1; i < sorted.length; i++) {
    if (factor[sorted[i]] > JUMP * factor[sorted[i - 1]]) parts.push([]);
    parts[parts.length - 1].push(sorted[i]);
  }
  for (const part of parts) part.sort((a, b) => a - b);
  return parts;
}

/**
 * Points of groups as combinations of the means over groups. A mean over a box knows nothing of how a function varies
 * inside: with n boxes through a thickness, bending keeps 1 − 1/n² of its energy, and a mass of its inertia. Through
 * thin parts, where all n boxes are there, their points are moved apart by the root of what is missing (for two boxes
 * that makes them Gauss's points): straight functions then have all their energy.
 */
function spreadThin(
  parts: readonly Box[],
  whole: readonly boolean[],
  centres: Float64Array,
  cell: number,
): Map<number, number>[] {
  let mix = parts.map((_, g) => new Map([[g, 1]]));
  for (let axis = 0; axis < 3; axis++) {
    const columns = new Map<string, number[]>();
    const many = parts.reduce((most, p) => Math.max(most, p.at[axis] + 1), 0);
    if (many < 2 || many > FEW) continue;
    parts.forEach((p, g) => {
      const key = p.at.filter((_, d) => d !== axis).join();
      columns.set(key, [...(columns.get(key) ?? []), g]);
    });
    const next = mix.slice();
    for (const column of columns.values()) {
      const largest = Math.max(...column.map((g) => parts[g].cells.length));
      const good = (g: number): boolean => whole[g] && parts[g].cells.length >= FULL * largest;
      if (column.length !== many || !column.every(good)) continue;
      const apart = missing(
        column.map((g) => parts[g].cells),
        centres,
        axis,
        cell,
      );
      const total = column.reduce((sum, g) => sum + parts[g].cells.length, 0);
      for (const g of column) {
        const own = new Map<number, number>();
        for (const h of column) {
          const w = ((1 - apart) * parts[h].cells.length) / total + (h === g ? apart : 0);
          for (const [k, v] of mix[h]) own.set(k, (own.get(k) ?? 0) + w * v);
        }
        next[g] = own;
      }
    }
    mix = next;
  }
  return mix;
}

/** Root of the spread of cells along an axis over the spread of their groups' means. */
function missing(
  groups: readonly (readonly number[])[],
  centres: Float64Array,
  axis: number,
  cell: number,
): number {
  const means = groups.map(
    (cells) => cells.reduce((sum, i) => sum + centres[3 * i + axis], 0) / cells.length,
  );
  const total = groups.reduce((sum, cells) => sum + cells.length, 0);
  const mean = groups.reduce((sum, cells, g) => sum + cells.length * means[g], 0) / total;
  let all = 0;
  let between = 0;
  groups.forEach((cells, g) => {
    between += cells.length * (means[g] - mean) ** 2;
    for (const i of cells) all += (centres[3 * i + axis] - mean) ** 2 + (cell * cell) / 12;
  });
  return Math.sqrt(all / between);
}
