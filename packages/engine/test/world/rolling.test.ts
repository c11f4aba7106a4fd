import { describe, expect, test } from 'vitest';
import type { BuildOptions, SceneInput } from '../../src/index.ts';
import { WHOLE } from '../../src/math/turn.ts';
import { findSpin } from '../../src/world/substeps.ts';
import { norm, world } from './helpers.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];
type ShapeInput = BodyInput['shape'];

const G = 9.81;
const RADIUS = 0.15;
const cache: BuildOptions['cache'] = new Map();

/** A slope as a plane, or as the upper face of a long box. */
function slope(degrees: number, box: boolean): NonNullable<SceneInput['obstacles']>[number] {
  const a = (degrees * Math.PI) / 180;
  const [x, y] = [Math.sin(a), Math.cos(a)];
  const friction = 0.8;
  if (!box)
    return { name: 'slope', shape: { type: 'plane', normal: [x, y, 0], offset: 0 }, friction };
  const position: [number, number, number] = [-0.1 * x, -0.1 * y, 0];
  const shape: ShapeInput = { type: 'box', size: [100, 0.2, 4] };
  return { name: 'slope', shape, position, rotation: [0, 0, -degrees], friction };
}

/** Speed down a slope over what frictionless sliding would give, after a second; and the energy gained [J per kg]. */
function roll(
  shape: ShapeInput,
  degrees: number,
  steps: number,
  box = false,
): { part: number; energy: number } {
  const a = (degrees * Math.PI) / 180;
  const w = world(
    {
      dt: 1 / steps,
      gravity: [0, -G, 0],
      obstacles: [slope(degrees, box)],
      bodies: [
        {
          name: 'body',
          shape,
          material: { young: 1e6 },
          model: { type: 'rigid' },
          friction: 0.8,
          position: [RADIUS * Math.sin(a), RADIUS * Math.cos(a), 0],
        },
      ],
    },
    { cache },
  );
  const { mass } = w.bodies[0];
  const sum = (): number => w.totals().energy.kinetic + w.totals().energy.potential;
  const before = sum();
  w.step(steps);
  const speed = norm(w.totals().momentum.linear) / mass;
  return { part: speed / (G * Math.sin(a)), energy: (sum() - before) / mass };
}

const sphere: ShapeInput = { type: 'sphere', radius: RADIUS };
const lying: ShapeInput = { type: 'cylinder', radius: RADIUS, height: 0.2, rotation: [90, 0, 0] };
const capsule: ShapeInput = {
  type: 'capsule',
  from: [0, 0, -0.1],
  to: [0, 0, 0.1],
  radius: RADIUS,
};
/** 1 / (1 + I / m r²) of a capsule as long as its cylinder is 4/3 of its radius: half of the mass is a cylinder, half two half balls. */
const OF_CAPSULE = 1 / (1 + 0.5 * 0.5 + 0.5 * 0.4);

describe('rigid bodies roll as closed form says', () => {
  for (const degrees of [1, 3, 10, 20]) {
    for (const steps of [30, 60, 240]) {
      test(`${degrees} degrees, ${steps} steps a second`, () => {
        for (const box of [false, true]) {
          expect(roll(sphere, degrees, steps, box).part * (7 / 5)).toBeCloseTo(1, 3);
          expect(roll(lying, degrees, steps, box).part * (3 / 2)).toBeCloseTo(1, 3);
          expect(roll(capsule, degrees, steps, box).part / OF_CAPSULE).toBeCloseTo(1, 3);
        }
      });
    }
  }

  test('a rolling sphere keeps its energy', () => {
    const fall = 0.5 * (5 / 7) * G * Math.sin(Math.PI / 18) ** 2 * G;
    // A step counts the fall as of its end: half a step of it is ahead.
    expect(Math.abs(roll(sphere, 10, 240).energy)).toBeLessThan(0.005 * fall);
  });

  test('a box does not roll', () => {
    expect(roll({ type: 'box', size: [0.3, 0.3, 0.3] }, 20, 60).part).toBeLessThan(1e-3);
  });

  test('without friction all slide', () => {
    const w = world({
      gravity: [0, -G, 0],
      obstacles: [{ ...slope(10, false), friction: 0 }],
      bodies: [
        {
          name: 'ball',
          shape: sphere,
          material: { young: 1e6 },
          model: { type: 'rigid' },
          position: [0.026, 0.1478, 0],
        },
      ],
    });
    w.step(60);
    const speed = norm(w.totals().momentum.linear) / w.bodies[0].mass;
    expect(speed / (G * Math.sin(Math.PI / 18))).toBeCloseTo(1, 2);
  });

  test.each([30, 60, 240])('in second-order steps, too, %i a second', (steps) => {
    const a = Math.PI / 18;
    const w = world({
      dt: 1 / steps,
      gravity: [0, -G, 0],
      solver: { integrator: 'bdf2' },
      obstacles: [slope(10, false)],
      bodies: [
        {
          name: 'ball',
          shape: sphere,
          material: { young: 1e6 },
          model: { type: 'rigid' },
          friction: 0.8,
          position: [RADIUS * Math.sin(a), RADIUS * Math.cos(a), 0],
        },
      ],
    });
    // A force that begins is felt half a step late: between two times, not from the start.
    const speed = (): number => norm(w.totals().momentum.linear) / w.bodies[0].mass;
    w.step(steps / 2);
    const before = speed();
    w.step(steps / 2);
    expect((speed() - before) / (0.5 * (5 / 7) * G * Math.sin(a))).toBeCloseTo(1, 4);
  });

  test.each(['euler', 'bdf2'] as const)(
    'a ball thrown without spin slides and then rolls at 5/7 of its speed (%s)',
    (integrator) => {
      const w = world({
        gravity: [0, -G, 0],
        solver: { integrator },
        obstacles: [slope(0, false)],
        bodies: [
          {
            name: 'ball',
            shape: sphere,
            material: { young: 1e6 },
            model: { type: 'rigid' },
            friction: 0.3,
            position: [0, RADIUS, 0],
            velocity: [2, 0, 0],
          },
        ],
      });
      w.step(60);
      expect(w.totals().momentum.linear[0] / w.bodies[0].mass).toBeCloseTo(10 / 7, 2);
    },
  );
});

