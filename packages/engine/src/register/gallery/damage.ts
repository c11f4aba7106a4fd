import type { Random } from '../../core/random.ts';
import { icosphere } from '../../geometry/mesh/primitives.ts';
import { remapVertices } from '../../geometry/mesh/weld.ts';
import type { TriangleMesh } from '../../geometry/types.ts';
import { cos, sin } from '../../math/elementary.ts';
import { createSurface, vertexNormals } from '../surface/surface.ts';

/** Moves every vertex along its normal by up to `part` of a length `L`, either way. */
export function addNoise(
  mesh: TriangleMesh,
  part: number,
  L: number,
  random: Random,
): TriangleMesh {
  const normals = new Float64Array(mesh.positions.length);
  vertexNormals(normals, createSurface(mesh.positions, mesh.triangles));
  const positions = mesh.positions.slice();
  for (let v = 0; v < positions.length; v += 3) {
    const step = part * L * random.range(-1, 1);
    for (let d = 0; d < 3; d++) positions[v + d] += step * normals[v + d];
  }
  return { positions, triangles: mesh.triangles };
}

/** Without the faces that have a corner for which `isGone`. */
export function cutAway(
  { positions, triangles }: TriangleMesh,
  isGone: (x: number, y: number, z: number) => boolean,
): TriangleMesh {
  const gone = Uint8Array.from({ length: positions.length / 3 }, (_, v) =>
    isGone(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]) ? 1 : 0,
  );
  const kept: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    if (gone[triangles[t]] + gone[triangles[t + 1]] + gone[triangles[t + 2]] > 0) continue;
    kept.push(triangles[t], triangles[t + 1], triangles[t + 2]);
  }
  return remapVertices({ positions, triangles: Int32Array.from(kept) });
}

/** A floor below a mesh, seen from above, and balls around it; `L` is its size. */
export function addClutter(mesh: TriangleMesh, L: number, random: Random): TriangleMesh {
  const { positions } = mesh;
  let low = Infinity;
  for (let i = 1; i < positions.length; i += 3) low = Math.min(low, positions[i]);
  const parts = [mesh, shifted(floor(L, 30), [0, low - 0.01 * L, 0])];
  for (let k = 0; k < 5; k++) {
    const angle = 1.25 * k + random.next();
    const at = [0.5 * L * sin(angle), low + 0.06 * L, 0.5 * L * cos(angle)];
    parts.push(shifted(icosphere(0.05 * L, 2), at));
  }
  return joined(parts);
}

function floor(width: number, cells: number): TriangleMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i < (cells + 1) ** 2; i++) {
    const [column, row] = [i % (cells + 1), Math.floor(i / (cells + 1))];
    positions.push(width * (column / cells - 0.5), 0, width * (row / cells - 0.5));
    if (column === cells || row === cells) continue;
    const below = i + cells + 1;
    triangles.push(i, below, i + 1, i + 1, below, below + 1);
  }
  return { positions: Float64Array.from(positions), triangles: Int32Array.from(triangles) };
}

function shifted(mesh: TriangleMesh, by: readonly number[]): TriangleMesh {
  return { ...mesh, positions: mesh.positions.map((x, i) => x + by[i % 3]) };
}

function joined(parts: readonly TriangleMesh[]): TriangleMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const part of parts) {
    const first = positions.length / 3;
    for (const v of part.triangles) triangles.push(first + v);
    for (const x of part.positions) positions.push(x);
  }
  return { positions: Float64Array.from(positions), triangles: Int32Array.from(triangles) };
}
