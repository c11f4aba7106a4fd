import type { Sdf, TriangleMesh } from 'pliant';

/** Planes that pull on a vertex less than this, beside those that fix it, leave it where it is along their direction. */
const HOLD = 0.02;
/** Farther than this many cells no vertex moves: beyond, two edges would be taken for one. */
const LEASH = 0.9;
/** Rounds: planes are felt from where the vertices are, and those move. */
const ROUNDS = 2;
/** Step of the finite differences, in cells. */
const FEEL = 0.01;

/**
 * Puts the vertices near an edge of a solid onto the edge. An extracted surface has them on either side, so the edge looks gnawed.
 * Each triangle, from its middle, feels the plane of the face below it; a vertex goes to where the planes of its triangles meet,
 * in the least squares sense (Kobbelt et al. 2001). Changes `positions` in place. `cell`: size of a triangle [m].
 */
export function sharpen({ positions, triangles }: TriangleMesh, sdf: Sdf, cell: number): void {
  const count = triangles.length / 3;
  const middles = new Float64Array(3 * count);
  const planes = { normal: new Float64Array(3 * count), offset: new Float64Array(count) };
  // Σ n nᵀ (six entries) and Σ n (n·x − offset), a vertex each.
  const sums = new Float64Array((9 * positions.length) / 3);
  const home = positions.slice();
  for (let round = 0; round < ROUNDS; round++) {
    for (let t = 0; t < count; t++) {
      for (let c = 0; c < 3; c++) {
        const at = (corner: number): number => positions[3 * triangles[3 * t + corner] + c];
        middles[3 * t + c] = (at(0) + at(1) + at(2)) / 3;
      }
    }
    feel(sdf, middles, FEEL * cell, planes);
    sums.fill(0);
    for (let t = 0; t < count; t++) {
      for (let corner = 0; corner < 3; corner++) {
        add(sums, triangles[3 * t + corner], positions, planes.normal, planes.offset[t], t);
      }
    }
    for (let v = 0; v < positions.length / 3; v++) move(positions, home, sums, v, LEASH * cell);
  }
}

/** The plane of the face that is next to each point: normals and n·x of the points put down on it. */
function feel(
  sdf: Sdf,
  points: Float64Array,
  eps: number,
  { normal, offset }: { normal: Float64Array; offset: Float64Array },
): void {
  const n = points.length / 3;
  const out = new Float64Array(n);
  const beside = new Float64Array(3 * n);
  const value = [new Float64Array(n), new Float64Array(n)];
  sdf.evaluate(points, n, out);
  for (let c = 0; c < 3; c++) {
    for (const side of [0, 1]) {
      beside.set(points);
      for (let i = 0; i < n; i++) beside[3 * i + c] += side === 0 ? -eps : eps;
      sdf.evaluate(beside, n, value[side]);
    }
    for (let i = 0; i < n; i++) normal[3 * i + c] = (value[1][i] - value[0][i]) / (2 * eps);
  }
  for (let i = 0; i < n; i++) {
    const length = Math.hypot(normal[3 * i], normal[3 * i + 1], normal[3 * i + 2]) || 1;
    offset[i] = -out[i] / length;
    for (let c = 0; c < 3; c++) {
      normal[3 * i + c] /= length;
      offset[i] += normal[3 * i + c] * points[3 * i + c];
    }
  }
}

/** Adds the plane of triangle `t` to the sums of vertex `v`. */
function add(
  sums: Float64Array,
  v: number,
  positions: Float64Array,
  normal: Float64Array,
  offset: number,
  t: number,
): void {
  const [x, y, z] = normal.subarray(3 * t, 3 * t + 3);
  const p = 3 * v;
  const above = x * positions[p] + y * positions[p + 1] + z * positions[p + 2] - offset;
  const o = 9 * v;
  sums[o] += x * x;
  sums[o + 1] += x * y;
  sums[o + 2] += x * z;
  sums[o + 3] += y * y;
  sums[o + 4] += y * z;
  sums[o + 5] += z * z;
  sums[o + 6] += x * above;
  sums[o + 7] += y * above;
  sums[o + 8] += z * above;
}

/** Solves (Σ n nᵀ + hold·I) d = −Σ n (n·x − offset) and moves vertex `v` by d. */
function move(
  positions: Float64Array,
  home: Float64Array,
  sums: Float64Array,
  v: number,
  leash: number,
): void {
  const o = 9 * v;
  const hold = HOLD * (sums[o] + sums[o + 3] + sums[o + 5]);
  if (!(hold > 0)) return;
  const [a, b, c] = [sums[o] + hold, sums[o + 1], sums[o + 2]];
  const [d, e, f] = [sums[o + 3] + hold, sums[o + 4], sums[o + 5] + hold];
  const [A, B, C] = [d * f - e * e, c * e - b * f, b * e - c * d];
  const det = a * A + b * B + c * C;
  const [x, y, z] = sums.subarray(o + 6, o + 9);
  const way = [
    -(A * x + B * y + C * z) / det,
    -(B * x + (a * f - c * c) * y + (b * c - a * e) * z) / det,
    -(C * x + (b * c - a * e) * y + (a * d - b * b) * z) / det,
  ];
  for (let k = 0; k < 3; k++) {
    const i = 3 * v + k;
    positions[i] = Math.max(home[i] - leash, Math.min(home[i] + leash, positions[i] + way[k]));
  }
}
