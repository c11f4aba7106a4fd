import { expect, test } from 'vitest';
import { createWorld, type SceneInput, type World } from '../../../src/index.ts';

/** A stiff sheet on one soft block that is pushed together; heights of the sheet along its middle at the end. */
function pushed(strict: boolean): number[] {
  const xs = Array.from({ length: 11 }, (_, i) => -0.25 + 0.05 * i);
  const scene: SceneInput = {
    format: 'pliant/1',
    name: 'shell',
    gravity: [0, 0, 0],
    bodies: [
      {
        name: 'block',
        shape: { type: 'box', size: [0.6, 0.12, 0.2] },
        material: { young: 5e3, density: 1000, damping: { stiffness: 0.02, mass: 1 } },
        model: {
          type: 'layers',
          layers: [
            { kind: 'hex', name: 'block', cell: 0.6 },
            {
              kind: 'shell',
              name: 'sheet',
              sheet: { from: [-0.3, 0.06, -0.1], u: [0.6, 0, 0], v: [0, 0, 0.2] },
              cell: 0.05,
              thickness: 0.0015,
              material: { young: 2e7, damping: { stiffness: 0.004 } },
              strict,
            },
          ],
        },
        attachments: [
          { name: 'left', region: { type: 'box', size: [0.02, 1, 1], position: [-0.3, 0, 0] } },
          {
            name: 'right',
            region: { type: 'box', size: [0.02, 1, 1], position: [0.3, 0, 0] },
            keyframes: [
              { time: 0, position: [0, 0, 0] },
              { time: 1, position: [-0.02, 0, 0] },
            ],
          },
        ],
        probes: Object.fromEntries(xs.map((x, i) => [`p${i}`, [x, 0.06, 0.02]])),
      },
    ],
  };
  const w: World = createWorld(scene);
  for (let s = 0; s < 72; s++) w.step();
  return xs.map((_, i) => w.bodies[0].probe(`p${i}`)[1] - 0.06);
}

/** How often a line of heights changes sides, small ones left out. */
function turns(heights: number[]): number {
  const clear = heights.filter((y) => Math.abs(y) > 1e-3);
  return clear.filter((y, i) => i > 0 && y * clear[i - 1] < 0).length;
}

test('a stiff sheet in a soft block buckles into waves', () => {
  const heights = pushed(true);
  expect(Math.max(...heights.map(Math.abs))).toBeGreaterThan(0.004);
  expect(turns(heights)).toBeGreaterThan(2);
});

test('without the split the sheet slides in the block and does not fold into waves', () => {
  const heights = pushed(false);
  expect(turns(heights)).toBeLessThan(3);
});
