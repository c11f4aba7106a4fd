import { describe, expect, test } from 'vitest';
import type { BuildOptions, SceneInput, World } from '../../src/index.ts';
import { effort } from '../effort.ts';
import { cube, difference, floor, norm, world } from './helpers.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];
type Model = BodyInput['model'];
const rigid = { type: 'rigid' } as const;
const cache: BuildOptions['cache'] = new Map();

function total(w: World): number {
  const { kinetic, elastic } = w.totals().energy;
  return kinetic + elastic;
}

describe('two bodies that collide', () => {
  const pairs: [string, Partial<BodyInput>, Partial<BodyInput>][] = [
    ['soft and soft', {}, {}],
    ['soft and soft, edge first', {}, { rotation: [0, 0, 30] }],
    ['rigid and rigid', { model: rigid }, { model: rigid, rotation: [10, 20, 30] }],
    ['rigid and soft', { model: rigid }, { rotation: [0, 45, 0] }],
  ];
  test.each(pairs)('%s: keep momentum, gain no energy', (_, one, other) => {
    const w = world({
      gravity: [0, 0, 0],
      bodies: [
        cube({ name: 'a', position: [-0.2, 0.02, 0], velocity: [0.8, 0, 0], ...one }),
        cube({ name: 'b', position: [0.2, 0, 0.03], velocity: [-0.4, 0.1, 0], ...other }),
      ],
    });
    const start = w.totals().momentum;
    const energy = total(w);
    let touched = 0;
    let before = energy;
    for (let s = 0; s < 60; s++) {
      w.step();
      touched += w.report.contacts;
      const { linear, angular } = w.totals().momentum;
      expect(norm(difference(linear, start.linear)) / norm(start.linear)).toBeLessThan(1e-12);
      // Against the momentum of one body at one body's length.
      expect(norm(difference(angular, start.angular)) / (8 * 0.8 * 0.2)).toBeLessThan(1e-10);
      // Coming out of what little went in costs energy; all in all none is gained. Bodies that have parted turn along chords, which
      // are a little faster than the arcs: up to tan²(hω/2) of what turns.
      expect(total(w)).toBeLessThan(energy * (1 + 1e-12));
      expect(total(w)).toBeLessThan(before + 1e-4 * energy);
      before = total(w);
    }
    expect(touched).toBeGreaterThan(10);
    // They really met: the first gave the second some of its speed.
    expect(total(w)).toBeLessThan(0.95 * energy);
  });
});

/** A block on a block that is held at its base; gravity is turned instead of them. How fast the upper one slides after a second. */
function slide(degrees: number, lower: Model, upper: Model): number {
  const a = (degrees * Math.PI) / 180;
  const w = world(
    {
      gravity: [0, -9.81, 0],
      bodies: [
        {
          name: 'lower',
          shape: { type: 'box', size: [0.6, 0.15, 0.3] },
          material: { young: 4e5, damping: { stiffness: 0.02 } },
          model: lower,
          friction: 0.4,
          attachments: [
            { name: 'base', region: { type: 'box', size: [1, 0.01, 1], position: [0, -0.075, 0] } },
          ],
        },
        cube({
          name: 'upper',
          shape: { type: 'box', size: [0.2, 0.1, 0.2] },
          position: [-0.1, 0.126, 0],
          friction: 0.9,
          material: { young: 4e5, damping: { stiffness: 0.02 } },
          model: upper,
        }),
      ],
      events: [{ at: 0.3, do: 'gravity', value: [9.81 * Math.sin(a), -9.81 * Math.cos(a), 0] }],
    },
    { cache },
  );
  w.step(18);
  w.step(60);
  // The lower one is held: all momentum along the slope that lasts is the upper one's.
  return w.totals().momentum.linear[0] / w.bodies[1].mass;
}

const BLOCKS: [string, Model, Model][] = [
  [
    'solid',
    { type: 'solid', cell: 0.075, mesh: 'grid' },
    { type: 'solid', cell: 0.05, mesh: 'grid' },
  ],
  ['rigid', rigid, rigid],
  ['frames', { type: 'frames', frames: 12 }, { type: 'frames', frames: 6 }],
  ['octree', { type: 'octree', cell: 0.075, levels: 0 }, { type: 'octree', cell: 0.05, levels: 0 }],
  ['tets', { type: 'tets', cell: 0.15 }, { type: 'tets', cell: 0.1 }],
  ['layers', layered(0.15), layered(0.1)],
];

function layered(cell: number): Model {
  return {
    type: 'layers',
    layers: [
      { kind: 'rigid', name: 'pose' },
      { kind: 'hex', name: 'detail', cell },
    ],
  };
}

test.each(effort(BLOCKS.slice(0, 4), BLOCKS))(
  'friction between two blocks of %s is √(one · other): it holds a twentieth below that angle and slips a twentieth above',
  (_, lower, upper) => {
    const angle = (Math.atan(Math.sqrt(0.4 * 0.9)) * 180) / Math.PI;
    expect(Math.abs(slide(0.95 * angle, lower, upper))).toBeLessThan(2e-3);
    expect(slide(1.05 * angle, lower, upper)).toBeGreaterThan(0.1);
  },
);

