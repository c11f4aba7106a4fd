import type { Kernels } from '../../kernels/kernels.ts';
import { MOST_NUMBERS, MOST_SETS } from './numbers.ts';
import type { LayerSolver } from './step/solver.ts';
import type { LayerSystem } from './step/system.ts';

/**
 * The blocks that a body makes once, at rest (`makeRestBlocks`), outside of the memory of any: equal bodies of a world
 * copy them instead of each making its own, and again whenever one changes between steps of first and of second order.
 */
export type RestBlocks = { readonly key: Float64Array; readonly numbers: Float64Array[] }[];

/** What blocks at rest are made of, and from. */
interface Blocked {
  readonly system: LayerSystem;
  readonly solver: LayerSolver;
  readonly memory: { readonly order: Int32Array };
  readonly adaptive: object | null;
  readonly ahead: boolean;
}

/** One list for all bodies of a world that are equal. */
export function sharedBlocks(): (kernels: Kernels) => RestBlocks {
  const shared = new WeakMap<Kernels, RestBlocks>();
  return (kernels) => {
    const known = shared.get(kernels) ?? [];
    shared.set(kernels, known);
    return known;
  };
}

/** Fills the blocks at rest for steps of h seconds with those kept; false if there are none. */
export function takeBlocks(run: Blocked, blocks: RestBlocks, h: number): boolean {
  if (run.adaptive !== null) return false;
  const { detail, dense } = run.solver;
  const key = keyOf(run, h);
  const at = blocks.findIndex((one) => one.key.every((x, i) => x === key[i]));
  if (at < 0) return false;
  const kept = blocks[at];
  blocksOf(run).forEach((numbers, k) => {
    numbers.set(kept.numbers[k]);
  });
  blocks.splice(at, 1);
  blocks.unshift(kept);
  if (detail === null) return true;
  dense.massFor = h;
  detail.version++;
  return true;
}

/** Keeps a copy of the blocks at rest, in the place of those that were used longest ago. */
export function keepBlocks(run: Blocked, blocks: RestBlocks, h: number): void {
  const numbers = blocksOf(run);
  if (run.adaptive !== null || numbers.reduce((sum, x) => sum + x.length, 0) > MOST_NUMBERS) return;
  blocks.length = Math.min(blocks.length, MOST_SETS - 1);
  blocks.unshift({ key: keyOf(run, h), numbers: numbers.map((x) => x.slice()) });
}

/** Everything that `makeRestBlocks` leaves behind. */
function blocksOf({ system, solver: { dense, detail } }: Blocked): Float64Array[] {
  const gauges = system.gauges.map((gauge) => gauge.values);
  if (detail === null) return gauges;
  const { values, diagonal, factor, gaugeRows, Yg, Yc, middleG, middleC, print } = detail;
  const { restMatrix, restFactor, couplings } = detail;
  const coupled = couplings.map(({ rest }) => rest);
  const own = [values, diagonal, factor.panels, gaugeRows, Yg, Yc, middleG, middleC, print];
  return [...gauges, ...own, restMatrix, restFactor, ...coupled, dense.mass];
}

/** What the blocks depend on that equal bodies may differ in: the step, what is fixed, material, order. */
function keyOf({ system, solver, memory, ahead }: Blocked, h: number): Float64Array {
  const { stress, fine, alpha } = system;
  const changing: (Uint8Array | Int32Array | Float64Array)[] = [solver.fixed, memory.order, alpha];
  for (const { mu, lambda, beta } of [stress, fine]) changing.push(mu, lambda, beta);
  const key = new Float64Array(2 + 2 * changing.length);
  key[0] = h;
  key[1] = ahead ? 1 : 0;
  changing.forEach((numbers, k) => {
    for (let i = 0; i < numbers.length; i++) {
      key[2 + 2 * k] += numbers[i] * (1 + (i % 97));
      key[3 + 2 * k] += numbers[i] * (1 + ((7919 * i) % 1009));
    }
  });
  return key;
}
