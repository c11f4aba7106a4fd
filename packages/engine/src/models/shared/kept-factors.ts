import type { Kernels } from '../../kernels/kernels.ts';
import type { Factor } from '../../math/sparse/cholesky.ts';
import { MOST_FACTORS, MOST_LENGTH } from './numbers.ts';

/**
 * Factors of an undeformed body, outside of the memory of any: equal bodies of a world copy them instead of each making
 * its own, and again whenever it changes between steps of first and of second order.
 */
export type KeptFactors = {
  scale: number;
  readonly panels: Float64Array;
  readonly panels32: Float32Array;
}[];

/** One set for all bodies of a world that are equal. */
export function sharedFactors(): (kernels: Kernels) => KeptFactors {
  const shared = new WeakMap<Kernels, KeptFactors>();
  return (kernels) => {
    const known = shared.get(kernels) ?? [];
    shared.set(kernels, known);
    return known;
  };
}

/** Fills `factor` with the one kept for `scale`; false if there is none. */
export function takeFactor(kept: KeptFactors, scale: number, factor: Factor): boolean {
  const at = kept.findIndex((one) => one.scale === scale);
  if (at < 0) return false;
  factor.panels.set(kept[at].panels);
  factor.panels32.set(kept[at].panels32);
  useFirst(kept, at);
  return true;
}

/** Keeps a copy of `factor` for `scale`, in the place of the one that was used longest ago. */
export function keepFactor(kept: KeptFactors, scale: number, factor: Factor): void {
  const { panels, panels32 } = factor;
  if (panels.length > MOST_LENGTH) return;
  if (kept.length < MOST_FACTORS)
    kept.push({ scale, panels: panels.slice(), panels32: panels32.slice() });
  const last = kept[kept.length - 1];
  last.scale = scale;
  last.panels.set(panels);
  last.panels32.set(panels32);
  useFirst(kept, kept.length - 1);
}

function useFirst(kept: KeptFactors, at: number): void {
  const found = kept[at];
  for (let k = at; k > 0; k--) kept[k] = kept[k - 1];
  kept[0] = found;
}
