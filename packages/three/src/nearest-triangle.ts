/**
 * Finds the triangle of a mesh that is nearest to a place: triangles lie in the cells of a grid, and cells are looked
 * at in growing shells.
 */
export type NearestTriangle = (
  x: number,
  y: number,
  z: number,
) => { triangle: number; distance: number };

/** Cells along the longest side. */
const CELLS = 24;

export function createNearestTriangle(
  positions: ArrayLike<number>,
  triangles: ArrayLike<number>,
): NearestTriangle {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3], positions[i]);
    high[i % 3] = Math.max(high[i % 3], positions[i]);
  }
  const cell = Math.max(...high.map((top, c) => top - low[c]), 1e-9) / CELLS;
  const size = high.map((top, c) => Math.floor((top - low[c]) / cell) + 1);
  const clamp = (value: number, c: number): number =>
    Math.min(size[c] - 1, Math.max(0, Math.floor((value - low[c]) / cell)));
  const grid = new Map<number, number[]>();
  const key = (i: number, j: number, k: number): number => i + size[0] * (j + size[1] * k);
  for (let t = 0; 3 * t < triangles.length; t++) {
    const of = (c: number): number[] =>
      [0, 1, 2].map((k) => positions[3 * triangles[3 * t + k] + c]);
    const from = [0, 1, 2].map((c) => clamp(Math.min(...of(c)), c));
    const to = [0, 1, 2].map((c) => clamp(Math.max(...of(c)), c));
    for (let k = from[2]; k <= to[2]; k++)
      for (let j = from[1]; j <= to[1]; j++)
        for (let i = from[0]; i <= to[0]; i++) {
          const list = grid.get(key(i, j, k));
          if (list === undefined) grid.set(key(i, j, k), [t]);
          else list.push(t);
        }
  }
  const most = Math.max(...size);
  return (x, y, z) => {
    const [a, b, c] = [clamp(x, 0), clamp(y, 1), clamp(z, 2)];
    let best = -1;
    let least = Infinity;
    for (let shell = 0; shell <= most; shell++) {
      // Whatever lies in this shell or farther is at least so far away.
      if (best >= 0 && least < ((shell - 1) * cell) ** 2) break;
      for (let k = c - shell; k <= c + shell; k++)
        for (let j = b - shell; j <= b + shell; j++)
          for (let i = a - shell; i <= a + shell; i++) {
            if (Math.max(Math.abs(i - a), Math.abs(j - b), Math.abs(k - c)) !== shell) continue;
            if (i < 0 || j < 0 || k < 0 || i >= size[0] || j >= size[1] || k >= size[2]) continue;
            for (const t of grid.get(key(i, j, k)) ?? []) {
              const d = squareDistance(positions, triangles, t, x, y, z);
              if (d >= least) continue;
              least = d;
              best = t;
            }
          }
    }
    return { triangle: best, distance: Math.sqrt(least) };
  };
}

/** Weights of the triangle's corners at the foot of a place on its plane; may be outside of it. */
export function planeWeights(
  x: ArrayLike<number>,
  triangles: ArrayLike<number>,
  t: number,
  place: readonly number[],
): [number, number, number] {
  const [p, q, r] = [0, 1, 2].map((k) => 3 * triangles[3 * t + k]);
  let [uu, uv, vv, uw, vw] = [0, 0, 0, 0, 0];
  for (let c = 0; c < 3; c++) {
    const [u, v, w] = [x[q + c] - x[p + c], x[r + c] - x[p + c], place[c] - x[p + c]];
    uu += u * u;
    uv += u * v;
    vv += v * v;
    uw += u * w;
    vw += v * w;
  }
  const det = uu * vv - uv * uv;
  if (!(det > 0)) return [1, 0, 0];
  const b = (vv * uw - uv * vw) / det;
  const c = (uu * vw - uv * uw) / det;
  return [1 - b - c, b, c];
}

function squareDistance(
  x: ArrayLike<number>,
  triangles: ArrayLike<number>,
  t: number,
  px: number,
  py: number,
  pz: number,
): number {
  const place = [px, py, pz];
  const [a, b, c] = planeWeights(x, triangles, t, place);
  if (a >= 0 && b >= 0 && c >= 0) return squareTo(x, triangles, t, [a, b, c], place);
  let least = Infinity;
  for (let k = 0; k < 3; k++) {
    const [p, q] = [3 * triangles[3 * t + k], 3 * triangles[3 * t + ((k + 1) % 3)]];
    let [ee, ew] = [0, 0];
    for (let d = 0; d < 3; d++) {
      ee += (x[q + d] - x[p + d]) ** 2;
      ew += (x[q + d] - x[p + d]) * (place[d] - x[p + d]);
    }
    const s = ee > 0 ? Math.min(1, Math.max(0, ew / ee)) : 0;
    const weights: [number, number, number] = [0, 0, 0];
    weights[k] = 1 - s;
    weights[(k + 1) % 3] = s;
    least = Math.min(least, squareTo(x, triangles, t, weights, place));
  }
  return least;
}

function squareTo(
  x: ArrayLike<number>,
  triangles: ArrayLike<number>,
  t: number,
  weights: readonly number[],
  place: readonly number[],
): number {
  let sum = 0;
  for (let c = 0; c < 3; c++) {
    let at = 0;
    for (let k = 0; k < 3; k++) at += weights[k] * x[3 * triangles[3 * t + k] + c];
    sum += (at - place[c]) ** 2;
  }
  return sum;
}
