import { append } from '../../../core/append.ts';
import { check } from '../../../core/errors.ts';
import { extractSurface } from '../../../geometry/surface/surface.ts';
import type { Sdf, TriangleMesh } from '../../../geometry/types.ts';
import { FLATTEST, MOST_VERTICES } from '../numbers.ts';

/**
 * A sheet of squares cut into triangles: `from` a corner, `u` and `v` its edges [m], `rise` how far its middle stands
 * out: an arch over `u`.
 */
export function sheetMesh(
  from: readonly number[],
  u: readonly number[],
  v: readonly number[],
  cell: number,
  rise: readonly number[] = [0, 0, 0],
  path = 'sheet',
): TriangleMesh {
  const length = (a: readonly number[]): number => Math.sqrt(a[0] ** 2 + a[1] ** 2 + a[2] ** 2);
  const nu = Math.max(1, Math.round(length(u) / cell));
  const nv = Math.max(1, Math.round(length(v) / cell));
  const area = length(
    [0, 1, 2].map((d) => u[(d + 1) % 3] * v[(d + 2) % 3] - u[(d + 2) % 3] * v[(d + 1) % 3]),
  );
  check(
    area > FLATTEST * length(u) * length(v),
    () => `must have an area, got ${area} m² between edges u and v. Turn one of them.`,
    path,
  );
  const vertices = (nu + 1) * (nv + 1);
  check(
    vertices <= MOST_VERTICES,
    () =>
      `gives ${vertices} vertices, and ${MOST_VERTICES} are the most. Take cells of ${suggest(cell * Math.sqrt(vertices / MOST_VERTICES))} m or more.`,
    path.replace(/sheet$/, 'cell'),
  );
  const positions: number[] = [];
  for (let j = 0; j <= nv; j++) {
    for (let i = 0; i <= nu; i++) {
      const t = i / nu;
      const arch = 4 * t * (1 - t);
      for (let d = 0; d < 3; d++)
        positions.push(from[d] + u[d] * t + (v[d] * j) / nv + rise[d] * arch);
    }
  }
  const triangles: number[] = [];
  for (let j = 0; j < nv; j++) {
    for (let i = 0; i < nu; i++) {
      const a = i + (nu + 1) * j;
      const [b, c, d] = [a + 1, a + nu + 2, a + nu + 1];
      // Diagonals alternate, so that the sheet folds alike both ways.
      if ((i + j) % 2 === 0) triangles.push(a, b, c, a, c, d);
      else triangles.push(a, b, d, b, c, d);
    }
  }
  return { positions: Float64Array.from(positions), triangles: Int32Array.from(triangles) };
}

/** The next larger number with two digits. */
function suggest(x: number): number {
  const unit = 10 ** (Math.floor(Math.log10(x)) - 1);
  return Number((Math.ceil(x / unit) * unit).toPrecision(2));
}

/** The part of a solid's surface whose triangles have their middles in `region`: a shell that is curved at rest. */
export function surfaceMesh(
  sdf: Sdf,
  region: Sdf | undefined,
  cell: number,
  path: string,
): TriangleMesh {
  const whole = extractSurface(sdf, cell);
  const count = whole.triangles.length / 3;
  const middles = new Float64Array(3 * count);
  whole.triangles.forEach((v, i) => {
    for (let d = 0; d < 3; d++)
      middles[3 * Math.floor(i / 3) + d] += whole.positions[3 * v + d] / 3;
  });
  const distance = new Float64Array(count).fill(-1);
  region?.evaluate(middles, count, distance);
  const number = new Int32Array(whole.positions.length / 3).fill(-1);
  const positions: number[] = [];
  const triangles: number[] = [];
  whole.triangles.forEach((v, i) => {
    if (distance[Math.floor(i / 3)] > 0) return;
    if (number[v] < 0) {
      number[v] = positions.length / 3;
      append(positions, whole.positions.subarray(3 * v, 3 * v + 3));
    }
    triangles.push(number[v]);
  });
  check(
    triangles.length > 0,
    () => 'holds no part of the surface. Move or enlarge it.',
    `${path}.region`,
  );
  return { positions: Float64Array.from(positions), triangles: Int32Array.from(triangles) };
}
