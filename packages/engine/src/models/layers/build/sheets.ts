import { append } from '../../../core/append.ts';
import { shellData } from '../basis/shell.ts';
import type { LayerSpec, LayersInput } from './input.ts';
import type { PointLists } from './lists.ts';

/** The vertices of a shell layer among the mass points: base, base + 1, … */
export interface Sheet {
  readonly layer: number;
  readonly base: number;
  readonly count: number;
}

/** Vertices of shells become mass points. */
export function addSheets(lists: PointLists, input: LayersInput) {
  const sheets: (Sheet & { spec: Extract<LayerSpec, { kind: 'shell' }> })[] = [];
  input.layers.forEach((spec, layer) => {
    if (spec.kind !== 'shell') return;
    const base = lists.mass.length / 3;
    const material = spec.material ?? input.material;
    const { vertexArea } = shellData(spec.mesh, spec.thickness, material, 0);
    append(lists.mass, spec.mesh.positions);
    append(
      lists.weight,
      vertexArea.map((area) => area * spec.thickness * spec.density),
    );
    append(
      lists.alpha,
      vertexArea.map(() => material.damping.mass),
    );
    sheets.push({ spec, layer, base, count: vertexArea.length });
  });
  return sheets;
}
