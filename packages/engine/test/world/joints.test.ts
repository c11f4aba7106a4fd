import { expect, test } from 'vitest';
import { createWorld, InputError, type SceneInput, type World } from '../../src/index.ts';
import { acrossOf, cornerWeights, endCorners } from '../../src/world/drive/joints/geometry.ts';
import { BODIES } from './every-model.ts';
import { difference, norm, scene, world } from './helpers.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];
type JointInput = NonNullable<SceneInput['joints']>[number];

/** A bar along x, half a metre long. */
function bar(name: string, x: number, changes: Partial<BodyInput> = {}): BodyInput {
  return {
    name,
    shape: { type: 'box', size: [0.5, 0.1, 0.1] },
    position: [x, 0, 0],
    material: { young: 2e6, poisson: 0.3, density: 500 },
    model: { type: 'rigid' },
    probes: { left: [-0.25, 0, 0], right: [0.25, 0, 0], side: [0.25, 0, 0.04] },
    ...changes,
  };
}
const MASS = 2.5;

function pair(joint: Partial<JointInput>, model: BodyInput['model'] = { type: 'rigid' }): World {
  const a = bar('a', -0.25, { model, velocity: [0, 0.3, 0], spin: [0.5, 1, 2] });
  const b = bar('b', 0.25, { model, spin: [0, -1, -1] });
  const joints: JointInput[] = [
    {
      name: 'j',
      type: 'ball',
      a: { body: 'a', point: [0.25, 0, 0] },
      b: { body: 'b' },
      axis: [0, 0, 1],
      ...joint,
    },
  ];
  return world({ gravity: [0, 0, 0], bodies: [a, b], joints });
}

function hanging(joint: Partial<JointInput>, changes: Partial<SceneInput> = {}): World {
  const joints: JointInput[] = [
    { name: 'j', type: 'hinge', a: { body: 'a', point: [-0.25, 0, 0] }, axis: [0, 0, 1], ...joint },
  ];
  return world({ bodies: [bar('a', 0)], joints, ...changes });
}

function total(w: World): { linear: number[]; angular: number[] } {
  return w.totals().momentum;
}

test('corners weigh so that an impulse has the same moment', () => {
  const x = endCorners([1, 2, 3], [0.3, -1, 0.2], acrossOf([0.3, -1, 0.2]), 0.4);
  x[7] += 0.1;
  const q = Float64Array.of(1.5, 1.8, 3.3);
  const w = new Float64Array(4);
  cornerWeights(w, x, q, 0);
  for (let c = 0; c < 3; c++) {
    let place = 0;
    for (let k = 0; k < 4; k++) place += w[k] * x[3 * k + c];
    expect(place).toBeCloseTo(q[c], 12);
  }
  expect(w.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 12);
});

const SOLID = { type: 'solid', cell: 0.1 } as const;
const HINGES: ['ball' | 'hinge' | 'weld', BodyInput['model']][] = [
  ['ball', { type: 'rigid' }],
  ['hinge', { type: 'rigid' }],
  ['weld', { type: 'rigid' }],
  ['hinge', SOLID],
  ['weld', { type: 'frames', frames: 4 }],
  ['ball', { type: 'octree', cell: 0.05 }],
  ['hinge', { type: 'tets', cell: 0.1 }],
  ['hinge', BODIES['layers, rigid'].model],
  ['weld', BODIES['layers, affine'].model],
];
test.each(HINGES)('a %s between two free bodies holds and keeps momentum: %j', (type, model) => {
  const w = pair({ type }, model);
  const [a, b] = w.bodies;
  const before = total(w);
  let drift = 0;
  for (let k = 0; k < 40; k++) {
    w.step();
    if (k > 4) drift = Math.max(drift, norm(difference(a.probe('right'), b.probe('left'))));
  }
  expect(drift).toBeLessThan(1e-4 * 0.5);
  expect(norm(difference(total(w).linear, before.linear))).toBeLessThan(1e-12);
  expect(norm(difference(total(w).angular, before.angular))).toBeLessThan(1e-12);
});

