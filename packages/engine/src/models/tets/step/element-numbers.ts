import { MOONEY_RIVLIN_DEFAULTS } from '../../../materials/mooney-rivlin.ts';
import type { Group } from '../front/front.ts';
import type { TetsData } from '../model.ts';

/** The moduli of one element at a time, where laws read them: at `params[at]`. */
export interface ElementNumbers {
  params: Float64Array;
  at: number;
  /** Those of element i; true if they are a 6×6 matrix. */
  prepare(g: Group, i: number): boolean;
}

/** `matrices`: the law takes 6×6 matrices where there are any. */
export function createElementNumbers(
  { estimate, factors, base, parents }: TetsData,
  volume: (g: Group, i: number) => number,
  matrices: boolean,
): ElementNumbers {
  const own = new Float64Array(36);
  const numbers: ElementNumbers = {
    params: own,
    at: 0,
    prepare(g, i) {
      const t = g.ids[i];
      numbers.params = own;
      numbers.at = 0;
      if (g.kind === 'full') {
        const p = t < parents ? estimate.place[t] : -1;
        if (p < 0) for (let k = 0; k < 36; k++) own[k] = factors[t] * base[k];
        if (matrices) {
          if (p >= 0) {
            numbers.params = estimate.C;
            numbers.at = 36 * p;
          }
          return true;
        }
        // A law without matrices takes the isotropic part.
        const C = p < 0 ? own : estimate.C;
        const o = p < 0 ? 0 : 36 * p;
        const mu = (C[o + 21] + C[o + 28] + C[o + 35]) / 3;
        const lambda = (C[o + 1] + C[o + 2] + C[o + 8]) / 3;
        own[0] = mu;
        own[1] = lambda;
      } else {
        const V = volume(g, i);
        own[0] = g.volumeMu[i] / V;
        own[1] = g.volumeLambda[i] / V;
      }
      own[2] = MOONEY_RIVLIN_DEFAULTS.share;
      return false;
    },
  };
  return numbers;
}
