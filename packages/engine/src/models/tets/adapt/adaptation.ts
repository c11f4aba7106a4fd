import type { Kernels } from '../../../kernels/kernels.ts';
import type { HeldRegions } from '../../shared/held-regions.ts';
import { createWholeTurn } from '../../shared/whole-turn.ts';
import { MOST_APART } from '../numbers.ts';
import type { TetsRuntime } from '../runtime.ts';
import type { Operators } from '../step/operators.ts';
import { createFinest, type Finest, type StepTerms } from './finest.ts';
import { createMomenta, type Momenta } from './momenta.ts';
import { createShares, type Shares } from './shares.ts';
import { createTouched, type Touched } from './touched.ts';

/** In `calm`: this element is to be split. */
export const TO_SPLIT = 255;

/** Data of adaptation beyond the body's memory. */
export interface Adaptation {
  readonly finest: Finest;
  readonly shares: Shares;
  readonly touched: Touched;
  readonly operators: Operators;
  /** The step's equation, as `assemble` set it up. */
  readonly step: StepTerms;
  /** Parents that must stay split now, and those that always must. */
  readonly pinned: Uint8Array;
  readonly rough: Uint8Array;
  /** Of the whole body [kg]. */
  readonly mass: number;
  /** The finest front has a kept factor: it is cheaper than one that is mostly split. */
  readonly factored: boolean;
  /** Regions that are held. */
  holds: number;
  /** What a switch must keep. */
  readonly momenta: Momenta;
  /** Takes regions that are held into account. */
  pin(regions: HeldRegions): void;
  regions: HeldRegions | null;
  /** Elements to be split; parents to be merged, and what that would add to the error by parent [m]. */
  splits: number;
  readonly merged: Int32Array;
  readonly added: Float64Array;
  /** Mass that merged parents have on the midpoints of their edges [kg], six numbers each. */
  readonly ownMass: Float64Array;
  /** Weights of a parent's corners at its ten nodes. */
  readonly weights: Float64Array;
  /** Velocity at the end of the step and at its start, and acceleration, of all vertices. */
  readonly U: Float64Array;
  readonly V: Float64Array;
  readonly acceleration: Float64Array;
  readonly momentum: Float64Array;
  readonly force: Float64Array;
  readonly before: Float64Array;
  readonly scratch: readonly Float64Array[];
}

export function createAdapt(run: TetsRuntime, operators: Operators, kernels: Kernels): Adaptation {
  const { data, memory } = run;
  const { parents, regions } = data;
  const n = 3 * data.vertices;
  const rough = findRough(run);
  const pinned = rough.slice();
  let mass = 0;
  for (let t = 0; t < data.tree.roots; t++) mass += data.masses[t];
  return {
    finest: createFinest(data, memory, kernels, run.matter),
    shares: createShares(run),
    touched: createTouched(run),
    operators,
    step: {
      h: 0,
      scale: 0,
      massFactor: 1,
      air: 0,
      predicted: false,
      turns: false,
      touches: false,
      turn: createWholeTurn(),
      gravity: new Float64Array(3),
    },
    pinned,
    rough,
    mass,
    factored: data.spaces[data.spaces.length - 1].level === data.tree.levels,
    holds: 0,
    momenta: createMomenta(),
    weights: new Float64Array(40),
    regions: null,
    pin(held) {
      this.regions = held;
      pinned.set(rough);
      this.holds = 0;
      for (let r = 0; r < regions.length; r++) {
        if (held.held[r] === 0) continue;
        this.holds++;
        for (const t of regions[r].pinned) pinned[t] = 1;
      }
      this.finest.inverse.invalidate();
    },
    splits: 0,
    merged: new Int32Array(parents),
    added: new Float64Array(parents),
    ownMass: new Float64Array(6 * parents),
    U: new Float64Array(n),
    V: new Float64Array(n),
    acceleration: new Float64Array(n),
    momentum: new Float64Array(n),
    force: new Float64Array(n),
    before: new Float64Array(n),
    scratch: [0, 1, 2].map(() => new Float64Array(n)),
  };
}

function findRough({ data }: TetsRuntime): Uint8Array {
  const { parents, tree, estimate } = data;
  const rough = new Uint8Array(parents);
  for (let t = parents - 1; t >= 0; t--) {
    const p = estimate.place[t];
    if (p >= 0 && estimate.apart[p] > MOST_APART) rough[t] = 1;
    for (let c = 8 * t + tree.roots; c < 8 * t + tree.roots + 8; c++)
      if (c < parents && rough[c] === 1) rough[t] = 1;
  }
  return rough;
}
