import type { Random } from '../../../src/core/random.ts';
import type { Allocator } from '../../../src/kernels/index.ts';
import { forSizes, type KernelCase, numbers, sparseRows } from './case.ts';

const NODES = 11;

function influences(a: Allocator, random: Random, n: number, width: number) {
  const { rowPtr, cols } = sparseRows(a, random, n, NODES, 6);
  return [rowPtr, cols, numbers(a, random, width * cols.length)] as const;
}

function corners(a: Allocator, random: Random, n: number) {
  const nodes = a.i32(4 * n);
  for (let i = 0; i < 4 * n; i++) nodes[i] = random.below(NODES);
  return [nodes, numbers(a, random, 4 * n)] as const;
}

export const skinningCases: KernelCase[] = [
  ...forSizes('skinPoints', (n, k, a, r) =>
    k.skinPoints(a.f64(3 * n), ...influences(a, r, n, 1), numbers(a, r, 3 * NODES), n),
  ),
  ...forSizes('skinPointsF32', (n, k, a, r) =>
    k.skinPointsF32(a.f32(3 * n), ...influences(a, r, n, 1), numbers(a, r, 3 * NODES), n),
  ),
  ...forSizes('skinTranspose', (n, k, a, r) =>
    k.skinTranspose(numbers(a, r, 3 * NODES), ...influences(a, r, n, 1), numbers(a, r, 3 * n), n),
  ),
  ...forSizes('skin4', (n, k, a, r) =>
    k.skin4(a.f64(3 * n), ...corners(a, r, n), numbers(a, r, 3 * NODES), n),
  ),
  ...forSizes('skin4F32', (n, k, a, r) =>
    k.skin4F32(a.f32(3 * n), ...corners(a, r, n), numbers(a, r, 3 * NODES), n),
  ),
  ...forSizes('skin4Transpose', (n, k, a, r) =>
    k.skin4Transpose(numbers(a, r, 3 * NODES), ...corners(a, r, n), numbers(a, r, 3 * n), n),
  ),
  ...forSizes('skinAffine', (n, k, a, r) =>
    k.skinAffine(a.f64(3 * n), ...influences(a, r, n, 4), numbers(a, r, 12 * NODES), n),
  ),
  ...forSizes('skinAffineF32', (n, k, a, r) =>
    k.skinAffineF32(a.f32(3 * n), ...influences(a, r, n, 4), numbers(a, r, 12 * NODES), n),
  ),
  ...forSizes('skinAffineTranspose', (n, k, a, r) =>
    k.skinAffineTranspose(
      numbers(a, r, 12 * NODES),
      ...influences(a, r, n, 4),
      numbers(a, r, 3 * n),
      n,
    ),
  ),
];
