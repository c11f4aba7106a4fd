import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import { smoothMin } from '../../../src/geometry/sdf/blend.ts';
import { compileShape } from '../../../src/geometry/sdf/compile.ts';
import { rotationMatrix } from '../../../src/geometry/sdf/place.ts';
import { createNormalQuery, distanceAt } from '../../../src/geometry/sdf/query.ts';
import type { Shape } from '../../../src/geometry/sdf/shape.ts';
import type { Sdf } from '../../../src/geometry/types.ts';
import { COMPOUNDS, PRIMITIVES, randomPoints } from './zoo.ts';

const ALL: [string, Shape][] = [
  ...Object.entries(PRIMITIVES).map(([name, { shape }]): [string, Shape] => [name, shape]),
  ...Object.entries(COMPOUNDS),
];

const values = (sdf: Sdf, xyz: Float64Array): Float64Array => {
  const out = new Float64Array(xyz.length / 3);
  sdf.evaluate(xyz, out.length, out);
  return out;
};

describe.each(ALL)('%s', (_name, shape) => {
  const sdf = compileShape(shape);

  it('changes by at most one metre per metre', () => {
    const random = createRandom(7);
    const a = randomPoints(2, 3000, 1.5);
    const b = a.map((x) => x + random.range(-0.05, 0.05));
    const [da, db] = [values(sdf, a), values(sdf, b)];
    for (let i = 0; i < da.length; i++) {
      const apart = Math.hypot(
        a[3 * i] - b[3 * i],
        a[3 * i + 1] - b[3 * i + 1],
        a[3 * i + 2] - b[3 * i + 2],
      );
      expect(Math.abs(da[i] - db[i])).toBeLessThanOrEqual(apart * (1 + 1e-9) + 1e-12);
    }
  });

  it('lies within its bounds', () => {
    const points = randomPoints(3, 4000, 1.3);
    const d = values(sdf, points);
    for (let i = 0; i < d.length; i++) {
      if (d[i] >= 0) continue;
      for (let a = 0; a < 3; a++) {
        expect(points[3 * i + a]).toBeGreaterThanOrEqual(sdf.bounds[a]);
        expect(points[3 * i + a]).toBeLessThanOrEqual(sdf.bounds[3 + a]);
      }
    }
  });

  it('gives the same bits in batches of any size', () => {
    const points = randomPoints(4, 700, 1.2);
    const together = values(sdf, points);
    for (let i = 0; i < 700; i += 13) {
      const alone = distanceAt(sdf, points[3 * i], points[3 * i + 1], points[3 * i + 2]);
      expect(Object.is(alone, together[i])).toBe(true);
    }
  });
});

describe('skipping far parts', () => {
  const random = createRandom(11);
  const parts = Array.from({ length: 40 }, (_, i): Shape => {
    const position = [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)] as const;
    const r = random.range(0.05, 0.2);
    return i % 2 === 0
      ? { type: 'sphere', radius: r, position }
      : { type: 'ellipsoid', radii: [r, 2 * r, 0.5 * r], position, rotation: [30, 50, i] };
  });
  const points = randomPoints(5, 3000, 1.5);
  const each = parts.map((shape) => values(compileShape(shape), points));

  it.each([0, 0.1, 0.4])('does not change a bit, smooth %d', (smooth) => {
    const union = values(compileShape({ type: 'union', shapes: parts, smooth }), points);
    const cut = values(
      compileShape({ type: 'difference', base: { type: 'sphere', radius: 1 }, cut: parts, smooth }),
      points,
    );
    const base = values(compileShape({ type: 'sphere', radius: 1 }), points);
    for (let i = 0; i < union.length; i++) {
      let least = Number.POSITIVE_INFINITY;
      let rest = -base[i];
      for (const d of each) {
        least = smoothMin(least, d[i], smooth);
        rest = smoothMin(rest, d[i], smooth);
      }
      expect(Object.is(union[i], least)).toBe(true);
      expect(Object.is(cut[i], -rest)).toBe(true);
    }
  });
});

describe('placing', () => {
  it('turns about x, then y, then z, each counter-clockwise', () => {
    const R = rotationMatrix([90, 90, 0]);
    // z → −y under x, and y stays under y; y → z → x.
    expect(Array.from(R, (x) => x + 0)).toEqual([0, 1, 0, 0, 0, -1, -1, 0, 0]);
  });

  it('scales, turns, then moves', () => {
    const shape: Shape = {
      type: 'transform',
      shape: { type: 'sphere', radius: 0.1, position: [1, 0, 0] },
      scale: 2,
      rotation: [0, 0, 90],
      position: [5, 0, 0],
    };
    expect(distanceAt(compileShape(shape), 5, 2, 0)).toBeCloseTo(-0.2, 14);
  });

  it('repeats on a grid centred on the shape, the same as a union of moved copies', () => {
    const shape = PRIMITIVES['cone'].shape;
    const copies: Shape[] = [];
    for (const x of [-0.5, 0, 0.5]) {
      for (const y of [-0.15, 0.15]) copies.push({ ...shape, position: [x, y, 0] } as Shape);
    }
    const points = randomPoints(6, 1000, 1.5);
    const grid = compileShape({ type: 'repeat', shape, count: [3, 2, 1], spacing: [0.5, 0.3, 1] });
    const a = values(grid, points);
    const b = values(compileShape({ type: 'union', shapes: copies }), points);
    for (let i = 0; i < a.length; i++) expect(a[i]).toBeCloseTo(b[i], 14);
  });

  it('a shell keeps the outside and hollows the inside', () => {
    const sdf = compileShape({
      type: 'shell',
      shape: { type: 'sphere', radius: 1 },
      thickness: 0.2,
    });
    expect(distanceAt(sdf, 0, 0, 1.5)).toBeCloseTo(0.5, 14);
    expect(distanceAt(sdf, 0, 0, 0.9)).toBeCloseTo(-0.1, 14);
    expect(distanceAt(sdf, 0, 0, 0.5)).toBeCloseTo(0.3, 14);
  });
});

