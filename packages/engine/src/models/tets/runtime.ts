import type { Kernels } from '../../kernels/kernels.ts';
import { createFront, createFrontBuilder, type Front } from './front/front.ts';
import { createLean, type Lean } from './front/lean.ts';
import { gatherSlaves, placeFollower, spreadSlaves } from './front/spread.ts';
import type { Sizes, TetsMemory } from './memory.ts';
import type { TetsData } from './model.ts';
import { createElastic, type Elastic } from './step/elastic.ts';

/** A live body's parts, as the files of this model hand them to each other. */
export interface TetsRuntime {
  readonly data: TetsData;
  readonly memory: TetsMemory;
  readonly front: Front;
  readonly elastic: Elastic;
  readonly kernels: Kernels;
  /** Factor on all that is elastic, beside what was built. */
  readonly matter: { stiffness: number };
  readonly lean: Lean;
  /** Makes the front from the split flags, its masses and what followers lean on; nothing moves. */
  rebuild(keepQ: boolean): void;
  /**
   * Puts followers where the free vertices say: all, or those in use. A step does the latter, hidden ones wait until
   * they are asked for.
   */
  follow(): void;
  followVisible(): void;
  /** y = M v on the free vertices; before slaves hand on their share it is in `memory.Y`, by place. */
  massProduct(y: Float64Array, v: Float64Array): void;
  /**
   * The first half of it: momentum of each vertex in use, slaves included, in `memory.Y`; masses other than `ownMass`,
   * `edgeMass` may be given.
   */
  massOnPlaces(v: Float64Array, own?: Float64Array, edge?: Float64Array): void;
  /** Elements at the positions as they are. */
  deformAll(): void;
  /** Rotations where a look may begin, so that those of the step stay as they are. */
  copyRotations(): void;
}

export function createRuntime(
  data: TetsData,
  memory: TetsMemory,
  sizes: Sizes,
  kernels: Kernels,
  matter: TetsRuntime['matter'] = { stiffness: 1 },
): TetsRuntime {
  const { tree } = data;
  const { x, at, X, Y, vertexOf } = memory;
  const front = createFront(data, memory, sizes);
  memory.mass.set(data.parentMass);
  memory.ownerTet.fill(-1);
  const build = createFrontBuilder(data, memory, front, sizes);
  const elastic = createElastic(data, memory, front, kernels);
  const lean = createLean(data, memory, front);

  const gatherPositions = (): void => {
    const n = front.free + front.slaves;
    for (let i = 0; i < n; i++) {
      const v = 3 * vertexOf[i];
      at[3 * i] = x[v];
      at[3 * i + 1] = x[v + 1];
      at[3 * i + 2] = x[v + 2];
    }
  };
  /** Rotations at the positions as they are, followers included. */
  const deformAll = (q: 'q' | 'lookQ'): void => {
    gatherPositions();
    for (let n = 0; n < front.groups.length; n++) {
      const g = front.groups[n];
      if (g.count > 0) elastic.deform(g, at, g[q]);
    }
  };
  const copyRotations = (): void => {
    for (let n = 0; n < front.groups.length; n++) {
      const { q, lookQ, count } = front.groups[n];
      for (let i = 0; i < 4 * count; i++) lookQ[i] = q[i];
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
  const massOnPlaces = (v: Float64Array, own = memory.ownMass, edge = memory.edgeMass): void => {
    const { ends } = memory;
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
  };

  return {
    data,
    memory,
    front,
    elastic,
    lean,
    kernels,
    matter,
    rebuild(keepQ) {
      build(keepQ);
      if (!keepQ) {
        lean.forget();
        lean.freeze();
      }
      lean.number();
      rowSums();
      // After a snapshot the rotations are where the next step begins: looking must not move them.
      if (keepQ) copyRotations();
      deformAll(keepQ ? 'lookQ' : 'q');
    },
    follow() {
      for (let i = 0; i < front.followerCount; i++)
        placeFollower(x, data, memory, front.followers[i]);
    },
    followVisible() {
      const end = front.free + front.slaves;
      for (let i = front.free; i < end; i++) placeFollower(x, data, memory, vertexOf[i]);
    },
    deformAll: () => deformAll('q'),
    copyRotations,
    massOnPlaces,
    massProduct(y, v) {
      massOnPlaces(v);
      gatherSlaves(Y, front, memory);
      for (let i = 0; i < 3 * front.free; i++) y[i] = Y[i];
    },
  };
}
