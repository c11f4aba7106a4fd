import type { Random } from '../../../src/core/random.ts';
import type { Allocator } from '../../../src/kernels/index.ts';
import { rowOf4 } from '../../../src/kernels/single.ts';
import { forSizes, type KernelCase, numbers } from './case.ts';

/** B Bᵀ + I: symmetric positive, as a response is; rows filled up. */
function positive(W: Float32Array, B: Float64Array, n: number): void {
  const row = rowOf4(n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      let sum = i === j ? 1 : 0;
      for (let k = 0; k < n; k++) sum += B[i * n + k] * B[j * n + k];
      W[i * row + j] = sum;
    }
  }
}

/** Numbers of a sparse record with room for three pairs. */
const RECORD = 23 + 6;
/** Lengths of the states of `rows` in double and in single precision, and of its base velocities. */
const STATES = 7 + 12 + 3;
const CHANGES = 8;
const BASES = 9 + 15 + 12;

/** Four places that move with up to three of two things, two of them with a turn. */
function sparse(records: Float64Array, random: Random): void {
  for (let place = 0; place < 4; place++) {
    const o = place * RECORD;
    for (let k = 0; k < RECORD; k++) records[o + k] = random.range(-1, 1);
    records[o] = place;
    records[o + 1] = place < 2 ? 2 : -1;
    for (let k = 0; k < 3; k++) records[o + 23 + 2 * k] = (k + place) % 2;
  }
}

/**
 * Four bodies: of 1 place in double precision, 2 in single, 5 that are factored with rank 7, 4 that are sparse; rows between them, within one, and with the world.
 */
function rows(n: number, a: Allocator, random: Random) {
  const places = [1, 2, 5, 4];
  const table = a.i32(20);
  table.set([3, 19, 105 + 4 * RECORD, 3, 0, 0, 0, 0, 6, 3, 1, 0, 0, 7, 9, 2, 7, 105, RECORD, 24]);
  const dense = a.f32(48);
  positive(dense, numbers(a, random, 36), 6);
  const W = a.f64(105 + 4 * RECORD + 9);
  W.set(numbers(a, random, 105));
  sparse(W.subarray(105), random);
  for (let c = 0; c < 3; c++) W[105 + 4 * RECORD + 4 * c] = random.range(0.5, 1);
  const normal = numbers(a, random, 3 * n);
  const side = a.i32(4 * n);
  const kind = a.u8(n);
  const soft = a.f64(2 * n);
  for (let r = 0; r < n; r++) {
    const [x, y, z] = normal.subarray(3 * r, 3 * r + 3);
    const length = Math.sqrt(x * x + y * y + z * z);
    for (let c = 0; c < 3; c++) normal[3 * r + c] /= length;
    const one = random.below(4);
    const other = random.below(5) - 1;
    const place = other < 0 ? 0 : random.below(places[other]);
    side.set([one, random.below(places[one]), other, place], 4 * r);
    kind[r] = Math.max(0, random.below(r < 2 ? 8 : 10) - 2);
    if (kind[r] > 0) soft.set([random.range(0.1, 1), random.range(0.1, 1)], 2 * r);
  }
  const block = a.f64(5 * n);
  const work = a.f64(6 + 6 * n);
  return { table, W, dense, normal, side, kind, soft, block, work };
}

/** State of dense compliances, and what sweeps remember of it. */
function singles(a: Allocator, random: Random, n: number) {
  const change = a.f32(n);
  change.set(numbers(a, random, n));
  return { change, traces: a.f32(6 * n) };
}

/** Sites and rank of the larger bodies. */
const SITES = 33;
const RANK = 41;

