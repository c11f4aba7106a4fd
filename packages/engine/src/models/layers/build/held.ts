import { check } from '../../../core/errors.ts';
import type { Sdf } from '../../../geometry/types.ts';
import type { LayerData } from '../model.ts';

/** Functions of each layer inside a region: the rigid root, affine frames that stand for it, and nodes of elements. */
export function heldBy(
  layers: readonly LayerData[],
  sdf: Sdf,
  region: number,
  size: number,
  riding: number,
): Int32Array[] {
  const held = layers.map((layer, k) => {
    if (layer.scripted) return new Int32Array(0);
    if (layer.kind === 'modes') {
      const { clamps = 0, functions } = layer;
      const first = functions - 12 * clamps + 12 * (region - 1);
      return Int32Array.from({ length: clamps > 0 && region > 0 ? 12 : 0 }, (_, s) => first + s);
    }
    if (layer.kind === 'rigid')
      return k === 0 && riding === 0 ? Int32Array.of(0) : new Int32Array(0);
    if (layer.kind === 'affine' || layer.kind === 'frames')
      return Int32Array.of(0, 1, 2, 3).map((p) => 4 * region + p);
    return nodesInside(sdf, layer.places, size);
  });
  check(
    held.some((list) => list.length > 0),
    () =>
      'must hold a part of the body, got none. Make it larger, or move it onto the body (its own coordinates).',
    `attachments[${region}].region`,
  );
  return held;
}

/** Nodes in a region, or on its border. */
export function nodesInside(sdf: Sdf, places: Float64Array, size: number): Int32Array {
  const n = places.length / 3;
  const distance = new Float64Array(n);
  sdf.evaluate(places, n, distance);
  const inside: number[] = [];
  for (let i = 0; i < n; i++) if (distance[i] <= 1e-6 * size) inside.push(i);
  return Int32Array.from(inside);
}
