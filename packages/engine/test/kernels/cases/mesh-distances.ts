import { forSizes, type KernelCase, numbers } from './case.ts';

/** Triangles at random places, some of them beyond the grid; the sixth has no area. */
export const meshDistanceCases: KernelCase[] = forSizes('meshDistances', (n, k, a, random) => {
  const [nx, ny, nz] = [7, 5, 6];
  const cells = nx * ny * nz;
  const positions = numbers(a, random, 3 * (n + 2), 0.6);
  const triangles = a.i32(3 * n);
  for (let i = 0; i < 3 * n; i++) triangles[i] = i > 14 && i < 18 ? 1 : random.below(n + 2);
  k.meshDistances(
    a.f64(cells),
    a.i32(cells),
    positions,
    triangles,
    a.f64(4 * n),
    n,
    -0.5,
    -0.4,
    -0.45,
    0.15,
    nx,
    ny,
    nz,
    a.i32(4 * (nx + ny + nz)),
    a.i32(cells),
    a.u8(cells),
  );
});
