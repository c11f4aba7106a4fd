import { expect, test } from 'vitest';
import { createWorld, type SceneInput, type World } from '../../../src/index.ts';
import { difference, norm } from '../../world/helpers.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];

const LAWS = ['corotational', 'stvk', 'neo-hookean', 'mooney-rivlin'] as const;
const BEAM: BodyInput = {
  name: 'beam',
  shape: { type: 'box', size: [1, 0.25, 0.25] },
  material: { young: 2e6, poisson: 0.3, density: 1000, damping: { stiffness: 0.02 } },
  model: { type: 'frames', frames: [1, 3, 7], voxel: 1 / 24 },
  probes: { tip: [0.5, 0, 0], middle: [0, 0, 0] },
};
const WALL = {
  name: 'wall',
  region: { type: 'box' as const, size: [0.02, 1, 1] as [number, number, number] },
};
const clamp = (position: [number, number, number]) => [
  { ...WALL, region: { ...WALL.region, position } },
];

type Material = BodyInput['material'];

/** A world with one body: the beam with some of its material and model changed. */
function world(
  material: Partial<Material>,
  model: object,
  body: Partial<BodyInput> = {},
  scene: Partial<SceneInput> = {},
): World {
  const base = { ...BEAM, ...body };
  return createWorld({
    format: 'pliant/1',
    name: 'materials',
    ...scene,
    bodies: [
      {
        ...base,
        material: { ...base.material, ...material },
        model: { ...base.model!, ...model } as BodyInput['model'],
      },
    ],
  });
}

/** The middle of the tip and how far it has sunk, at rest: large implicit steps go there at once. */
function sag(material: Partial<Material>, model: object): number {
  const w = world(
    material,
    { adaptive: false, ...model },
    { attachments: clamp([-0.5, 0, 0]) },
    { dt: 0.2, solver: { newton: 3 } },
  );
  w.step(15);
  return w.bodies[0].probe('tip')[1];
}

const SMALL = { frames: [1, 3], voxel: 1 / 16 };

test('a stiff beam sags alike under every law, at orders 1 and 4', () => {
  const expected = sag({ young: 2e7 }, SMALL);
  for (const law of LAWS) {
    for (const order of [1, 4]) {
      expect(
        sag({ young: 2e7, law }, { ...SMALL, order }) / expected,
        `${law}, ${order}`,
      ).toBeCloseTo(1, 2);
    }
  }
  const C = 2e7 / 1.3 / 2;
  const l = (2e7 * 0.3) / (1.3 * 0.4);
  const isotropic = Array.from({ length: 36 }, (_, i) => {
    const [r, c] = [Math.floor(i / 6), i % 6];
    return (r < 3 && c < 3 ? l : 0) + (r === c ? (r < 3 ? 2 * C : C) : 0);
  });
  for (const law of ['corotational', 'stvk'] as const) {
    const same = sag({ young: 1, law, elasticity: isotropic }, SMALL);
    expect(same / expected, `${law} by its matrix`).toBeCloseTo(1, 2);
    // Half as stiff along the beam: it sags more.
    const soft = isotropic.map((c, i) => (i % 6 === 0 || i < 6 ? 0.5 : 1) * c);
    expect(sag({ young: 1, law, elasticity: soft }, SMALL) / expected).toBeGreaterThan(1.4);
  }
});

test.each(LAWS.flatMap((law) => [1, 4].map((order): [string, number] => [law, order])))(
  '%s, order %i: a spinning, flying beam keeps its momentum and its spin',
  (law, order) => {
    const w = world(
      { law: law as (typeof LAWS)[number], damping: { stiffness: 0 } },
      { order },
      { spin: [0, 3, 2], velocity: [1, 0, 0.5] },
      { gravity: [0, 0, 0] },
    );
    const start = w.totals().momentum;
    w.step(120);
    const end = w.totals().momentum;
    expect(norm(difference(end.linear, start.linear)) / norm(start.linear)).toBeLessThan(1e-12);
    expect(norm(end.angular) / norm(start.angular)).toBeCloseTo(1, 3);
  },
);

test.each(LAWS.slice(1))('%s: a bent beam rests on few frames and comes back straight', (law) => {
  const w = world(
    { law },
    {},
    { attachments: clamp([-0.5, 0, 0]) },
    { events: [{ at: 4, do: 'gravity', value: [0, 0, 0] }] },
  );
  w.step(240);
  expect(w.bodies[0].levels.activeDofs / 12).toBeLessThanOrEqual(2);
  expect(w.bodies[0].probe('tip')[1]).toBeLessThan(-0.05);
  let jump = 0;
  let gain = 0;
  for (let s = 0; s < 240; s++) {
    w.step();
    jump = Math.max(jump, w.bodies[0].levels.jump);
    gain = Math.max(gain, w.bodies[0].levels.kineticGain);
  }
  expect(Math.abs(w.bodies[0].probe('tip')[1])).toBeLessThan(2e-3);
  expect(jump).toBeLessThan(1e-12);
  expect(gain).toBeLessThan(1e-12);
});

test('the same bits with either kind of kernels, and from a snapshot', () => {
  const run = (kernels: 'typescript' | 'webassembly'): string => {
    const w = createWorld(
      {
        format: 'pliant/1',
        name: 'bits',
        bodies: [
          {
            ...BEAM,
            attachments: clamp([-0.5, 0, 0]),
            material: { ...BEAM.material, law: 'neo-hookean', damping: { air: 3 } },
          },
        ],
      },
      { kernels },
    );
    w.step(20);
    const bytes = w.snapshot();
    w.step(20);
    const hash = w.hash();
    w.restore(bytes);
    w.step(20);
    expect(w.hash()).toBe(hash);
    return hash;
  };
  expect(run('typescript')).toBe(run('webassembly'));
});