describe('bodies at rest', () => {
  const stack = (): World =>
    world({
      bodies: [0, 1, 2].map((i) =>
        cube({
          name: `c${i}`,
          position: [0.01 * i, 0.1 + 0.202 * i, 0],
          material: { young: 3e5, damping: { stiffness: 0.02 } },
          model: { type: 'solid', cell: 0.1, mesh: 'grid' },
        }),
      ),
      obstacles: [floor],
    });

  test('a stack comes to rest and then takes no rounds; a pull wakes it', () => {
    const w = stack();
    w.step(240);
    expect(w.report.rounds).toBe(0);
    expect(w.report.penetration / 0.2).toBeLessThan(0.002);
    const hash = w.hash();
    w.apply({ do: 'drag', id: 'd', body: 'c2', point: [0, 0, 0], to: [0.5, 0.8, 0] });
    w.step(10);
    expect(w.report.rounds).toBeGreaterThan(0);
    expect(w.hash()).not.toBe(hash);
    expect(norm(w.totals().momentum.linear)).toBeGreaterThan(0.05);
  });

  test('the forces that can be looked at carry what lies on them', () => {
    const w = stack();
    w.step(240);
    w.drawContacts();
    const { count, places, forces } = w.contacts;
    let carried = 0;
    for (let i = 0; i < count; i++) if (places[3 * i + 1] < 0.01) carried += forces[3 * i + 1];
    expect(carried / (24 * 9.81)).toBeCloseTo(1, 2);
  });

  test('what they rest on may go: they fall', () => {
    const w = stack();
    w.step(240);
    w.apply({ do: 'remove', obstacle: 'floor' });
    w.step(30);
    expect(w.totals().momentum.linear[1] / 24).toBeCloseTo(-9.81 / 2, 1);
  });

  test('a moving body that comes near wakes them', () => {
    const w = world({
      bodies: [
        cube({
          name: 'a',
          position: [0, 0.1, 0],
          model: { type: 'solid', cell: 0.1 },
          // It must be asleep before the other one comes.
          material: { young: 5e4, damping: { stiffness: 0.02 } },
        }),
        cube({ name: 'b', position: [0, 2.6, 0], model: rigid }),
      ],
      obstacles: [floor],
    });
    let slept = false;
    let woke = false;
    for (let s = 0; s < 90; s++) {
      w.step();
      if (w.report.rounds === 1) slept = true;
      if (slept && w.report.rounds > 1 && w.report.contacts > 4) woke = true;
    }
    expect(slept && woke).toBe(true);
    w.bodies.forEach((b) => {
      b.draw();
    });
    // The rigid one lies on the soft one: neither is inside the other.
    expect(w.report.penetration).toBeLessThan(0.004);
  });

  test('a snapshot goes on bit for bit, in motion and at rest, with either kind of kernels', () => {
    for (const steps of [20, 240]) {
      const w = stack();
      w.step(steps);
      const bytes = w.snapshot();
      const other = stack();
      other.restore(bytes);
      expect(other.hash()).toBe(w.hash());
      for (const one of [w, other]) {
        one.apply({ do: 'force', body: 'c1', point: [0, 0, 0], force: [20, 0, 0], duration: 0.1 });
        one.step(15);
      }
      expect(other.hash()).toBe(w.hash());
    }
  });
});

test('parts of one body touch each other: the two halves of a pair of tongs', () => {
  const w = world({
    gravity: [0, 0, 0],
    bodies: [
      {
        name: 'tongs',
        shape: {
          type: 'union',
          shapes: [
            { type: 'box', size: [0.6, 0.06, 0.1], position: [0, 0.06, 0] },
            { type: 'box', size: [0.6, 0.06, 0.1], position: [0, -0.06, 0] },
            { type: 'box', size: [0.06, 0.18, 0.1], position: [-0.3, 0, 0] },
          ],
        },
        material: { young: 5e4, damping: { stiffness: 0.02 } },
        // Linear: arms of quadratic elements still pass through each other (docs/limits.md, self contact).
        model: { type: 'solid', cell: 0.045, elements: 'linear' },
        selfContact: true,
        probes: { up: [0.29, 0.03, 0], down: [0.29, -0.03, 0] },
      },
    ],
    events: [
      { at: 0, do: 'force', body: 'tongs', point: [0.28, 0.08, 0], force: [0, -3, 0], duration: 9 },
      { at: 0, do: 'force', body: 'tongs', point: [0.28, -0.08, 0], force: [0, 3, 0], duration: 9 },
    ],
  });
  w.step(120);
  const apart = w.bodies[0].probe('up')[1] - w.bodies[0].probe('down')[1];
  expect(apart).toBeLessThan(0.01);
  expect(apart).toBeGreaterThan(-0.0025);
  expect(w.report.contacts).toBeGreaterThan(0);
  // Squeezing oneself moves nobody.
  expect(norm(w.totals().momentum.linear)).toBeLessThan(1e-9);
});
