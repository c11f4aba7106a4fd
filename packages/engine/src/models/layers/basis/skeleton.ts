import type { BoneRest } from '../build/input.ts';
import type { LayerData, Rows } from '../model.ts';
import { LEAST_BONE, POWER, SOFT } from '../numbers.ts';
import { affineBasis, affineRows } from './affine.ts';
import { fieldRows, type WeightField } from './skin-weights.ts';

/**
 * Smooth skinning: every bone is a scripted affine frame. Weights are the artist's (`field`), or fall with the distance
 * to bones.
 */
export function skeletonLayer(
  name: string,
  bones: readonly BoneRest[],
  size: number,
  field: WeightField | null,
): LayerData {
  const places = new Float64Array(3 * bones.length);
  const basis = { kind: 'skeleton', bones, size, field } as const;
  return {
    name,
    kind: 'skeleton',
    ...affineBasis(bones.length, places),
    scripted: true,
    tracks: bones.length,
    region: null,
    strict: false,
    basis,
    rows: (points) => skeletonRows(basis, points),
  };
}

/** Bones, and weights of them that somebody painted. */
export interface SkeletonBasis {
  readonly kind: 'skeleton';
  readonly bones: readonly BoneRest[];
  /** Of the body [m]. */
  readonly size: number;
  readonly field: WeightField | null;
}

export function skeletonRows({ bones, size, field }: SkeletonBasis, points: Float64Array): Rows {
  const places = new Float64Array(3 * bones.length);
  if (field !== null) {
    const { ptr, bone, weight, slope } = fieldRows(field, points);
    return affineRows(points, ptr, bone, weight, slope, places);
  }
  const n = points.length / 3;
  const ptr = new Int32Array(n + 1);
  const frame: number[] = [];
  const weight: number[] = [];
  const slope: number[] = [];
  for (let i = 0; i < n; i++) {
    const w = bones.map((bone) => falloff(points, 3 * i, bone, SOFT * size));
    const sum = w.reduce((a, b) => a + b[0], 0);
    const kept = w.map((one) => one[0] / sum > LEAST_BONE);
    const total = [0, 0, 0, 0];
    w.forEach((one, b) => {
      if (kept[b]) for (let c = 0; c < 4; c++) total[c] += one[c];
    });
    w.forEach((one, b) => {
      if (!kept[b]) return;
      const share = one[0] / total[0];
      frame.push(b);
      weight.push(share);
      for (let c = 1; c < 4; c++) slope.push((one[c] - share * total[c]) / total[0]);
    });
    ptr[i + 1] = frame.length;
  }
  return affineRows(
    points,
    ptr,
    Int32Array.from(frame),
    Float64Array.from(weight),
    Float64Array.from(slope),
    places,
  );
}

/** 1/(d² + soft²)^(POWER/2) and its slopes, d the distance to the segment [m]. */
function falloff(points: Float64Array, o: number, { from, to }: BoneRest, soft: number): number[] {
  const along = [0, 1, 2].map((c) => to[c] - from[c]);
  const square = along[0] ** 2 + along[1] ** 2 + along[2] ** 2;
  let t = 0;
  for (let c = 0; c < 3; c++) t += ((points[o + c] - from[c]) * along[c]) / square;
  t = Math.min(1, Math.max(0, t));
  const away = [0, 1, 2].map((c) => points[o + c] - from[c] - t * along[c]);
  const d2 = away[0] ** 2 + away[1] ** 2 + away[2] ** 2 + soft * soft;
  const value = 1 / (d2 * d2);
  return [value, ...away.map((a) => (-POWER * a * value) / d2)];
}
