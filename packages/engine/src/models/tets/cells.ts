import { log } from '../../math/elementary.ts';
import type { Cells } from '../views.ts';
import type { Shade } from './model.ts';
import { MOST_SHOWN } from './numbers.ts';
import type { TetsRuntime } from './runtime.ts';

const SHADES: readonly Shade[] = ['stress', 'stiffness'];

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
    choices: SHADES,
    scale: { low: 0, high: 0, unit: 'Pa', ratios: false },
  };
}

const P = new Float64Array(9);

/**
 * The elements where they are; ten-node elements as their eight children. Values by what `cells.valueLabel` says: the
 * size of the stress, from none to the largest; or Young's modulus, from the least to the largest in equal ratios.
 */
export function fillCells(run: TetsRuntime, cells: Cells): void {
  const { data, front, elastic } = run;
  const { tree } = data;
  const stiffness = cells.valueLabel === 'stiffness';
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
      if (!stiffness) elastic.stress(P, g, i);
      const value = stiffness ? modulus(run, t) : shear(P);
      if (g.kind !== 'ten') add(t, g.level, value);
      else {
        // Each point stands for the child at its corner and one of those in the middle.
        let level = 0;
        while (t >= tree.tetStart[level + 1]) level++;
        const child = 8 * t + tree.roots + (i & 3);
        for (const c of [child, child + 4]) add(c, level + 1, stiffness ? modulus(run, c) : value);
      }
    }
  }
  rescale(cells, stiffness ? low : 0, high, stiffness);
}

/** Values from low to high become values from 0 to 1, in equal steps or in equal ratios. */
function rescale(cells: Cells, low: number, high: number, ratios: boolean): void {
  const { values, count, scale } = cells;
  if (scale !== undefined) {
    scale.low = low;
    scale.high = high;
    scale.ratios = ratios;
  }
  const span = ratios ? log(high / low) : high - low;
  for (let i = 0; i < count; i++) {
    const above = ratios ? log(values[i] / low) : values[i] - low;
    values[i] = span > 0 ? Math.max(0, above / span) : 0.5;
  }
}

/** Young's modulus of a tet [Pa]: of a parent with a matrix of its own, that of its factor. */
function modulus({ data }: TetsRuntime, t: number): number {
  const { mu, lambda, factors, filled } = data;
  return ((factors[t] / filled[t]) * mu * (3 * lambda + 2 * mu)) / (lambda + mu);
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
