import { DEVIATION, MOST_CORNERS } from '../numbers.ts';
import type { TriangleMesh } from '../types.ts';
import { borderLoops, type MeshEdges } from './edges.ts';
import { loopNormal, triangulateLoop } from './polygon.ts';

/** A closed chain of border edges. */
export interface Hole {
  vertices: number[];
  /** Triangles that close it, or null if that would be a guess: not a closed chain, too long, or far from flat. */
  filling: number[] | null;
}

/** The holes of a mesh whose faces are consistently turned; `filling` is turned like its neighbours. */
export function findHoles(mesh: TriangleMesh, edges: MeshEdges): Hole[] {
  return borderLoops(mesh.triangles, edges).map(({ vertices, closed }) => {
    const filling: number[] = [];
    const good =
      closed &&
      vertices.length <= MOST_CORNERS &&
      isNearlyFlat(mesh.positions, vertices) &&
      triangulateLoop(mesh.positions, vertices, filling);
    return { vertices, filling: good ? filling : null };
  });
}

function isNearlyFlat(x: Float64Array, loop: readonly number[]): boolean {
  const n = loopNormal(x, loop);
  const size = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  if (!(size > 0)) return false;
  let low = Infinity;
  let high = -Infinity;
  let width2 = 0;
  for (const v of loop) {
    const [dx, dy, dz] = [0, 1, 2].map((d) => x[3 * v + d] - x[3 * loop[0] + d]);
    const height = (dx * n[0] + dy * n[1] + dz * n[2]) / size;
    low = Math.min(low, height);
    high = Math.max(high, height);
    width2 = Math.max(width2, dx * dx + dy * dy + dz * dz);
  }
  return high - low <= DEVIATION * Math.sqrt(width2);
}
