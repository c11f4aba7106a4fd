import { InputError, repairMesh, type TriangleMesh } from 'pliant';
import type { PlacedMesh } from './place.ts';

/** The solid's surface of a placed mesh: vertices at the same place made one, flaws mended. */
export interface BodyMesh {
  readonly mesh: TriangleMesh;
  /** For each drawn vertex the body's vertex that it goes with, −1 for one that no triangle uses. */
  readonly source: Int32Array;
  /** What was mended, in words. */
  readonly done: readonly string[];
}

export function bodyMesh(placed: PlacedMesh, path: string): BodyMesh {
  try {
    const { mesh, source, done } = repairMesh({
      positions: placed.positions,
      triangles: placed.triangles,
    });
    return { mesh, source, done };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(error.message, path);
  }
}
