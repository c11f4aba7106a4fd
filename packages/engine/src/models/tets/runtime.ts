import type { Kernels } from '../../kernels/kernels.ts';
import { createFrontBuilder } from './front/builder.ts';
import { createFront, type Front } from './front/front.ts';
import { createLean, type Lean } from './front/lean.ts';
import { massOnPlaces, rowSums } from './front/mass-rows.ts';
import { gatherSlaves, placeFollower } from './front/spread.ts';
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
  const { x, at, Y, vertexOf } = memory;
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
      rowSums(data, front, memory);
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
    massOnPlaces: (v, own, edge) => massOnPlaces(front, memory, v, own, edge),
    massProduct(y, v) {
      massOnPlaces(front, memory, v);
      gatherSlaves(Y, front, memory);
      for (let i = 0; i < 3 * front.free; i++) y[i] = Y[i];
    },
  };
}
