import type { TetsMemory } from '../memory.ts';
import type { TetsData } from '../model.ts';
import { followsCurve } from './curve.ts';
import type { Front } from './front.ts';

/** Counts the split tets around each edge. */
export function countSplits(
  { tree, parents }: TetsData,
  { split }: TetsMemory,
  { splitAround }: Front,
): void {
  splitAround.fill(0);
  for (let t = 0; t < parents; t++) {
    if (split[t] === 0) continue;
    for (let k = 0; k < 6; k++) splitAround[tree.edges[6 * t + k]]++;
  }
}

/** Numbers the vertices in use, free ones first, then slaves, each by level; `tens`: there may be ten-node elements. */
export function numberVertices(
  data: TetsData,
  memory: TetsMemory,
  front: Front,
  tens: boolean,
): void {
  const { tree, above } = data;
  const { place, vertexOf, slaveEnds, slaveCurve } = memory;
  const { splitAround, straight, bends } = front;
  let free = tree.baseVertices;
  for (let v = 0; v < free; v++) {
    place[v] = v;
    vertexOf[v] = v;
  }
  front.freeUpTo[0] = free;
  for (let l = 1; l <= tree.levels; l++) {
    for (let v = tree.vertexCount[l - 1]; v < tree.vertexCount[l]; v++) {
      const e = v - tree.baseVertices;
      place[v] = -1;
      bends[e] = splitAround[e] === tree.around[e] && straight[e] === 0 ? 1 : 0;
      if (bends[e] === 0) continue;
      vertexOf[free] = v;
      place[v] = free++;
    }
    front.freeUpTo[l] = free;
  }
  let slaves = 0;
  let followers = 0;
  front.slavesUpTo[0] = 0;
  for (let l = 1; l <= tree.levels; l++) {
    for (let v = tree.vertexCount[l - 1]; v < tree.vertexCount[l]; v++) {
      if (place[v] >= 0) continue;
      front.followers[followers++] = v;
      const e = v - tree.baseVertices;
      bends[e] = tens && followsCurve(data, straight, bends, e) ? 1 : 0;
      memory.curved[v] = bends[e];
      if (splitAround[e] === 0) continue;
      const s = free + slaves;
      vertexOf[s] = v;
      place[v] = s;
      slaveEnds[2 * slaves] = place[tree.ends[2 * e]];
      slaveEnds[2 * slaves + 1] = place[tree.ends[2 * e + 1]];
      if (bends[e] === 1) placeCurve(data, memory, slaves, above[e]);
      else slaveCurve[3 * slaves] = -1;
      slaves++;
    }
    front.slavesUpTo[l] = slaves;
  }
  front.free = free;
  front.slaves = slaves;
  front.followerCount = followers;
}

/**
 * What slave s stands off with. Inner edges, which have no edge above, never have slaves that bend: they are in one
 * tet.
 */
function placeCurve(
  { tree }: TetsData,
  { place, slaveCurve }: TetsMemory,
  s: number,
  up: number,
): void {
  slaveCurve[3 * s] = place[up + tree.baseVertices];
  slaveCurve[3 * s + 1] = place[tree.ends[2 * up]];
  slaveCurve[3 * s + 2] = place[tree.ends[2 * up + 1]];
}
