import { embedPoints } from '../../../geometry/tets/embed.ts';
import type { TetMesh } from '../../../geometry/types.ts';
import { findCell, type HexPatch } from '../basis/hex.ts';
import type { LayerMaterial } from './input.ts';

/** Elements of a layer, which stand for the matter in them. */
export interface Patch {
  readonly layer: number;
  readonly hex: HexPatch | null;
  readonly tets: TetMesh | null;
  /** Gradients from the elements' nodes, or by composing the layers'. */
  readonly embedded: boolean;
  readonly material: LayerMaterial;
}

/** True where some patch later than `layer` stands for the matter. */
export function takenAfter(patches: readonly Patch[], layer: number): (X: Float64Array) => boolean {
  const later = patches.filter((p) => p.layer > layer);
  const at = new Float64Array(3);
  return (X) =>
    later.some((p) => {
      if (p.hex !== null) return inCell(p.hex, X, at);
      return p.tets !== null && embedPoints(p.tets, X).outside === 0;
    });
}

function inCell(patch: HexPatch, X: Float64Array, at: Float64Array): boolean {
  if (findCell(patch, X, 0, at) < 0) return false;
  return at.every((c) => c >= 0 && c <= 1);
}
