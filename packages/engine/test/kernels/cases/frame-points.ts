import type { Random } from '../../../src/core/random.ts';
import type { Allocator } from '../../../src/kernels/index.ts';
import { blockRows } from './block-cholesky.ts';
import { allPairs } from './blocks.ts';
import { forSizes, type KernelCase, numbers, positives, sparseRows } from './case.ts';

type Run = KernelCase['run'];

/** n points over a few nodes, each with ascending members, some with none; every third node is no member. */
export function points(n: number, ...[, a, random]: Parameters<Run>) {
  const nodes = 3 + Math.floor(Math.sqrt(3 * n));
  const index = a.i32(nodes);
  let size = 0;
  for (let k = 0; k < nodes; k++) index[k] = k % 3 === 2 ? -1 : size++;
  const ptr = a.i32(2 * n);
  const members: number[] = [];
  for (let e = 0; e < n; e++) {
    // Rows need not stand close together.
    if (e % 3 === 1) members.push(0);
    ptr[2 * e] = members.length;
    for (let k = 0; k < nodes; k++) if (index[k] >= 0 && random.next() < 0.4) members.push(k);
    ptr[2 * e + 1] = members.length;
  }
  const node = a.i32(members.length);
  node.set(members);
  return { nodes, size, index, ptr, node, H: numbers(a, random, 48 * members.length) };
}

