import { type CellColoring, createCellsView } from '@pliant/three';
import type { CellRegion } from 'pliant';
import type { Group } from 'three';
import { CELL_SIZE, CELLS_HEAD, type CellsInfo } from '../protocol.ts';

/** Cells of a body that is simulated elsewhere and shown here. */
export interface RemoteCells {
  readonly body: string;
  readonly group: Group;
  /** What each belongs to, as last received; the first `count()` entries. */
  readonly keys: Int32Array;
  /** Where they are, as 3×4 maps of the unit cell, and their values from 0 to 1. */
  readonly poses: Float32Array;
  readonly values: Float32Array;
  count(): number;
  readonly info: CellsInfo;
  colorBy(what: CellColoring): void;
  /** The cell nearest to a place [m]; −1 if there are none. */
  nearest(x: number, y: number, z: number): number;
  /** Shows a region in the colours of its groups, and all else pale; null: all as before. */
  highlight(region: CellRegion | null): void;
  /** The keys there are, with the edge of the largest cell of each [m]. */
  sizes(): Map<number, number>;
  /** What values of 0 and 1 stand for, as last received; both zero if there is no number to it. */
  readonly scale: { low: number; high: number; ratios: boolean };
  /** Makes values of 0 and 1 stand for other numbers, so that bodies side by side can be compared. */
  rescale(low: number, high: number): void;
  /** Takes cells out of a frame from `at` on, and gives where they end. */
  read(numbers: Float32Array, at: number): number;
  /** Shows what was read; true while colours still change. */
  animate(seconds: number): boolean;
  dispose(): void;
}

export function createRemoteCells(body: string, info: CellsInfo): RemoteCells {
  const { capacity } = info;
  const cells = {
    ...info,
    count: 0,
    poses: new Float32Array(12 * capacity),
    keys: new Int32Array(capacity),
    values: new Float32Array(capacity),
  };
  const view = createCellsView(cells);
  view.group.visible = false;
  const scale = { low: 0, high: 0, ratios: false };
  return {
    body,
    group: view.group,
    keys: cells.keys,
    poses: cells.poses,
    values: cells.values,
    count: () => cells.count,
    info,
    colorBy: view.colorBy,
    nearest(x, y, z) {
      let best = -1;
      let least = Number.POSITIVE_INFINITY;
      for (let i = 0; i < cells.count; i++) {
        const p = cells.poses.subarray(12 * i, 12 * i + 12);
        const distance = (p[3] - x) ** 2 + (p[7] - y) ** 2 + (p[11] - z) ** 2;
        if (distance < least) [least, best] = [distance, i];
      }
      return best;
    },
    highlight(region) {
      if (region === null) {
        view.highlight(null);
        return;
      }
      const groups = new Int32Array(capacity).fill(-1);
      let from = 0;
      region.ends.forEach((end, g) => {
        for (; from < end; from++) groups[region.cells[from]] = g;
      });
      view.highlight(groups);
    },
    sizes() {
      const sizes = new Map<number, number>();
      for (let i = 0; i < cells.count; i++) {
        const [a, b, c, , d, e, f, , g, h, j] = cells.poses.subarray(12 * i, 12 * i + 11);
        const volume = Math.abs(a * (e * j - f * h) - b * (d * j - f * g) + c * (d * h - e * g));
        sizes.set(cells.keys[i], Math.max(sizes.get(cells.keys[i]) ?? 0, Math.cbrt(volume)));
      }
      return sizes;
    },
    scale,
    rescale(low, high) {
      if (!(scale.high > 0)) return;
      const place = (x: number): number => (scale.ratios ? Math.log(x) : x);
      const span = place(high) - place(low);
      if (!(span > 0) || (low === scale.low && high === scale.high)) return;
      const own = place(scale.high) - place(scale.low);
      const from = (place(scale.low) - place(low)) / span;
      // Where all is alike the values say nothing.
      for (let i = 0; i < cells.count; i++)
        cells.values[i] = from + (own > 0 ? (cells.values[i] * own) / span : 0);
    },
    read(numbers, at) {
      cells.count = numbers[at];
      scale.low = numbers[at + 1];
      scale.high = numbers[at + 2];
      scale.ratios = numbers[at + 3] === 1;
      for (let i = 0; i < cells.count; i++) {
        const o = at + CELLS_HEAD + CELL_SIZE * i;
        for (let c = 0; c < 12; c++) cells.poses[12 * i + c] = numbers[o + c];
        cells.keys[i] = numbers[o + 12];
        cells.values[i] = numbers[o + 13];
      }
      return at + CELLS_HEAD + CELL_SIZE * capacity;
    },
    animate: (seconds) => view.group.visible && view.update(seconds),
    dispose: view.dispose,
  };
}
