import { expect, test } from 'vitest';
import { findSharpEdges } from '../../src/contact/detect/sharp-edges.ts';
import { createRandom } from '../../src/core/random.ts';
import { compileShape } from '../../src/geometry/sdf/compile.ts';
import { createNormalQuery } from '../../src/geometry/sdf/query.ts';
import type { BuildOptions, SceneInput, World } from '../../src/index.ts';
import { effort } from '../effort.ts';
import { difference, floor, norm, world } from '../world/helpers.ts';

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
  const query = createNormalQuery(sdf, 1e-5);
  const edges = findSharpEdges(sdf, query, Float64Array.from(points), 0.1);
  // Four long edges of ten pieces; the square ends have two pieces a side.
  expect(edges.arcs).toHaveLength(4 * 10 + 2 * 8);
  // Their normals are those between two faces at right angles.
  for (const arc of edges.arcs) expect(arc).toBeCloseTo(Math.SQRT1_2, 6);
  const ball = compileShape({ type: 'sphere', radius: 0.5 });
  const round = Float64Array.of(0.5, 0, 0, 0, 0.5, 0, 0, 0, 0.5, 0.3, 0.4, 0);
  expect(findSharpEdges(ball, createNormalQuery(ball, 1e-5), round, 0.4).arcs).toHaveLength(0);
});

const T = 0.1;
const ALONG = Array.from({ length: 19 }, (_, i) => -0.45 + 0.05 * i);
const cache: BuildOptions['cache'] = new Map();

/** A bar of a metre that lies on one of its edges; probes along the edges above and below. */
function bar(name: string, model: Model, changes: Partial<BodyInput>): BodyInput {
  return {
    name,
    shape: { type: 'box', size: [1, T, T] },
    material: { young: 1e7, damping: { stiffness: 0.001 } },
    model,
    probes: Object.fromEntries(
      ALONG.flatMap((x, i) => [
        [`up${i}`, [x, T / 2, T / 2]],
        [`down${i}`, [x, -T / 2, -T / 2]],
        [`front${i}`, [x, -T / 2, T / 2]],
        [`back${i}`, [x, T / 2, -T / 2]],
      ]),
    ),
    ...changes,
  };
}

function crossed(a: Model, b: Model, degrees: number, speed: number, shift: number): World {
  return world(
    {
      gravity: [0, 0, 0],
      bodies: [
        bar('a', a, { rotation: [-45, 0, 0], position: [shift, 0, 0] }),
        bar('b', b, {
          rotation: [-45, degrees, 0],
          position: [0.02, 0.2, shift],
          velocity: [0, -speed, 0],
        }),
      ],
    },
    { cache },
  );
}

/** How far the lower edge of b is below the upper edge of a where they cross, seen from above, in thicknesses. */
function below(w: World): number {
  const up = ALONG.map((_, i) => [...w.bodies[0].probe(`up${i}`)]);
  const down = ALONG.map((_, i) => [...w.bodies[1].probe(`down${i}`)]);
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 1; i < up.length; i++) {
    for (let j = 1; j < down.length; j++) {
      const e = difference(up[i], up[i - 1]);
      const f = difference(down[j], down[j - 1]);
      const d = difference(down[j - 1], up[i - 1]);
      const turn = e[0] * f[2] - e[2] * f[0];
      const s = (d[0] * f[2] - d[2] * f[0]) / turn;
      const t = (d[0] * e[2] - d[2] * e[0]) / turn;
      if (!(s >= 0 && s <= 1 && t >= 0 && t <= 1)) continue;
      const n = [e[1] * f[2] - e[2] * f[1], turn, e[0] * f[1] - e[1] * f[0]];
      const height = s * e[1] - (d[1] + t * f[1]);
      most = Math.max(most, (height * Math.abs(turn)) / norm(n) / T);
    }
  }
  return most;
}

/** Deepest that the edges get into each other while the bars meet. */
function overlap(a: Model, b: Model, degrees: number, speed: number, shift: number): number {
  const w = crossed(a, b, degrees, speed, shift);
  let deepest = 0;
  for (let s = 0; s < Math.ceil(8 / speed) + 6; s++) {
    w.step();
    deepest = Math.max(deepest, below(w));
  }
  // They met: the bar that is hit moves.
  expect(
    norm(difference([...w.bodies[0].probe('up9')], [shift, T / Math.SQRT2, 0])),
  ).toBeGreaterThan(0.01);
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
    // At a contact point, between two, and near one.
    for (const shift of [0, 0.013, 0.031, 0.047]) {
      expect(overlap({ type: 'rigid' }, { type: 'rigid' }, degrees, speed, shift)).toBeLessThan(
        0.02,
      );
    }
  },
);

const KINDS: [string, Model][] = [
  ['rigid', { type: 'rigid' }],
  ['frames', { type: 'frames', frames: 12 }],
  ['solid', { type: 'solid', cell: 0.1, mesh: 'grid' }],
  ['octree', { type: 'octree' }],
  ['tets', { type: 'tets' }],
];
const PAIRS = KINDS.flatMap((a, i) => KINDS.slice(i).map((b) => [a, b] as const));

/** Degrees between the bars, and how far one is off the other's middle [m]. */
const CROSSED = [
  [45, 0.031],
  [90, 0],
  [90, 0.031],
  [45, 0],
];
const CROSSINGS = effort(CROSSED.slice(0, 1), CROSSED);

