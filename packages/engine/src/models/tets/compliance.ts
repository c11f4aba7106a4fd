import { MOST_SITES } from '../../contact/numbers.ts';
import { rowOf4 } from '../../kernels/single.ts';
import type { Compliance } from '../body.ts';
import type { KeptColumns, TurnedCompliance } from '../shared/kept-columns.ts';
import type { Front } from './front/front.ts';
import type { TetsMemory } from './memory.ts';
import type { TetsData } from './model.ts';
import { createSiteWeights, drop, insert } from './site-weights.ts';
import type { Preconditioner } from './step/precondition.ts';

/** Entries of levels a site can have, on average over all sites. */
const PER_PLACE = 96;

/**
 * The compliance of the preconditioner, exactly. That is a sum over levels (precondition.ts), each of which is a
 * diagonal, and the coarsest by its kept factor. All that hands numbers from level to level is scalar weights, so a
 * site is a short list of weights on each level:
 *
 *     W = I Σ s_a D s_b over the levels + S (T G Tᵀ) Sᵀ of the coarsest.
 */
export function levelCompliance(
  data: TetsData,
  memory: TetsMemory,
  front: Front,
  inverse: Preconditioner,
  coarse: readonly TurnedCompliance[],
  columnsOf: (space: number) => KeptColumns,
): NonNullable<Compliance['single']> {
  const { held, vertexOf, R } = memory;
  const { tree, repStart } = data;
  const { inverseDiagonal, transfer } = inverse;
  const { places, find } = createSiteWeights(data, memory, front);
  /** Site a has entries start[a]..start[a+1]: which of the levels' diagonals, and the weight there. */
  const start = new Int32Array(MOST_SITES + 1);
  const which = new Int32Array(PER_PLACE * MOST_SITES);
  const weight = new Float64Array(PER_PLACE * MOST_SITES);
  const work = new Float64Array(inverseDiagonal.length);
  const handed = new Int32Array(data.vertices);

  /** Hands places finer than level l − 1 on to what they follow. */
  const handOn = (l: number): void => {
    const { free, freeUpTo, slavesUpTo } = front;
    const { value, listed, list } = places;
    let kept = 0;
    let own = 0;
    for (let j = 0; j < places.count; j++) {
      const i = list[j];
      if (i < free ? i < freeUpTo[l - 1] : i < free + slavesUpTo[l - 1]) list[kept++] = i;
      else handed[own++] = i;
    }
    places.count = kept;
    for (let j = 0; j < own; j++) {
      const i = handed[j];
      for (let k = transfer.start[i]; k < transfer.start[i + 1]; k++) {
        const to = transfer.places[k];
        insert(places, to);
        value[to] += transfer.weights[k] * value[i];
      }
      listed[i] = 0;
      value[i] = 0;
    }
  };

  /** Writes down site s, level by level; false if there is no room. */
  const describe = (s: number): boolean => {
    const { level, pattern } = data.spaces[inverse.space];
    const coarsest = coarse[inverse.space];
    let end = start[s];
    const { value, list } = places;
    for (let l = tree.levels; l > level; l--) {
      const rep = repStart[l];
      for (let j = 0; j < places.count; j++) {
        const i = list[j];
        if (i >= front.freeUpTo[l] || inverseDiagonal[rep + i] === 0) continue;
        if (end === which.length) return false;
        which[end] = rep + i;
        weight[end++] = value[i];
      }
      handOn(l);
    }
    start[s + 1] = end;
    let room = true;
    while (places.count > 0) {
      const i = list[places.count - 1];
      const v = vertexOf[i];
      coarsest.now[0] = value[i];
      if (v < pattern.rows && held[v] === 0 && value[i] !== 0)
        room = coarsest.add(v, front.elementAt[i]) && room;
      drop(places);
    }
    coarsest.next();
    return room;
  };

  const addLevels = (W: Float32Array, n: number): void => {
    const stride = rowOf4(3 * n);
    for (let a = 0; a < n; a++) {
      for (let e = start[a]; e < start[a + 1]; e++)
        work[which[e]] += inverseDiagonal[which[e]] * weight[e];
      for (let b = 0; b <= a; b++) {
        let sum = 0;
        for (let e = start[b]; e < start[b + 1]; e++) sum += weight[e] * work[which[e]];
        if (sum === 0) continue;
        for (let c = 0; c < 3; c++) {
          W[(3 * a + c) * stride + 3 * b + c] += sum;
          if (b < a) W[(3 * b + c) * stride + 3 * a + c] += sum;
        }
      }
      for (let e = start[a]; e < start[a + 1]; e++) work[which[e]] = 0;
    }
  };

  return (groups, asked, n, W) => {
    inverse.ready();
    const coarsest = coarse[inverse.space];
    coarsest.begin();
    for (let s = 0; s < n; s++) {
      find(groups, asked, s);
      if (!describe(s)) return false;
    }
    if (!coarsest.fill(W, columnsOf(inverse.space), R)) return false;
    addLevels(W, n);
    return true;
  };
}
