import { TEN_PLACES } from '../../../geometry/tets/ten-node.ts';
import { symmetric4 } from '../build/levels.ts';
import { EVEN_POINTS } from '../build/points.ts';
import { EDGES, placeOf } from '../build/tree.ts';
import type { GroupSize, Sizes, TetsMemory } from '../memory.ts';
import type { TetsData } from '../model.ts';
import { followsCurve, markStraight } from './curve.ts';

/** Elements in use of one kind and level, with their parts of the arrays. */
export interface Group extends GroupSize {
  count: number;
  readonly ids: Int32Array;
  readonly tets: Int32Array;
  readonly gradients: Float64Array;
  readonly volumeMu: Float64Array;
  readonly volumeLambda: Float64Array;
  readonly slots: Int32Array;
  readonly F: Float64Array;
  readonly R: Float64Array;
  readonly q: Float64Array;
  readonly lookQ: Float64Array;
}

/** The elements and vertices in use now. Vertices are numbered: free ones, then slaves. */
export interface Front {
  readonly groups: readonly Group[];
  free: number;
  slaves: number;
  ten: number;
  edges: number;
  elements: number;
  /** Free vertices, and slaves, that belong to level l or a coarser one, shape [levels + 1]. */
  readonly freeUpTo: Int32Array;
  readonly slavesUpTo: Int32Array;
  /** Vertices that follow others (slaves and hidden), ascending: coarse to fine. */
  readonly followers: Int32Array;
  followerCount: number;
  /** An element at each free vertex and slave, as a place in the element arrays. */
  readonly elementAt: Int32Array;
  /** Tets around an edge that are split, shape [edges with midpoints]. */
  readonly splitAround: Int32Array;
  /** Place of a tet that is in the front among the elements, of the first point of a ten-node one; −1 for others. */
  readonly elementOf: Int32Array;
  /**
   * Edges whose midpoints may not be free, because something on them is straight: see `markStraight`. Shape [edges].
   */
  readonly straight: Uint8Array;
  /** Edges that bend: their midpoints are free, or follow a quadratic field. */
  readonly bends: Uint8Array;
  readonly own: Float64Array;
  readonly across: Float64Array;
  /** Counts up when the front changes. */
  stamp: number;
}

export function createFront(data: TetsData, memory: TetsMemory, sizes: Sizes): Front {
  const { tree } = data;
  const groups = sizes.groups.map((g): Group => {
    const cut = <T extends Float64Array | Int32Array>(array: T, width: number): T =>
      array.subarray(width * g.start, width * (g.start + g.room)) as T;
    // Field by field: copies of objects have hidden classes of their own, and every new body would be compiled again.
    return {
      level: g.level,
      kind: g.kind,
      start: g.start,
      room: g.room,
      count: 0,
      ids: cut(memory.ids, 1),
      tets: cut(memory.tets, 4),
      gradients: cut(memory.gradients, 12),
      volumeMu: cut(memory.volumeMu, 1),
      volumeLambda: cut(memory.volumeLambda, 1),
      slots: cut(memory.slots, 16),
      F: cut(memory.F, 9),
      R: cut(memory.R, 9),
      q: cut(memory.q, 4),
      lookQ: cut(memory.lookQ, 4),
    };
  });
  return {
    groups,
    free: 0,
    slaves: 0,
    ten: 0,
    edges: 0,
    elements: 0,
    freeUpTo: new Int32Array(tree.levels + 1),
    slavesUpTo: new Int32Array(tree.levels + 1),
    followers: new Int32Array(data.vertices),
    followerCount: 0,
    elementAt: new Int32Array(data.vertices),
    splitAround: new Int32Array(tree.edgeStart[tree.levels]),
    elementOf: new Int32Array(tree.tets.length / 4).fill(-1),
    straight: new Uint8Array(tree.edgeStart[tree.levels + 1]),
    bends: new Uint8Array(tree.edgeStart[tree.levels]),
    own: memory.blocks.subarray(0, 9 * data.vertices),
    across: memory.blocks.subarray(9 * data.vertices),
    stamp: 0,
  };
}

/**
 * Makes the front from `memory.split`. `keepQ` leaves the elements' rotations as they are: after a snapshot they are
 * right already.
 */