describe('foreign shapes', () => {
  const inner: Sdf = {
    bounds: [-1, -1, -1, 1, 1, 1],
    // Weak far away: never more than 0.3.
    evaluate(xyz, n, out) {
      for (let i = 0; i < n; i++) {
        out[i] = Math.min(0.3, Math.hypot(xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]) - 1);
      }
    },
  };
  const shape: Shape = { type: 'mesh', file: 'ball.obj', position: [2, 0, 0] };

  it('come from the resolver and are placed like others', () => {
    const sdf = compileShape(shape, { resolve: (s) => (s.type === 'mesh' ? inner : undefined) });
    expect(distanceAt(sdf, 2, 0, 0)).toBe(-1);
    expect(distanceAt(sdf, 2, 0, 4)).toBe(3);
    expect(sdf.bounds).toEqual([1, -1, -1, 3, 1, 1]);
  });

  it('are refused without one', () => {
    expect(() => compileShape(shape)).toThrow(
      'shape.type: must be a known type of shape, got "mesh"',
    );
  });
});

describe('bad shapes are refused with their place', () => {
  const inUnion = (shape: unknown): Shape =>
    ({ type: 'union', shapes: [{ type: 'sphere', radius: 1 }, shape] }) as Shape;
  const itself: { type: 'union'; shapes: Shape[] } = { type: 'union', shapes: [] };
  itself.shapes.push(itself);

  it.each<[string, unknown]>([
    ['shape.shapes[1].radius: must be more than zero', { type: 'sphere', radius: 0 }],
    ['shape.shapes[1].radius: must be a finite number', { type: 'sphere', radius: Number.NaN }],
    ['shape.shapes[1].radii[1]: must be more than zero', { type: 'ellipsoid', radii: [1, -1, 1] }],
    ['shape.shapes[1].size: must be three numbers', { type: 'box', size: [1, 1] }],
    ['shape.shapes[1].shapes: must be a list', { type: 'union', shapes: [] }],
    ['shape.shapes[1].smooth: must be at least 0', { ...COMPOUNDS['union'], smooth: -1 }],
    [
      'shape.shapes[1].radius: must be at most half',
      { type: 'rounded-box', size: [1, 1, 1], radius: 0.6 },
    ],
    [
      'shape.shapes[1].normal: must be a direction',
      { type: 'plane', normal: [0, 0, 0], offset: 0 },
    ],
    ['shape.shapes[1].name: must be one of', { type: 'thing', name: 'dodo' }],
    ['shape.shapes[1].part: must be a part of hand', { type: 'thing', name: 'hand', part: 'wing' }],
    [
      'shape.shapes[1].count[0]: must be a whole number',
      { ...COMPOUNDS['repeat'], count: [0, 1, 1] },
    ],
    ['shape.shapes[1].count: must be at most', { ...COMPOUNDS['repeat'], count: [100, 100, 100] }],
    ['shape.shapes[1].scale: must be more than zero', { ...COMPOUNDS['transform'], scale: 0 }],
    [
      'shape.shapes[1]: must have a height',
      {
        type: 'cone',
        from: [0, 0, 0],
        to: [0, 0, 0],
        radiusFrom: 1,
        radiusTo: 1,
      },
    ],
    [
      'shape.shapes[1]: must be shapes that overlap',
      {
        type: 'intersection',
        shapes: [
          { type: 'sphere', radius: 1 },
          { type: 'sphere', radius: 1, position: [3, 0, 0] },
        ],
      },
    ],
    ['shape.shapes[1]: must be a shape', null],
    ['Does it contain itself?', itself],
  ])('%s', (message, shape) => {
    expect(() => compileShape(inUnion(shape))).toThrow(message);
  });
});

describe('normals', () => {
  it('point outward and have length one', () => {
    const sdf = compileShape({ type: 'sphere', radius: 0.5 });
    const points = randomPoints(8, 150, 1);
    const [out, normals] = [new Float64Array(150), new Float64Array(450)];
    createNormalQuery(sdf, 1e-5).normals(points, 150, out, normals);
    for (let i = 0; i < 150; i++) {
      const r = Math.hypot(points[3 * i], points[3 * i + 1], points[3 * i + 2]);
      expect(out[i]).toBeCloseTo(r - 0.5, 14);
      for (let a = 0; a < 3; a++) expect(normals[3 * i + a]).toBeCloseTo(points[3 * i + a] / r, 8);
    }
  });

  it('are zero where there is no direction', () => {
    const normals = new Float64Array(3).fill(1);
    const query = createNormalQuery(compileShape({ type: 'sphere', radius: 1 }), 1e-3);
    query.normals(new Float64Array(3), 1, new Float64Array(1), normals);
    expect(Array.from(normals)).toEqual([0, 0, 0]);
  });
});
