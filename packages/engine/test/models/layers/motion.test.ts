import { expect, test } from 'vitest';
import { createWorld, type SceneInput, type World } from '../../../src/index.ts';
import { effort } from '../../effort.ts';
import { difference, norm } from '../../world/helpers.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];
type Layers = Extract<NonNullable<BodyInput['model']>, { type: 'layers' }>['layers'];

const RIGID = { kind: 'rigid', name: 'frame' } as const;
const HEX = { kind: 'hex', name: 'elements', cell: 0.1 } as const;
const AFFINE = { kind: 'affine', name: 'frames', frames: 3 } as const;
const PATCH = {
  kind: 'hex',
  name: 'patch',
  cell: 0.05,
  region: { type: 'box', size: [0.22, 1, 1], position: [0.3, 0, 0] },
} as const;
const MODES = { kind: 'modes', name: 'modes', count: 6, cell: 0.1 } as const;

function bar(
  layers: Layers,
  solve: 'full' | 'coupled' | 'prefactored',
  changes: Partial<BodyInput> = {},
  scene: Partial<SceneInput> = {},
): World {
  return createWorld({
    format: 'pliant/1',
    name: 'layers',
    gravity: [0, 0, 0],
    ...scene,
    bodies: [
      {
        name: 'bar',
        shape: { type: 'box', size: [0.8, 0.2, 0.2] },
        material: { young: 2e6, density: 1000, damping: { stiffness: 0.002 } },
        probes: { tip: [0.4, 0, 0] },
        model: { type: 'layers', layers, solve },
        ...changes,
      },
    ],
  });
}

const PUSHED: Partial<SceneInput> = {
  gravity: [0, -9.81, 0],
  solver: { tolerance: 1e-9 },
  events: [
    {
      at: 0.1,
      do: 'force',
      body: 'bar',
      point: [0.4, 0.05, 0],
      force: [0, -60, 20],
      duration: 0.5,
    },
  ],
};

test.each([
  ['rigid, hex', [RIGID, HEX], 1e-5],
  ['affine, modes, hex', [AFFINE, MODES, PATCH], 1e-4],
] as [string, Layers, number][])(
  `%s: the decoupled step is the coupled one, over ${effort(40, 300)} steps`,
  (_name, layers, most) => {
    const motion: Partial<BodyInput> = {
      spin: [0, 2, 1],
      shape: { type: 'box', size: [0.8, 0.1, 0.2] },
    };
    const a = bar(layers, 'full', motion, PUSHED);
    const b = bar(layers, 'coupled', motion, PUSHED);
    let gap = 0;
    for (let s = 0; s < effort(40, 300); s++) {
      a.step();
      b.step();
      gap = Math.max(gap, norm(difference(a.bodies[0].probe('tip'), b.bodies[0].probe('tip'))));
    }
    expect(gap).toBeLessThan(most);
  },
);

test('tumbling for 1000 steps at 1/30 s keeps angular momentum to 1e-5', () => {
  const w = bar(
    [RIGID, { ...HEX, cell: 0.2 }],
    'full',
    {
      spin: [1, 6, 2],
      material: { young: 1e6, density: 1000, damping: { stiffness: 0 } },
    },
    { dt: 1 / 30 },
  );
  const start = w.totals().momentum.angular;
  let worst = 0;
  for (let s = 0; s < 1000; s++) {
    w.step();
    worst = Math.max(worst, norm(difference(w.totals().momentum.angular, start)) / norm(start));
  }
  expect(worst).toBeLessThan(1e-5);
});

test.each([
  ['alone', [RIGID]],
  ['with elements', [RIGID, HEX]],
  ['with modes', [RIGID, MODES]],
] as [string, Layers][])(
  'a rigid root %s that turns about no principal axis keeps angular momentum to 1e-12 and energy to 0.5 %%',
  (_name, layers) => {
    const w = bar(layers, 'full', {
      shape: { type: 'box', size: [0.4, 0.2, 0.1] },
      spin: [2, 0, 8],
      material: { young: 2e6, density: 1000, damping: { stiffness: 0 } },
    });
    const { momentum, energy } = w.totals();
    let [least, most, turned] = [1, 1, 0];
    for (let s = 0; s < 300; s++) {
      w.step();
      const now = w.totals();
      const part = (now.energy.kinetic + now.energy.elastic) / energy.kinetic;
      [least, most] = [Math.min(least, part), Math.max(most, part)];
      turned = Math.max(turned, norm(difference(now.momentum.angular, momentum.angular)));
    }
    expect(turned / norm(momentum.angular)).toBeLessThan(1e-12);
    expect(most).toBeLessThan(1.005);
    expect(least).toBeGreaterThan(0.995);
  },
);

