import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import { icosphere } from '../../src/geometry/mesh/primitives.ts';
import { boxGrid } from '../../src/geometry/tets/box-grid.ts';
import { applyEmbedding, embedPoints } from '../../src/geometry/tets/embed.ts';
import { stuffTets } from '../../src/geometry/tets/stuff.ts';
import { ball } from './shapes.ts';

const points = (seed: number, n: number, reach: number): Float64Array => {
  const random = createRandom(seed);
  return Float64Array.from({ length: 3 * n }, () => random.range(-reach, reach));
};

describe('embedding points in tets', () => {
  it('puts inner points into the tet around them, vertices and walls included', () => {
    const mesh = boxGrid([2, 2, 2], [4, 4, 4]);
    const xyz = Float64Array.of(...points(1, 500, 1), ...mesh.positions, 0.25, 0, 0, 1, 0.3, 0.2);
    const e = embedPoints(mesh, xyz);
    expect(e.outside).toBe(0);
    expect(e.largestDistance).toBe(0);
    expect(Math.min(...e.weights)).toBeGreaterThan(-1e-10);
    const back = new Float64Array(xyz.length);
    applyEmbedding(back, e, mesh.positions);
    for (let i = 0; i < xyz.length; i++) expect(back[i]).toBeCloseTo(xyz[i], 12);
  });

  it('follows any affine motion exactly, outer points too', () => {
    const mesh = stuffTets(ball(), 0.25);
    const xyz = points(2, 400, 1.2);
    const e = embedPoints(mesh, xyz);
    expect(e.outside).toBeGreaterThan(50);
    const move = (x: Float64Array): Float64Array => {
      const out = new Float64Array(x.length);
      for (let i = 0; i < x.length; i += 3) {
        out[i] = 2 * x[i] + x[i + 1] + 3;
        out[i + 1] = x[i + 1] - x[i + 2];
        out[i + 2] = 0.5 * x[i + 2] + x[i];
      }
      return out;
    };
    const got = new Float64Array(xyz.length);
    applyEmbedding(got, e, move(mesh.positions));
    const want = move(xyz);
    for (let i = 0; i < got.length; i++) expect(got[i]).toBeCloseTo(want[i], 10);
  });

  it('reports how far outside the furthest point is, and can pull it in', () => {
    const mesh = boxGrid([2, 2, 2], [2, 2, 2]);
    const xyz = Float64Array.of(1.5, 0.2, 0.1, 0, 0, 0, 0, -1.25, 0);
    const e = embedPoints(mesh, xyz, { clamp: true });
    expect(e.outside).toBe(2);
    expect(e.largestDistance).toBeCloseTo(0.5, 12);
    expect(Math.min(...e.weights)).toBeGreaterThanOrEqual(0);
    const back = new Float64Array(9);
    applyEmbedding(back, e, mesh.positions);
    [1, 0.2, 0.1, 0, 0, 0, 0, -1, 0].forEach((want, i) => {
      expect(back[i]).toBeCloseTo(want, 12);
    });
    const loose = embedPoints(mesh, xyz);
    applyEmbedding(back, loose, mesh.positions);
    for (let i = 0; i < 9; i++) expect(back[i]).toBeCloseTo(xyz[i], 12);
  });

  it('holds a visual surface inside tets that are grown a little', () => {
    const e = embedPoints(stuffTets(ball(), 0.2, { grow: 0.02 }), icosphere(1, 3).positions);
    expect(e.outside).toBe(0);
  });

  it('refuses points that are not finite', () => {
    const mesh = boxGrid([1, 1, 1], [1, 1, 1]);
    expect(() => embedPoints(mesh, Float64Array.of(0, 0, 0, Number.NaN, 0, 0))).toThrow(
      /points\[1\]/,
    );
  });
});