test.each([
  ['inside', 0.2],
  ['at its end', 0.25],
  ['outside', 0.35],
  ['far outside', 0.75],
])('a hinge that holds a soft octree %s lets it drift by nothing', (_, x) => {
  const model = { type: 'octree', cell: 0.05 } as const;
  const soft = { young: 2e4, poisson: 0.3, density: 500 };
  const w = world({
    gravity: [0, 0, 0],
    bodies: [
      bar('a', -x, { model, material: soft, velocity: [0, 0.3, 0], spin: [0.5, 1, 2] }),
      bar('b', x, { model, material: soft, spin: [0, -1, -1] }),
    ],
    joints: [
      {
        name: 'j',
        type: 'hinge',
        a: { body: 'a', point: [x, 0, 0] },
        b: { body: 'b' },
        axis: [0, 0, 1],
      },
    ],
  });
  let drift = 0;
  for (let k = 0; k < 120; k++) {
    w.step();
    drift = Math.max(drift, widest(w));
  }
  expect(drift).toBeLessThan(1e-4 * 0.5);
});

test('a hinge keeps its axis, a slider its line, and each leaves what it should', () => {
  const hinge = pair({ type: 'hinge' });
  const slider = pair({ type: 'slider', axis: [0, 1, 0] });
  for (let k = 0; k < 60; k++) {
    hinge.step();
    slider.step();
  }
  const apart = (w: World, a: string, b: string): number[] =>
    difference(w.bodies[0].probe(a), w.bodies[1].probe(b));
  expect(Math.abs(hinge.joint('j').position)).toBeGreaterThan(30);
  // The axis at rest is z, and the bars turn about it together.
  const [p, q] = hinge.bodies.map((body) => body.pose());
  const axes = [2, 6, 10].map((i) => p[i] - q[i]);
  expect(norm(axes)).toBeLessThan(2e-4);
  const way = apart(slider, 'right', 'left');
  expect(norm(way)).toBeCloseTo(Math.abs(slider.joint('j').position), 5);
  expect(norm(way)).toBeGreaterThan(0.01);
  const [r, s] = slider.bodies.map((body) => body.pose());
  for (const i of [0, 1, 2, 4, 5, 6, 8, 9, 10]) expect(r[i] - s[i]).toBeCloseTo(0, 4);
});

test('a bar on a hinge swings as a pendulum does', () => {
  // Small swings about straight down: ω² = 3g/2L for a thin bar, here with its thickness.
  const L = 0.5;
  const inertia = (MASS * (L * L + 0.01)) / 12 + (MASS * L * L) / 4;
  const period = 2 * Math.PI * Math.sqrt(inertia / (MASS * 9.81 * (L / 2)));
  const w = world({
    dt: 1 / 240,
    bodies: [
      bar('a', 0, {
        rotation: [0, 0, -80],
        position: [0.25 * Math.cos(1.3963), -0.25 * Math.sin(1.3963), 0],
      }),
    ],
    joints: [{ name: 'j', type: 'hinge', a: { body: 'a', point: [-0.25, 0, 0] }, axis: [0, 0, 1] }],
  });
  const crossings: number[] = [];
  let last = w.bodies[0].probe('right')[0];
  for (let k = 0; k < 720 && crossings.length < 3; k++) {
    w.step();
    const [x] = w.bodies[0].probe('right');
    if (x * last < 0) crossings.push(w.time - x / 240 / (x - last));
    last = x;
  }
  expect(crossings[2] - crossings[0]).toBeGreaterThan(0.99 * period);
  expect(crossings[2] - crossings[0]).toBeLessThan(1.01 * period);
});

test('limits stop a hinge and a slider', () => {
  const hinge = hanging({ lower: -30, upper: 10 });
  for (let k = 0; k < 120; k++) hinge.step();
  expect(hinge.joint('j').position).toBeCloseTo(-30, 1);
  const slider = hanging({ type: 'slider', axis: [0, 1, 0], lower: -0.2 });
  for (let k = 0; k < 60; k++) slider.step();
  expect(slider.joint('j').position).toBeCloseTo(-0.2, 4);
  expect(slider.joint('j').force).toBeCloseTo(MASS * 9.81, 3);
});

test('a motor turns at its speed, or gives what torque it has', () => {
  const strong = hanging({ motor: { speed: 2, force: 1e3 } }, { gravity: [0, 0, 0] });
  const before = strong.joint('j').position;
  for (let k = 0; k < 30; k++) strong.step();
  expect(strong.joint('j').position - before).toBeCloseTo(((30 / 60) * 2 * 180) / Math.PI, 1);
  const weak = hanging({ motor: { speed: 100, force: 0.5 } }, { gravity: [0, 0, 0] });
  const first = weak.joint('j').position;
  for (let k = 0; k < 30; k++) weak.step();
  const inertia = (MASS * 0.26) / 12 + MASS * 0.0625;
  const angle = ((0.5 * 0.5) / inertia) * (0.5 * 0.5 + 0.5 / 60);
  expect(((weak.joint('j').position - first) / 180) * Math.PI).toBeCloseTo(angle, 2);
  weak.joint('j').setMotor(0, 1e3);
  for (let k = 0; k < 30; k++) weak.step();
  expect(norm(weak.totals().momentum.angular)).toBeLessThan(1e-4);
});

