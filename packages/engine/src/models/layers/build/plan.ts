import { append } from '../../../core/append.ts';
import { tickEvery } from '../../../core/watch.ts';
import { patternFromPairs } from '../../../math/sparse/bsr.ts';
import { analyse } from '../../../math/sparse/symbolic.ts';
import type { Hierarchy, LayerData, Rows } from '../model.ts';
import { SMALL } from '../numbers.ts';
import type { DetailPlan } from '../step/detail.ts';
import type { ShellData } from '../step/shell.ts';
import type { BuiltPoints } from './arrange.ts';

/**
 * Layers with few unknowns that know many others are dense; elements and shells are sparse unless they are few. What a
 * script moves has no unknowns to solve for: it is neither.
 */
export function chooseDense(layers: readonly LayerData[]): Uint8Array {
  let small = 0;
  return Uint8Array.from(layers, (layer) => {
    if (layer.kind === 'shell' || layer.scripted) return 0;
    if (layer.kind !== 'hex' && layer.kind !== 'tet') return 1;
    if (small + layer.unknowns > SMALL) return 0;
    small += layer.unknowns;
    return 1;
  });
}

const STAGE = 'which functions meet';

/** Which functions of the sparse layers meet in a point, an element or a hinge: the pattern of their block. */
export function detailPlan(
  { layers, offset, unknowns }: Hierarchy,
  sparse: Uint8Array,
  points: BuiltPoints,
  shells: readonly ShellData[],
): DetailPlan | null {
  const row = new Int32Array(unknowns).fill(-1);
  const unknown: number[] = [];
  const places: number[] = [];
  let rows = 0;
  const first = new Int32Array(layers.length).fill(-1);
  layers.forEach((layer, k) => {
    if (sparse[k] === 0) return;
    first[k] = rows;
    for (let f = 0; f < layer.functions; f++, rows++) {
      append(places, layer.places.subarray(3 * f, 3 * f + 3));
      for (let c = 0; c < 3; c++) {
        const u = offset[k] + 3 * f + c;
        row[u] = rows;
        unknown.push(u);
      }
    }
  });
  if (rows === 0) return null;
  const seen = new Set<number>();
  const pairs: number[] = [];
  const join = (list: readonly number[]): void => {
    for (const a of list) {
      for (const b of list) {
        const key = a * rows + b;
        if (a > b || seen.has(key)) continue;
        seen.add(key);
        pairs.push(a, b);
      }
    }
  };
  const of = (rowsOf: readonly Rows[], i: number): number[] => {
    const out: number[] = [];
    layers.forEach((_, k) => {
      if (sparse[k] === 0) return;
      for (let e = rowsOf[k].ptr[i]; e < rowsOf[k].ptr[i + 1]; e++)
        out.push(first[k] + rowsOf[k].fn[e]);
    });
    return out;
  };
  for (let i = 0; i < points.coupledMass; i++) {
    tickEvery(i, STAGE);
    join(of(points.rows, i));
  }
  for (let i = 0; i < points.composed.coupled; i++) {
    tickEvery(i, STAGE);
    join(of(points.composed.rows, i));
  }
  const { ptr, at } = points.embedded;
  const meet = (list: ArrayLike<number>): void =>
    join([...new Set(Array.from(list).flatMap((e) => of(points.rows, e)))]);
  for (let v = 0; v < points.embedded.coupled; v++) meet(at.subarray(ptr[v], ptr[v + 1]));
  for (const shell of shells) {
    for (let t = 0; t < shell.triangles.length; t += 3) meet(shell.triangles.subarray(t, t + 3));
    for (let g = 0; g < shell.hinges.length; g += 4) meet(shell.hinges.subarray(g, g + 4));
  }
  for (let r = 0; r < rows; r++) pairs.push(r, r);
  const pattern = patternFromPairs(rows, pairs);
  return {
    of: sparse,
    unknown: Int32Array.from(unknown),
    row,
    pattern,
    symbolic: analyse(pattern, 3, { positions: Float64Array.from(places) }),
  };
}

/**
 * The first layer that can move all of the body, and strain it, if only rigid and scripted ones come before it; 0 if
 * there is none.
 */
export function ridingBelow(layers: readonly LayerData[]): number {
  const first = layers.findIndex((l) => !l.scripted && l.form !== 'rigid');
  if (first < 1 || !layers.some((l, k) => k < first && l.form === 'rigid')) return 0;
  const { region, kind } = layers[first];
  return region === null && (kind === 'affine' || kind === 'hex' || kind === 'tet') ? first : 0;
}
