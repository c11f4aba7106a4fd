import type { Kernels } from '../../kernels/kernels.ts';
import { createFront, createFrontBuilder, type Front } from './front/front.ts';
import { gatherSlaves, spreadSlaves } from './front/spread.ts';
import { imagineCorners } from './front/ten-node.ts';
import type { TetsData } from './model.ts';
import type { Sizes, TetsMemory } from './state.ts';
import { createElastic, type Elastic } from './step/elastic.ts';

/** A live body's parts, as the files of this model hand them to each other. */
export interface TetsRuntime {
  readonly data: TetsData;
  readonly memory: TetsMemory;
  readonly front: Front;
  readonly elastic: Elastic;
  readonly kernels: Kernels;
  /** Makes the front from the split flags, its masses and the frames of followers; nothing moves. */
  rebuild(keepQ: boolean): void;
  /** Puts followers where the free vertices say, and deforms the coarse elements. */
  follow(): void;
  /** Puts the imagined corners of ten-node elements where their vertices are (`memory.at`). */
  imagine(): void;
  /** y = M v on the free vertices; before slaves hand on their share it is in `memory.Y`, by place. */
  massProduct(y: Float64Array, v: Float64Array): void;
  /** The first half of it: momentum of each vertex in use, slaves included, in `memory.Y`. */
  massOnPlaces(v: Float64Array): void;
  /** Elements at the positions as they are. */
  deformAll(): void;
}

export function createRuntime(
  data: TetsData,
  memory: TetsMemory,
  sizes: Sizes,
  kernels: Kernels,
): TetsRuntime {
  const { tree } = data;
  const { x, at, place, owner, offset, R, X, Y, vertexOf } = memory;
  const front = createFront(data, memory, sizes);
  const build = createFrontBuilder(data, memory, front, sizes);
  const elastic = createElastic(data, memory, front, kernels);
  let tenStart = Number.POSITIVE_INFINITY;
  for (const g of front.groups) if (g.kind === 'ten') tenStart = g.start;

  /** Follower number i: the middle of its edge and its offset, turned with its owner. */
  const putFollower = (i: number): void => {
    const v = front.followers[i];
    const e = v - tree.baseVertices;
    const a = 3 * tree.ends[2 * e];
    const b = 3 * tree.ends[2 * e + 1];
    const o = 9 * owner[v];
    const d0 = offset[3 * v];
    const d1 = offset[3 * v + 1];
    const d2 = offset[3 * v + 2];
    const p = place[v];
    for (let c = 0; c < 3; c++) {
      const there =
        0.5 * (x[a + c] + x[b + c]) +
        (R[o + 3 * c] * d0 + R[o + 3 * c + 1] * d1 + R[o + 3 * c + 2] * d2);
      x[3 * v + c] = there;
      if (p >= 0) at[3 * p + c] = there;
    }
  };
  const gatherPositions = (): void => {
    const n = front.free + front.slaves;
    for (let i = 0; i < n; i++) {
      const v = 3 * vertexOf[i];
      at[3 * i] = x[v];
      at[3 * i + 1] = x[v + 1];
      at[3 * i + 2] = x[v + 2];
    }
  };
  const imagine = (): void =>
    imagineCorners(at, memory.tenTable, front.ten, front.free + front.slaves);
  /** Rotations at the positions as they are, followers included. */
  const deformAll = (q: 'q' | 'lookQ'): void => {
    gatherPositions();
    imagine();
    for (let n = 0; n < front.groups.length; n++) {
      const g = front.groups[n];
      if (g.count > 0) elastic.deform(g, at, g[q]);
    }
  };
  const rowSums = (): void => {
    const { rowMass, rowArea, ownMass, edgeMass, ends, all } = memory;
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
  };
  /** Offsets of followers from where everything is. */
  const freezeOffsets = (): void => {
    for (let i = 0; i < front.free; i++) offset.fill(0, 3 * vertexOf[i], 3 * vertexOf[i] + 3);
    for (let i = 0; i < front.followerCount; i++) {
      const v = front.followers[i];
      const e = v - tree.baseVertices;
      const a = 3 * tree.ends[2 * e];
      const b = 3 * tree.ends[2 * e + 1];
      const o = 9 * owner[v];
      const d0 = x[3 * v] - 0.5 * (x[a] + x[b]);
      const d1 = x[3 * v + 1] - 0.5 * (x[a + 1] + x[b + 1]);
      const d2 = x[3 * v + 2] - 0.5 * (x[a + 2] + x[b + 2]);
      for (let c = 0; c < 3; c++)
        offset[3 * v + c] = R[o + c] * d0 + R[o + 3 + c] * d1 + R[o + 6 + c] * d2;
    }
  };

  const massOnPlaces = (v: Float64Array): void => {
    const { ownMass, edgeMass, ends } = memory;
    for (let i = 0; i < 3 * front.free; i++) X[i] = v[i];
    spreadSlaves(X, front, memory);
    const n = front.free + front.slaves;
    for (let i = 0; i < n; i++)
      for (let c = 0; c < 3; c++) Y[3 * i + c] = ownMass[i] * X[3 * i + c];
    for (let k = 0; k < front.edges; k++) {
      const m = edgeMass[k];
      if (m === 0) continue;
      const a = 3 * ends[2 * k];
      const b = 3 * ends[2 * k + 1];
      for (let c = 0; c < 3; c++) {
        Y[a + c] += m * X[b + c];
        Y[b + c] += m * X[a + c];
      }
    }
  };

  return {
    data,
    memory,
    front,
    elastic,
    kernels,
    imagine,
    rebuild(keepQ) {
      build(keepQ);
      rowSums();
      // After a snapshot the rotations are where the next step begins: looking must not move them.
      if (keepQ) memory.lookQ.set(memory.q);
      deformAll(keepQ ? 'lookQ' : 'q');
      if (!keepQ) freezeOffsets();
    },
    follow() {
      for (let i = 0; i < front.free; i++) {
        const v = 3 * vertexOf[i];
        at[3 * i] = x[v];
        at[3 * i + 1] = x[v + 1];
        at[3 * i + 2] = x[v + 2];
      }
      for (let l = 0; l < tree.levels; l++) {
        for (let n = 0; n < front.groups.length; n++) {
          const g = front.groups[n];
          if (g.level === l && g.count > 0) elastic.deform(g, at, g.q);
        }
        for (let i = front.followersUpTo[l]; i < front.followersUpTo[l + 1]; i++)
          if (owner[front.followers[i]] < tenStart) putFollower(i);
      }
      imagine();
      if (front.ten === 0 || front.followerCount === 0) return;
      const ten = front.groups[front.groups.length - 1];
      elastic.deform(ten, at, ten.q);
      for (let i = 0; i < front.followerCount; i++) putFollower(i);
    },
    deformAll: () => deformAll('q'),
    massOnPlaces,
    massProduct(y, v) {
      massOnPlaces(v);
      gatherSlaves(Y, front, memory);
      for (let i = 0; i < 3 * front.free; i++) y[i] = Y[i];
    },
  };
}
