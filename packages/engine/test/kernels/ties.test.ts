import { expect, test } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import { POINT_USE } from '../../src/models/octree/point-sets.ts';
import { tiePoints } from '../../src/models/octree/topology/ties.kernel.ts';

/** Leaves on a grid of 5 × 5 × 5 unit cells, a little moved, each joined to its 26 neighbours. */
function grid() {
  const random = createRandom(3);
  const side = 5;
  const n = side ** 3;
  const at = (i: number): number[] => [i % side, Math.floor(i / side) % side, Math.floor(i / 25)];
  const rest = Float64Array.from({ length: 3 * n }, (_, k) => {
    return at(Math.floor(k / 3))[k % 3] + random.range(-0.1, 0.1);
  });
  const graphPtr = new Int32Array(n + 1);
  const graph: number[] = [];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const far = Math.max(...at(i).map((c, d) => Math.abs(c - at(j)[d])));
      if (far === 1) graph.push(j);
    }
    graphPtr[i + 1] = graph.length;
  }
  return { n, at, rest, graphPtr, graph: Int32Array.from(graph), level: new Uint8Array(n), random };
}

test.each(Object.entries(POINT_USE))(
  'ties lead to their point, and move with any affine motion of the leaves (%s points)',
  (_, use) => {
    const { n, at, rest, graphPtr, graph, level, random } = grid();
    const count = 200;
    const leaf = Int32Array.from({ length: count }, () => random.below(n));
    const places = Float64Array.from({ length: 3 * count }, (_, k) => {
      return (
        rest[3 * leaf[Math.floor(k / 3)] + (k % 3)] +
        (use === POINT_USE.joined ? 6 : 1) * random.range(-0.5, 0.5)
      );
    });
    const most = 18;
    const ptr = new Int32Array(count + 1);
    const cols = new Int32Array(most * count);
    const weights = new Float64Array(most * count);
    const lever = new Float64Array(3 * count);
    const [near, phi] = [new Int32Array(64), new Float64Array(64)];
    tiePoints(
      ptr,
      cols,
      weights,
      lever,
      places,
      leaf,
      count,
      graphPtr,
      graph,
      level,
      rest,
      1,
      use,
      most,
      near,
      phi,
      64,
    );
    for (let p = 0; p < count; p++) {
      expect(ptr[p + 1] - ptr[p]).toBeLessThanOrEqual(most);
      const sum = [0, 0, 0, 0];
      for (let k = ptr[p]; k < ptr[p + 1]; k++) {
        if (use === POINT_USE.pushed) expect(weights[k]).toBeGreaterThanOrEqual(-1e-15);
        sum[3] += weights[k];
        for (let c = 0; c < 3; c++) sum[c] += weights[k] * rest[3 * cols[k] + c];
      }
      expect(sum[3]).toBeCloseTo(1, 12);
      for (let c = 0; c < 3; c++)
        expect(sum[c] + lever[3 * p + c]).toBeCloseTo(places[3 * p + c], 12);
      // Σ w = 1 and no lever: whatever affine map moves the leaves moves the point. At the border of the grid leaves are on one side only.
      const inner = at(leaf[p]).every((c) => c > 0 && c < 4);
      for (let c = 3 * p; c < 3 * p + 3 && inner && use !== POINT_USE.pushed; c++) {
        expect(Math.abs(lever[c])).toBeLessThan(1e-4);
      }
    }
  },
);
