import { boundsOf, diagonalOf } from '../bounds.ts';
import { createWinding, windingNumbers } from '../mesh/winding.ts';
import { BESIDE, MOST_WITHIN, SAMPLES } from '../numbers.ts';
import { buildBvh } from '../query/bvh.ts';
import type { TriangleMesh } from '../types.ts';

/**
 * True if a closed mesh passes through itself by more than a trace: it counts what lies in two of its parts twice then.
 * Just outside of a triangle the surface goes round a point no times; where it does, the triangle lies within another
 * part.
 */
export function passesThrough(mesh: TriangleMesh): boolean {
  const { positions: x, triangles } = mesh;
  const n = triangles.length / 3;
  const step = Math.max(1, Math.floor(n / SAMPLES));
  const winding = createWinding(buildBvh(mesh));
  const away = BESIDE * diagonalOf(boundsOf(x));
  const xyz = new Float64Array(3);
  const turns = new Float64Array(1);
  let [all, within] = [0, 0];
  for (let t = 0; t < n; t += step) {
    const [a, b, c] = [3 * triangles[3 * t], 3 * triangles[3 * t + 1], 3 * triangles[3 * t + 2]];
    const [ux, uy, uz] = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
    const [vx, vy, vz] = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
    const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const twice = Math.sqrt(normal[0] ** 2 + normal[1] ** 2 + normal[2] ** 2);
    if (!(twice > 0)) continue;
    for (let d = 0; d < 3; d++)
      xyz[d] = (x[a + d] + x[b + d] + x[c + d]) / 3 + (away * normal[d]) / twice;
    windingNumbers(winding, xyz, 1, turns);
    all += twice;
    if (turns[0] > 0.5) within += twice;
  }
  return within > MOST_WITHIN * all;
}