test.each([
  ['a ball', 'euler', 2, 0.6],
  ['a ball', 'bdf2', 8, 0.5],
  ['a cylinder', 'euler', 2, 0.4],
] as const)('soft: %s rolls (%s, %i degrees)', (what, integrator, degrees, seconds) => {
  const radius = 0.12;
  const a = (degrees * Math.PI) / 180;
  const ball: ShapeInput = { type: 'sphere', radius };
  const w = world({
    dt: 1 / 50,
    gravity: [0, -G, 0],
    solver: { integrator, rest: 0 },
    obstacles: [slope(degrees, false)],
    bodies: [
      {
        name: 'body',
        shape: what === 'a ball' ? ball : { ...lying, radius, height: 0.16 },
        material: { young: 2e6, damping: { stiffness: 0 } },
        model: { type: 'solid' },
        friction: 0.8,
        position: [radius * Math.sin(a), radius * Math.cos(a), 0],
      },
    ],
  });
  w.step(Math.round(50 * seconds));
  const part = norm(w.totals().momentum.linear) / w.bodies[0].mass / (G * Math.sin(a) * w.time);
  const truth = what === 'a ball' ? 5 / 7 : 2 / 3;
  expect(part / truth).toBeGreaterThan(0.94);
  expect(part / truth).toBeLessThan(1.03);
});

test('a soft ball that turns by a radian a step keeps rolling, in parts of a step', () => {
  const [radius, speed] = [0.12, 3.6];
  const w = world({
    dt: 1 / 30,
    gravity: [0, -G, 0],
    solver: { integrator: 'bdf2', rest: 0 },
    obstacles: [slope(0, false)],
    bodies: [
      {
        name: 'ball',
        shape: { type: 'sphere', radius },
        material: { young: 2e6, damping: { stiffness: 0 } },
        model: { type: 'frames', frames: 10 },
        friction: 0.8,
        position: [0, radius, 0],
        velocity: [speed, 0, 0],
        spin: [0, 0, -speed / radius],
      },
    ],
  });
  w.step(3);
  const half = w.snapshot();
  w.step(3);
  const hash = w.hash();
  expect(w.totals().momentum.linear[0] / w.bodies[0].mass / speed).toBeGreaterThan(0.95);
  expect(w.totals().momentum.linear[0] / w.bodies[0].mass / speed).toBeLessThan(1.01);
  w.restore(half);
  w.step(3);
  expect(w.hash()).toBe(hash);
});

test('the spin of points that turn and move is found', () => {
  const x = Float64Array.of(1, 0, 0, -1, 0.5, 0, 0, 2, 0.3, 0, -1, 0.7);
  const spin = [0.3, -0.8, 1.1];
  const v = x.map((_, i) => {
    const [c, p] = [i % 3, i - (i % 3)];
    const [d, e] = [(c + 1) % 3, (c + 2) % 3];
    return 5 + spin[d] * x[p + e] - spin[e] * x[p + d];
  });
  const whole = new Float64Array(WHOLE.length);
  expect(findSpin(whole, x, v, 4)).toBe(true);
  for (let c = 0; c < 3; c++) expect(whole[WHOLE.torque + c]).toBeCloseTo(spin[c], 12);
});

describe('a surface that runs takes along what lies on it', () => {
  const belt = { ...slope(0, false), surfaceVelocity: [0.5, 3, 0] as [number, number, number] };
  const onBelt = (shape: ShapeInput, high: number, model: BodyInput['model']): number => {
    const body = { name: 'body', shape, material: { young: 1e6 }, model, friction: 0.8 };
    const bodies = [{ ...body, position: [0, high, 0] as [number, number, number] }];
    const w = world({ gravity: [0, -G, 0], obstacles: [belt], bodies }, { cache });
    w.step(60);
    return w.totals().momentum.linear[0] / w.bodies[0].mass;
  };

  test('boxes, rigid and soft, move with it, at first as fast as friction lets them', () => {
    const size: [number, number, number] = [0.2, 0.2, 0.2];
    expect(onBelt({ type: 'box', size }, 0.1, { type: 'rigid' })).toBeCloseTo(0.5, 3);
    const soft = onBelt({ type: 'box', size }, 0.1, { type: 'solid', cell: 0.1, mesh: 'grid' });
    expect(soft).toBeCloseTo(0.5, 2);
  });

  test('a ball is spun rather than moved: 2/7 of the speed', () => {
    expect(onBelt(sphere, RADIUS, { type: 'rigid' })).toBeCloseTo(1 / 7, 3);
  });
});
