import { forSizes, type KernelCase, numbers, positives } from './case.ts';
import { forOrders, pairs, points } from './frame-points.ts';

const SAMPLES = 5;

/** Numbers of a point's tangents. */
const tangentStride = (order: number): number => (order > 0 ? 810 : 81);

export const frameSampleCases: KernelCase[] = [
  ...forSizes('sampleGradients', (n, k, a, random) => {
    const [F, places] = [numbers(a, random, 36 * n), numbers(a, random, 4 * SAMPLES)];
    k.sampleGradients(a.f64(9 * SAMPLES * n), F, places, SAMPLES, n);
  }),
  ...forSizes('sampleStresses', (n, k, a, random) => {
    const [stresses, places] = [
      numbers(a, random, 9 * SAMPLES * n),
      numbers(a, random, 4 * SAMPLES),
    ];
    const weight = positives(a, random, n);
    k.sampleStresses(numbers(a, random, 36 * n), stresses, weight, places, SAMPLES, n);
  }),
  ...forOrders('sampleTangents', (order, n, k, a, random) => {
    const [T, places] = [numbers(a, random, 81 * (n + 1)), numbers(a, random, 4 * (n + 1))];
    k.sampleTangents(a.f64(3 * tangentStride(order)), 1, T, places, n + 1, 0.7, order);
  }),
  ...forOrders('tangentRates', (order, n, k, a, random) => {
    const [P, G] = [numbers(a, random, 36 * n), numbers(a, random, 36 * n)];
    k.tangentRates(P, G, numbers(a, random, tangentStride(order) * n), n, order, 0.3, 0.7);
  }),
  ...forOrders('turningRates', (order, n, k, a, random) => {
    const [F, G] = [numbers(a, random, 36 * n), numbers(a, random, 36 * n)];
    // Every fifth point is crushed to nothing: it has no rate of turning.
    for (let e = 0; e < n; e += 5) F.fill(0, 36 * e, 36 * e + 9);
    k.turningRates(numbers(a, random, 36 * n), F, G, n, order);
  }),
  ...forOrders('tangentProducts', (order, n, k, a, random) => {
    const { nodes, size, index, ptr, node, H } = points(n, k, a, random);
    const { count, where } = pairs(size, index, a, random);
    for (let j = 0; j < nodes; j += 4) index[j] = -1;
    const blocks = numbers(a, random, 144 * count);
    const T = numbers(a, random, tangentStride(order) * n);
    const half = a.f64(432);
    k.tangentProducts(blocks, where, size, index, ptr, node, H, T, n, order, 0.3, half);
  }),
  ...forSizes(
    'tangentMatrix',
    (n, k, a, random) => {
      const [matrix, blocks] = [a.f64(144 * n), numbers(a, random, 144 * n)];
      const mass = numbers(a, random, 16 * n);
      k.tangentMatrix(matrix, blocks, mass, n, 1.3);
      k.tangentMatrix(blocks, blocks, mass, n, 1.3);
    },
    [0, 1, 2, 3, 7, 12],
  ),
];
