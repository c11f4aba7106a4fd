import type { TetsRuntime } from '../runtime.ts';
import { TO_SPLIT } from './adaptation.ts';

const strain = new Float64Array(6);

/**
 * The paper's test: marks elements whose strain is outside the valid range, for which their elasticity was fitted.
 * Returns how many. Imai et al., eq. 6.
 */
export function outOfRange({ data, memory, front }: TetsRuntime): number {
  const { estimate, parents, tree } = data;
  let splits = 0;
  if (estimate.range.length === 0) return 0;
  for (let n = 0; n < front.groups.length; n++) {
    const g = front.groups[n];
    if (g.kind === 'ten' || g.level >= tree.levels) continue;
    for (let i = 0; i < g.count; i++) {
      const t = g.ids[i];
      if (t >= parents) continue;
      strainOf(g.R, g.F, 9 * i);
      const o = 12 * estimate.place[t];
      for (let m = 0; m < 6; m++) {
        if (strain[m] >= estimate.range[o + m] && strain[m] <= estimate.range[o + 6 + m]) continue;
        memory.calm[t] = TO_SPLIT;
        splits++;
        break;
      }
    }
  }
  return splits;
}

/** Strain in the frame of the element: xx yy zz yz xz xy, engineering shear. */
function strainOf(R: Float64Array, F: Float64Array, o: number): void {
  for (let k = 0; k < 6; k++) {
    const [i, j] = PAIRS[k];
    strain[k] = product(R, F, o, i, j);
    if (k < 3) strain[k] -= 1;
    else strain[k] += product(R, F, o, j, i);
  }
}

const PAIRS = [
  [0, 0],
  [1, 1],
  [2, 2],
  [1, 2],
  [0, 2],
  [0, 1],
];

/** Entry (i, j) of RᵀF. */
function product(R: Float64Array, F: Float64Array, o: number, i: number, j: number): number {
  return R[o + i] * F[o + j] + R[o + 3 + i] * F[o + 3 + j] + R[o + 6 + i] * F[o + 6 + j];
}
