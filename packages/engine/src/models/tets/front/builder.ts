import type { Sizes, TetsMemory } from '../memory.ts';
import type { TetsData } from '../model.ts';
import { markStraight } from './curve.ts';
import { createElementAdder } from './elements.ts';
import type { Front } from './front.ts';
import { findOwners, saveRotations } from './owners.ts';
import { countSplits, numberVertices } from './vertices.ts';

/**
 * Makes the front from `memory.split`. `keepQ` leaves the elements' rotations as they are: after a snapshot they are
 * right already.
 */
export function createFrontBuilder(
  data: TetsData,
  memory: TetsMemory,
  front: Front,
  sizes: Sizes,
): (keepQ: boolean) => void {
  const { tree, parents } = data;
  const { split, ten } = memory;
  const { splitAround, groups, straight } = front;
  const linear = new Uint8Array(straight.length);
  const lists = [0, 1].map(() => new Int32Array(tree.tets.length / 4 - parents + 8));
  const { clear, addMass, addElement, addTen, tens } = createElementAdder(
    data,
    memory,
    front,
    sizes,
  );
  return (keepQ) => {
    if (!keepQ) saveRotations(data, memory, front);
    clear();
    countSplits(data, memory, front);
    if (tens) markStraight(data, split, ten, splitAround, linear, straight);
    numberVertices(data, memory, front, tens);

    let here = lists[0];
    let below = lists[1];
    let count = tree.roots;
    for (let t = 0; t < count; t++) here[t] = t;
    for (let l = 0; l <= tree.levels; l++) {
      let next = 0;
      for (let i = 0; i < count; i++) {
        const t = here[i];
        if (t < parents && split[t] === 1) {
          if (ten[t] === 1) addTen(t, l, keepQ);
          for (let c = 0; c < 8; c++) below[next++] = 8 * t + tree.roots + c;
          continue;
        }
        addMass(t);
        const inTen = l > 0 && ten[Math.floor((t - tree.roots) / 8)] === 1;
        if (!inTen) addElement(t, l, keepQ);
      }
      const swap = here;
      here = below;
      below = swap;
      count = next;
    }
    front.elements = 0;
    for (let n = 0; n < groups.length; n++) front.elements += groups[n].count;
    findOwners(data, memory, front);
    front.stamp++;
  };
}
