import { buildCageTree } from '../../../src/contact/detect/cage-tree.ts';
import type { Random } from '../../../src/core/random.ts';
import type { Allocator } from '../../../src/kernels/index.ts';
import { forSizes, type KernelCase, numbers } from './case.ts';

/** A lattice of n×2×3 cubes, its corners moved about so that some tetrahedra are thin and a few upside down. */
function lattice(n: number, a: Allocator, random: Random) {
  const place: number[] = [];
  for (let i = 0; i < n; i++)
    for (let j = 0; j < 2; j++) for (let k = 0; k < 3; k++) place.push(i, j, k);
  const tree = buildCageTree(Int32Array.from(place));
  const cubes = a.i32(8 * tree.order.length);
  tree.order.forEach((c, i) => {
    const [x, y, z] = place.slice(3 * c, 3 * c + 3);
    for (let s = 0; s < 8; s++) {
      cubes[8 * i + s] = x + (s & 1) + (n + 1) * (y + ((s >> 1) & 1) + 3 * (z + (s >> 2)));
    }
  });
  const corners = (n + 1) * 12;
  const x = numbers(a, random, 3 * corners, 0.35);
  for (let i = 0; i < corners; i++) {
    x[3 * i] += i % (n + 1);
    x[3 * i + 1] += Math.floor(i / (n + 1)) % 3;
    x[3 * i + 2] += Math.floor(i / (3 * (n + 1)));
  }
  const nodes = a.i32(tree.nodes.length);
  nodes.set(tree.nodes);
  return { nodes, cubes, x, boxes: a.f64(2 * nodes.length), count: cubes.length / 8 };
}

export const cageCases: KernelCase[] = [
  ...forSizes(
    'refitCage',
    (n, k, a, random) => {
      const { boxes, nodes, cubes, x } = lattice(n, a, random);
      k.refitCage(boxes, nodes, cubes, x, nodes.length / 3);
    },
    [1, 2, 5],
  ),
  ...[0, 3].flatMap((least) =>
    forSizes(
      'locateInCage',
      (n, k, a, random) => {
        const { boxes, nodes, cubes, x, count } = lattice(n, a, random);
        k.refitCage(boxes, nodes, cubes, x, nodes.length / 3);
        const m = 40;
        const y = a.f64(3 * m);
        for (let i = 0; i < 3 * m; i++) y[i] = random.range(-0.5, [n, 2, 3][i % 3] + 0.5);
        const apart = a.u8(count * count);
        const own = a.i32(m);
        for (let i = 0; i < apart.length; i++) apart[i] = random.below(6);
        const clearance = numbers(a, random, nodes.length / 3);
        for (let i = 0; i < m; i++) own[i] = random.below(count);
        const found = a.i32(4 * m);
        const size = nodes.length / 3;
        k.locateInCage(
          found,
          a.f64(4 * m),
          y,
          m,
          boxes,
          nodes,
          size,
          cubes,
          x,
          clearance,
          apart,
          count,
          own,
          least,
          0.01 * least,
          0.8,
        );
      },
      [1, 3],
    ),
  ),
  ...[0, 0.3].flatMap((margin) =>
    forSizes(
      'nearCage',
      (n, k, a, random) => {
        const { boxes, nodes, cubes, x, count } = lattice(n, a, random);
        k.refitCage(boxes, nodes, cubes, x, nodes.length / 3);
        const m = 60;
        const y = a.f64(3 * m);
        for (let i = 0; i < 3 * m; i++) y[i] = random.range(-2, [n, 2, 3][i % 3] + 2);
        const apart = a.u8(count * count);
        const own = a.i32(m);
        for (let i = 0; i < apart.length; i++) apart[i] = random.below(6);
        const clearance = numbers(a, random, nodes.length / 3);
        for (let i = 0; i < m; i++) own[i] = random.below(count);
        const size = nodes.length / 3;
        k.nearCage(
          a.u8(m),
          y,
          m,
          boxes,
          nodes,
          size,
          cubes,
          x,
          clearance,
          apart,
          count,
          own,
          5,
          margin,
          0.8,
        );
      },
      [1, 3],
    ),
  ),
  ...forSizes('moveBoxes', (n, k, a, random) =>
    k.moveBoxes(numbers(a, random, 6 * n), n, 0.1, -0.2, 0.3),
  ),
  ...forSizes('largestMove', (n, k, a, random) =>
    k.largestMove(numbers(a, random, 3 * n), numbers(a, random, 3 * n), n, 0.1, -0.2, 0.3),
  ),
];