/** Numbers the members anew, in no order, and all pairs of them. */
export function pairs(size: number, index: Int32Array, a: Allocator, random: Random) {
  const order = Int32Array.from({ length: size }, (_, i) => i);
  for (let i = size - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  for (let k = 0; k < index.length; k++) if (index[k] >= 0) index[k] = order[index[k]];
  const where = a.i32(size * size);
  where.set(allPairs(size).where);
  return { count: (size * (size + 1)) / 2, where };
}

function material(n: number, ...[, a, random]: Parameters<Run>) {
  return { mu: positives(a, random, n), lambda: positives(a, random, n) };
}

/** Every second of n points, from the last. */
function everySecond(n: number, a: Allocator): Int32Array {
  const list = a.i32(n);
  for (let i = 0; 2 * i < n; i++) list[i] = n - 1 - 2 * i;
  return list;
}

const ORDERS = [0, 1];

/** The same situation in every size and for both orders. */
export const forOrders = (
  kernel: KernelCase['kernel'],
  run: (order: number, n: number, ...rest: Parameters<Run>) => unknown,
): KernelCase[] =>
  ORDERS.flatMap((order) =>
    forSizes(kernel, (n, ...rest) => run(order, n, ...rest)).map((test) => ({
      ...test,
      title: `order ${order}, ${test.title}`,
    })),
  );

export const framePointCases: KernelCase[] = [
  ...forOrders('elastonGradients', (order, n, k, a, random) => {
    const { nodes, ptr, node, H } = points(n, k, a, random);
    const F = numbers(a, random, 36 * n);
    k.elastonGradients(F, ptr, node, H, numbers(a, random, 12 * nodes), n, order);
  }),
  ...forSizes('elastonMeans', (n, k, a, random) => {
    k.elastonMeans(a.f64(9 * n), numbers(a, random, 36 * n), n);
  }),
  ...forOrders('elastonForces', (order, n, k, a, random) => {
    const { nodes, ptr, node, H } = points(n, k, a, random);
    const [f, P] = [numbers(a, random, 12 * nodes), numbers(a, random, 36 * n)];
    k.elastonForces(f, ptr, node, H, P, n, order);
  }),
  ...forOrders('elastonForcesOn', (order, n, k, a, random) => {
    const { nodes, index, ptr, node, H } = points(n, k, a, random);
    const [f, P] = [numbers(a, random, 12 * nodes), numbers(a, random, 36 * n)];
    for (let j = 0; j < nodes; j += 4) index[j] = -1;
    k.elastonForcesOn(f, index, ptr, node, H, P, n, order);
  }),
  ...forOrders('elastonStress', (order, n, k, a, random) => {
    const { mu, lambda } = material(n, k, a, random);
    const [F, R] = [numbers(a, random, 36 * n), numbers(a, random, 9 * n)];
    // Every fifth point is crushed to nothing: its couple has no answer.
    for (let e = 0; e < n; e += 5) F.fill(0, 36 * e, 36 * e + 9);
    return k.elastonStress(numbers(a, random, 36 * n), F, R, mu, lambda, n, order);
  }),
  ...forOrders('elastonRates', (order, n, k, a, random) => {
    const { mu, lambda } = material(n, k, a, random);
    const [P, G] = [numbers(a, random, 36 * n), numbers(a, random, 36 * n)];
    k.elastonRates(P, G, numbers(a, random, 9 * n), mu, lambda, n, order, 0.3, 0.7);
  }),
  ...forOrders('elastonProducts', (order, n, k, a, random) => {
    const { nodes, size, index, ptr, node, H } = points(n, k, a, random);
    const { count, where } = pairs(size, index, a, random);
    for (let j = 0; j < nodes; j += 4) index[j] = -1;
    const blocks = numbers(a, random, 144 * count);
    const [R, mu] = [numbers(a, random, 9 * n), positives(a, random, n)];
    const turned = a.f64(48 * nodes);
    const own = a.i32(nodes);
    for (let e = 0; e < n; e += 6) mu[e] = 0;
    const scale = 0.3;
    k.elastonProducts(
      blocks,
      where,
      size,
      index,
      ptr,
      node,
      H,
      R,
      mu,
      n,
      order,
      scale,
      turned,
      own,
    );
  }),
  ...forSizes(
    'frameMatrix',
    (n, k, a, random) => {
      const [matrix, blocks] = [a.f64(144 * n), numbers(a, random, 144 * n)];
      const mass = numbers(a, random, 16 * n);
      k.frameMatrix(matrix, blocks, mass, n, 1.3, 0.7);
      k.frameMatrix(blocks, blocks, mass, n, 1.3, 0.7);
    },
    [0, 1, 2, 3, 7, 12],
  ),
  ...forSizes(
    'frameMomentum',
    (n, k, a, random) => {
      const { ptr, cols } = blockRows(n, a, random);
      const M = numbers(a, random, 16 * (cols.length + n));
      const [out, x] = [numbers(a, random, 12 * n), numbers(a, random, 12 * n)];
      k.frameMomentum(out, M, x, n, ptr, cols);
    },
    [0, 1, 2, 3, 7, 12],
  ),
  ...forSizes('frameMassProduct', (n, k, a, random) => {
    const { rowPtr, cols } = sparseRows(a, random, n, n, 6);
    const M = numbers(a, random, 16 * cols.length);
    k.frameMassProduct(a.f64(12 * n), rowPtr, cols, M, numbers(a, random, 12 * n), n);
  }),
  ...forSizes('spreadFrames', (n, k, a, random) => {
    const { ptr, cols, W } = contraction(n, k, a, random);
    const nodes = numbers(a, random, 12 * n);
    k.spreadFrames(a.f64(12 * n), ptr, cols, W, nodes, n);
    k.spreadFrames(nodes, ptr, cols, W, nodes, n);
  }),
  ...forSizes('gatherFrames', (n, k, a, random) => {
    const { ptr, cols, W } = contraction(n, k, a, random);
    k.gatherFrames(numbers(a, random, 12 * n), ptr, cols, W, numbers(a, random, 12 * n), n);
  }),
  ...forSizes('contractPoints', (n, k, a, random) => {
    const { nodes, ptr, node, H } = points(n, k, a, random);
    const c = contraction(nodes, k, a, random);
    const most = n * nodes;
    const [outPtr, outNode, outH] = [a.i32(2 * n), a.i32(most), numbers(a, random, 48 * most)];
    const place = a.i32(nodes).fill(-1);
    const list = everySecond(n, a);
    const count = (n + 1) >> 1;
    for (let e = 0; e < n; e++) outPtr[2 * e] = nodes * e;
    k.contractPoints(outPtr, outNode, outH, ptr, node, H, list, count, c.ptr, c.cols, c.W, place);
  }),
  ...forSizes('contractMass', (n, k, a, random) => {
    const { M, rowPtr, cols, c, index, size, half, place } = massContraction(n, k, a, random);
    const { count, where } = pairs(size, index, a, random);
    const out = numbers(a, random, 16 * count);
    const list = a.i32(n);
    k.contractMass(
      out,
      count,
      where,
      size,
      index,
      rowPtr,
      cols,
      M,
      n,
      c.ptr,
      c.cols,
      c.W,
      half,
      list,
      place,
    );
  }),
  ...forSizes('contractOwnMass', (n, k, a, random) => {
    const { M, rowPtr, cols, c, half, place } = massContraction(n, k, a, random);
    // Every fourth node is asked for.
    const own = a.i32(n).fill(-1);
    let count = 0;
    for (let j = 0; j < n; j += 4) own[j] = count++;
    const out = numbers(a, random, 16 * count);
    k.contractOwnMass(out, count, own, rowPtr, cols, M, n, c.ptr, c.cols, c.W, half, place);
  }),
  ...forSizes('pointMoments', (n, k, a, random) => {
    const { ptr, H } = points(n, k, a, random);
    const moments = numbers(a, random, (H.length / 48) * 56);
    const weight = positives(a, random, n);
    const places = [numbers(a, random, 3 * n), numbers(a, random, 9 * n)] as const;
    k.pointMoments(moments, ptr, H, everySecond(n, a), (n + 1) >> 1, weight, ...places);
  }),
  ...forSizes('sumMoments', (n, k, a, random) => {
    const { nodes, ptr, node } = points(n, k, a, random);
    const place = a.i32(nodes);
    for (let i = 0; i < nodes; i++) place[i] = nodes - 1 - i;
    const moments = numbers(a, random, 56 * node.length);
    const sums = numbers(a, random, 56 * nodes);
    k.sumMoments(sums, ptr, node, moments, everySecond(n, a), (n + 1) >> 1, place);
  }),
  ...forSizes('turnForces', (n, k, a, random) => {
    const { nodes, ptr, node } = points(n, k, a, random);
    const kept = numbers(a, random, 12 * node.length);
    const [T, R] = [numbers(a, random, 9 * n), numbers(a, random, 9 * n)];
    const f = numbers(a, random, 12 * nodes);
    k.turnForces(f, ptr, node, kept, T, R, everySecond(n, a), (n + 1) >> 1, 0.3);
  }),
];

/** A sparse mass of n nodes and a contraction of them to every second. */
function massContraction(n: number, ...[k, a, random]: Parameters<Run>) {
  const { rowPtr, cols } = sparseRows(a, random, n, n, 6);
  const index = a.i32(n);
  let size = 0;
  for (let j = 0; j < n; j++) index[j] = j % 2 === 0 ? size++ : -1;
  return {
    rowPtr,
    cols,
    index,
    size,
    M: numbers(a, random, 16 * cols.length),
    c: contraction(n, k, a, random),
    half: a.f64(16 * n),
    place: a.i32(n).fill(-1),
  };
}

/** Every second node is a member, the others follow from some of them; one follows from nothing. */
function contraction(n: number, ...[, a, random]: Parameters<Run>) {
  const ptr = a.i32(n + 1);
  const from: number[] = [];
  for (let k = 0; k < n; k++) {
    if (k % 2 === 0) from.push(k);
    else for (let j = 0; j < n && k !== 3; j += 2) if (random.next() < 0.2) from.push(j);
    ptr[k + 1] = from.length;
  }
  const cols = a.i32(from.length);
  cols.set(from);
  return { ptr, cols, W: numbers(a, random, 16 * from.length) };
}
