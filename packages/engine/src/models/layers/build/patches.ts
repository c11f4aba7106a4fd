import { createEmbedder } from '../../../geometry/tets/embed.ts';
import type { TetMesh } from '../../../geometry/types.ts';
import type { FilledMoments } from '../../shared/filled.ts';
import { findCell, type HexPatch } from '../basis/hex.ts';
import type { LayerMaterial } from './input.ts';

/** Elements of a layer, which stand for the matter in them. */
export interface Patch {
  readonly layer: number;
  readonly hex: HexPatch | null;
  readonly tets: TetMesh | null;
  /** What the body fills of the tets, if they reach beyond it on all sides. */
  readonly filled: FilledMoments | null;
  /** Gradients from the elements' nodes, or by composing the layers'. */
  readonly embedded: boolean;
  readonly material: LayerMaterial;
}

/** True where some patch later than `layer` stands for the matter. */
export function takenAfter(patches: readonly Patch[], layer: number): (X: Float64Array) => boolean {
  const at = new Float64Array(3);
  const later = patches
    .filter((p) => p.layer > layer)
    .map(({ hex, tets }): ((X: Float64Array) => boolean) => {
      if (hex !== null) return (X) => inCell(hex, X, at);
      if (tets === null) return () => false;
      const embed = createEmbedder(tets);
      return (X) => embed(X).outside === 0;
    });
  return (X) => later.some((contains) => contains(X));
}

function inCell(patch: HexPatch, X: Float64Array, at: Float64Array): boolean {
  if (findCell(patch, X, 0, at) < 0) return false;
  return at.every((c) => c >= 0 && c <= 1);
}
