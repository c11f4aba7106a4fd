import { describe, expect, test } from 'vitest';
import { approach } from '../../../src/contact/detect/primitives/approach.ts';
import { findManifold } from '../../../src/contact/detect/primitives/manifold.ts';
import { nearestSurface } from '../../../src/contact/detect/primitives/nearest.ts';
import {
  createPlaced,
  type Placed,
  placeByPose,
} from '../../../src/contact/detect/primitives/placed.ts';
import { createManifold } from '../../../src/contact/detect/primitives/points.ts';
import { separate } from '../../../src/contact/detect/primitives/separation.ts';
import { createRandom, type Random } from '../../../src/core/random.ts';
import { primitiveOf } from '../../../src/geometry/primitive.ts';
import type { Shape } from '../../../src/geometry/sdf/shape.ts';
import { quatToMat3 } from '../../../src/math/quat.ts';

const SHAPES: Record<string, Shape> = {
  sphere: { type: 'sphere', radius: 0.2 },
  capsule: { type: 'capsule', from: [0, -0.2, 0], to: [0, 0.2, 0], radius: 0.1 },
  cylinder: { type: 'cylinder', radius: 0.15, height: 0.4 },
  coin: { type: 'cylinder', radius: 0.25, height: 0.1 },
  box: { type: 'box', size: [0.2, 0.3, 0.5] },
  'rounded box': { type: 'rounded-box', size: [0.3, 0.3, 0.4], radius: 0.06 },
};

/** A random turn and place, about `far` away. */
function randomPose(random: Random, far: number): Float64Array {
  const q = new Float64Array(4);
  do for (let c = 0; c < 4; c++) q[c] = random.range(-1, 1);
  while (!q.some((c) => Math.abs(c) > 0.2));
  const length = Math.sqrt(q.reduce((s, c) => s + c * c, 0));
  for (let c = 0; c < 4; c++) q[c] /= length;
  const R = new Float64Array(9);
  quatToMat3(R, 0, q, 0);
  const pose = new Float64Array(12);
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) pose[4 * r + c] = R[3 * r + c];
    pose[4 * r + 3] = random.range(-far, far);
  }
  return pose;
}

function put(shape: Shape, pose: Float64Array): Placed {
  const out = createPlaced();
  placeByPose(out, primitiveOf(shape)!, pose);
  return out;
}

/** Places all over the surface of a solid about the origin of `pose`. */
function sample(solid: Placed, random: Random, n: number): Float64Array[] {
  const points: Float64Array[] = [];
  const out = new Float64Array(4);
  for (let k = 0; k < n; k++) {
    const y = Float64Array.from({ length: 3 }, (_, c) => solid.centre[c] + random.range(-0.4, 0.4));
    // Down to the surface, and again: normals of corners lead to corners.
    for (let i = 0; i < 3; i++) {
      nearestSurface(out, solid, y);
      for (let c = 0; c < 3; c++) y[c] -= out[0] * out[1 + c];
    }
    points.push(y);
  }
  return points;
}

/** The least distance of many places of a from b. */
function nearest(points: readonly Float64Array[], b: Placed): number {
  const out = new Float64Array(4);
  let least = Number.POSITIVE_INFINITY;
  for (const y of points) {
    nearestSurface(out, b, y);
    least = Math.min(least, out[0]);
  }
  return least;
}

const names = Object.keys(SHAPES);

describe('how far apart two primitives are, against many places of one', () => {
  for (const first of names) {
    for (const second of names) {
      test(`${first} and ${second}`, () => {
        const random = createRandom(3);
        const s = new Float64Array(4);
        const back = new Float64Array(4);
        for (let k = 0; k < 25; k++) {
          const a = put(SHAPES[first], randomPose(random, 0.5));
          const b = put(SHAPES[second], randomPose(random, 0.5));
          separate(s, a, b);
          const length = Math.sqrt(s[1] ** 2 + s[2] ** 2 + s[3] ** 2);
          expect(length).toBeCloseTo(1, 12);
          separate(back, b, a);
          const points = sample(a, random, 1500);
          const seen = nearest(points, b);
          if (seen > 0) {
            // Never farther than they are; at corners of what was inset a little less.
            expect(s[0]).toBeLessThan(seen + 1e-12);
            expect(s[0]).toBeGreaterThan(seen - 0.05);
            expect(Math.abs(back[0] - s[0])).toBeLessThan(0.015);
          } else expect(s[0]).toBeLessThan(0.01);
          // All of a is beyond the plane that the normal and the gap stand for.
          let least = Number.POSITIVE_INFINITY;
          let most = Number.NEGATIVE_INFINITY;
          for (const y of points) least = Math.min(least, s[1] * y[0] + s[2] * y[1] + s[3] * y[2]);
          for (const y of sample(b, random, 1500))
            most = Math.max(most, s[1] * y[0] + s[2] * y[1] + s[3] * y[2]);
          expect(least - most).toBeGreaterThan(s[0] - 1e-9);
          expect(least - most).toBeLessThan(s[0] + 0.06);
        }
      });
    }
  }
});

