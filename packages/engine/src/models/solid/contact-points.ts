import type { TriangleMesh } from '../../geometry/types.ts';

/**
 * At most `most` vertices of a surface that are at least `spacing` metres apart (more, if that gives too many): the points a
 * body touches with. Corners come first (vertices whose triangles turn most), so that a box stands on its corners and not on
 * points beside them.
 */
export function pickContactPoints(
  surface: TriangleMesh,
  spacing: number,
  most: number,
): Float64Array {
  for (let wide = spacing; ; wide *= 1.25) {
    const points = pickApart(surface, wide);
    if (points.length <= 3 * most) return points;
  }
}

function pickApart(surface: TriangleMesh, spacing: number): Float64Array {
  const { positions } = surface;
  const n = positions.length / 3;
  const sharp = sharpness(surface);
  const order = Int32Array.from({ length: n }, (_, i) => i).sort(
    (a, b) => sharp[b] - sharp[a] || a - b,
  );
  const taken = new Map<string, number[]>();
  const kept: number[] = [];
  const cell = (c: number): number => Math.floor(c / spacing);
  for (const i of order) {
    const [x, y, z] = [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]];
    if (nearTaken(taken, positions, cell, x, y, z, spacing)) continue;
    const key = `${cell(x)},${cell(y)},${cell(z)}`;
    const list = taken.get(key);
    if (list) list.push(i);
    else taken.set(key, [i]);
    kept.push(i);
  }
  kept.sort((a, b) => a - b);
  const out = new Float64Array(3 * kept.length);
  kept.forEach((i, k) => {
    for (let c = 0; c < 3; c++) out[3 * k + c] = positions[3 * i + c];
  });
  return out;
}

function nearTaken(
  taken: Map<string, number[]>,
  positions: Float64Array,
  cell: (c: number) => number,
  x: number,
  y: number,
  z: number,
  spacing: number,
): boolean {
  for (let i = -1; i <= 1; i++) {
    for (let j = -1; j <= 1; j++) {
      for (let k = -1; k <= 1; k++) {
        const list = taken.get(`${cell(x) + i},${cell(y) + j},${cell(z) + k}`);
        for (const p of list ?? []) {
          const [dx, dy, dz] = [
            positions[3 * p] - x,
            positions[3 * p + 1] - y,
            positions[3 * p + 2] - z,
          ];
          if (dx * dx + dy * dy + dz * dz < spacing * spacing) return true;
        }
      }
    }
  }
  return false;
}

/** One minus the length of the mean unit normal around a vertex, in steps of a twentieth so that near ties keep their order. */
function sharpness({ positions: p, triangles }: TriangleMesh): Float64Array {
  const n = p.length / 3;
  const sum = new Float64Array(3 * n);
  const count = new Float64Array(n);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const u = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
    const v = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
    const m = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const length = Math.sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
    if (length === 0) continue;
    for (let k = 0; k < 3; k++) {
      const i = triangles[t + k];
      count[i]++;
      for (let d = 0; d < 3; d++) sum[3 * i + d] += m[d] / length;
    }
  }
  const sharp = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const [x, y, z] = [sum[3 * i], sum[3 * i + 1], sum[3 * i + 2]];
    sharp[i] = Math.round(20 * (1 - Math.sqrt(x * x + y * y + z * z) / Math.max(1, count[i])));
  }
  return sharp;
}
