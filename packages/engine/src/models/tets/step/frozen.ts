import { subtractCouple } from '../../../materials/corotational.ts';
import { dot9, mul3, mulAtB3, symmetricPart3 } from '../../../math/mat3.ts';
import type { Group } from '../front/front.ts';
import type { TetsMemory } from '../memory.ts';
import type { TetsData } from '../model.ts';

/** Stresses that elements keep when they are coarsened in a deformed state: they turn with the element. */
export interface Frozen {
  isFrozen(g: Group, i: number): boolean;
  /** Σ₀ : S of an element that keeps a stress Σ₀ [J/m³]. */
  energy(g: Group, i: number): number;
  /** P += the stress that an element keeps; returns the energy density that goes with it. */
  addStress(P: Float64Array, g: Group, i: number): number;
  /** Makes an element keep the stress P [Pa]. */
  freeze(g: Group, i: number, P: Float64Array): void;
}

export function createFrozen(
  { volumes, parents }: TetsData,
  { stress0, energy0, frozen }: TetsMemory,
): Frozen {
  const turned = new Float64Array(9);
  const stretch = new Float64Array(9);
  const even = new Float64Array(9);
  const kept = new Float64Array(9);
  const isFrozen = (g: Group, i: number): boolean =>
    g.kind !== 'ten' && g.ids[i] < parents && frozen[g.ids[i]] === 1;
  const frozenEnergy = (g: Group, i: number): number => {
    mulAtB3(stretch, 0, g.R, 9 * i, g.F, 9 * i);
    return dot9(stress0, 9 * g.ids[i], stretch, 0);
  };
  /** kept = Σ₀ in its symmetric part, less the couple that turns it: what P is then in the frame of the element. */
  const turnFrozen = (g: Group, i: number): void => {
    mulAtB3(stretch, 0, g.R, 9 * i, g.F, 9 * i);
    symmetricPart3(stretch, 0, stretch, 0);
    symmetricPart3(even, 0, stress0, 9 * g.ids[i]);
    subtractCouple(kept, even, stretch);
  };
  /**
   * P += R·(Σ₀ − couple): a stress that turns with the element. Its symmetric part is the derivative of Σ₀ : S; a skew
   * part is there only while the neighbours' balance it. Returns the energy density.
   */
  const addFrozen = (out: Float64Array, g: Group, i: number): number => {
    const t = g.ids[i];
    turnFrozen(g, i);
    for (let k = 0; k < 9; k++) kept[k] += stress0[9 * t + k] - even[k];
    mul3(turned, 0, g.R, 9 * i, kept, 0);
    for (let k = 0; k < 9; k++) out[k] += turned[k];
    return energy0[t] / volumes[t] + frozenEnergy(g, i);
  };
  /** Finds the Σ₀ of an element for which `addFrozen` adds P. */
  const freeze = (g: Group, i: number, stress: Float64Array): void => {
    const t = g.ids[i];
    mulAtB3(stress0, 9 * t, g.R, 9 * i, stress, 0);
    turnFrozen(g, i);
    for (let k = 0; k < 9; k++) stress0[9 * t + k] += even[k] - kept[k];
  };
  return { isFrozen, energy: frozenEnergy, addStress: addFrozen, freeze };
}
