import { expect, test } from 'vitest';
import { type Action, createWorld, type SceneInput, type World } from '../../../src/index.ts';
import { difference, norm } from '../../world/helpers.ts';

/** A bar on a rigid frame, held at one end, sagging in two layers of elements over its other half. */
function sagging(): World {
  const region = { type: 'box', size: [0.5, 1, 1], position: [0.2, 0, 0] } as const;
  const scene: SceneInput = {
    format: 'pliant/1',
    name: 'controls',
    bodies: [
      {
        name: 'bar',
        shape: { type: 'box', size: [0.8, 0.2, 0.2] },
        material: { young: 1e5, density: 1000, damping: { stiffness: 0.02, mass: 1 } },
        probes: { tip: [0.4, 0, 0], middle: [0.2, 0.1, 0] },
        attachments: [
          { name: 'wall', region: { type: 'box', size: [0.1, 1, 1], position: [-0.4, 0, 0] } },
        ],
        model: {
          type: 'layers',
          layers: [
            { kind: 'rigid', name: 'frame' },
            { kind: 'hex', name: 'wide', cell: 0.1, region },
            {
              kind: 'hex',
              name: 'fine',
              cell: 0.1,
              region: { type: 'box', size: [0.3, 1, 1], position: [0.25, 0, 0] },
            },
          ],
        },
      },
    ],
  };
  const w = createWorld(scene);
  for (let s = 0; s < 60; s++) w.step();
  return w;
}

const CHANGES: Record<string, Omit<Extract<Action, { do: 'layer' }>, 'do' | 'body'>[]> = {
  mute: [{ layer: 'wide', mute: true }],
  solo: [{ layer: 'wide', solo: true }],
  weight: [{ layer: 'wide', weight: 0.4 }],
  order: [{ layer: 'fine', order: 1 }],
  'region paint': [{ layer: 'wide', paint: { point: [0.4, 0, 0], radius: 0.15, value: 0 } }],
  'material and damping': [{ layer: 'wide', stiffness: 0.5, damping: 2 }],
};

test.each(Object.keys(CHANGES))('%s changes without a pop, and back', (name) => {
  const w = sagging();
  const bar = w.bodies[0];
  const changed = CHANGES[name];
  let last = bar.probe('tip');
  const settled = last;
  let fastest = 0;
  let reached = 0;
  const run = (steps: number): void => {
    for (let s = 0; s < steps; s++) {
      w.step();
      const now = bar.probe('tip');
      fastest = Math.max(fastest, norm(difference(now, last)) / w.scene.dt);
      reached = Math.max(reached, norm(difference(now, settled)));
      last = now;
    }
  };
  for (const change of changed) w.apply({ do: 'layer', body: 'bar', ...change });
  run(60);
  // A pop would be the whole way within a step; it takes FADE seconds or the time the material needs.
  expect(reached).toBeGreaterThan(name === 'order' || name === 'solo' ? 1e-5 : 5e-4);
  expect(fastest * w.scene.dt).toBeLessThan(0.25 * reached + 1e-4);
});

test('a muted layer leaves the equation and its motion is gone; others stay', () => {
  const w = sagging();
  const before = w.bodies[0].levels.activeDofs;
  w.apply({ do: 'layer', body: 'bar', layer: 'wide', mute: true });
  w.apply({ do: 'layer', body: 'bar', layer: 'fine', mute: true });
  for (let s = 0; s < 30; s++) w.step();
  expect(w.bodies[0].levels.activeDofs).toBeLessThan(before / 3);
  expect(norm(difference(w.bodies[0].probe('tip'), [0.4, 0, 0]))).toBeLessThan(1e-9);
  w.apply({ do: 'layer', body: 'bar', layer: 'wide', mute: false });
  for (let s = 0; s < 90; s++) w.step();
  expect(w.bodies[0].probe('tip')[1]).toBeLessThan(-0.002);
});

test('what cannot be done is refused by name', () => {
  const w = sagging();
  const act = (change: Record<string, unknown>) => () =>
    w.apply({ do: 'layer', body: 'bar', ...change } as Action);
  expect(act({ layer: 'nothing', mute: true })).toThrow(/no layer "nothing".*frame, wide, fine/);
  expect(act({ layer: 'frame', mute: true })).toThrow(/coarsest layer/);
  expect(act({ layer: 'wide', weight: 2 })).toThrow(/from 0 to 1 \(part that shows\), got 2/);
});

test('what the layers add to the surface, each looked at apart, is the whole displacement', () => {
  const w = sagging();
  w.apply({ do: 'layer', body: 'bar', layer: 'fine', weight: 0.5 });
  for (let s = 0; s < 30; s++) w.step();
  const bar = w.bodies[0];
  bar.draw();
  const hash = w.hash();
  const sum = new Float64Array(bar.positions.length);
  let dent = 0;
  bar.layers?.forEach((_, k) => {
    const { added } = bar.drawLayer(k);
    for (let i = 0; i < sum.length; i++) sum[i] += added[i];
    if (k === 1) dent = Math.max(...added.map(Math.abs));
  });
  expect(dent).toBeGreaterThan(1e-3);
  let gap = 0;
  sum.forEach((c, i) => {
    gap = Math.max(gap, Math.abs(c - (bar.positions[i] - bar.surface.positions[i])));
  });
  expect(gap).toBeLessThan(1e-6);
  expect(w.hash()).toBe(hash);
  expect(bar.layers?.map((l) => [l.name, l.weight, l.canPaint])).toEqual([
    ['frame', 1, false],
    ['wide', 1, true],
    ['fine', 0.5, true],
  ]);
});

test('painting shows in the region of a layer', () => {
  const w = sagging();
  const bar = w.bodies[0];
  const painted = () => bar.drawLayer(1).region.reduce((sum, part) => sum + part, 0);
  const before = painted();
  w.apply({
    do: 'layer',
    body: 'bar',
    layer: 'wide',
    paint: { point: [0.4, 0, 0], radius: 0.15, value: 0 },
  });
  expect(painted()).toBeLessThan(0.9 * before);
  expect(painted()).toBeGreaterThan(0);
  expect(() => bar.drawLayer(3)).toThrow(/from 0 to 2, got 3/);
});
