import type { TetsMemory } from '../memory.ts';
import type { TetsData } from '../model.ts';
import type { Front } from './front.ts';

/** Keeps the rotations of the elements in use for when they are in use again. */
export function saveRotations({ tree }: TetsData, { allQ }: TetsMemory, { groups }: Front): void {
  const totalTets = tree.tets.length / 4;
  for (let n = 0; n < groups.length; n++) {
    const g = groups[n];
    for (let i = 0; i < g.count; i++) {
      const to = g.kind === 'ten' ? totalTets + 4 * g.ids[i] + (i & 3) : g.ids[i];
      for (let k = 0; k < 4; k++) allQ[4 * to + k] = g.q[4 * i + k];
    }
  }
}

/** The element that carries each follower. */
export function findOwners(data: TetsData, memory: TetsMemory, front: Front): void {
  const { tree } = data;
  const { split, ten } = memory;
  const { splitAround, elementOf } = front;
  for (let i = 0; i < front.followerCount; i++) {
    const v = front.followers[i];
    const e = v - tree.baseVertices;
    // Held straight although all around it are split: a ten-node element carries it then.
    const alone = splitAround[e] === tree.around[e];
    let t = memory.ownerTet[v];
    // Whoever carried it goes on, so that nothing else leans on other corners all of a sudden.
    if (t >= 0 && elementOf[t] >= 0 && (split[t] === 0 || alone)) {
      memory.owner[v] = elementOf[t];
      continue;
    }
    for (let k = data.aroundStart[e]; k < data.aroundStart[e + 1]; k++) {
      const other = data.aroundTets[k];
      if (split[other] === 1 && !(alone && ten[other] === 1)) continue;
      t = other;
      break;
    }
    // Hidden under a coarser element: go up to it.
    while (elementOf[t] < 0) t = Math.floor((t - tree.roots) / 8);
    memory.owner[v] = elementOf[t];
    memory.ownerTet[v] = t;
  }
}
