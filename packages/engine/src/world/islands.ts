import type { ContactRows } from '../contact/detect/rows.ts';
import type { Coupling } from './live.ts';
import type { Islands } from './parts.ts';
import type { WorldCore } from './types.ts';

export function createIslands(bodies: number): Islands {
  return {
    parent: new Int32Array(bodies),
    of: new Int32Array(bodies),
    members: new Int32Array(bodies),
    start: new Int32Array(bodies + 1),
    open: new Uint8Array(bodies),
    seconds: new Float64Array(bodies),
    load: new Float64Array(bodies),
    meets: new Uint8Array(bodies),
    lands: new Uint8Array(bodies),
    begins: new Uint8Array(bodies),
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

/** The smaller index leads, so that the result does not depend on the order of joining. */
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
  const { parent, of, members, start, meets } = islands;
  const n = parent.length;
  meets.fill(0);
  for (let i = 0; i < n; i++) parent[i] = i;
  for (let c = 0; c < couplings.length; c++) {
    const { a, b } = couplings[c];
    if (a >= 0 && b >= 0 && couplings[c].active()) join(parent, a, b);
  }
  for (let r = 0; r < count[0]; r++) {
    if (key[3 * r + 1] < 0) continue;
    join(parent, key[3 * r], key[3 * r + 1]);
    meets[key[3 * r]] = 1;
    meets[key[3 * r + 1]] = 1;
  }
  // A leader precedes its followers: one pass numbers and counts, one fills.
  let island = 0;
  for (let i = 0; i <= n; i++) start[i] = 0;
  for (let i = 0; i < n; i++) {
    const leader = root(parent, i);
    of[i] = leader === i ? island++ : of[leader];
    start[of[i] + 1]++;
  }
  for (let i = 0; i < island; i++) start[i + 1] += start[i];
  for (let i = n - 1; i >= 0; i--) members[--start[of[i] + 1]] = i;
  for (let i = 0; i < island; i++) start[i] = start[i + 1];
  start[island] = n;
  islands.count = island;
  islands.open.fill(1);
}

/** True if a body is part of this solve of the step: awake, and in an open island. */
export function isOpen({ sleep, islands }: WorldCore, body: number): boolean {
  return sleep.group[body] < 0 && islands.open[islands.of[body]] !== 0;
}