/** Two bodies of many sites, one dense and one factored: rows between them, and with the world. */
function large(n: number, a: Allocator, random: Random) {
  const length = 3 * SITES;
  const table = a.i32(10);
  table.set([0, 0, 0, length, 0, 1, 0, 0, RANK, length]);
  const dense = a.f32(length * rowOf4(length));
  positive(dense, numbers(a, random, length * length), length);
  const W = numbers(a, random, length * RANK);
  const normal = a.f64(3 * n);
  const side = a.i32(4 * n);
  for (let r = 0; r < n; r++) {
    normal[3 * r + (r % 3)] = r % 2 === 0 ? 1 : -1;
    side.set([r % 2, random.below(SITES), (r % 3) - 1, random.below(SITES)], 4 * r);
  }
  const work = a.f64(6 + 6 * n);
  return {
    ...{ table, W, dense, normal, side, kind: a.u8(n), soft: a.f64(2 * n), block: a.f64(5 * n) },
    ...{ work, state: numbers(a, random, RANK), base: numbers(a, random, 2 * length) },
    ...singles(a, random, rowOf4(length)),
  };
}

export const contactCases: KernelCase[] = [
  ...forSizes(
    'contactBlocks',
    (n, k, a, random) => {
      const { block, soft, W, dense, normal, kind, side, table, work } = rows(n, a, random);
      k.contactBlocks(block, soft, W, dense, normal, kind, side, table, work, n, 0.01);
    },
    [0, 1, 2, 3, 8, 21],
  ),
  ...forSizes(
    'sweepContacts',
    (n, k, a, random) => {
      const { block, soft, W, dense, normal, kind, side, table, work } = rows(n, a, random);
      k.contactBlocks(block, soft, W, dense, normal, kind, side, table, work, n, 0.01);
      const mu = a.f64(n);
      mu.set(numbers(a, random, n).map(Math.abs));
      const [p, target, from] = [0, 1, 2].map(() => numbers(a, random, 3 * n));
      const state = numbers(a, random, STATES);
      const base = numbers(a, random, BASES);
      const bias = numbers(a, random, n);
      const { change, traces } = singles(a, random, CHANGES);
      const past = a.f64(39 * n + 6 * STATES);
      return k.sweepContacts(
        ...([p, state, change, base, W, dense, block, soft, normal, bias, mu, target] as const),
        ...([from, kind, side, table, work, past, traces, n, STATES, CHANGES] as const),
        ...([1e-9, 0, 1e-9, 7, 0.25, 0.01] as const),
      );
    },
    [0, 1, 2, 3, 8, 21],
  ),
  ...forSizes(
    'rowMotions',
    (n, k, a, random) => {
      const { W, side, table, work } = rows(n, a, random);
      const state = numbers(a, random, STATES);
      const base = numbers(a, random, BASES);
      const { change } = singles(a, random, CHANGES);
      k.rowMotions(work, state, change, base, W, side, table, n, n % 3 === 0 ? -1 : n >> 1);
    },
    [0, 1, 2, 3, 8, 21],
  ),
  ...forSizes(
    'pushRows',
    (n, k, a, random) => {
      const { W, dense, side, table } = rows(n, a, random);
      const state = numbers(a, random, STATES);
      const { change } = singles(a, random, CHANGES);
      k.pushRows(state, change, W, dense, numbers(a, random, 3 * n + 1), 1, side, table, n >> 2, n);
    },
    [0, 1, 2, 3, 8, 21],
  ),
  {
    kernel: 'sweepContacts',
    title: 'bodies of many sites',
    run: (k, a, random) => {
      const n = 40;
      const { block, soft, W, dense, normal, kind, side, table, work, ...rest } = large(
        n,
        a,
        random,
      );
      const { state, base, change, traces } = rest;
      const past = a.f64(39 * n + 6 * state.length);
      k.contactBlocks(block, soft, W, dense, normal, kind, side, table, work, n, 0.01);
      const mu = a.f64(n).fill(0.4);
      const [p, target, from] = [0, 1, 2].map(() => numbers(a, random, 3 * n));
      const bias = numbers(a, random, n);
      return k.sweepContacts(
        ...([p, state, change, base, W, dense, block, soft, normal, bias, mu, target] as const),
        ...([from, kind, side, table, work, past, traces, n, state.length, change.length] as const),
        ...([1e-9, 0, 1e-9, 7, 0.25, 0.01] as const),
      );
    },
  },
];
