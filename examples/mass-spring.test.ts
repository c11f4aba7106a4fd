import type { Body, BodyModel } from 'pliant';
import { brokenPromises, PROMISES } from 'pliant/conformance';
import { expect, test } from 'vitest';
// @ts-expect-error an example in plain JavaScript
import { model } from './mass-spring.mjs';

/** The example with something changed about its bodies. */
function broken(change: (body: Body) => Partial<Body>): BodyModel {
  const whole = model as BodyModel;
  const other: BodyModel = {
    ...whole,
    create(allocator, kernels) {
      const body = whole.create(allocator, kernels);
      return { ...body, ...change(body), model: other };
    },
  };
  return other;
}

const BREAKS: Record<string, (body: Body) => Partial<Body>> = {
  symmetry: ({ equation }) => ({
    equation: {
      ...equation,
      precondition(z, r) {
        equation.precondition(z, r);
        z[0] += 0.1 * z[1];
      },
    },
  }),
  momentum: ({ equation }) => ({
    equation: {
      ...equation,
      correctMomentum(u, b) {
        equation.correctMomentum(u, b);
        u[4] += 1e-3;
      },
    },
  }),
  transpose: ({ points }) => ({
    points: {
      ...points,
      forces(set, f, out) {
        points.forces(set, f, out);
        for (let i = 0; i < out.length; i++) out[i] *= 1.001;
      },
    },
  }),
  record: ({ points, equation }) => ({
    points: {
      ...points,
      record(set, f) {
        points.record(set, f);
        equation.impulse[0] += 1e-3;
      },
    },
  }),
  compliance: ({ points }) => ({
    points: {
      ...points,
      compliance: {
        dense(_groups, _sites, n, W) {
          for (let i = 0; i < 9 * n * n; i++) W[i] = i % (3 * n + 1) === 0 ? 1 : 0;
          return true;
        },
      },
    },
  }),
  advance: ({ motion }) => ({
    motion: { ...motion, advance: (h, u) => motion.advance(1.01 * h, u) },
  }),
  move: ({ motion }) => ({
    motion: { ...motion, move: (pose, keep) => motion.move(pose, 0.9 * keep) },
  }),
  adapt: ({ state }) => ({
    adapt: {
      tune() {},
      after() {
        (state.arrays.x as Float64Array)[0] += 1e-4;
      },
    },
  }),
  look: ({ look, state }) => ({
    look: {
      ...look,
      drawSurface(positions, normals) {
        look.drawSurface(positions, normals);
        (state.arrays.v as Float64Array)[0] += 1e-9;
      },
    },
  }),
  restore: ({ state }) => ({ state: { ...state, arrays: { x: state.arrays.x } } }),
};

test('every promise has a way to break it', () => {
  expect(Object.keys(BREAKS)).toEqual(PROMISES.map(({ name }) => name));
});

test('the example keeps all promises', () => {
  expect(brokenPromises(model as BodyModel)).toEqual([]);
});

test.each(Object.keys(BREAKS))(
  'breaking %s in the example is found out, and nothing else',
  (name) => {
    expect(brokenPromises(broken(BREAKS[name])).map((b) => b.name)).toEqual([name]);
  },
);