test('a motor needs a torque', () => {
  const w = hanging({});
  expect(() => w.joint('j').setMotor(1)).toThrow('force: must be given, got nothing: "j" has no');
  w.joint('j').setMotor(1, 100);
  w.joint('j').setMotor(2);
});

test('a joint to an obstacle follows it, and one that bears too much breaks', () => {
  const w = world({
    obstacles: [
      {
        name: 'hook',
        shape: { type: 'sphere', radius: 0.02 },
        position: [-0.25, 0, 0],
        keyframes: [{ time: 0 }, { time: 1, position: [0.3, 0.2, 0] }],
      },
    ],
    bodies: [bar('a', 0)],
    joints: [
      {
        name: 'j',
        type: 'ball',
        a: { body: 'a', point: [-0.25, 0, 0] },
        b: { obstacle: 'hook' },
        breakForce: 200,
      },
    ],
  });
  const broke: unknown[] = [];
  w.on('break', (event) => broke.push(event));
  for (let k = 0; k < 60; k++) w.step();
  const { pose } = w.obstacle('hook');
  expect(norm(difference(w.bodies[0].probe('left'), [pose[3], pose[7], pose[11]]))).toBeLessThan(
    0.012,
  );
  expect(w.joint('j').holds).toBe(true);
  w.body('a').impulse([0, -20, 0]);
  w.step();
  expect(broke).toMatchObject([{ joint: 'j', a: 'a', b: 'hook' }]);
  expect(w.joint('j').holds).toBe(false);
  expect([w.joint('j').force, w.joint('j').torque]).toEqual([0, 0]);
});

test('joined bodies do not touch each other unless they shall', () => {
  const apart = (touch: boolean): number => {
    const w = pair({ touch, type: 'weld', a: { body: 'a', point: [0.2, 0, 0] } });
    w.step();
    return w.report.contacts;
  };
  expect(apart(false)).toBe(0);
  expect(apart(true)).toBeGreaterThan(0);
});

test('snapshots and recordings hold joints to the last bit', () => {
  const input = scene({
    bodies: [bar('a', -0.25), bar('b', 0.25, { model: { type: 'solid', cell: 0.1 } })],
    joints: [
      {
        name: 'j',
        type: 'hinge',
        a: { body: 'a', point: [0.25, 0, 0] },
        b: { body: 'b' },
        axis: [0, 0, 1],
        lower: -20,
      },
      { name: 'k', type: 'ball', a: { body: 'a', point: [-0.25, 0, 0] } },
    ],
  });
  const w = createWorld(input);
  for (let k = 0; k < 20; k++) w.step();
  w.apply({ do: 'motor', joint: 'j', speed: 1, force: 5 });
  w.apply({ do: 'add', joint: { name: 'l', type: 'weld', a: { body: 'b', point: [0.25, 0, 0] } } });
  w.step();
  const saved = w.snapshot();
  const loads = () => ['j', 'k', 'l'].map((name) => [w.joint(name).force, w.joint(name).torque]);
  const borne = loads();
  w.apply({ do: 'add', body: bar('c', 5) });
  expect(loads()).toEqual(borne);
  w.body('c').remove();
  for (let k = 0; k < 10; k++) w.step();
  w.joint('l').remove();
  w.step();
  const hash = w.hash();
  const again = createWorld(input);
  again.restore(saved);
  expect(['j', 'k', 'l'].map((n) => [again.joint(n).force, again.joint(n).torque])).toEqual(borne);
  expect(Math.min(...borne.map(([force]) => force))).toBeGreaterThan(1);
  for (let k = 0; k < 10; k++) again.step();
  again.joint('l').remove();
  again.step();
  expect(again.hash()).toBe(hash);
});

