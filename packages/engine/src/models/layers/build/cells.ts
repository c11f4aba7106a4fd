import type { TriangleMesh } from '../../../geometry/types.ts';
import { cbrt } from '../../../math/elementary.ts';
import { MOST_CELLS } from '../numbers.ts';
import type { LayerSpec, LayersInput } from './input.ts';

/** Thickness: four times volume by surface, which is the side of a square bar. */
export function withCells(input: LayersInput, volume: number, surface: TriangleMesh): LayersInput {
  const cell = Math.max(volume / surfaceArea(surface), cbrt(volume / MOST_CELLS));
  return { ...input, layers: input.layers.map((l) => ({ cell, ...l }) as LayerSpec) };
}

function surfaceArea({ positions: p, triangles }: TriangleMesh): number {
  let area = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const u = [0, 1, 2].map((d) => p[b + d] - p[a + d]);
    const v = [0, 1, 2].map((d) => p[c + d] - p[a + d]);
    const n = [0, 1, 2].map(
      (d) => u[(d + 1) % 3] * v[(d + 2) % 3] - u[(d + 2) % 3] * v[(d + 1) % 3],
    );
    area += 0.5 * Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  }
  return area;
}
