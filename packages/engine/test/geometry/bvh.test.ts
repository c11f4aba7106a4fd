import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import { boxMesh, cylinderMesh, icosphere, torusMesh } from '../../src/geometry/mesh/primitives.ts';
import { createWinding, windingNumbers } from '../../src/geometry/mesh/winding.ts';
import { buildBvh, refitBvh } from '../../src/geometry/query/bvh.ts';
import { castRays, closestPoints } from '../../src/geometry/query/bvh-query.ts';
import { meshSdf } from '../../src/geometry/sdf/mesh.ts';
import type { TriangleMesh } from '../../src/geometry/types.ts';
import { closestOnTriangle } from '../../src/math/triangle.ts';
import { block, ring } from './shapes.ts';

const randomPoints = (seed: number, n: number, reach: number): Float64Array => {
  const random = createRandom(seed);
  return Float64Array.from({ length: 3 * n }, () => random.range(-reach, reach));
};

function bruteForce(mesh: TriangleMesh, xyz: Float64Array, i: number): number {
  const out = new Float64Array(4);
  let best = Infinity;
  for (let t = 0; t < mesh.triangles.length; t += 3) {
    const [a, b, c] = mesh.triangles.subarray(t, t + 3);
    closestOnTriangle(out, 0, xyz, 3 * i, mesh.positions, a, b, c);
    best = Math.min(best, out[3]);
  }
  return best;
}

/** Best of many points of the triangle: an upper bound that comes close. */
function sampled(p: Float64Array, x: Float64Array): number {
  let best = Infinity;
  const n = 200;
  for (let i = 0; i <= n; i++) {
    for (let j = 0; i + j <= n; j++) {
      const [s, t] = [i / n, j / n];
      let d2 = 0;
      for (let d = 0; d < 3; d++) {
        const q = x[d] + s * (x[3 + d] - x[d]) + t * (x[6 + d] - x[d]);
        d2 += (q - p[d]) ** 2;
      }
      best = Math.min(best, d2);
    }
  }
  return Math.sqrt(best);
}

describe('the closest point of a triangle', () => {
  it('is the best of all its points, also for needles and points', () => {
    const random = createRandom(5);
    for (let k = 0; k < 60; k++) {
      const x = Float64Array.from({ length: 9 }, () => random.range(-1, 1));
      if (k % 4 === 1) x.copyWithin(3, 0, 3);
      if (k % 4 === 2) for (let d = 0; d < 3; d++) x[6 + d] = x[d] + 0.3 * (x[3 + d] - x[d]);
      if (k % 12 === 3) x.fill(0.5);
      const p = Float64Array.from({ length: 3 }, () => random.range(-1.5, 1.5));
      const out = new Float64Array(4);
      closestOnTriangle(out, 0, p, 0, x, 0, 1, 2);
      const d = Math.sqrt(out[3]);
      const bound = sampled(p, x);
      expect(d).toBeLessThan(bound + 1e-12);
      expect(d).toBeGreaterThan(bound - 0.02);
      expect(Math.hypot(out[0] - p[0], out[1] - p[1], out[2] - p[2])).toBeCloseTo(d, 12);
    }
  });
});

describe('the box tree', () => {
  const mesh = torusMesh(1, 0.35, 40, 20);

  it('finds the same closest points as looking at every triangle, before and after the mesh moves', () => {
    const moving = { ...mesh, positions: mesh.positions.slice() };
    const bvh = buildBvh(moving);
    const n = 300;
    const xyz = randomPoints(1, n, 2);
    const d2 = new Float64Array(n);
    const triangle = new Int32Array(n);
    const point = new Float64Array(3 * n);
    for (let round = 0; round < 2; round++) {
      closestPoints(bvh, xyz, n, d2, triangle, point);
      for (let i = 0; i < n; i++) {
        expect(d2[i]).toBe(bruteForce(moving, xyz, i));
        const away = Math.hypot(...[0, 1, 2].map((d) => point[3 * i + d] - xyz[3 * i + d]));
        expect(away).toBeCloseTo(Math.sqrt(d2[i]), 12);
      }
      for (let i = 0; i < moving.positions.length; i++) moving.positions[i] *= 1 + (i % 3) / 4;
      refitBvh(bvh);
    }
  });

  it('survives a mesh whose triangles all lie in one place', () => {
    const stack = { positions: mesh.positions, triangles: new Int32Array(300) };
    for (let i = 0; i < 300; i++) stack.triangles[i] = mesh.triangles[i % 3];
    const bvh = buildBvh(stack);
    const d2 = new Float64Array(1);
    const triangle = new Int32Array(1);
    closestPoints(bvh, Float64Array.of(0, 0, 0), 1, d2, triangle);
    expect(triangle[0]).toBe(0);
  });

  it('lets no ray slip between triangles', () => {
    const ball = icosphere(1, 3);
    const bvh = buildBvh(ball);
    const n = ball.positions.length / 3;
    // From the middle exactly at every vertex and through every edge's middle.
    const directions = new Float64Array(6 * n);
    directions.set(ball.positions);
    for (let i = 0; i < n; i++) {
      for (let d = 0; d < 3; d++) {
        const a = ball.triangles[3 * i];
        const b = ball.triangles[3 * i + 1];
        directions[3 * (n + i) + d] = ball.positions[3 * a + d] + ball.positions[3 * b + d];
      }
    }
    const t = new Float64Array(2 * n);
    const triangle = new Int32Array(2 * n);
    castRays(bvh, new Float64Array(6 * n), directions, 2 * n, t, triangle);
    expect(triangle.every((k) => k >= 0)).toBe(true);
    for (let i = 0; i < n; i++) expect(t[i]).toBeCloseTo(1, 12);
  });

  it('finds the first hit and reports a miss', () => {
    const bvh = buildBvh(boxMesh([2, 2, 2], [3, 3, 3]));
    const t = new Float64Array(3);
    const triangle = new Int32Array(3);
    const origins = Float64Array.of(-5, 0.1, 0.2, -5, 3, 0, 0, 0, 0);
    const directions = Float64Array.of(2, 0, 0, 1, 0, 0, 0, 0, -1);
    castRays(bvh, origins, directions, 3, t, triangle);
    expect([...t]).toEqual([2, Infinity, 1]);
    expect(triangle[1]).toBe(-1);
  });
});

