import { MOST_CELLS_ALONG, PER_CELL } from './numbers.ts';

/** Finds the nearest of a set of points in a grid of cubes: for painting a model when it is built. */

/**
 * positions [m], shape [n, 3], n > 0. The function made gives the index of the point nearest to (x, y, z); of equally
 * near ones the lowest.
 */
export function createNearestVertex(
  positions: Float64Array,
): (x: number, y: number, z: number) => number {
  const n = positions.length / 3;
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3], positions[i]);
    high[i % 3] = Math.max(high[i % 3], positions[i]);
  }
  const extent = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  // Cubes, so that rings of cells are shells of distance. A surface fills cells like n½ along its longer sides.
  const along = Math.min(MOST_CELLS_ALONG, Math.max(1, Math.floor(Math.sqrt(n / PER_CELL))));
  const cell = extent > 0 ? extent / along : 1;
  const dims = low.map((l, a) => Math.max(1, Math.floor((high[a] - l) / cell) + 1));
  const cellAlong = (value: number, axis: number): number =>
    Math.min(dims[axis] - 1, Math.max(0, Math.floor((value - low[axis]) / cell)));
  const cellOf = (i: number): number =>
    cellAlong(positions[3 * i], 0) +
    dims[0] * (cellAlong(positions[3 * i + 1], 1) + dims[1] * cellAlong(positions[3 * i + 2], 2));

  // Counting sort of the points into their cells; within a cell they stay in order.
  const start = new Int32Array(dims[0] * dims[1] * dims[2] + 1);
  for (let i = 0; i < n; i++) start[cellOf(i) + 1]++;
  for (let c = 1; c < start.length; c++) start[c] += start[c - 1];
  const next = start.slice();
  const order = new Int32Array(n);
  for (let i = 0; i < n; i++) order[next[cellOf(i)]++] = i;
  const farthestRing = Math.max(dims[0], dims[1], dims[2]);

  return (x, y, z) => {
    const ci = cellAlong(x, 0);
    const cj = cellAlong(y, 1);
    const ck = cellAlong(z, 2);
    let best = 0;
    let bestSquare = Number.POSITIVE_INFINITY;
    for (let ring = 0; ring <= farthestRing; ring++) {
      // Cells of this ring are at least (ring − 1) cells away from any point that lies in, or is clamped to, the middle
      // one.
      const reach = Math.max(0, ring - 1) * cell;
      if (reach * reach > bestSquare) break;
      for (let k = Math.max(0, ck - ring); k <= Math.min(dims[2] - 1, ck + ring); k++) {
        for (let j = Math.max(0, cj - ring); j <= Math.min(dims[1] - 1, cj + ring); j++) {
          const face = Math.abs(k - ck) === ring || Math.abs(j - cj) === ring;
          const stride = face || ring === 0 ? 1 : 2 * ring;
          for (let i = ci - ring; i <= ci + ring; i += stride) {
            if (i < 0 || i >= dims[0]) continue;
            const c = i + dims[0] * (j + dims[1] * k);
            for (let s = start[c]; s < start[c + 1]; s++) {
              const v = order[s];
              const dx = positions[3 * v] - x;
              const dy = positions[3 * v + 1] - y;
              const dz = positions[3 * v + 2] - z;
              const square = dx * dx + dy * dy + dz * dz;
              if (square < bestSquare || (square === bestSquare && v < best)) {
                best = v;
                bestSquare = square;
              }
            }
          }
        }
      }
    }
    return best;
  };
}