test.each(PAIRS.map(([a, b]) => [a[0], b[0], a[1], b[1]] as const))(
  'crossed bars, %s and %s, get into each other by less than a fiftieth of their thickness',
  (_, __, a, b) => {
    for (const [degrees, shift] of CROSSINGS) {
      expect(overlap(a, b, degrees, 1, shift)).toBeLessThan(0.02);
    }
  },
);

test.each(PAIRS.filter(([a, b]) => a === b).map(([a]) => a))(
  'crossed bars of %s keep momentum and spin, and gain no energy',
  (_, model) => {
    const w = crossed(model, model, 60, 2, 0.013);
    const start = w.totals();
    for (let s = 0; s < 12; s++) w.step();
    const end = w.totals();
    const scale = norm(start.momentum.linear);
    expect(norm(difference(end.momentum.linear, start.momentum.linear))).toBeLessThan(
      1e-12 * scale,
    );
    const turned = norm(difference(end.momentum.angular, start.momentum.angular));
    expect(turned).toBeLessThan(1e-10 * scale);
    expect(end.energy.kinetic + end.energy.elastic).toBeLessThan(1.000001 * start.energy.kinetic);
  },
);

/** How deep the long edges of a bar are in a ridge along x, the upper edge of a turned box of 40 cm [thicknesses]. */
function inRidge(w: World): number {
  let most = 0;
  for (const side of ['up', 'down', 'front', 'back']) {
    const sites = ALONG.map((_, i) => [...w.bodies[0].probe(`${side}${i}`)]);
    for (let i = 1; i < sites.length; i++) {
      for (let t = 0; t <= 1; t += 0.1) {
        const [, y, z] = sites[i].map((c, k) => (1 - t) * sites[i - 1][k] + t * c);
        if (y > 0) most = Math.max(most, (0.4 * Math.SQRT1_2 - Math.abs(z) - y) / Math.SQRT2 / T);
      }
    }
  }
  return most;
}

test.each(
  KINDS.filter(([name]) => name !== 'octree').flatMap(([name, model]) =>
    (['edge', 'face'] as const).map((side) => [name, side, model] as const),
  ),
)(
  'a bar of %s that falls across the ridge of an obstacle with its %s stays out of it',
  (_, side, model) => {
    for (const degrees of [90, 60, 30]) {
      const turned = side === 'edge' ? 45 : 0;
      const lower = side === 'edge' ? T * Math.SQRT1_2 : T / 2;
      const w = world(
        {
          obstacles: [
            { name: 'ridge', shape: { type: 'box', size: [2, 0.4, 0.4] }, rotation: [45, 0, 0] },
          ],
          bodies: [
            bar('bar', model, {
              rotation: [turned, degrees, 0],
              position: [0.031, 0.4 * Math.SQRT1_2 + lower + 0.02, 0.013],
              velocity: [0, -1, 0],
            }),
          ],
        },
        { cache },
      );
      let deepest = 0;
      let touched = 0;
      for (let s = 0; s < 20; s++) {
        w.step();
        touched = Math.max(touched, w.report.contacts);
        deepest = Math.max(deepest, inRidge(w));
      }
      expect(touched).toBeGreaterThan(0);
      expect(deepest).toBeLessThan(0.025);
    }
  },
);

interface Box {
  at: number[];
  axes: number[][];
}
const SIZE = [1, T, T];

/** How deep two bars are in each other, by all axes that can separate them [thicknesses]. */
function depth(a: Box, b: Box): number {
  const axes = [...a.axes, ...b.axes];
  for (const e of a.axes) {
    for (const f of b.axes) {
      const n = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
      const length = norm(n);
      if (length > 1e-3) axes.push(n.map((c) => c / length));
    }
  }
  const dot = (u: number[], v: number[]) => u.reduce((sum, c, i) => sum + c * v[i], 0);
  const apart = difference(b.at, a.at);
  return Math.min(
    ...axes.map((n) => {
      const reach = SIZE.reduce(
        (sum, s, i) => sum + (s / 2) * (Math.abs(dot(a.axes[i], n)) + Math.abs(dot(b.axes[i], n))),
        0,
      );
      return (reach - Math.abs(dot(apart, n))) / T;
    }),
  );
}

test('a heap of bars comes to rest, and none is in another', () => {
  const { next: random } = createRandom(1);
  const w = world({
    obstacles: [floor],
    bodies: Array.from({ length: 8 }, (_, i) => ({
      name: `bar-${i}`,
      shape: { type: 'box', size: [1, T, T] },
      material: { young: 1e7, density: 500 },
      model: { type: 'rigid' },
      friction: 0.4,
      position: [0.6 * (random() - 0.5), 0.4 + 0.25 * i, 0.6 * (random() - 0.5)],
      rotation: [360 * random(), 360 * random(), 40 * (random() - 0.5)],
      probes: { at: [0, 0, 0], x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] },
    })),
  });
  w.step(300);
  const boxes = w.bodies.map((b): Box => {
    const at = [...b.probe('at')];
    return { at, axes: ['x', 'y', 'z'].map((name) => difference([...b.probe(name)], at)) };
  });
  const depths = boxes.flatMap((a, i) => boxes.slice(0, i).map((b) => depth(a, b)));
  expect(Math.max(...depths)).toBeLessThan(0.03);
  // Some do touch.
  expect(Math.max(...depths)).toBeGreaterThan(-0.001);
  expect(w.report.rounds).toBe(0);
});
