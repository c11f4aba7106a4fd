import type { Point, SurfaceModel } from 'pliant';
import type { Vector3 } from 'three';

/** The three weights of a point in a triangle; they add up to one. */
type Barycentric = Pick<Vector3, 'x' | 'y' | 'z'>;

/**
 * The material point under a picked place: where it is in the body at rest, in the body's own coordinates [m].
 * Goes into `world.apply({ do: 'drag', point, … })`. `triangle` and `barycentric` are what a three.js
 * intersection calls `faceIndex` and `barycoord`.
 */
export function materialPoint(
  surface: SurfaceModel,
  triangle: number,
  barycentric: Barycentric,
): Point {
  return surfacePoint(surface.positions, surface.triangles, triangle, barycentric);
}

/** A point of a triangle, by its weights, in the coordinates of `positions` (shape [vertices, 3]). */
export function surfacePoint(
  positions: ArrayLike<number>,
  triangles: ArrayLike<number>,
  triangle: number,
  { x, y, z }: Barycentric,
): Point {
  const a = 3 * triangles[3 * triangle];
  const b = 3 * triangles[3 * triangle + 1];
  const c = 3 * triangles[3 * triangle + 2];
  return [
    x * positions[a] + y * positions[b] + z * positions[c],
    x * positions[a + 1] + y * positions[b + 1] + z * positions[c + 1],
    x * positions[a + 2] + y * positions[b + 2] + z * positions[c + 2],
  ];
}
