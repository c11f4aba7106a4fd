import { choosePose } from './align/choose.ts';
import { facing } from './align/orient.ts';
import { after, findPoses, type Pose } from './align/prealign.ts';
import { fitSimilarity } from './align/similarity.ts';
import { IDENTITY, snapPoints } from './align/units.ts';
import { fixesPose, type Places } from './landmarks.ts';
import type { FullOptions } from './options.ts';
import { flip } from './prepare.ts';
import type { Pair } from './setup.ts';
import type { RegisterSnapshot } from './snapshot.ts';

/** Turns the target's faces if most look the other way than the template's near them; says whether it did. */
function flipIfOpposite({ template, target }: Pair): boolean {
  if (target.isCloud) return false;
  const { same, opposite } = facing(template, target);
  if (!(opposite > 0.6 && same < 0.3)) return false;
  flip(target.triangles);
  for (let i = 0; i < target.normals.length; i++) target.normals[i] = -target.normals[i];
  for (let i = 0; i < target.smooth.length; i++) target.smooth[i] = -target.smooth[i];
  return true;
}

/** Poses of the template, best first: by landmarks if they fix one, else by the surfaces. */
function* prealign(
  pair: Pair,
  places: Places,
  options: FullOptions,
): Generator<void, { poses: Pose[]; wasFlipped: boolean }> {
  const { template, target, units } = pair;
  const start = IDENTITY.slice();
  const wasFlipped = options.prealign !== 'full' && flipIfOpposite(pair);
  if (fixesPose(places.from) && fixesPose(places.to) && options.prealign !== 'given') {
    const n = places.names.length;
    const step = new Float64Array(12);
    const from = snapPoints(units.toOwn, places.from);
    const to = snapPoints(units.targetToOwn, places.to);
    fitSimilarity(step, from, to, new Float64Array(n).fill(1), n, options.scale);
    const given = { ...options, prealign: 'given' as const };
    return { poses: yield* findPoses(template, target, after(step, start), given), wasFlipped };
  }
  return { poses: yield* findPoses(template, target, start, options), wasFlipped };
}

/** The best pose of a pair. */
export interface Chosen {
  readonly pair: Pair;
  readonly isMirrored: boolean;
  readonly pose: Pose;
  readonly runnerUp: number | null;
  readonly wasFlipped: boolean;
}

export function* pickPose(
  pair: Pair,
  places: Places,
  options: FullOptions,
): Generator<void, Chosen> {
  const { poses, wasFlipped } = yield* prealign(pair, places, options);
  return {
    pair,
    isMirrored: pair.isMirrored,
    wasFlipped,
    ...(yield* choosePose(pair, poses, places, options)),
  };
}

/** The pose of a snapshot. */
export function knownPose(pair: Pair, from: RegisterSnapshot, options: FullOptions): Chosen {
  const wasFlipped = options.prealign !== 'full' && flipIfOpposite(pair);
  const { pose, runnerUp, isMirrored } = from;
  return { pair, isMirrored, pose, runnerUp, wasFlipped };
}
