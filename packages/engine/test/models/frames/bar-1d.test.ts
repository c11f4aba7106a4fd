import '../../kernels/all.ts';
import { expect, test } from 'vitest';
import { createArena, createKernels, measure } from '../../../src/kernels/index.ts';
import {
  contract,
  createContraction,
  createContractScratch,
  expand,
  gather,
} from '../../../src/models/frames/step/contraction.ts';
import { energyOfImpulse } from '../../../src/models/shared/wake/energies.ts';
import { blendParents, freezeOffset } from '../../../src/models/shared/wake/offsets.ts';

/**
 * The paper's one-dimensional example (its figure 4): a bar of length, stiffness, section and weight 1, fixed at its left end and
 * stretched along x by its weight; nodes left, right and, below these two, middle. Weights 1/4, 1/4 and 1/2.
 */
const LEFT = 0;
const RIGHT = 1;
const MIDDLE = 2;
const TREE = {
  nodes: 3,
  parentPtr: Int32Array.of(0, 0, 0, 2),
  parent: Int32Array.of(LEFT, RIGHT),
  parentWeight: Float64Array.of(0.5, 0.5),
};
const WEIGHT = [1 / 4, 1 / 4, 1 / 2];

/** Numbers along x as shifts of frames, and back. */
const frames = (x: readonly number[], linear = 0): Float64Array =>
  Float64Array.from({ length: 36 }, (_, i) =>
    i % 12 === 3 ? x[Math.floor(i / 12)] : [0, 5, 10].includes(i % 12) ? linear : 0,
  );
const along = (D: Float64Array): number[] => [D[3], D[15], D[27]];

function setUp() {
  const make = (a: Parameters<typeof createContraction>[2]) => createContraction(3, 9, a);
  const arena = createArena(measure((a) => void make(a)) + 8 * 36 * 4);
  const contraction = make(arena);
  const kernels = createKernels(arena);
  const [a, b] = [arena.f64(36), arena.f64(36)];
  const offsets = frames([0, 0, 0], 1);
  const attach = (): void =>
    contract(contraction, TREE, Uint8Array.of(1, 1, 0), offsets, createContractScratch(3));
  return {
    offsets,
    attach,
    /** All nodes from the two ends. */
    follow(x: readonly number[], linear = 0): number[] {
      a.set(frames(x, linear));
      expand(b, a, contraction, 3, kernels);
      return along(b);
    },
    /** Forces on all nodes as the two ends feel them. */
    shared(f: readonly number[]): number[] {
      a.set(frames(f));
      b.fill(0);
      gather(b, a, contraction, 3, kernels);
      return along(b);
    },
  };
}

test('at the start the ends carry half the middle each, and the middle would fall twice as fast as they let it', () => {
  const bar = setUp();
  bar.attach();
  const force = bar.shared(WEIGHT);
  const mass = bar.shared(WEIGHT);
  expect(force).toEqual([1 / 2, 1 / 2, 0]);
  // Gravity is 1; the left end is fixed.
  const acceleration = bar.follow([0, force[RIGHT] / mass[RIGHT], 0]);
  expect(acceleration).toEqual([0, 1, 1 / 2]);
  // What holds the middle back is worth ½ m (1 − 1/2)² = 1/16: it is activated.
  const held = frames([0, 0, WEIGHT[MIDDLE] * (1 - acceleration[MIDDLE])]);
  const m = Float64Array.from({ length: 16 }, (_, i) => (i % 5 === 0 ? WEIGHT[MIDDLE] : 0));
  expect(energyOfImpulse(held, 12 * MIDDLE, m, 0, new Float64Array(20))).toBeCloseTo(1 / 16, 12);
});

test('at rest with three nodes the middle can be attached with an offset of 1/8, and balance stays', () => {
  const bar = setUp();
  // Two springs of stiffness 2 (length 1/2) in a row: stress 3/4 and 1/4, places 3/8 and 1/2.
  const rest = [0, 1 / 2, 3 / 8];
  const stress = [2 * (rest[MIDDLE] - rest[LEFT]), 2 * (rest[RIGHT] - rest[MIDDLE])];
  expect(stress).toEqual([3 / 4, 1 / 4]);
  const inner = [stress[0], -stress[1], stress[1] - stress[0]];
  expect(inner[RIGHT] + WEIGHT[RIGHT]).toBe(0);
  expect(inner[MIDDLE] + WEIGHT[MIDDLE]).toBe(0);

  const D = frames(rest, 1);
  const blend = new Float64Array(12);
  blendParents(blend, 0, TREE, D, MIDDLE);
  expect(blend[3]).toBe(1 / 4);
  expect(freezeOffset(bar.offsets, TREE, D, MIDDLE, new Float64Array(32))).toBe(true);
  expect(bar.offsets[12 * MIDDLE + 3]).toBe(1 / 8);
  bar.attach();
  expect(bar.follow(rest, 1)).toEqual(rest);
  const net = bar.shared(inner.map((f, k) => f + WEIGHT[k]));
  expect(net[RIGHT]).toBe(0);

  // One integration point for both: the strain of the whole, 1/2, gives the force that the two give together.
  const one = rest[RIGHT] - rest[LEFT];
  expect(one).toBe(1 / 2);
  expect(bar.shared(inner)[RIGHT]).toBe(-one);
});
