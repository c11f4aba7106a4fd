import { InputError, makeSolid, type TriangleMesh } from 'pliant/core';
import { PAINT } from './flesh.ts';
import type { PlacedMesh } from './place.ts';

/** What a body shows of a placed mesh: vertices at the same place made one, flaws mended. */
export interface BodyMesh {
  readonly mesh: TriangleMesh;
  /** For each drawn vertex the body's vertex that it goes with, −1 for one that no triangle uses. */
  readonly source: Int32Array;
  /** False if it bounds no solid: one is made around it then, and it rides on that. */
  readonly closed: boolean;
  /** What was mended or made, in words. */
  readonly done: readonly string[];
}

export function bodyMesh(placed: PlacedMesh, path: string): BodyMesh {
  try {
    const { surface, boundary, source, done } = makeSolid({
      positions: placed.positions,
      triangles: placed.triangles,
    });
    const mesh = withPaint(surface, source, placed.source.flesh);
    return { mesh, source, closed: surface === boundary, done };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(error.message, path);
  }
}

/** The mesh with what its drawn vertices are painted with, 0 to 1. */
function withPaint(
  mesh: TriangleMesh,
  source: Int32Array,
  paint: Float32Array | null,
): TriangleMesh {
  if (paint === null) return mesh;
  const painted = new Float64Array(mesh.positions.length / 3);
  source.forEach((kept, v) => {
    if (kept >= 0) painted[kept] = Math.min(1, Math.max(painted[kept], paint[v]));
  });
  return { ...mesh, attributes: { ...mesh.attributes, [PAINT.mesh]: painted } };
}
