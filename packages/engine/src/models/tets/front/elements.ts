import { TEN_PLACES } from '../../../geometry/tets/ten-node.ts';
import { EVEN_POINTS } from '../build/points.ts';
import { EDGES, placeOf } from '../build/tree.ts';
import type { Sizes, TetsMemory } from '../memory.ts';
import type { TetsData } from '../model.ts';
import { createEdgeAdder } from './edges.ts';
import type { Front, Group } from './front.ts';

/** Puts elements into a front whose vertices are numbered. */
export interface ElementAdder {
  /** The front is empty again. */
  clear(): void;
  /** Mass of a tet on its vertices and edges. */
  addMass(t: number): void;
  addElement(t: number, level: number, keepQ: boolean): void;
  addTen(t: number, level: number, keepQ: boolean): void;
  /** Whether there may be ten-node elements. */
  readonly tens: boolean;
}

export function createElementAdder(
  data: TetsData,
  memory: TetsMemory,
  front: Front,
  sizes: Sizes,
): ElementAdder {
  const { tree, parents, estimate, factors, mu, lambda, local, volumes, gradients } = data;
  const { place, allQ } = memory;
  const { groups, elementOf } = front;
  const totalTets = tree.tets.length / 4;
  const allFull = data.material.elasticity !== undefined;
  const { placeEdge, addMass, clearEdges } = createEdgeAdder(data, memory, front);
  const trash = data.vertices + sizes.edges;
  const isotropicGroup = new Int32Array(tree.levels + 1).fill(-1);
  const fullGroup = new Int32Array(tree.levels + 1).fill(-1);
  let tenGroup = -1;
  groups.forEach((g, i) => {
    if (g.kind === 'ten') tenGroup = i;
    else (g.kind === 'full' ? fullGroup : isotropicGroup)[g.level] = i;
  });

  /** Tells the stiffness kernel where the blocks of an element go: one per edge, the other direction is not kept. */
  const placeBlocks = (g: Group, i: number): void => {
    for (let a = 0; a < 4; a++) g.slots[16 * i + 5 * a] = g.tets[4 * i + a];
    for (let k = 0; k < 6; k++) {
      const [a, b] = EDGES[k];
      const e = placeEdge(tree.edges[6 * g.ids[i] + k]);
      const forward = memory.ends[2 * e] === g.tets[4 * i + a];
      g.slots[16 * i + 4 * a + b] = forward ? data.vertices + e : trash;
      g.slots[16 * i + 4 * b + a] = forward ? trash : data.vertices + e;
    }
  };

  const addElement = (t: number, level: number, keepQ: boolean): void => {
    const full = allFull || (t < parents && estimate.place[t] >= 0);
    const g = groups[full ? fullGroup[level] : isotropicGroup[level]];
    const i = g.count++;
    g.ids[i] = t;
    elementOf[t] = g.start + i;
    for (let a = 0; a < 4; a++) {
      const v = tree.tets[4 * t + a];
      g.tets[4 * i + a] = place[v];
      front.elementAt[place[v]] = g.start + i;
      if (memory.least[place[v]] > level) memory.least[place[v]] = level;
    }
    for (let k = 0; k < 12; k++) g.gradients[12 * i + k] = gradients[12 * t + k];
    g.volumeMu[i] = volumes[t] * factors[t] * mu;
    g.volumeLambda[i] = volumes[t] * factors[t] * lambda;
    if (!keepQ) for (let k = 0; k < 4; k++) g.q[4 * i + k] = allQ[4 * t + k];
    placeBlocks(g, i);
  };

  /** A ten-node element: four points among the elements, and numbers of its own (see step/ten-node.ts). */
  const addTen = (t: number, level: number, keepQ: boolean): void => {
    const g = groups[tenGroup];
    const n = front.ten++;
    memory.tenOf[n] = t;
    elementOf[t] = g.start + 4 * n;
    for (let k = 0; k < 16; k++) {
      const v = placeOf(tree, t, TEN_PLACES[k]);
      const i = place[v];
      memory.tenTable[16 * n + k] = i;
      if (memory.least[i] > level + 1) memory.least[i] = level + 1;
      front.elementAt[i] = elementOf[t] + (k & 3);
    }
    const own = data.points.place[t];
    const from = own < 0 ? EVEN_POINTS : data.points.coordinates;
    for (let k = 0; k < 16; k++) memory.tenPoints[16 * n + k] = from[own < 0 ? k : 16 * own + k];
    for (let k = 0; k < 12; k++) memory.tenGradients[12 * n + k] = gradients[12 * t + k];
    const V = volumes[t] * factors[t];
    memory.tenVolume[n] = volumes[t];
    memory.tenMu[n] = 0.25 * V * mu;
    memory.tenLambda[n] = 0.25 * V * local;
    memory.tenKappa[n] = V * (lambda - local);
    for (let q = 0; q < 4; q++) {
      const i = g.count++;
      g.ids[i] = t;
      if (!keepQ)
        for (let k = 0; k < 4; k++) g.q[4 * i + k] = allQ[4 * (totalTets + 4 * t + q) + k];
    }
  };

  const clear = (): void => {
    clearEdges();
    for (let n = 0; n < groups.length; n++) {
      const g = groups[n];
      for (let i = 0; i < g.count; i++) elementOf[g.ids[i]] = -1;
      g.count = 0;
    }
    front.ten = 0;
    memory.least.fill(255);
    memory.ownMass.fill(0);
  };
  return { clear, addMass, addElement, addTen, tens: tenGroup >= 0 };
}
