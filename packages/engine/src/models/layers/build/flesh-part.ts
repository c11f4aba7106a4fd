import type { FieldFill } from '../../../materials/fields.ts';
import { createWeightField, fieldRows } from '../basis/skin-weights.ts';
import type { BoneRest, SkeletonSpec } from './input.ts';
import type { Matter } from './volume.ts';

/**
 * The part of the way from bones to skin that is soft, place by place: `flesh`, and on from that to what each patch
 * says, by how much a place belongs to it. That is what it is painted with, or the weights of the patch's bones, which
 * go through the solid: a hand at the belly does not count as belly.
 */
export function fleshPart(spec: SkeletonSpec, { grid }: Matter, size: number): FieldFill {
  const { flesh: base = 0, fleshPatches = [], bones, weights } = spec;
  const field = (list: readonly number[]): FieldFill => {
    if (weights === undefined) return nearestAmong(bones, list);
    const weightField = createWeightField(grid, weights, bones.length, size);
    return (xyz, n, out) => {
      const { ptr, bone, weight } = fieldRows(weightField, xyz.subarray(0, 3 * n));
      for (let i = 0; i < n; i++) {
        out[i] = 0;
        for (let e = ptr[i]; e < ptr[i + 1]; e++) if (list.includes(bone[e])) out[i] += weight[e];
      }
    };
  };
  const patches = fleshPatches.map(({ flesh, painted, bones: list = [] }) => ({
    flesh,
    share: painted ?? field(list),
  }));
  return (xyz, n, out) => {
    const share = new Float64Array(n);
    out.fill(base, 0, n);
    for (const patch of patches) {
      patch.share(xyz, n, share);
      for (let i = 0; i < n; i++)
        out[i] += Math.min(1, Math.max(0, share[i])) * (patch.flesh - out[i]);
    }
  };
}

/** Places belong to their nearest bone where no artist says more. */
function nearestAmong(bones: readonly BoneRest[], list: readonly number[]): FieldFill {
  return (xyz, n, out) => {
    for (let i = 0; i < n; i++) {
      let best = 0;
      let least = Infinity;
      for (let b = 0; b < bones.length; b++) {
        const d2 = boneDistance2(xyz, 3 * i, bones[b]);
        if (d2 >= least) continue;
        least = d2;
        best = b;
      }
      out[i] = list.includes(best) ? 1 : 0;
    }
  };
}

/** Squared distance to a bone [m²]. */
export function boneDistance2(x: Float64Array, o: number, { from, to }: BoneRest): number {
  let square = 0;
  let dot = 0;
  for (let c = 0; c < 3; c++) {
    const along = to[c] - from[c];
    square += along * along;
    dot += along * (x[o + c] - from[c]);
  }
  const t = square > 0 ? Math.min(1, Math.max(0, dot / square)) : 0;
  let d2 = 0;
  for (let c = 0; c < 3; c++) {
    const away = x[o + c] - from[c] - t * (to[c] - from[c]);
    d2 += away * away;
  }
  return d2;
}
