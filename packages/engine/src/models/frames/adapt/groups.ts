import type { Allocator } from '../../../kernels/arena.ts';

/**
 * Groups of merged integration points. The leader of a group is its smallest point; groups are numbered in the order of
 * their leaders, and their members ascend, so the partition determines everything.
 */
export interface Groups {
  count: number;
  /** Group g is members[start[g] .. start[g+1]), the first of which leads it. */
  readonly start: Int32Array;
  readonly members: Int32Array;
  /** Leader and group of each point. */
  readonly leader: Int32Array;
  readonly of: Int32Array;
  /** Factor on a group's stiffness, for what it misses of its points', by its leader. */
  readonly gain: Float64Array;
  /** Groups of more than one point, the first `joinedCount` entries. */
  readonly joined: Int32Array;
  joinedCount: number;
  /** Number that a group had before the last change, −1 for one that is new. */
  readonly was: Int32Array;
  /** By leader: the number of a group that stays as it is while others are rebuilt, −1 for none. */
  readonly stays: Int32Array;
}

export function createGroups(points: number, allocator: Allocator): Groups {
  return {
    count: 0,
    joined: allocator.i32(points),
    joinedCount: 0,
    start: new Int32Array(points + 1),
    members: new Int32Array(points),
    leader: new Int32Array(points),
    of: new Int32Array(points),
    gain: new Float64Array(points),
    was: new Int32Array(points),
    stays: new Int32Array(points),
  };
}

/** Every point by itself. */
export function mergeNone(groups: Groups): void {
  for (let e = 0; e < groups.leader.length; e++) groups.leader[e] = e;
  groups.gain.fill(1);
  groups.stays.fill(-1);
  numberGroups(groups);
}

/**
 * Makes the points order[from .. to) one group: a new one, unless they were one before and none of them has `changed`
 * (null: all have).
 */
export function lead(
  groups: Groups,
  order: Int32Array,
  from: number,
  to: number,
  changed: Uint8Array | null,
): void {
  const { leader, start, of, gain, stays } = groups;
  const old = of[order[from]];
  let first = order[from];
  let stay = changed !== null && start[old + 1] - start[old] === to - from;
  for (let i = from; i < to; i++) {
    const e = order[i];
    first = Math.min(first, e);
    stay &&= of[e] === old && changed?.[e] === 0;
  }
  for (let i = from; i < to; i++) leader[order[i]] = first;
  gain[first] = 1;
  stays[first] = stay ? old : -1;
}

/** Numbers the groups and lists their members, from the points' leaders. */
export function numberGroups(groups: Groups): void {
  const { leader, of, start, members, was, stays } = groups;
  let count = 0;
  for (let e = 0; e < leader.length; e++) {
    if (leader[e] === e) {
      was[count] = stays[e];
      start[count] = 0;
      of[e] = count++;
    } else of[e] = of[leader[e]];
    start[of[e]]++;
  }
  groups.count = count;
  // Sizes become places, and places those where the next member goes.
  let room = 0;
  for (let g = 0; g < count; g++) {
    const size = start[g];
    start[g] = room;
    room += size;
  }
  groups.joinedCount = 0;
  for (let g = 0; g < count; g++) {
    const end = g + 1 < count ? start[g + 1] : leader.length;
    if (end - start[g] > 1) groups.joined[groups.joinedCount++] = g;
  }
  for (let e = 0; e < leader.length; e++) members[start[of[e]]++] = e;
  for (let g = count; g > 0; g--) start[g] = start[g - 1];
  start[0] = 0;
}