test.each([
  ['rigid frame', [RIGID, HEX], 'full'],
  ['affine frames', [AFFINE, { ...PATCH, gradient: 'embedded' }], 'prefactored'],
  ['elements', [HEX], 'full'],
] as [string, Layers, 'full' | 'prefactored'][])(
  'a bar spinning on %s stretches as the theory of rods says, to 5 %%',
  (_name, layers, solve) => {
    const [young, spin, half] = [2e5, 6, 0.4];
    const w = bar(layers, solve, {
      shape: { type: 'box', size: [0.8, 0.1, 0.1] },
      spin: [0, spin, 0],
      material: { young, poisson: 0, density: 1000, damping: { stiffness: 0.02 } },
      probes: { tip: [0.4, 0, 0], end: [-0.4, 0, 0] },
    });
    const start = w.totals().momentum.angular;
    let mean = 0;
    for (let s = 0; s < 240; s++) {
      w.step();
      const length = norm(difference(w.bodies[0].probe('tip'), w.bodies[0].probe('end')));
      if (s >= 180) mean += (0.5 * length - half) / 60;
    }
    expect(norm(difference(w.totals().momentum.angular, start)) / norm(start)).toBeLessThan(1e-4);
    const theory = (1000 * spin * spin * half ** 3) / (3 * young);
    expect(Math.abs(mean / theory - 1)).toBeLessThan(0.05);
  },
);

test('elements without a parent tumble without gaining energy', () => {
  const w = bar([{ ...HEX, cell: 0.05 }], 'full', {
    shape: { type: 'box', size: [0.3, 0.2, 0.12] },
    material: { young: 2e6, poisson: 0.35, density: 1000, damping: { stiffness: 0 } },
    spin: [0.9, 1.2, 5.9],
  });
  const energy = (): number => w.totals().energy.kinetic + w.totals().energy.elastic;
  const start = energy();
  for (let s = 0; s < 60; s++) {
    w.step();
    expect(energy() / start).toBeLessThan(1.005);
  }
});

test('elements without a parent are not solved prefactored: they would burst when they turn', () => {
  expect(() => bar([HEX], 'prefactored')).toThrow(/"elements" has none.*"rigid"/);
});

test('a stiff body falls with g to 1e-9 on two iterations a step', () => {
  const w = bar(
    [RIGID, HEX],
    'full',
    {
      spin: [0, 0.3, 0],
      material: { young: 1e9, density: 1000, damping: { stiffness: 0 } },
    },
    { gravity: [0, -9.81, 0], solver: { iterations: 2, tolerance: 1e-12 } },
  );
  let before = 0;
  for (let s = 0; s < 30; s++) {
    w.step();
    const speed = w.totals().momentum.linear[1] / 32;
    expect(Math.abs((speed - before) * 60 + 9.81)).toBeLessThan(1e-9);
    before = speed;
  }
});

test('detail over a script leaves the scripted motion as it is, to the bit', () => {
  const script: Layers[number] = {
    kind: 'script',
    name: 'script',
    keyframes: [
      { time: 0, position: [0, 0, 0], rotation: [0, 0, 0] },
      { time: 0.5, position: [0, 0.3, 0], rotation: [0, 0, 40] },
    ],
  };
  const probes = { tip: [0.4, 0, 0], far: [-0.35, 0, 0] } satisfies BodyInput['probes'];
  const plain = bar([script], 'full', { probes });
  const detailed = bar([script, { ...PATCH, cell: 0.1 }], 'full', { probes });
  let jiggle = 0;
  for (let s = 0; s < 60; s++) {
    plain.step();
    detailed.step();
    expect(detailed.bodies[0].probe('far')).toEqual(plain.bodies[0].probe('far'));
    jiggle = Math.max(
      jiggle,
      norm(difference(detailed.bodies[0].probe('tip'), plain.bodies[0].probe('tip'))),
    );
  }
  expect(jiggle).toBeGreaterThan(1e-3);
});

test('strict detail changes a dynamic coarse motion by less than 5 %', () => {
  const wall = {
    attachments: [
      { name: 'wall', region: { type: 'box', size: [0.02, 1, 1], position: [-0.4, 0, 0] } },
    ],
    probes: { middle: [0, 0, 0] },
  } satisfies Partial<BodyInput>;
  const gravity: [number, number, number] = [0, -9.81, 0];
  const sag = (layers: Layers): number[] => {
    const w = bar(layers, 'full', wall, { gravity });
    const path: number[] = [];
    for (let s = 0; s < 60; s++) {
      w.step();
      path.push(w.bodies[0].probe('middle')[1]);
    }
    return path;
  };
  const plain = sag([AFFINE]);
  const strict = sag([AFFINE, { ...PATCH, strict: true }]);
  const size = Math.max(...plain.map(Math.abs));
  const gap = Math.max(...plain.map((y, s) => Math.abs(y - strict[s])));
  expect(gap / size).toBeLessThan(0.05);
});

test('a snapshot in the middle of things continues to the bit', () => {
  const make = (): World => bar([AFFINE, PATCH], 'full', { spin: [0, 2, 1] }, PUSHED);
  const a = make();
  for (let s = 0; s < 10; s++) a.step();
  a.apply({ do: 'layer', body: 'bar', layer: 'patch', mute: true });
  for (let s = 0; s < 5; s++) a.step();
  const bytes = a.snapshot();
  const b = make();
  b.restore(bytes);
  for (let s = 0; s < 20; s++) {
    a.step();
    b.step();
  }
  expect(b.hash()).toBe(a.hash());
});
