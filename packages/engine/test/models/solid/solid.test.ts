import { expect, test } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import { createWorld, type SceneInput } from '../../../src/index.ts';
import type { Body } from '../../../src/models/body.ts';
import { MEASURE } from '../../../src/models/views.ts';
import { createCore } from '../../../src/world/build/scene.ts';

type Material = NonNullable<SceneInput['bodies']>[number]['material'];

const LAWS = ['corotational', 'stvk', 'neo-hookean', 'mooney-rivlin'] as const;

/** A live ball of stuffed (irregular) tets, with nothing acting on it. */
function ball(material: Partial<Material> = {}) {
  const core = createCore({
    format: 'pliant/1',
    name: 'ball',
    gravity: [0, 0, 0],
    bodies: [
      {
        name: 'ball',
        shape: { type: 'sphere', radius: 0.5 },
        material: { young: 1e5, poisson: 0.3, ...material },
        model: { type: 'solid', cell: 0.2 },
      },
    ],
  });
  const { body } = core.bodies[0];
  const x = body.state.arrays.x as Float64Array;
  const h = 1e-2;
  const none = new Float64Array(3);
  const forces = (): Float64Array => {
    body.equation.assemble(h, none, null);
    return body.equation.rhs.map((b) => b / h);
  };
  const energy = (): number => {
    const out = new Float64Array(MEASURE.length);
    body.motion.measure(none, out);
    return out[MEASURE.elastic];
  };
  return { body, x, forces, energy, rest: x.slice(), h };
}

const largest = (v: Float64Array): number => v.reduce((top, c) => Math.max(top, Math.abs(c)), 0);

function mapAffine(
  x: Float64Array,
  rest: Float64Array,
  F: readonly number[],
  t: readonly number[],
): void {
  for (let i = 0; i < x.length; i += 3) {
    for (let r = 0; r < 3; r++) {
      x[i + r] =
        F[3 * r] * rest[i] + F[3 * r + 1] * rest[i + 1] + F[3 * r + 2] * rest[i + 2] + t[r];
    }
  }
}

const TURN = [0.36, 0.48, -0.8, -0.8, 0.6, 0, 0.48, 0.64, 0.6];
const STRETCH = [1.3, 0.2, -0.1, 0.05, 0.8, 0.15, -0.2, 0.1, 1.1];

test.each(LAWS)('%s: a rigid motion gives no forces', (law) => {
  const { x, rest, forces } = ball({ law });
  mapAffine(x, rest, STRETCH, [0, 0, 0]);
  const scale = largest(forces());
  mapAffine(x, rest, TURN, [0.3, -0.7, 0.2]);
  expect(largest(forces()) / scale).toBeLessThan(1e-12);
});

test.each(LAWS)('%s: patch test, a uniform stretch leaves every inner node in balance', (law) => {
  const { x, rest, forces } = ball({ law });
  mapAffine(x, rest, STRETCH, [0.1, 0.2, 0.3]);
  const f = forces();
  let inner = 0;
  let count = 0;
  for (let i = 0; i < rest.length; i += 3) {
    // Elements that the surface crosses are filled in part: what touches them is not inner.
    if (Math.sqrt(rest[i] ** 2 + rest[i + 1] ** 2 + rest[i + 2] ** 2) > 0.25) continue;
    count++;
    inner = Math.max(inner, Math.abs(f[i]), Math.abs(f[i + 1]), Math.abs(f[i + 2]));
  }
  expect(count).toBeGreaterThan(5);
  expect(inner / largest(f)).toBeLessThan(1e-12);
});

test.each(LAWS)('%s: forces are minus the gradient of the energy', (law) => {
  const { x, rest, forces, energy } = ball({ law });
  const random = createRandom(5);
  mapAffine(x, rest, STRETCH, [0, 0, 0]);
  for (let i = 0; i < x.length; i++) x[i] += random.range(-0.01, 0.01);
  const f = forces();
  const scale = largest(f);
  for (let k = 0; k < 30; k++) {
    const i = random.below(x.length);
    const eps = 1e-6;
    const before = x[i];
    x[i] = before + eps;
    const up = energy();
    x[i] = before - eps;
    const down = energy();
    x[i] = before;
    expect(Math.abs((down - up) / (2 * eps) - f[i]) / scale).toBeLessThan(1e-6);
  }
});

