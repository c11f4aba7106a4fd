import { expect, it, test } from 'vitest';
import { InputError, type WorldBody } from '../../src/index.ts';
import { effort } from '../effort.ts';
import { BODIES } from './every-model.ts';
import { cube, floor, world } from './helpers.ts';

/** Outward normals of the surface of a box at rest, those of vertices on edges in between. */
function restNormals(body: WorldBody): Float64Array {
  const { positions } = body.surface;
  const out = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const most = Math.max(...positions.subarray(i, i + 3).map(Math.abs));
    for (let c = 0; c < 3; c++)
      if (Math.abs(positions[i + c]) > most - 1e-6) out[i + c] = Math.sign(positions[i + c]);
    const length = Math.hypot(out[i], out[i + 1], out[i + 2]);
    for (let c = 0; c < 3; c++) out[i + c] /= length;
  }
  return out;
}

const farthest = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let most = 0;
  for (let i = 0; i < a.length; i++) most = Math.max(most, Math.abs(a[i] - b[i]));
  return most;
};

const MODELS = effort(['octree', 'tets', 'rigid'], Object.keys(BODIES));

it.each(MODELS)(
  '%s: points turn with the body, and lie on its surface when it is deformed',
  (model) => {
    const changes = BODIES[model];
    const run = world({
      bodies: [cube({ ...changes, position: [0, 0.12, 0], rotation: [0, 0, 90] })],
      obstacles: [floor],
    });
    const [body] = run.bodies;
    const normals = restNormals(body);
    const embedded = body.embed(body.surface.positions, { normals });
    // A quarter turn about z: x becomes y, y becomes −x.
    const turned = (x: ArrayLike<number>, up: number): number[] =>
      Array.from(x, (_, i) => (i % 3 === 0 ? -x[i + 1] : i % 3 === 1 ? x[i - 1] + up : x[i]));
    expect(farthest(embedded.positions, turned(body.surface.positions, 0.12))).toBeLessThan(2e-3);
    expect(farthest(embedded.normals, turned(normals, 0))).toBeLessThan(1e-4);
    run.step(6);
    body.draw();
    embedded.draw();
    expect(farthest(embedded.positions, body.positions)).toBeLessThan(0.004);
    expect(embedded.positions.every(Number.isFinite)).toBe(true);
  },
);

test('normals stay normal where a body is sheared: they are no points', () => {
  // An affine map x → x + y/2 takes the side x = const to one that faces (1, −1/2): tested on a body held below and pulled above.
  const run = world({
    gravity: [0, 0, 0],
    bodies: [
      cube({
        model: { type: 'solid', cell: 0.1 },
        attachments: [
          { name: 'foot', region: { type: 'box', size: [1, 0.02, 1], position: [0, -0.1, 0] } },
        ],
      }),
    ],
  });
  const [body] = run.bodies;
  run.apply({ do: 'force', body: 'cube', point: [0, 0.1, 0], force: [40, 0, 0], duration: 10 });
  const side = body.embed([0.1, 0, 0, 0.1, 0.002, 0, 0.1, 0, 0.002], {
    normals: [1, 0, 0, 1, 0, 0, 1, 0, 0],
  });
  run.step(30);
  side.draw();
  const [p, n] = [side.positions, side.normals];
  for (const k of [3, 6]) {
    const along = [0, 1, 2].map((c) => p[k + c] - p[c]);
    const length = Math.hypot(...along);
    expect(Math.abs(along.reduce((sum, d, c) => sum + d * n[c], 0)) / length).toBeLessThan(0.02);
  }
  expect(Math.hypot(n[0], n[1], n[2])).toBeCloseTo(1, 5);
  expect(Math.abs(n[1])).toBeGreaterThan(0.01);
});

test('between two steps points are where the surface is drawn', () => {
  const run = world({ bodies: [cube({ model: { type: 'rigid' }, velocity: [1, 0, 0] })] });
  const [body] = run.bodies;
  const embedded = body.embed(body.surface.positions);
  run.advance(run.scene.dt * 1.5);
  body.draw({ alpha: run.alpha });
  embedded.draw({ alpha: run.alpha });
  expect(run.alpha).toBeCloseTo(0.5);
  expect(farthest(embedded.positions, body.positions)).toBeLessThan(1e-6);
});

test('points go with the piece that has their matter', () => {
  const run = world({
    gravity: [0, 0, 0],
    bodies: [cube({ model: { type: 'octree', cell: 0.05, levels: 0 } })],
  });
  const [body] = run.bodies;
  const embedded = body.embed([-0.08, 0, 0, 0.08, 0, 0]);
  const blade = [-0.2, 0.2].map(
    (y) =>
      [
        [0, y, -1],
        [0, y, 1],
      ] as const,
  );
  run.apply({ do: 'cut', body: 'cube', blade: blade as never });
  expect(run.bodies.length).toBe(2);
  run.body('cube/1').setVelocity([0, 3, 0]);
  run.step(10);
  embedded.draw();
  const [a, b] = [embedded.positions[1], embedded.positions[4]];
  expect(Math.abs(Math.abs(a - b) - 0.5)).toBeLessThan(0.01);
});

test('what is no list of points is refused', () => {
  const [body] = world({ bodies: [cube()] }).bodies;
  expect(() => body.embed([1, 2])).toThrow(InputError);
  expect(() => body.embed([1, 2, Number.NaN])).toThrow('points[2]');
  expect(() => body.embed([0, 0, 0], { normals: [1] })).toThrow('normals');
  expect(() => body.embed([0, 0, 0], { tangents: [1, 0, 0] })).toThrow('must come with normals');
});