describe('manifolds', () => {
  test('every place is on the first solid, one of them is as near as the two are', () => {
    const random = createRandom(5);
    const m = createManifold();
    const out = new Float64Array(4);
    for (const first of names) {
      for (const second of names) {
        for (let k = 0; k < 40; k++) {
          const a = put(SHAPES[first], randomPose(random, 0.25));
          const b = put(SHAPES[second], randomPose(random, 0.25));
          findManifold(m, a, b, 0.05);
          if (!(m.separation[0] < 0.05)) expect(m.count).toBe(0);
          else expect(m.count).toBeGreaterThan(0);
          let least = Number.POSITIVE_INFINITY;
          for (let i = 0; i < m.count; i++) {
            nearestSurface(out, a, m.place.subarray(3 * i, 3 * i + 3));
            expect(Math.abs(out[0])).toBeLessThan(0.035);
            least = Math.min(least, m.gap[i]);
            if (i > 0) expect(m.id[i]).toBeGreaterThanOrEqual(m.id[i - 1]);
          }
          if (m.count > 0 && m.separation[0] > -0.05) {
            expect(least).toBeGreaterThan(m.separation[0] - 1e-9);
            expect(least).toBeLessThan(m.separation[0] + 0.05);
          }
        }
      }
    }
  });

  test('a box on a box touches at four corners, one that overhangs at where its edges leave the other', () => {
    const m = createManifold();
    const at = (x: number, y: number): Float64Array =>
      Float64Array.of(1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, 0);
    const low = put({ type: 'box', size: [1, 1, 1] }, at(0, 0));
    findManifold(m, put({ type: 'box', size: [0.5, 0.2, 0.5] }, at(0.1, 0.601)), low, 0.01);
    expect(m.count).toBe(4);
    for (let k = 0; k < 4; k++) expect(m.gap[k]).toBeCloseTo(0.001, 12);
    expect([...m.separation.subarray(1)]).toEqual([0, 1, 0]);
    findManifold(m, put({ type: 'box', size: [0.5, 0.2, 0.5] }, at(0.4, 0.601)), low, 0.01);
    expect(m.count).toBe(4);
    expect(Math.max(...[0, 1, 2, 3].map((k) => m.place[3 * k]))).toBeCloseTo(0.5, 12);
  });

  test('on a plane: a sphere at one place, a lying cylinder at two, a standing one at four, a box at four', () => {
    const m = createManifold();
    const floor = put(
      { type: 'plane', normal: [0, 1, 0], offset: 0 },
      Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0),
    );
    const at = (y: number): Float64Array => Float64Array.of(1, 0, 0, 0, 0, 1, 0, y, 0, 0, 1, 0);
    const count = (shape: Shape, y: number): number => {
      findManifold(m, put(shape, at(y)), floor, 0.02);
      return m.count;
    };
    expect(count({ type: 'sphere', radius: 0.1 }, 0.101)).toBe(1);
    expect(count({ type: 'cylinder', radius: 0.1, height: 0.5, rotation: [90, 0, 0] }, 0.101)).toBe(
      2,
    );
    expect(m.gap[0]).toBeCloseTo(0.001, 12);
    expect(count({ type: 'cylinder', radius: 0.1, height: 0.5 }, 0.251)).toBe(4);
    expect(count({ type: 'box', size: [0.2, 0.2, 0.2] }, 0.101)).toBe(4);
    expect(count({ type: 'box', size: [0.2, 0.2, 0.2] }, 0.2)).toBe(0);
  });

  test('two capsules that cross touch once, side by side twice', () => {
    const m = createManifold();
    const along: Shape = { type: 'capsule', from: [-0.3, 0, 0], to: [0.3, 0, 0], radius: 0.05 };
    const across: Shape = { type: 'capsule', from: [0, 0, -0.3], to: [0, 0, 0.3], radius: 0.05 };
    const at = (x: number, y: number): Float64Array =>
      Float64Array.of(1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, 0);
    findManifold(m, put(across, at(0.1, 0.101)), put(along, at(0, 0)), 0.01);
    expect(m.count).toBe(1);
    expect(m.place[0]).toBeCloseTo(0.1, 12);
    findManifold(m, put(along, at(0.2, 0.101)), put(along, at(0, 0)), 0.01);
    expect(m.count).toBe(2);
    expect([m.place[0], m.place[3]].sort()).toEqual([expect.closeTo(-0.1), expect.closeTo(0.3)]);
  });
});

describe('the way to the first touch', () => {
  test('a fast solid stops where it meets a thin wall, and passes beside it', () => {
    const random = createRandom(11);
    const wall = put(
      { type: 'box', size: [0.004, 1, 1] },
      Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0),
    );
    const s = new Float64Array(4);
    for (const name of names) {
      for (let k = 0; k < 50; k++) {
        const pose = randomPose(random, 0);
        pose[3] = -1;
        pose[7] = random.range(-0.2, 0.2);
        const a = put(SHAPES[name], pose);
        const part = approach(a, wall, Float64Array.of(2, 0, 0), 1e-4, s);
        expect(part).toBeLessThan(1);
        expect(s[0]).toBeLessThan(1.001e-4);
        expect(s[0]).toBeGreaterThan(-1e-9);
        expect(a.centre[0]).toBeLessThan(0);
        pose[7] = 2;
        const beside = put(SHAPES[name], pose);
        approach(beside, wall, Float64Array.of(2, 0, 0), 1e-4, s);
        expect(s[0]).toBeGreaterThan(0.3);
      }
    }
  });
});
