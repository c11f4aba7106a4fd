import type { TetsRuntime } from '../runtime.ts';
import { createMomenta, type Momenta } from './momenta.ts';
import { createSurplus, type Surplus } from './surplus.ts';

/** Bounds of a parent's elasticity that are farther apart than this say nothing: it stays split. */
const MOST_APART = 10;

/** In `calm`: this element is to be split. */
export const TO_SPLIT = 255;

/** What adaptation needs beyond the body's memory. */
export interface Adaptation {
  readonly surplus: Surplus;
  /** Parents that must stay split now, and those that always must. */
  readonly pinned: Uint8Array;
  readonly rough: Uint8Array;
  /** Some region is held. */
  held: boolean;
  /** What a switch must keep. */
  readonly momenta: Momenta;
  /** Takes regions that are held into account. */
  pin(regionHeld: Uint8Array): void;
  /** Elastic forces at the positions as they are, and as they will be after a step with u. */
  evaluate: () => void;
  predict: (h: number, u: Float64Array) => void;
  /** Elements to be split, and parents to be merged. */
  splits: number;
  readonly merged: Int32Array;
  /** Force that each midpoint misses [N], and whether that is known (see kept.ts). */
  readonly missing: Float64Array;
  readonly known: Uint8Array;
  /** Weights of a parent's corners in its ten places. */
  readonly weights: Float64Array;
  readonly U: Float64Array;
  readonly momentum: Float64Array;
  readonly force: Float64Array;
  readonly before: Float64Array;
  readonly scratch: readonly Float64Array[];
}

export function createAdapt(run: TetsRuntime): Adaptation {
  const { data } = run;
  const { parents, tree, estimate, regions } = data;
  const n = 3 * data.vertices;
  const rough = new Uint8Array(parents);
  for (let t = parents - 1; t >= 0; t--) {
    const p = estimate.place[t];
    if (p >= 0 && estimate.apart[p] > MOST_APART) rough[t] = 1;
    for (let c = 8 * t + tree.roots; c < 8 * t + tree.roots + 8; c++)
      if (c < parents && rough[c] === 1) rough[t] = 1;
  }
  const pinned = rough.slice();
  return {
    surplus: createSurplus(data.vertices),
    pinned,
    rough,
    held: false,
    momenta: createMomenta(),
    weights: new Float64Array(40),
    pin(regionHeld) {
      pinned.set(rough);
      this.held = false;
      for (let r = 0; r < regions.length; r++) {
        if (regionHeld[r] === 0) continue;
        this.held = true;
        for (const t of regions[r].pinned) pinned[t] = 1;
      }
    },
    evaluate() {},
    predict() {},
    splits: 0,
    merged: new Int32Array(parents),
    missing: new Float64Array(n),
    known: new Uint8Array(data.vertices),
    U: new Float64Array(n),
    momentum: new Float64Array(n),
    force: new Float64Array(n),
    before: new Float64Array(n),
    scratch: [0, 1, 2].map(() => new Float64Array(n)),
  };
}
