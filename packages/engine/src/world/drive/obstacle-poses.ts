import { slerpQuat } from '../../math/quat.ts';
import { turnOf } from '../../models/shared/move.ts';
import type { LiveObstacle } from '../live.ts';
import type { WorldCore } from '../types.ts';
import { poseFromQuat } from './poses.ts';

/** Poses of obstacles between the last two states, for drawing. */
export interface ObstaclePoses {
  /** Stores the current poses of all obstacles that move, or drops the stored ones. */
  remember(): void;
  forget(): void;
  /** out = pose of an obstacle now, or with `alpha` below 1 between the stored one (0) and now. */
  at(out: Float64Array, live: LiveObstacle, alpha: number): Float64Array;
}

export function createObstaclePoses({ obstacles }: WorldCore): ObstaclePoses {
  let before = new WeakMap<LiveObstacle, Float64Array>();
  return {
    remember() {
      for (const live of obstacles) {
        if (live.track === null) continue;
        const kept = before.get(live);
        if (kept === undefined) before.set(live, live.nextPose.slice());
        else kept.set(live.nextPose);
      }
    },
    forget() {
      before = new WeakMap();
    },
    at(out, live, alpha) {
      const from = alpha < 1 ? before.get(live) : undefined;
      if (from === undefined) out.set(live.nextPose);
      else betweenPoses(out, from, live.nextPose, Math.max(0, alpha));
      return out;
    },
  };
}

/** out = the rigid 3×4 map at `t` between two others: linear motion, constant rotation. */
export function betweenPoses(
  out: Float64Array,
  from: Float64Array,
  to: Float64Array,
  t: number,
): void {
  const turn = new Float64Array(4);
  slerpQuat(turn, 0, turnOf(from), 0, turnOf(to), 0, t);
  const place = [3, 7, 11].map((i) => from[i] + t * (to[i] - from[i]));
  poseFromQuat(out, turn, 0, place, 0);
}
