import type { Sdf } from '../../../geometry/types.ts';
import type { HexPatch } from '../basis/hex.ts';
import type { LayerData } from '../model.ts';
import { NEEDED } from '../numbers.ts';
import type { LayersInput } from './input.ts';
import type { Patch } from './patches.ts';

const AXES = ['x', 'y', 'z'];

/** What was asked for and is not met, in words. */
export function remarksOf(
  input: LayersInput,
  layers: readonly LayerData[],
  patches: readonly Patch[],
  held: readonly (readonly Int32Array[])[],
  carrier: Int32Array,
): string[] {
  const few = patches.flatMap(({ layer, hex }) => {
    const spec = input.layers[layer];
    // Nobody chose the elements of flesh, and it does not bend as a whole.
    if (hex === null || (spec.kind === 'hex' && spec.flesh !== undefined)) return [];
    return layers[layer].region === null && !patches.some((p) => p.layer > layer)
      ? fewElements(hex, `model.layers[${layer}]`)
      : [];
  });
  const thin = held.flatMap((functions, r) => {
    const k = carrier[r];
    const spec = input.layers[k] as { cell: number };
    return thinHold(layers[k], functions[k], input.sdf, spec.cell, r);
  });
  return [...few, ...thin];
}

/** Says where a layer of elements over the whole body has too few of them through a thickness. */
function fewElements(patch: HexPatch, path: string): string[] {
  const mean = meanRuns(patch);
  const thin = mean.indexOf(Math.min(...mean));
  const through = Math.round(mean[thin]);
  if (through >= NEEDED) return [];
  const cell = down((patch.edge[thin] * mean[thin]) / NEEDED);
  return [
    `${path}.cell puts ${through} ${through === 1 ? 'element' : 'elements'} through the body along ${AXES[thin]}, too few for errors below 5 % where it bends or twists. Use ${cell} m or less.`,
  ];
}

/** Cells in a row along each axis, on average. */
function meanRuns({ dims, cells, cellOf }: HexPatch): number[] {
  const stride = [1, dims[0], dims[0] * dims[1]];
  return stride.map((step, d) => {
    let runs = 0;
    for (const c of cells) {
      const at = Math.floor(c / step) % dims[d];
      if (at === 0 || cellOf[c - step] < 0) runs++;
    }
    return cells.length / runs;
  });
}

/**
 * Says where an attachment holds but one sheet of nodes of the elements that carry it, with elements on: what it holds
 * beyond them bends along, as if it were shorter.
 */
function thinHold(
  layer: LayerData,
  held: Int32Array,
  sdf: Sdf,
  cell: number,
  region: number,
): string[] {
  if (layer.kind !== 'hex' && layer.kind !== 'tet') return [];
  for (let d = 0; d < 3; d++) {
    let [low, high] = [Infinity, -Infinity];
    for (const f of held) {
      low = Math.min(low, layer.places[3 * f + d]);
      high = Math.max(high, layer.places[3 * f + d]);
    }
    const deep = Math.min(sdf.bounds[d + 3], high + cell) - Math.max(sdf.bounds[d], low - cell);
    if (high - low > 0.5 * cell || deep < 0.02 * cell) continue;
    return [
      `attachments[${region}].region is thinner along ${AXES[d]} than an element of layer "${layer.name}" (${down(cell)} m): one sheet of nodes is held, and what lies beyond it bends. Make the region an element thick, or the elements smaller.`,
    ];
  }
  return [];
}

/** Two digits, rounded down. */
function down(x: number): string {
  const step = 10 ** (Math.floor(Math.log10(x)) - 1);
  return String(Number((Math.floor(x / step + 1e-9) * step).toPrecision(2)));
}
