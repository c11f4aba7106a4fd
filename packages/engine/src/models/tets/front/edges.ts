import { symmetric4 } from '../build/levels.ts';
import { EDGES } from '../build/tree.ts';
import type { TetsMemory } from '../memory.ts';
import type { TetsData } from '../model.ts';
import type { Front } from './front.ts';

/** The edges of a front, numbered as they are met, and masses along them. */
export function createEdgeAdder(
  { tree, parents, masses }: TetsData,
  memory: TetsMemory,
  front: Front,
) {
  const { place } = memory;
  const edgePlace = new Int32Array(tree.edgeStart[tree.levels + 1]).fill(-1);
  const usedEdges = new Int32Array(edgePlace.length);
  let used = 0;
  const placeEdge = (e: number): number => {
    if (edgePlace[e] < 0) {
      edgePlace[e] = front.edges;
      usedEdges[used++] = e;
      memory.ends[2 * front.edges] = place[tree.ends[2 * e]];
      memory.ends[2 * front.edges + 1] = place[tree.ends[2 * e + 1]];
      memory.edgeMass[front.edges++] = 0;
    }
    return edgePlace[e];
  };

  /** Mass of a tet on its vertices and edges. */
  const addMass = (t: number): void => {
    for (let a = 0; a < 4; a++) {
      const i = place[tree.tets[4 * t + a]];
      if (t >= parents) memory.ownMass[i] += 0.25 * masses[t];
      else memory.ownMass[i] += memory.mass[10 * t + symmetric4(a, a)];
    }
    if (t >= parents) return;
    for (let k = 0; k < 6; k++) {
      const [a, b] = EDGES[k];
      memory.edgeMass[placeEdge(tree.edges[6 * t + k])] += memory.mass[10 * t + symmetric4(a, b)];
    }
  };
  const clearEdges = (): void => {
    for (let i = 0; i < used; i++) edgePlace[usedEdges[i]] = -1;
    used = 0;
    front.edges = 0;
  };
  return { placeEdge, addMass, clearEdges };
}
