import { expect, test } from 'vitest';
import { findSharpEdges } from '../../src/collision/sharp-edges.ts';
import { compileShape } from '../../src/geometry/sdf/compile.ts';
import { createNormalQuery } from '../../src/geometry/sdf/query.ts';
import type { BuildOptions, SceneInput } from '../../src/index.ts';
import { difference, norm, world } from '../world/helpers.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];
type Model = BodyInput['model'];

test('a box has sharp edges between the points on its edges, and nowhere else', () => {
  const sdf = compileShape({ type: 'box', size: [1, 0.2, 0.2] });
  const points: number[] = [];
  for (let i = 0; i <= 10; i++) {
    for (const y of [-0.1, 0, 0.1]) {
      for (const z of [-0.1, 0, 0.1]) if (y !== 0 || z !== 0) points.push(i / 10 - 0.5, y, z);
    }
  }
  const edges = findSharpEdges(sdf, createNormalQuery(sdf, 1e-5), Float64Array.from(points), 0.1);
  // Four long edges of ten pieces; the square ends have two pieces a side.
  expect(edges.arcs).toHaveLength(4 * 10 + 2 * 8);
  // Their normals are those between two faces at right angles.
  for (const arc of edges.arcs) expect(arc).toBeCloseTo(Math.SQRT1_2, 6);
  const ball = compileShape({ type: 'sphere', radius: 0.5 });
  const round = Float64Array.of(0.5, 0, 0, 0, 0.5, 0, 0, 0, 0.5, 0.3, 0.4, 0);
  expect(findSharpEdges(ball, createNormalQuery(ball, 1e-5), round, 0.4).arcs).toHaveLength(0);
});

const T = 0.1;
const cache: BuildOptions['cache'] = new Map();

/** A bar of a metre that lies on one of its edges; probes at two places of the edges above and below. */
function bar(name: string, model: Model, changes: Partial<BodyInput>): BodyInput {
  return {
    name,
    shape: { type: 'box', size: [1, T, T] },
    material: { young: 1e9 },
    model,
    probes: {
      up0: [-0.2, T / 2, T / 2],
      up1: [0.2, T / 2, T / 2],
      down0: [-0.2, -T / 2, -T / 2],
      down1: [0.2, -T / 2, -T / 2],
    },
    ...changes,
  };
}

/** Deepest that the lower edge of one bar gets below the upper edge of another that it falls on, in thicknesses. */
function overlap(model: Model, degrees: number, speed: number, shift: number): number {
  const w = world(
    {
      gravity: [0, 0, 0],
      bodies: [
        bar('a', model, { rotation: [-45, 0, 0], position: [shift, 0, 0] }),
        bar('b', model, {
          rotation: [-45, degrees, 0],
          position: [0.02, 0.2, shift],
          velocity: [0, -speed, 0],
        }),
      ],
    },
    { cache },
  );
  let deepest = 0;
  for (let s = 0; s < Math.ceil(8 / speed) + 3; s++) {
    w.step();
    const [p, q] = [w.bodies[0].probe('up0'), w.bodies[0].probe('up1')];
    const [r, t] = [w.bodies[1].probe('down0'), w.bodies[1].probe('down1')];
    const [a, b] = [difference(q, p), difference(t, r)];
    const n = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    const up = n[1] > 0 ? 1 : -1;
    const apart = difference(r, p).reduce((sum, c, i) => sum + c * n[i] * up, 0) / norm(n);
    deepest = Math.max(deepest, -apart / T);
  }
  // They met: a bar that is hit moves.
  expect(Math.abs(w.bodies[0].probe('up0')[1])).toBeGreaterThan(0);
  expect(w.totals().momentum.linear[1]).toBeLessThan(0);
  return deepest;
}

test.each([
  [90, 1],
  [90, 5],
  [60, 5],
  [30, 1],
  [30, 5],
  [15, 1],
])(
  'edges of two bars that cross at %d degrees at %d lengths a second stop each other',
  (degrees, speed) => {
    for (const shift of [0, 0.013, 0.031]) {
      expect(overlap({ type: 'rigid' }, degrees, speed, shift)).toBeLessThan(0.02);
    }
  },
);

// Stiff enough for their edges to stay straight.
test('bars of elements, too', () => {
  const soft: Model = { type: 'solid', cell: 0.1, mesh: 'grid' };
  expect(overlap(soft, 90, 1, 0.013)).toBeLessThan(0.02);
});
