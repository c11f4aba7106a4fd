import { icosphere } from '../../src/geometry/mesh/primitives.ts';
import type { TriangleMesh } from '../../src/geometry/types.ts';
import { cos, sin } from '../../src/math/elementary.ts';

/** An egg without symmetry: a sphere of 642 vertices with three different axes and a bump. */
export function egg(splits = 3): TriangleMesh {
  const mesh = icosphere(1, splits);
  return {
    triangles: mesh.triangles,
    positions: moved(mesh.positions, ([x, y, z]) => {
      const bump = 1 + 0.25 * Math.max(0, x + 0.5 * y);
      return [1.6 * x * bump, y * bump, 0.7 * z + 0.15 * x * y];
    }),
  };
}

type Field = (p: [number, number, number]) => readonly [number, number, number];

/** All points under a map of space. */
export function moved(positions: Float64Array, field: Field): Float64Array {
  const out = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    out.set(field([positions[i], positions[i + 1], positions[i + 2]]), i);
  }
  return out;
}

/** Bends along x by an angle over a length. */
export const bend =
  (angle: number, length: number): Field =>
  ([x, y, z]) => {
    const k = angle / length;
    return [(1 / k - y) * sin(k * x), 1 / k - (1 / k - y) * cos(k * x), z];
  };

/** A turn about an oblique axis, a size and a shift. */
export const similarity: Field = ([x, y, z]) => {
  const [c, s] = [cos(0.7), sin(0.7)];
  const [u, v] = [c * x - s * y, s * x + c * y];
  const [w, t] = [c * v - s * z, s * v + c * z];
  return [25 * u + 300, 25 * w - 70, 25 * t + 11];
};

/** Largest distance between points. */
export function farthest(a: Float64Array, b: Float64Array): number {
  let most = 0;
  for (let i = 0; i < a.length; i += 3) {
    const [x, y, z] = [a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]];
    most = Math.max(most, Math.sqrt(x * x + y * y + z * z));
  }
  return most;
}

/** Triangles in another order, each beginning at another corner. */
export function shuffled(triangles: Int32Array): Int32Array {
  const n = triangles.length / 3;
  const out = new Int32Array(triangles.length);
  // 7919 is prime and divides no mesh here: every triangle comes once.
  for (let t = 0; t < n; t++) {
    for (let k = 0; k < 3; k++) out[3 * t + k] = triangles[3 * ((7919 * t) % n) + ((k + t) % 3)];
  }
  return out;
}