test.each([
  [
    { type: 'ball', lower: -1 },
    'joints[0]: must be a hinge or a slider to have limits or a motor, got a ball.',
  ],
  [
    { type: 'hinge', lower: 10, upper: -10 },
    'joints[0].upper: must be "lower" (10) or more, got -10.',
  ],
  [
    { a: { body: 'c', point: [0, 0, 0] } },
    'joints[0].a.body: must be the name of a body, got "c".',
  ],
  [{ b: { body: 'b', obstacle: 'o' } }, 'joints[0].b: must have a body or an obstacle, got both.'],
  [{ axis: [0, 0, 0] }, 'joints[0].axis: must be a direction, got 0, 0, 0.'],
] as const)('refuses %j', (joint, message) => {
  expect(() => pair(joint as never)).toThrow(InputError);
  expect(() => pair(joint as never)).toThrow(message);
});

/** Links of half a kilogram, 14 cm long, and a load below the last. */
function chain(links: number, load: Partial<BodyInput>): SceneInput {
  const bodies: BodyInput[] = [];
  const joints: JointInput[] = [];
  for (let i = 0; i < links; i++) {
    bodies.push({
      name: `link ${i}`,
      shape: { type: 'capsule', radius: 0.02, from: [0, -0.05, 0], to: [0, 0.05, 0] },
      position: [0, -0.07 - 0.14 * i, 0],
      model: { type: 'rigid' },
      material: { density: 3000 },
    });
    joints.push({
      name: `joint ${i}`,
      type: 'ball',
      a: { body: `link ${i}`, point: [0, 0.07, 0] },
      b: i === 0 ? {} : { body: `link ${i - 1}` },
    });
  }
  const position: [number, number, number] = [0, -0.14 * links - 0.15, 0];
  const shape = { type: 'box', size: [0.4, 0.3, 0.4] } as const;
  bodies.push({ name: 'load', shape, position, model: { type: 'rigid' }, ...load });
  joints.push({
    name: 'hook',
    type: 'ball',
    a: { body: 'load', point: [0, 0.15, 0] },
    b: { body: `link ${links - 1}` },
  });
  return scene({ bodies, joints });
}

/** The most that a joint is open now [m]. */
function widest(w: World): number {
  let most = 0;
  for (const { name } of w.scene.joints) {
    const [a, b] = w.joint(name).ends;
    most = Math.max(most, norm(difference([...a.slice(0, 3)], [...b.slice(0, 3)])));
  }
  return most;
}

test.each([
  ['thirty', 8, 300],
  ['two thousand', 20, 20_000],
])('a chain carries %s times the mass of a link', (_, links, density) => {
  const w = createWorld(chain(links, { material: { density } }));
  let open = 0;
  for (let k = 0; k < 120; k++) {
    w.step();
    open = Math.max(open, widest(w));
  }
  expect(open).toBeLessThan(1e-10);
  const weight = w.body('load').mass * 9.81;
  expect(w.joint('hook').force / weight).toBeCloseTo(1, 9);
  expect(w.joint('joint 0').force).toBeGreaterThan(weight);
  expect([...w.issues]).toEqual([]);
});

test('a chain that swings with a heavy soft load holds, and calms down', () => {
  const material = { density: 300, young: 1e5 };
  const w = createWorld(chain(6, { model: SOLID, material }));
  w.step(30);
  w.body('load').impulse([15, 0, 5]);
  let open = 0;
  let highest = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < 240; k++) {
    w.step();
    open = Math.max(open, widest(w));
    highest = Math.max(highest, w.body('load').motion().centre[1]);
  }
  expect(open).toBeLessThan(0.01 * 0.4);
  expect(highest).toBeLessThan(-0.8);
  expect(w.totals().speed).toBeLessThan(3);
});

test('a motor at the foot of an arm lifts what its torque can, and holds still what it cannot', () => {
  const lift = (force: number): number => {
    const w = world({
      bodies: [bar('a', 0.25), bar('b', 0.75), bar('c', 1.25)],
      joints: [
        {
          name: 'foot',
          type: 'hinge',
          a: { body: 'a', point: [-0.25, 0, 0] },
          axis: [0, 0, 1],
          motor: { speed: 0.5, force },
        },
        { name: 'ab', type: 'weld', a: { body: 'a', point: [0.25, 0, 0] }, b: { body: 'b' } },
        { name: 'bc', type: 'weld', a: { body: 'b', point: [0.25, 0, 0] }, b: { body: 'c' } },
      ],
    });
    for (let k = 0; k < 60; k++) w.step();
    return w.joint('foot').position;
  };
  // Three bars of 2.5 kg: 55 N m at the start, and 5.6 kg m² to get going.
  expect(lift(300)).toBeCloseTo((0.5 * 180) / Math.PI, 0);
  expect(lift(40)).toBeLessThan(-10);
});
