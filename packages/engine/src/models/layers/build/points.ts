import { append } from '../../../core/append.ts';
import type { FieldFill } from '../../../materials/fields.ts';
import { type Hierarchy, NO_ROWS, type Rows } from '../model.ts';
import { LOOSE_POINTS, STIFFNESS_SAMPLES } from '../numbers.ts';
import { arrange, type BuiltPoints } from './arrange.ts';
import { type Groups, groupByFrame, groupCells } from './groups.ts';
import type { LayerMaterial } from './input.ts';
import { addStressed, type PointLists } from './lists.ts';
import { type Patch, takenAfter } from './patches.ts';
import { joinRows, meanRows } from './rows.ts';
import type { Sheet } from './sheets.ts';
import type { Matter } from './volume.ts';

/** Matter that no element stands for: who owns it and how many integration points it gets. */
export interface LooseMatter {
  readonly layer: number;
  readonly material: LayerMaterial;
  readonly contains: (X: Float64Array, n: number, out: Float64Array) => void;
  readonly points: number;
}

/** Adds points for matter outside all patches, and brings those that know a sparse layer to the front. */
export function finishPoints(
  lists: PointLists,
  hierarchy: Hierarchy,
  matter: Matter,
  loose: readonly LooseMatter[],
  deforming: boolean,
  patches: readonly Patch[],
  patchVolume: number,
  density: number,
  stiffness: FieldFill,
  sparse: Uint8Array,
  sheets: readonly Sheet[],
): BuiltPoints {
  const { layers } = hierarchy;
  const taken = takenAfter(patches, -1);
  const cells: number[][] = loose.map(() => []);
  const n = matter.centres.length / 3;
  const inside = loose.map((one) => {
    const out = new Float64Array(n);
    one.contains(matter.centres, n, out);
    return out;
  });
  let left = 0;
  for (let i = 0; i < n; i++) {
    if (taken(matter.centres.subarray(3 * i, 3 * i + 3))) continue;
    left++;
    for (let o = loose.length - 1; o >= 0; o--) {
      if (inside[o][i] > 0) continue;
      cells[o].push(i);
      break;
    }
  }
  const cellVolume = left > 0 ? Math.max(0, matter.volume - patchVolume) / left : 0;
  // A shell moves its own vertices: the matter around it follows the coarser layers alone.
  const tied = (X: Float64Array, own: boolean): Rows[] =>
    layers.map((layer, k) => {
      if (layer.kind !== 'shell') return layer.rows(X);
      const sheet = sheets.find((s) => s.layer === k)!;
      return own ? vertexRows(X.length / 3, sheet) : NO_ROWS(X.length / 3);
    });
  const voxelRows = tied(matter.centres, false);
  const ones = new Float64Array(n).fill(1);
  const factor = voxelFactors(matter, stiffness);
  const framed = nearestFrames(layers, voxelRows);
  let massRows = tied(Float64Array.from(lists.mass), true);
  let stressRows = tied(Float64Array.from(lists.composed.X), false);
  loose.forEach((one, o) => {
    const share = cells[o].length / Math.max(1, left);
    if (cells[o].length === 0) return;
    const wanted = Math.max(LOOSE_POINTS * share, deforming ? 2 * one.points : 0);
    const heavy = groupCells(matter, cells[o], wanted, ones);
    eachGroup(heavy, matter.centres, (X, count) => {
      append(lists.mass, X);
      lists.weight.push(density * cellVolume * count);
      lists.alpha.push(one.material.damping.mass);
    });
    massRows = layers.map((l, k) => joinRows(massRows[k], meanRows(voxelRows[k], l.form, heavy)));
    if (!deforming) return;
    const add = (groups: Groups, shear: number, pressure: number): void => {
      eachGroup(groups, matter.centres, (X, count, g) => {
        const f = groups.factor[g];
        const V = cellVolume * count;
        addStressed(lists.composed, one.material, f * shear, f * pressure, V, one.layer);
        append(lists.composed.X, X);
      });
      stressRows = layers.map((l, k) =>
        joinRows(stressRows[k], meanRows(voxelRows[k], l.form, groups)),
      );
    };
    // A row of frames has sections that stay affine and bends with λ + 2μ instead of E: the part 2ν of λ resists the
    // mean change of volume of each frame's own cells only, (1 − 2ν)λ + 2μ = E is left.
    const apart = framed === null ? 0 : 2 * one.material.poisson;
    add(groupCells(matter, cells[o], one.points, factor), 1, 1 - apart);
    if (framed !== null && apart > 0) add(groupByFrame(cells[o], framed, factor), 0, apart);
  });
  return arrange(lists, hierarchy, massRows, stressRows, sparse);
}

function vertexRows(points: number, { base, count }: Sheet): Rows {
  return {
    ptr: Int32Array.from({ length: points + 1 }, (_, i) => Math.min(count, Math.max(0, i - base))),
    fn: Int32Array.from({ length: count }, (_, i) => i),
    value: new Float64Array(count).fill(1),
    slope: new Float64Array(3 * count),
  };
}

function eachGroup(
  { cells, ptr, list, weight }: Groups,
  centres: Float64Array,
  visit: (X: number[], count: number, group: number) => void,
): void {
  for (let g = 0; g < cells.length; g++) {
    const X = [0, 0, 0];
    for (let i = ptr[g]; i < ptr[g + 1]; i++)
      for (let d = 0; d < 3; d++) X[d] += weight[i] * centres[3 * list[i] + d];
    visit(X, cells[g], g);
  }
}

/** The frame of the finest layer of frames that moves each voxel most; null if there is none. */
function nearestFrames(layers: Hierarchy['layers'], rows: readonly Rows[]): Int32Array | null {
  let k = layers.length - 1;
  while (k >= 0 && layers[k].kind !== 'affine' && layers[k].kind !== 'frames') k--;
  if (k < 0) return null;
  const { ptr, fn, value } = rows[k];
  return Int32Array.from({ length: ptr.length - 1 }, (_, i) => {
    let best = -1;
    let most = 0;
    // The last of a frame's four functions is its weight.
    for (let e = ptr[i] + 3; e < ptr[i + 1]; e += 4) {
      if (value[e] <= most) continue;
      most = value[e];
      best = fn[e] >> 2;
    }
    return best;
  });
}

/** The mean factor on stiffness in each voxel. */
function voxelFactors({ centres, grid }: Matter, stiffness: FieldFill): Float64Array {
  const n = centres.length / 3;
  const many = STIFFNESS_SAMPLES ** 3;
  const places = new Float64Array(3 * n);
  const one = new Float64Array(n);
  const out = new Float64Array(n);
  for (let j = 0; j < many; j++) {
    const step = [
      j % STIFFNESS_SAMPLES,
      Math.floor(j / STIFFNESS_SAMPLES) % STIFFNESS_SAMPLES,
      Math.floor(j / STIFFNESS_SAMPLES ** 2),
    ];
    for (let i = 0; i < 3 * n; i++)
      places[i] = centres[i] + ((step[i % 3] + 0.5) / STIFFNESS_SAMPLES - 0.5) * grid.cell;
    stiffness(places, n, one);
    for (let i = 0; i < n; i++) out[i] += one[i] / many;
  }
  return out;
}
