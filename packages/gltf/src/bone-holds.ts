import type { SceneInput } from 'pliant/core';
import type { PlacedMesh } from './place.ts';
import type { BoneLine } from './tails.ts';

type Attachment = NonNullable<NonNullable<SceneInput['bodies']>[number]['attachments']>[number];

/** Weight from which a vertex counts as a bone's own. */
const OWN = 0.5;
/** Part of a bone, from its joint on, that holds: its tail is the next joint, which bends. */
const HOLDING = 0.7;
/** Radius of what is held, by the way from the bone to its skin. */
const CORE = 0.5;
/** A bone lies beside its part rather than in it if the mean way to its skin is longer than this part of the ways. */
const BESIDE = 0.5;

/**
 * What bones hold of a body whose model has no bones of its own: a capsule along each bone, half as wide as the part
 * around it, or reaching half of its vertices where the bone runs beside them, as beside hair. Bones without
 * vertices of their own hold nothing.
 */
export function boneHolds(
  { positions, source, rig }: PlacedMesh,
  lines: readonly BoneLine[],
): Attachment[] {
  if (rig === null) return [];
  const { influences, joints, weights } = source;
  const away: number[][] = rig.bones.map(() => []);
  const mean = new Float64Array(3 * rig.bones.length);
  const way = new Float64Array(3);
  const ends = lines.map(({ from, to }) => from.map((x, d) => x + HOLDING * (to[d] - x)));
  for (let v = 0; v < positions.length / 3; v++) {
    for (let k = 0; k < influences; k++) {
      if (weights[influences * v + k] <= OWN) continue;
      const b = rig.boneOf[joints[influences * v + k]];
      away[b].push(wayFrom(way, positions, 3 * v, lines[b].from, ends[b]));
      for (let d = 0; d < 3; d++) mean[3 * b + d] += way[d];
    }
  }
  return rig.bones.flatMap((bone, b): Attachment[] => {
    const sorted = away[b].sort((p, q) => p - q);
    const usual = sorted[sorted.length >> 1] ?? 0;
    const shift = Math.hypot(mean[3 * b], mean[3 * b + 1], mean[3 * b + 2]) / sorted.length;
    const radius = (shift > BESIDE * usual ? 1 : CORE) * usual;
    if (!(radius > 0)) return [];
    const region = {
      type: 'capsule' as const,
      from: [...lines[b].from] as [number, number, number],
      to: ends[b] as [number, number, number],
      radius,
    };
    return [{ name: bone.name, region, bone: `${rig.name}.${bone.name}` }];
  });
}

/** The way to a place from the line between two ends; returns its length. */
function wayFrom(
  out: Float64Array,
  x: ArrayLike<number>,
  o: number,
  from: readonly number[],
  to: readonly number[],
): number {
  let [dot, square] = [0, 0];
  for (let d = 0; d < 3; d++) {
    dot += (x[o + d] - from[d]) * (to[d] - from[d]);
    square += (to[d] - from[d]) ** 2;
  }
  const t = square > 0 ? Math.min(1, Math.max(0, dot / square)) : 0;
  for (let d = 0; d < 3; d++) out[d] = x[o + d] - from[d] - t * (to[d] - from[d]);
  return Math.hypot(out[0], out[1], out[2]);
}