test('the matrix of a step is symmetric and positive, and its rows add up to the mass', () => {
  const { body, x, rest, forces } = ball({ law: 'neo-hookean' });
  mapAffine(x, rest, STRETCH, [0, 0, 0]);
  forces();
  const random = createRandom(3);
  const n = body.equation.unknowns();
  const vector = (): Float64Array => Float64Array.from({ length: n }, () => random.range(-1, 1));
  // Vectors that kernels see must live in the world's memory.
  const { u, p, q, r } = createScratch(body);
  u.set(vector());
  p.set(vector());
  body.equation.multiply(q, u);
  body.equation.multiply(r, p);
  const a = dot(p, q);
  const b = dot(u, r);
  expect(Math.abs(a - b)).toBeLessThan(1e-12 * Math.abs(a) + 1e-12);
  expect(dot(u, q)).toBeGreaterThan(0);
  u.fill(0);
  for (let i = 0; i < n; i += 3) u[i] = 1;
  body.equation.multiply(q, u);
  expect(dot(u, q)).toBeCloseTo(body.model.mass, 8);
});

test.each([1e4, 1e6])('a part %d times as stiff as the rest swings with it', (value) => {
  const block = { type: 'box' as const, size: [0.3, 0.3, 0.3] as [number, number, number] };
  const stiffness = { type: 'regions' as const, base: 1, regions: [{ shape: block, value }] };
  const world = createWorld({
    format: 'pliant/1',
    name: 'stiff-block',
    bodies: [
      {
        name: 'beam',
        shape: { type: 'box', size: [1, 0.25, 0.25] },
        material: { young: 2e5, density: 1000, stiffness },
        model: { type: 'solid', cell: 1 / 8, elements: 'linear' },
        attachments: [
          { name: 'wall', region: { type: 'box', size: [0.1, 1, 1], position: [-0.5, 0, 0] } },
        ],
        probes: { tip: [0.5, 0, 0] },
      },
    ],
  });
  let lowest = 0;
  for (let s = 0; s < 300; s++) {
    world.step();
    lowest = Math.min(lowest, world.bodies[0].probe('tip')[1]);
    // A stone that falls as far as the tip is no faster.
    expect(world.totals().speed).toBeLessThan(Math.sqrt(2 * 9.81));
  }
  expect(lowest).toBeLessThan(-0.5);
  expect(lowest).toBeGreaterThan(-1);
});

test('a thin plate without an asked size has few elements, and hangs by its edge as a plate does', () => {
  const [length, thin, gravity] = [0.3, 0.0175, 0.05];
  const rotation: [number, number, number] = [0, 20, 0];
  const [c, s] = [Math.cos(Math.PI / 9), Math.sin(Math.PI / 9)];
  const edge = [-0.5 * length * c, 0, 0.5 * length * s] as [number, number, number];
  const world = createWorld({
    format: 'pliant/1',
    name: 'plate',
    gravity: [0, -gravity, 0],
    bodies: [
      {
        name: 'plate',
        shape: { type: 'box', size: [length, thin, 0.2], rotation },
        material: { young: 1e6, poisson: 0, density: 1000, damping: { mass: 3 } },
        model: { type: 'solid', mesh: 'stuffed' },
        attachments: [
          {
            name: 'edge',
            region: { type: 'box', size: [0.02, 0.1, 0.5], position: edge, rotation },
          },
        ],
        probes: { end: [-edge[0], 0, -edge[2]] },
      },
    ],
  });
  // Nothing is said of many nodes.
  expect(world.notes.join()).not.toMatch(/ nodes/);
  world.step(150);
  const drop = (3 * 1000 * gravity * (length - 0.01) ** 4) / (2 * 1e6 * thin ** 2);
  expect(-world.bodies[0].probe('end')[1] / drop).toBeGreaterThan(0.92);
  expect(-world.bodies[0].probe('end')[1] / drop).toBeLessThan(1.02);
});

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, c, i) => sum + c * b[i], 0);
}

/** Four vectors of the body's own memory, to play with after assembly: its contents no longer matter. */
function createScratch({ equation, state }: Body) {
  const { velocity, impulse, rhs } = equation;
  return { u: velocity, p: impulse, q: rhs, r: state.arrays.x as Float64Array };
}
