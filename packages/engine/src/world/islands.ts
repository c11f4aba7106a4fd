import type { Coupling, Islands } from './types.ts';

export function createIslands(bodies: number): Islands {
  return {
    parent: new Int32Array(bodies),
    members: new Int32Array(bodies),
    start: new Int32Array(bodies + 1),
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

/** Groups bodies that active couplings tie together; each group is solved on its own. Order follows the bodies' order. */
export function findIslands(islands: Islands, couplings: readonly Coupling[]): void {
  const { parent, members, start } = islands;
  const n = parent.length;
  for (let i = 0; i < n; i++) parent[i] = i;
  for (let c = 0; c < couplings.length; c++) {
    const coupling = couplings[c];
    if (coupling.a < 0 || coupling.b < 0 || !coupling.active()) continue;
    const a = root(parent, coupling.a);
    const b = root(parent, coupling.b);
    // The smaller index leads, so that the outcome does not depend on the order of couplings.
    if (a < b) parent[b] = a;
    else parent[a] = b;
  }
  let count = 0;
  let filled = 0;
  for (let leader = 0; leader < n; leader++) {
    if (root(parent, leader) !== leader) continue;
    start[count++] = filled;
    for (let i = leader; i < n; i++) if (root(parent, i) === leader) members[filled++] = i;
  }
  start[count] = filled;
  islands.count = count;
}
