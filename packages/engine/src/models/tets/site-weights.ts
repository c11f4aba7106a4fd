import type { PointGroup, Sites } from '../body.ts';
import type { Front } from './front/front.ts';
import { createFollowerRow, findFollowerRow } from './front/spread.ts';
import type { TetsMemory } from './memory.ts';
import type { TetsData } from './model.ts';
import type { TetPoints } from './step/points.ts';

/** A sparse vector of numbers at vertices or places of the front: those that are in `list` have one. */
export interface Sparse {
  readonly value: Float64Array;
  readonly listed: Uint8Array;
  readonly list: Int32Array;
  count: number;
}

function createSparse(n: number): Sparse {
  return {
    value: new Float64Array(n),
    listed: new Uint8Array(n),
    list: new Int32Array(n),
    count: 0,
  };
}

/** Which free vertices a site of contact depends on, and how much. */
export interface SiteWeights {
  /** What `find` found, by place of the front. */
  readonly places: Sparse;
  /** Of site s, the held ones left out. */
  find(groups: readonly PointGroup[], sites: Sites, s: number): void;
}

export function createSiteWeights(data: TetsData, memory: TetsMemory, front: Front): SiteWeights {
  const { place, held } = memory;
  const vertices = createSparse(data.vertices);
  const places = createSparse(data.vertices);
  const row = createFollowerRow();
  const findVertices = (groups: readonly PointGroup[], p: Sites, s: number): void => {
    const { indices, weights } = groups[p.group[s]].points as TetPoints;
    const { value, list } = vertices;
    for (let k = 4 * s; k < 4 * s + 4; k++) {
      if (p.weights[k] === 0) continue;
      for (let c = 4 * p.points[k]; c < 4 * p.points[k] + 4; c++) {
        insert(vertices, indices[c]);
        value[indices[c]] += p.weights[k] * weights[c];
      }
    }
    // The finest first: what follows hands on to coarser ones.
    while (vertices.count > 0) {
      const v = list[vertices.count - 1];
      const at = place[v];
      if (at >= 0 && at < front.free) {
        if (held[v] === 0) {
          insert(places, at);
          places.value[at] += value[v];
        }
        drop(vertices);
        continue;
      }
      const w = value[v];
      drop(vertices);
      findFollowerRow(row, data, memory, v);
      for (let k = 0; k < row.count; k++) {
        insert(vertices, row.vertices[k]);
        value[row.vertices[k]] += w * row.weights[k];
      }
    }
  };
  return { places, find: findVertices };
}

/** Lists i, in ascending order. */
export function insert(sparse: Sparse, i: number): void {
  const { listed, list } = sparse;
  if (listed[i] > 0) return;
  listed[i] = 1;
  let at = sparse.count++;
  for (; at > 0 && list[at - 1] > i; at--) list[at] = list[at - 1];
  list[at] = i;
}

/** Forgets the last of the list. */
export function drop(sparse: Sparse): void {
  const i = sparse.list[--sparse.count];
  sparse.listed[i] = 0;
  sparse.value[i] = 0;
}
