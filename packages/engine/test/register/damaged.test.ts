import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/core/errors.ts';
import { createRandom, type Random } from '../../src/core/random.ts';
import type { TriangleMesh } from '../../src/geometry/types.ts';
import { compileShape, extractSurface, LIBRARY } from '../../src/index.ts';
import type { RegisterOptions } from '../../src/register/options.ts';
import { register } from '../../src/register/register.ts';
import { shapeModel } from '../../src/register/shape-model.ts';
import { effort } from '../effort.ts';
import { fit } from './fit.ts';
import { egg, farthest, moved } from './shapes.ts';

const quick: RegisterOptions = {
  frames: [1, 4],
  cells: 8,
  samples: 60,
  iterations: 6,
  stiffness: [0.3, 0.02, 0.1],
};

/** Ways to spoil a mesh, one at a time. */
const HARM: readonly ((mesh: TriangleMesh, random: Random) => void)[] = [
  ({ positions: x }, r) => {
    x[r.below(x.length)] = [NaN, Infinity, -Infinity, 1e200, 1e80][r.below(5)];
  },
  ({ triangles: t }, r) => {
    t[r.below(t.length)] = [-1, 1e6, 0][r.below(3)];
  },
  (mesh, r) => {
    mesh.triangles = mesh.triangles.slice(0, 3 * r.below(mesh.triangles.length / 3));
  },
  ({ triangles: t }, r) => {
    for (let k = 0; k < 50; k++) t[r.below(t.length)] = r.below(40);
  },
  ({ positions: x }, r) => {
    x.fill(r.next());
  },
  ({ positions: x }, r) => {
    for (let i = r.below(3); i < x.length; i += 3) x[i] = 0;
  },
  ({ positions: x }, r) => {
    const s = 10 ** r.range(-30, 30);
    for (let i = 0; i < x.length; i++) x[i] *= s;
  },
  ({ positions: x }, r) => {
    for (let i = 0; i < x.length; i++) x[i] += r.range(-1, 1);
  },
  (mesh) => {
    mesh.triangles = insideOut(mesh.triangles);
  },
  (mesh) => {
    mesh.positions = mesh.positions.slice(0, mesh.positions.length - 1);
  },
  ({ triangles: t }, r) => {
    t.fill(r.below(10));
  },
  (mesh) => {
    mesh.positions = new Float64Array(0);
  },
];

/** All faces the other way round. */
const insideOut = (triangles: Int32Array): Int32Array =>
  triangles.map((_, i, t) => t[i % 3 === 0 ? i : i % 3 === 1 ? i + 1 : i - 1]);

describe('damaged input', () => {
  it('gets an error that names its place, or a finite answer', () => {
    const random = createRandom(99);
    for (let trial = 0; trial < effort(12, 300); trial++) {
      const [template, target] = [egg(1), egg(1)];
      HARM[trial % HARM.length](random.next() < 0.5 ? template : target, random);
      if (random.next() < 0.3) HARM[random.below(HARM.length)](target, random);
      const prealign = (['given', 'near', 'full'] as const)[trial % 3];
      try {
        const { positions, report } = fit(template, target, { ...quick, prealign });
        expect(positions.every(Number.isFinite)).toBe(true);
        expect(Number.isFinite(report.distance.templateToTarget.mean)).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
        expect((error as InputError).path).not.toBe('');
      }
    }
  });

  it('is named: options, landmarks, masks', () => {
    const mesh = egg(1);
    const bad: [RegisterOptions, RegExp][] = [
      [{ cells: 1 }, /options\.cells/],
      [{ frames: [2, 5] }, /options\.frames/],
      [{ stiffness: [1, 2, 0.5] }, /options\.stiffness\[1\]/],
      [{ mask: [1] }, /options\.mask/],
      [{ landmarks: [{ vertex: 1, point: [0, 0, 0], target: [0, 0, 0] }] }, /landmarks\[0\]/],
      [
        {
          landmarks: [
            { vertex: 1, target: [0, 0, 0] },
            { vertex: 1, target: [1, 0, 0] },
          ],
        },
        /landmarks\[1\]/,
      ],
    ];
    for (const [options, message] of bad) expect(() => fit(mesh, mesh, options)).toThrow(message);
  });

  it('is turned where it is inside out, and said so', () => {
    const mesh = egg(2);
    const turned = { ...mesh, triangles: insideOut(mesh.triangles) };
    const { report, positions } = fit(mesh, turned, quick);
    expect(report.warnings.join()).toMatch(/looked inwards/);
    expect(farthest(positions, mesh.positions)).toBeLessThan(1e-3);
  });
});

it('another thing altogether is a poor fit', () => {
  const spikes = egg(2);
  const random = createRandom(5);
  spikes.positions = spikes.positions.map((x) => x * (1 + 2.5 * random.next() * random.next()));
  const { report } = fit(egg(2), spikes, quick);
  expect(report.fit).toBe('poor');
  expect(report.warnings.join()).toMatch(/poor fit/);
});

it('a hand on a jug is a poor fit', () => {
  const jug = compileShape({
    type: 'union',
    smooth: 0.03,
    shapes: [
      { type: 'capsule', radius: 0.17, from: [0, 0.17, 0], to: [0, 0.24, 0] },
      { type: 'capsule', radius: 0.09, from: [0, 0.4, 0], to: [0, 0.5, 0] },
      { type: 'capsule', radius: 0.025, from: [-0.14, 0.3, 0], to: [-0.27, 0.36, 0] },
      { type: 'capsule', radius: 0.025, from: [-0.27, 0.36, 0], to: [-0.23, 0.48, 0] },
      { type: 'capsule', radius: 0.025, from: [-0.23, 0.48, 0], to: [-0.08, 0.49, 0] },
    ],
  });
  const hand = extractSurface(compileShape(LIBRARY.hand.shape()), 0.012);
  const { report } = fit(hand, extractSurface(jug, 0.018), { cells: 16 });
  expect(report.fit).toBe('poor');
});

it('a mirror image is found only when it is asked for', () => {
  const mesh = egg(2);
  const other = {
    positions: moved(mesh.positions, ([x, y, z]) => [-x, y, z]),
    triangles: insideOut(mesh.triangles),
  };
  const found = fit(mesh, other, { ...quick, prealign: 'full', mirror: true });
  expect(found.report.prealign.mirrored).toBe(true);
  expect(farthest(found.positions, other.positions)).toBeLessThan(0.02);
  expect(fit(mesh, other, { ...quick, prealign: 'full' }).report.prealign.mirrored).toBe(false);
});

it('an aborted registration ends with the reason it was given', async () => {
  const stop = new AbortController();
  const work = register(egg(3), egg(3), {}, () => stop.abort(new Error('enough')), stop.signal);
  await expect(work).rejects.toThrow('enough');
});

it('the modes of a family are those it was made with', () => {
  const mesh = egg(2);
  const shapes = [-2, -1, 0, 1, 2].map((s) =>
    moved(mesh.positions, ([x, y, z]) => [x * (1 + 0.1 * s), y, z]),
  );
  const { mean, modes, explained, scores, variances } = shapeModel(shapes);
  expect(explained[0]).toBeGreaterThan(0.999);
  expect(farthest(mean, mesh.positions)).toBeLessThan(0.05);
  const again = mean.map((x, i) => x + scores[4][0] * Math.sqrt(variances[0]) * modes[0][i]);
  expect(farthest(again, shapes[4])).toBeLessThan(0.1);
});
