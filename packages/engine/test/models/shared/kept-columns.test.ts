import { expect, it } from 'vitest';
import type { Kernels } from '../../../src/kernels/kernels.ts';
import { turnedCompliance } from '../../../src/models/shared/compliance.kernel.ts';
import {
  allocateGathering,
  createColumns,
  createTurnedCompliance,
} from '../../../src/models/shared/kept-columns.ts';

const NODES = 6;
const kernels = { turnedCompliance } as unknown as Kernels;
const R = Float64Array.from({ length: 9 }, (_, k) => (k % 4 === 0 ? 1 : 0));

/** All columns of an inverse that is `stretch` times the identity: nothing is left to be solved. */
function columns(stretch: number) {
  const kept = createColumns(NODES);
  for (let i = 0; i < NODES; i++) {
    kept.at[i] = i;
    kept.taken[i] = i;
    for (let c = 0; c < 3; c++) kept.values[9 * NODES * i + 9 * i + 4 * c] = stretch;
  }
  return kept;
}

it('two spaces that gather in the same memory by turns do not mix up their nodes', () => {
  const gathering = allocateGathering(
    {
      f64: (n) => new Float64Array(n),
      f32: (n) => new Float32Array(n),
      i32: (n) => new Int32Array(n),
    },
    NODES,
  );
  const make = () => createTurnedCompliance(gathering, NODES, kernels, () => {});
  const [coarse, fine] = [make(), make()];
  const weigh = (space: typeof coarse, nodes: readonly number[], stretch: number): number => {
    space.begin();
    for (const i of nodes) {
      space.now[0] = 1 + i;
      space.add(i, 0);
    }
    space.next();
    const W = new Float32Array(12);
    space.fill(W, columns(stretch), R);
    return W[0];
  };
  weigh(coarse, [1, 2], 1);
  weigh(fine, [4, 3, 5], 1);
  expect(weigh(coarse, [5, 2], 2)).toBeCloseTo(2 * (6 ** 2 + 3 ** 2), 12);
  expect(weigh(fine, [0, 4], 1)).toBeCloseTo(1 + 5 ** 2, 12);
});