export function createFrontBuilder(
  data: TetsData,
  memory: TetsMemory,
  front: Front,
  sizes: Sizes,
): (keepQ: boolean) => void {
  const { tree, parents, estimate, factors, mu, lambda, local, volumes, gradients } = data;
  const { split, place, vertexOf, slaveEnds, slaveCurve, allQ } = memory;
  const { above } = data;
  const { splitAround, groups, straight, bends, elementOf } = front;
  const linear = new Uint8Array(straight.length);
  const { ten } = memory;
  const totalTets = tree.tets.length / 4;
  const allFull = data.material.elasticity !== undefined;
  const lists = [0, 1].map(() => new Int32Array(totalTets - parents + 8));
  const edgePlace = new Int32Array(tree.edgeStart[tree.levels + 1]).fill(-1);
  const usedEdges = new Int32Array(edgePlace.length);
  let used = 0;
  const trash = data.vertices + sizes.edges;
  const isotropicGroup = new Int32Array(tree.levels + 1).fill(-1);
  const fullGroup = new Int32Array(tree.levels + 1).fill(-1);
  let tenGroup = -1;
  groups.forEach((g, i) => {
    if (g.kind === 'ten') tenGroup = i;
    else (g.kind === 'full' ? fullGroup : isotropicGroup)[g.level] = i;
  });

  const countSplits = (): void => {
    splitAround.fill(0);
    for (let t = 0; t < parents; t++) {
      if (split[t] === 0) continue;
      for (let k = 0; k < 6; k++) splitAround[tree.edges[6 * t + k]]++;
    }
  };

  /**
   * What slave s stands off with. Inner edges, which have no edge above, never have slaves that bend: they are in one
   * tet.
   */
  const placeCurve = (s: number, up: number): void => {
    slaveCurve[3 * s] = place[up + tree.baseVertices];
    slaveCurve[3 * s + 1] = place[tree.ends[2 * up]];
    slaveCurve[3 * s + 2] = place[tree.ends[2 * up + 1]];
  };

  const numberVertices = (tens: boolean): void => {
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
        if (bends[e] === 1) placeCurve(slaves, above[e]);
        else slaveCurve[3 * slaves] = -1;
        slaves++;
      }
      front.slavesUpTo[l] = slaves;
    }
    front.free = free;
    front.slaves = slaves;
    front.followerCount = followers;
  };

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

  const addMass = (t: number): void => {
    for (let a = 0; a < 4; a++) {
      const i = place[tree.tets[4 * t + a]];
      if (t >= parents) memory.ownMass[i] += 0.25 * data.density * volumes[t];
      else memory.ownMass[i] += memory.mass[10 * t + symmetric4(a, a)];
    }
    if (t >= parents) return;
    for (let k = 0; k < 6; k++) {
      const [a, b] = EDGES[k];
      memory.edgeMass[placeEdge(tree.edges[6 * t + k])] += memory.mass[10 * t + symmetric4(a, b)];
    }
  };

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
      if (memory.touch[place[v]] < level) memory.touch[place[v]] = level;
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
      if (memory.touch[i] < level + 1) memory.touch[i] = level + 1;
      front.elementAt[i] = elementOf[t] + (k & 3);
    }
    const p = estimate.place[t];
    for (let k = 0; k < 16; k++)
      memory.tenPoints[16 * n + k] = p < 0 ? EVEN_POINTS[k] : data.points[16 * p + k];
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

  const saveRotations = (): void => {
    for (let n = 0; n < groups.length; n++) {
      const g = groups[n];
      for (let i = 0; i < g.count; i++) {
        const to = g.kind === 'ten' ? totalTets + 4 * g.ids[i] + (i & 3) : g.ids[i];
        for (let k = 0; k < 4; k++) allQ[4 * to + k] = g.q[4 * i + k];
      }
    }
  };

  const findOwners = (): void => {
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
  };

  return (keepQ) => {
    if (!keepQ) saveRotations();
    for (let i = 0; i < used; i++) edgePlace[usedEdges[i]] = -1;
    used = 0;
    for (let n = 0; n < groups.length; n++) {
      const g = groups[n];
      for (let i = 0; i < g.count; i++) elementOf[g.ids[i]] = -1;
      g.count = 0;
    }
    front.edges = 0;
    front.ten = 0;
    countSplits();
    if (tenGroup >= 0) markStraight(data, split, ten, splitAround, linear, straight);
    numberVertices(tenGroup >= 0);
    memory.touch.fill(0);
    memory.ownMass.fill(0);

    let here = lists[0];
    let below = lists[1];
    let count = tree.roots;
    for (let t = 0; t < count; t++) here[t] = t;
    for (let l = 0; l <= tree.levels; l++) {
      let next = 0;
      for (let i = 0; i < count; i++) {
        const t = here[i];
        if (t < parents && split[t] === 1) {
          if (ten[t] === 1) addTen(t, l, keepQ);
          for (let c = 0; c < 8; c++) below[next++] = 8 * t + tree.roots + c;
          continue;
        }
        addMass(t);
        const inTen = l > 0 && ten[Math.floor((t - tree.roots) / 8)] === 1;
        if (!inTen) addElement(t, l, keepQ);
      }
      const swap = here;
      here = below;
      below = swap;
      count = next;
    }
    front.elements = 0;
    for (let n = 0; n < groups.length; n++) front.elements += groups[n].count;
    findOwners();
    front.stamp++;
  };
}
