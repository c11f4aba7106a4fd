import type { TriangleMesh } from '../../../src/geometry/types.ts';

export interface MeshFacts {
  /** Every directed edge has its opposite, and none is used twice. */
  closed: boolean;
  /** The triangles around every vertex form one fan. */
  fans: boolean;
  euler: number;
  components: number;
  /** Enclosed volume [m³], positive when faces look outward. */
  volume: number;
  /** Smallest angle of any triangle [degrees]. */
  sharpest: number;
}

/** Plain, slow checks of a triangle mesh, for tests. */
export function meshFacts({ positions: x, triangles }: TriangleMesh): MeshFacts {
  const n = x.length / 3;
  const next = new Map<number, number>();
  const degree = new Int32Array(n);
  const start = new Int32Array(n).fill(-1);
  const parent = Int32Array.from({ length: n }, (_, i) => i);
  const root = (i: number): number => {
    let r = i;
    while (parent[r] !== r) {
      parent[r] = parent[parent[r]];
      r = parent[r];
    }
    return r;
  };
  let closed = true;
  let volume = 0;
  let sharpest = 180;
  for (let t = 0; t < triangles.length; t += 3) {
    for (let c = 0; c < 3; c++) {
      const [p, q, r] = [0, 1, 2].map((k) => triangles[t + ((c + k) % 3)]);
      // Around p, the neighbour q is followed by r.
      if (next.has(p * n + q)) closed = false;
      next.set(p * n + q, r);
      degree[p]++;
      start[p] = q;
      parent[root(p)] = root(q);
      sharpest = Math.min(sharpest, angle(x, p, q, r));
    }
    volume += signedVolume(x, triangles[t], triangles[t + 1], triangles[t + 2]);
  }
  for (const edge of next.keys()) {
    if (!next.has((edge % n) * n + Math.floor(edge / n))) closed = false;
  }
  let fans = true;
  for (let p = 0; p < n; p++) {
    let q = start[p];
    let steps = 0;
    do {
      q = next.get(p * n + q) ?? -1;
      steps++;
    } while (q !== start[p] && q >= 0 && steps <= degree[p]);
    if (steps !== degree[p]) fans = false;
  }
  const components = new Set(parent.map((_, i) => root(i))).size;
  const euler = n - next.size / 2 + triangles.length / 3;
  return { closed, fans, euler, components, volume, sharpest };
}

function signedVolume(x: Float64Array, p: number, q: number, r: number): number {
  const [a, b, c] = [p, q, r].map((v) => [x[3 * v], x[3 * v + 1], x[3 * v + 2]]);
  return (
    (a[0] * (b[1] * c[2] - b[2] * c[1]) +
      a[1] * (b[2] * c[0] - b[0] * c[2]) +
      a[2] * (b[0] * c[1] - b[1] * c[0])) /
    6
  );
}

function angle(x: Float64Array, p: number, q: number, r: number): number {
  const u = [0, 1, 2].map((a) => x[3 * q + a] - x[3 * p + a]);
  const v = [0, 1, 2].map((a) => x[3 * r + a] - x[3 * p + a]);
  const dot = u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  return (
    (Math.acos(Math.max(-1, Math.min(1, dot / Math.hypot(...u) / Math.hypot(...v)))) * 180) /
    Math.PI
  );
}
