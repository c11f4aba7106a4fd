import { createTripleMap, tripleId } from '../triple-map.ts';

/** A triangle lower than this part of its longest side has no direction worth using in double precision. */
const FLAT = 1e-9;

/** True if a triangle has no area to speak of. */
export function isFlat(x: Float64Array, a: number, b: number, c: number): boolean {
  const [p, q, r] = [3 * a, 3 * b, 3 * c];
  const [ux, uy, uz] = [x[q] - x[p], x[q + 1] - x[p + 1], x[q + 2] - x[p + 2]];
  const [vx, vy, vz] = [x[r] - x[p], x[r + 1] - x[p + 1], x[r + 2] - x[p + 2]];
  const [wx, wy, wz] = [vx - ux, vy - uy, vz - uz];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const longest2 = Math.max(
    ux * ux + uy * uy + uz * uz,
    vx * vx + vy * vy + vz * vz,
    wx * wx + wy * wy + wz * wz,
  );
  // Twice the area is height × longest side.
  return !(nx * nx + ny * ny + nz * nz > FLAT * FLAT * longest2 * longest2);
}

/** 1 for each triangle that repeats an earlier one with the same direction, shape [triangles]. */
export function findDoubled(triangles: Int32Array): Uint8Array {
  const n = triangles.length / 3;
  const out = new Uint8Array(n);
  const map = createTripleMap(n);
  for (let t = 0; t < n; t++) {
    const [a, b, c] = [triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]];
    const before = map.count;
    // Turned so that the smallest corner is first: keeps the direction.
    if (a <= b && a <= c) tripleId(map, a, b, c);
    else if (b <= c) tripleId(map, b, c, a);
    else tripleId(map, c, a, b);
    if (map.count === before) out[t] = 1;
  }
  return out;
}
