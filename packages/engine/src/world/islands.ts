import type { ContactRows } from '../contact/detect/rows.ts';
import type { Coupling, WorldCore } from './types.ts';

/**
 * Bodies grouped twice: springs tie bodies into clusters, which share one linear equation; contacts join clusters into islands,
 * which are solved together round by round.
 */
export interface Islands {
  readonly parent: Int32Array;
  /** First body of the cluster each body is in. */
  readonly tied: Int32Array;
  /** Island each body is in. */
  readonly of: Int32Array;
  /** Bodies, cluster by cluster: cluster c is members[start[c] .. start[c+1]). */
  readonly members: Int32Array;
  readonly start: Int32Array;
  /** Clusters, island by island: island i is clusters first[i] .. first[i+1]. */
  readonly first: Int32Array;
  /** 1 for islands that this solve of the step is about: all, and then those with bodies that have refined (`Body.refineStep`). */
  readonly open: Uint8Array;
  count: number;
}

export function createIslands(bodies: number): Islands {
  return {
    parent: new Int32Array(bodies),
    tied: new Int32Array(bodies),
    of: new Int32Array(bodies),
    members: new Int32Array(bodies),
    start: new Int32Array(bodies + 1),
    first: new Int32Array(bodies + 1),
    open: new Uint8Array(bodies),
    count: 0,
  };
}

function root(parent: Int32Array, i: number): number {
  let at = i;
  while (parent[at] !== at) {
    parent[at] = parent[parent[at]];
    at = parent[at];
  }
  return at;
}

/** The smaller index leads, so that the outcome does not depend on the order of joining. */
function join(parent: Int32Array, i: number, j: number): void {
  const a = root(parent, i);
  const b = root(parent, j);
  if (a < b) parent[b] = a;
  else parent[a] = b;
}

/** Groups the bodies by active couplings and contacts. Order follows the bodies' order. */
export function findIslands(
  islands: Islands,
  couplings: readonly Coupling[],
  { key, count }: ContactRows,
): void {
  const { parent, tied, of, members, start, first } = islands;
  const n = parent.length;
  for (let i = 0; i < n; i++) parent[i] = i;
  for (let c = 0; c < couplings.length; c++) {
    const { a, b } = couplings[c];
    if (a >= 0 && b >= 0 && couplings[c].active()) join(parent, a, b);
  }
  for (let i = 0; i < n; i++) tied[i] = root(parent, i);
  for (let r = 0; r < count[0]; r++) {
    if (key[3 * r + 1] >= 0) join(parent, key[3 * r], key[3 * r + 1]);
  }
  let island = 0;
  let cluster = 0;
  let filled = 0;
  for (let leader = 0; leader < n; leader++) {
    if (root(parent, leader) !== leader) continue;
    first[island] = cluster;
    for (let head = leader; head < n; head++) {
      if (tied[head] !== head || root(parent, head) !== leader) continue;
      start[cluster++] = filled;
      for (let i = head; i < n; i++) {
        if (tied[i] !== head) continue;
        members[filled++] = i;
        of[i] = island;
      }
    }
    island++;
  }
  first[island] = cluster;
  start[cluster] = filled;
  islands.count = island;
  islands.open.fill(1);
}

/** Is a body part of this solve of the step: awake, and in an island that is open? */
export function isOpen({ rest, islands }: WorldCore, body: number): boolean {
  return rest.group[body] < 0 && islands.open[islands.of[body]] !== 0;
}