describe('inside and outside of a mesh', () => {
  const meshes = {
    box: boxMesh([2, 2, 2], [3, 4, 5]),
    torus: torusMesh(1, 0.35, 40, 20),
    cylinder: cylinderMesh(),
    ball: icosphere(1, 3),
  };
  for (const [name, mesh] of Object.entries(meshes)) {
    it(`winding numbers of a ${name} are whole, next to vertices, edges and faces too`, () => {
      const winding = createWinding(buildBvh(mesh));
      const random = createRandom(11);
      const points: number[] = [];
      const inside: boolean[] = [];
      for (let k = 0; k < 400; k++) {
        const t = 3 * random.below(mesh.triangles.length / 3);
        const corners = [0, 1, 2].map((c) => 3 * mesh.triangles[t + c]);
        const kind = k % 3;
        const w = kind === 0 ? [1, 0, 0] : kind === 1 ? [0.3, 0.7, 0] : [0.2, 0.3, 0.5];
        const x = [0, 1, 2].map((d) =>
          corners.reduce((s, c, i) => s + w[i] * mesh.positions[c + d], 0),
        );
        const [a, b, c] = corners.map((o) => mesh.positions.subarray(o, o + 3));
        const n = [0, 1, 2].map((d) => {
          const [e, f] = [(d + 1) % 3, (d + 2) % 3];
          return (b[e] - a[e]) * (c[f] - a[f]) - (b[f] - a[f]) * (c[e] - a[e]);
        });
        // Along the normal; but from a convex mesh's middle, because along an edge's one face is in the other.
        const way = name === 'torus' ? n : x;
        const size = Math.hypot(way[0], way[1], way[2]);
        const away = 1e-7 * (k % 2 === 0 ? 1 : -1);
        for (let d = 0; d < 3; d++) points.push(x[d] + (away * way[d]) / size);
        inside.push(away < 0);
      }
      const xyz = Float64Array.from(points);
      const out = new Float64Array(inside.length);
      windingNumbers(winding, xyz, inside.length, out);
      for (let i = 0; i < out.length; i++) expect(out[i] > 0.5).toBe(inside[i]);
    });
  }

  it('mesh distances match the formula, in any order of the points', () => {
    const box = block(0.5, 0.4, 0.3);
    const sdf = meshSdf(boxMesh([1, 0.8, 0.6], [4, 4, 4]));
    const n = 2000;
    const xyz = randomPoints(2, n, 0.8);
    const got = new Float64Array(n);
    const want = new Float64Array(n);
    sdf.evaluate(xyz, n, got);
    box.evaluate(xyz, n, want);
    for (let i = 0; i < n; i++) expect(Math.abs(got[i] - want[i])).toBeLessThan(1e-12);
    const one = new Float64Array(1);
    for (let i = 0; i < n; i++) {
      sdf.evaluate(xyz.subarray(3 * i, 3 * i + 3), 1, one);
      expect(one[0]).toBe(got[i]);
    }
  });

  it('mesh distances of a fine torus are close to the torus, along lines as well', () => {
    const sdf = meshSdf(torusMesh(1, 0.35, 120, 60));
    const n = 3000;
    const xyz = new Float64Array(3 * n);
    for (let i = 0; i < n; i++) xyz.set([-1.6 + (3.2 * i) / n, 0.11, 0.05], 3 * i);
    const got = new Float64Array(n);
    const want = new Float64Array(n);
    sdf.evaluate(xyz, n, got);
    ring().evaluate(xyz, n, want);
    for (let i = 0; i < n; i++) expect(Math.abs(got[i] - want[i])).toBeLessThan(2e-3);
  });

  it('follows a mesh that moves', () => {
    const mesh = icosphere(1, 3);
    const sdf = meshSdf(mesh);
    for (let i = 0; i < mesh.positions.length; i += 3) mesh.positions[i] += 5;
    sdf.refit();
    const out = new Float64Array(2);
    sdf.evaluate(Float64Array.of(5, 0, 0, 0, 0, 0), 2, out);
    expect(out[0]).toBeLessThan(-0.98);
    expect(out[1]).toBeCloseTo(4, 1);
    expect(sdf.bounds[0]).toBeCloseTo(4, 1);
  });

  it('refuses an open mesh and says where', () => {
    const mesh = boxMesh();
    mesh.triangles = mesh.triangles.slice(3);
    expect(() => meshSdf(mesh)).toThrow(/mesh: hole of 3 edges around vertex \d+ at \(/);
  });
});
