import { log } from '../../math/elementary.ts';
import type { Cells } from '../contract.ts';
import type { TetsRuntime } from './runtime.ts';

/** More leaves than this are not shown one by one. */
const MOST_SHOWN = 200_000;

/** What shades the elements. */
export type Shade = 'stress' | 'stiffness';

export function createCells(run: TetsRuntime, shade: Shade): Cells | null {
  const { tree } = run.data;
  const capacity = tree.tetStart[tree.levels + 1] - tree.tetStart[tree.levels];
  if (capacity > MOST_SHOWN) return null;
  return {
    shape: 'tetrahedron',
    capacity,
    count: 0,
    poses: new Float32Array(12 * capacity),
    keys: new Int32Array(capacity),
    values: new Float32Array(capacity),
    label: 'level',
    valueLabel: shade,
  };
}

const P = new Float64Array(9);

/** The elements where they are; ten-node elements as their eight children. Values are relative to the largest one. */
export function fillCells(run: TetsRuntime, cells: Cells, shade: Shade): void {
  const { data, front, elastic } = run;
  const { tree, factors } = data;
  cells.count = 0;
  let low = Number.POSITIVE_INFINITY;
  let high = 0;
  const add = (t: number, level: number, value: number): void => {
    const i = cells.count++;
    drawTet(cells.poses, 12 * i, run, t);
    cells.keys[i] = level;
    cells.values[i] = value;
    low = Math.min(low, value);
    high = Math.max(high, value);
  };
  for (const g of front.groups) {
    for (let i = 0; i < g.count; i++) {
      const t = g.ids[i];
      let value = shade === 'stiffness' ? log(factors[t]) : 0;
      if (shade === 'stress') {
        elastic.stress(P, g, i);
        value = shear(P);
      }
      if (g.kind !== 'ten') add(t, g.level, value);
      else {
        // Each point stands for the child at its corner and one of those in the middle.
        let level = 0;
        while (t >= tree.tetStart[level + 1]) level++;
        const child = 8 * t + tree.roots + (i & 3);
        for (const c of [child, child + 4])
          add(c, level + 1, shade === 'stiffness' ? log(factors[c]) : value);
      }
    }
  }
  const span = shade === 'stress' ? high : high - low;
  const from = shade === 'stress' ? 0 : low;
  for (let i = 0; i < cells.count; i++)
    cells.values[i] = span > 0 ? (cells.values[i] - from) / span : 0.5;
}

/** Size of the part of a stress that changes shape [Pa]. */
function shear(S: Float64Array): number {
  const mean = (S[0] + S[4] + S[8]) / 3;
  let sum = 0;
  for (let k = 0; k < 9; k++) {
    const s = S[k] - (k % 4 === 0 ? mean : 0);
    sum += s * s;
  }
  return Math.sqrt(1.5 * sum);
}

/** The map of the tetrahedron 0, x, y, z onto tet t. */
function drawTet(out: Float32Array, o: number, { data, memory }: TetsRuntime, t: number): void {
  const { x } = memory;
  const { tets } = data.tree;
  const v0 = 3 * tets[4 * t];
  for (let r = 0; r < 3; r++) {
    for (let k = 1; k < 4; k++) out[o + 4 * r + k - 1] = x[3 * tets[4 * t + k] + r] - x[v0 + r];
    out[o + 4 * r + 3] = x[v0 + r];
  }
}