test('a beam that gets softer towards its tip sags as the solid does', () => {
  const stiffness = {
    type: 'gradient' as const,
    from: [-0.5, 0, 0] as [number, number, number],
    to: [0.5, 0, 0] as [number, number, number],
    values: [4, 0.25] as [number, number],
  };
  const young = 2e7;
  const solid = (field: object): number => {
    const w = createWorld({
      format: 'pliant/1',
      name: 'solid',
      dt: 0.2,
      bodies: [
        {
          ...BEAM,
          attachments: clamp([-0.5, 0, 0]),
          material: { ...BEAM.material, young, ...field },
          model: { type: 'solid', cell: 1 / 24, mesh: 'grid' },
        },
      ],
    });
    w.step(15);
    return w.bodies[0].probe('tip')[1];
  };
  const even = solid({});
  const soft = solid({ stiffness });
  const found = sag({ young, stiffness }, { frames: [1, 3, 7, 15] });
  expect(soft / even).toBeLessThan(0.4);
  expect(found / soft).toBeGreaterThan(0.95);
  expect(found / soft).toBeLessThan(1.05);
  // Softest where it bends most, 15 frames are few: a sixth too stiff, and less with more of them.
  const root = { ...stiffness, values: [0.25, 4] as [number, number] };
  const hard = solid({ stiffness: root });
  const few = sag({ young, stiffness: root }, { frames: [1, 3, 7, 15] }) / hard;
  const more = sag({ young, stiffness: root }, { frames: [1, 3, 10, 30] }) / hard;
  expect(hard / even).toBeGreaterThan(1.3);
  expect(few).toBeGreaterThan(0.8);
  expect(more).toBeGreaterThan(few);
  expect(more).toBeLessThan(1.02);
});

test.each(['corotational', 'neo-hookean'] as const)(
  '%s: a part ten thousand times as stiff stays rigid to 1.5 thousandths while the rest bends',
  (law) => {
    const w = world(
      {
        law,
        young: 2e5,
        stiffness: {
          type: 'regions',
          base: 1,
          regions: [
            { shape: { type: 'box', size: [0.4, 1, 1], position: [0.3, 0, 0] }, value: 1e4 },
          ],
        },
      },
      { frames: [1, 3, 7, 15], adaptive: false },
      {
        attachments: clamp([-0.5, 0, 0]),
        probes: {
          a: [0.5, 0.125, 0.125],
          b: [0.5, -0.125, -0.125],
          c: [0.15, 0.125, -0.125],
          d: [0.15, -0.125, 0.125],
          tip: [0.5, 0, 0],
        },
      },
    );
    const corners = ['a', 'b', 'c', 'd'];
    const distances = (): number[] =>
      corners.flatMap((p, i) =>
        corners
          .slice(i + 1)
          .map((q) => norm(difference(w.bodies[0].probe(p), w.bodies[0].probe(q)))),
      );
    const before = distances();
    let iterations = 0;
    let lowest = 0;
    for (let s = 0; s < 120; s++) {
      w.step();
      lowest = Math.min(lowest, w.bodies[0].probe('tip')[1]);
      iterations = Math.max(iterations, w.report.iterations);
    }
    expect(lowest).toBeLessThan(-0.3);
    distances().forEach((d, i) => {
      expect(Math.abs(d / before[i] - 1)).toBeLessThan(1.5e-3);
    });
    // The factor solves the step at once: it lost no digits to the contrast.
    expect(iterations).toBeLessThanOrEqual(2);
  },
);

test('air brakes a fall to the speed at which its drag carries the weight', () => {
  const air = 40;
  const area = 4 * 0.25 + 2 * 0.25 * 0.25;
  const mass = 1000 * 0.25 * 0.25;
  const terminal = (mass * 9.81) / (air * area);
  const w = world({ damping: { air } }, {});
  w.step(2400);
  const [, v] = w.totals().momentum.linear;
  expect(-v / mass).toBeCloseTo(terminal, 4);
  expect(w.bodies[0].levels.activeDofs).toBe(12);
});

test('air slows a spin as it does for the solid', () => {
  const spun = (model: BodyInput['model']): number => {
    const w = createWorld({
      format: 'pliant/1',
      name: 'spin',
      gravity: [0, 0, 0],
      bodies: [{ ...BEAM, spin: [0, 2, 0], material: { young: 2e7, damping: { air: 40 } }, model }],
    });
    const before = norm(w.totals().momentum.angular);
    w.step(120);
    return norm(w.totals().momentum.angular) / before;
  };
  const frames = spun(BEAM.model!);
  const solid = spun({ type: 'solid', cell: 1 / 24, mesh: 'grid' });
  expect(frames).toBeLessThan(0.8);
  expect(Math.log(frames) / Math.log(solid)).toBeGreaterThan(0.95);
  expect(Math.log(frames) / Math.log(solid)).toBeLessThan(1.05);
});

test('what cannot be made is refused with its name and a remedy', () => {
  const wood = Array.from({ length: 36 }, (_, i) => (i % 7 === 0 ? 1e4 : 0));
  expect(() => world({ law: 'neo-hookean', elasticity: wood }, {})).toThrow(
    /material\.elasticity.*corotational.*stvk/,
  );
  expect(() => world({ elasticity: wood.map((c) => -c) }, {})).toThrow(/positive definite/);
  expect(() => world({}, { order: 2 })).toThrow(/order.*0, 1 or 4, got 2/);
});
