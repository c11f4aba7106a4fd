import { forSizes, type KernelCase } from './case.ts';

export const normalCases: KernelCase[] = forSizes('vertexNormals', (n, k, a, random) => {
  const vertices = 3 + Math.floor(n / 2);
  const positions = a.f32(3 * vertices);
  for (let i = 0; i < positions.length; i++) positions[i] = random.range(-1, 1);
  const triangles = a.i32(3 * n);
  // Corners may repeat: triangles without area come along.
  for (let i = 0; i < triangles.length; i++) triangles[i] = random.below(vertices - 1);
  k.vertexNormals(a.f32(3 * vertices), positions, triangles, vertices, n);
});
