import type { TetsMemory } from '../memory.ts';
import type { TetsData } from '../model.ts';
import type { Front } from './front.ts';
import { gatherSlaves, spreadSlaves } from './spread.ts';

/** Masses of the vertices in use, seen through slaves: the mass matrix has a diagonal and entries along edges. */

/** Row sums of mass and of area, by free vertex. */
export function rowSums(data: TetsData, front: Front, memory: TetsMemory): void {
  const { tree } = data;
  const { rowMass, rowArea, ownMass, edgeMass, ends, all, Y, vertexOf } = memory;
  const n = front.free + front.slaves;
  for (let i = 0; i < n; i++) Y[3 * i] = ownMass[i];
  for (let i = 0; i < n; i++) {
    Y[3 * i + 1] = 0;
    Y[3 * i + 2] = 0;
  }
  for (let k = 0; k < front.edges; k++) {
    if (edgeMass[k] === 0) continue;
    Y[3 * ends[2 * k]] += edgeMass[k];
    Y[3 * ends[2 * k + 1]] += edgeMass[k];
  }
  gatherSlaves(Y, front, memory);
  for (let i = 0; i < front.free; i++) rowMass[i] = Y[3 * i];
  for (let v = 0; v < data.vertices; v++) all[v] = data.areas[v];
  for (let i = front.followerCount - 1; i >= 0; i--) {
    const v = front.followers[i];
    const e = v - tree.baseVertices;
    all[tree.ends[2 * e]] += 0.5 * all[v];
    all[tree.ends[2 * e + 1]] += 0.5 * all[v];
  }
  for (let i = 0; i < front.free; i++) rowArea[i] = all[vertexOf[i]];
}

/** Momentum of each vertex in use, slaves included, in `memory.Y`, by place. */
export function massOnPlaces(
  front: Front,
  memory: TetsMemory,
  v: Float64Array,
  own = memory.ownMass,
  edge = memory.edgeMass,
): void {
  const { ends, X, Y } = memory;
  for (let i = 0; i < 3 * front.free; i++) X[i] = v[i];
  spreadSlaves(X, front, memory);
  const n = front.free + front.slaves;
  for (let i = 0; i < n; i++) for (let c = 0; c < 3; c++) Y[3 * i + c] = own[i] * X[3 * i + c];
  for (let k = 0; k < front.edges; k++) {
    const m = edge[k];
    if (m === 0) continue;
    const a = 3 * ends[2 * k];
    const b = 3 * ends[2 * k + 1];
    for (let c = 0; c < 3; c++) {
      Y[a + c] += m * X[b + c];
      Y[b + c] += m * X[a + c];
    }
  }
}
