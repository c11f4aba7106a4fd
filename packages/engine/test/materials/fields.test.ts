import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import type { Sdf, TriangleMesh } from '../../src/geometry/types.ts';
import type { StiffnessField } from '../../src/materials/fields.ts';
import { createStiffnessField } from '../../src/materials/fields.ts';
import { createNearestVertex } from '../../src/materials/nearest-vertex.ts';
import { randomArray } from '../math/support.ts';

const random = createRandom(51);

function sample(field: StiffnessField, points: number[][]): number[] {
  const out = new Float64Array(points.length);
  createStiffnessField(field)(Float64Array.from(points.flat()), points.length, out);
  return [...out];
}

function ball(x: number, radius: number): Sdf {
  return {
    bounds: [x - radius, -radius, -radius, x + radius, radius, radius],
    evaluate(xyz, n, out) {
      for (let i = 0; i < n; i++) {
        out[i] = Math.hypot(xyz[3 * i] - x, xyz[3 * i + 1], xyz[3 * i + 2]) - radius;
      }
    },
  };
}

describe('stiffness fields', () => {
  it('a constant is the same everywhere', () => {
    expect(
      sample({ type: 'constant', value: 3 }, [
        [0, 0, 0],
        [1, 2, 3],
      ]),
    ).toEqual([3, 3]);
  });

  it('a gradient is straight between its ends and constant beyond', () => {
    const field: StiffnessField = {
      type: 'gradient',
      from: [1, 0, 0],
      to: [3, 0, 0],
      values: [2, 10],
    };
    const points = [
      [0, 0, 0],
      [1, 5, 5],
      [2, -3, 0],
      [2.5, 0, 0],
      [3, 0, 0],
      [9, 0, 0],
    ];
    expect(sample(field, points)).toEqual([2, 2, 6, 8, 10, 10]);
  });

  it('the first region that holds a point wins', () => {
    const regions = [
      { sdf: ball(0, 1), value: 5 },
      { sdf: ball(1, 1), value: 7 },
    ];
    const field: StiffnessField = { type: 'regions', base: 2, regions };
    expect(
      sample(field, [
        [0, 0, 0],
        [0.5, 0, 0],
        [1.5, 0, 0],
        [4, 0, 0],
      ]),
    ).toEqual([5, 5, 7, 2]);
  });

  it('paint comes from the nearest vertex', () => {
    const mesh: TriangleMesh = {
      positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
      triangles: Int32Array.of(0, 1, 2),
      attributes: { stiffness: Float64Array.of(1, 4, 9) },
    };
    const points = [
      [0.1, 0.1, 2],
      [0.9, 0.1, 0],
      [0, 5, 0],
    ];
    expect(sample({ type: 'attribute', mesh, name: 'stiffness' }, points)).toEqual([1, 4, 9]);
    expect(() => createStiffnessField({ type: 'attribute', mesh, name: 'hue' }, 'field')).toThrow(
      /^field: .*'hue'.*stiffness/,
    );
  });

  it('factors that are not positive and gradients without direction are refused', () => {
    expect(() => createStiffnessField({ type: 'constant', value: 0 }, 'f')).toThrow(/^f.value: /);
    expect(() =>
      createStiffnessField({ type: 'gradient', from: [1, 1, 1], to: [1, 1, 1], values: [1, 2] }),
    ).toThrow(/different/);
  });
});

describe('nearest vertex', () => {
  it('agrees with looking at all of them, inside and far outside, for solid, flat and single sets', () => {
    for (const [n, shape] of [
      [500, [1, 1, 1]],
      [300, [5, 1, 0]],
      [100, [0, 3, 0]],
      [1, [1, 1, 1]],
    ] as const) {
      const points = randomArray(random, 3 * n).map((x, i) => x * shape[i % 3]);
      const nearest = createNearestVertex(points);
      for (let t = 0; t < 300; t++) {
        const [x, y, z] = randomArray(random, 3).map((c) => c * (t % 3 === 0 ? 10 : 1.5));
        let best = 0;
        let bestSquare = Number.POSITIVE_INFINITY;
        for (let v = 0; v < n; v++) {
          const square =
            (points[3 * v] - x) ** 2 + (points[3 * v + 1] - y) ** 2 + (points[3 * v + 2] - z) ** 2;
          if (square < bestSquare) {
            best = v;
            bestSquare = square;
          }
        }
        expect(nearest(x, y, z)).toBe(best);
      }
    }
  });
});

describe('layers, vessels and cells', () => {
  const sample = (field: Parameters<typeof createStiffnessField>[0], ...points: number[][]) => {
    const out = new Float64Array(points.length);
    createStiffnessField(field)(Float64Array.from(points.flat()), points.length, out);
    return [...out];
  };

  it('takes sheets in turns, on both sides of the origin', () => {
    const field = {
      type: 'layers',
      normal: [0, 2, 0],
      origin: [0, 0.1, 0],
      thickness: 0.2,
      values: [1, 5, 9],
    } as const;
    const at = (y: number): number[] => [7, y, -3];
    expect(sample(field, at(0.2), at(0.4), at(0.6), at(0.8), at(0), at(-0.2))).toEqual([
      1, 5, 9, 1, 9, 5,
    ]);
  });

  it('finds tubes by their distance, around bends and beyond ends', () => {
    const field = {
      type: 'vessels',
      base: 1,
      value: 40,
      tubes: [
        {
          points: [
            [0, 0, 0],
            [1, 0, 0],
            [1, 1, 0],
          ],
          radius: 0.1,
        },
      ],
    } as const;
    const inside = [
      [0.5, 0.09, 0],
      [1.05, 0.5, 0.05],
      [-0.09, 0, 0],
    ];
    const outside = [
      [0.5, 0.11, 0],
      [0.5, 0.5, 0],
      [-0.11, 0, 0],
    ];
    expect(sample(field, ...inside, ...outside)).toEqual([40, 40, 40, 1, 1, 1]);
  });

  it('gives every cube one random factor, evenly in the logarithm', () => {
    const field = { type: 'cells', size: 0.5, values: [0.1, 10], seed: 3 } as const;
    const points = [0.1, 0.3, 0.6].map((x) => [x, 0.2, 0.2]);
    const [a, b, c] = sample(field, ...points);
    expect(a).toBe(b);
    expect(a).not.toBe(c);
    const many: number[][] = [];
    for (let i = 0; i < 2000; i++)
      many.push([i % 20, Math.floor(i / 20) % 10, Math.floor(i / 200)]);
    const values = sample(field, ...many);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0.1);
    expect(Math.max(...values)).toBeLessThan(10);
    const mean = values.reduce((sum, v) => sum + Math.log10(v), 0) / values.length;
    expect(Math.abs(mean)).toBeLessThan(0.05);
  });
});
