import { expect, test } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import { compileShape } from '../../../src/geometry/sdf/compile.ts';
import type { TriangleMesh } from '../../../src/geometry/types.ts';
import { createWorld, type SceneInput, type World } from '../../../src/index.ts';
import { sheetMesh, surfaceMesh } from '../../../src/models/layers/basis/sheet.ts';
import { shellData } from '../../../src/models/layers/basis/shell.ts';
import { createShellState, evaluateShell } from '../../../src/models/layers/step/shell.ts';

const NONE = { mass: 0, stiffness: 0 };

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

/** A shell over a body that one scripted frame holds still: forces come from the shell alone. */
function held(mesh: TriangleMesh) {
  const { data } = shellData(mesh, 0.002, { young: 1e6, poisson: 0.3, damping: NONE }, 0);
  const state = createShellState(data);
  const energy = (x: Float64Array, f = new Float64Array(x.length)) => evaluateShell(state, x, f);
  return { energy };
}

test('a curved shell is at rest as it is, and flattening it costs what bending a flat one to it does', () => {
  const arch = sheetMesh([-0.2, 0, -0.1], [0.4, 0, 0], [0, 0, 0.2], 0.04, [0, 0.06, 0]);
  const flat = sheetMesh([-0.2, 0, -0.1], [0.4, 0, 0], [0, 0, 0.2], 0.04);
  const f = new Float64Array(arch.positions.length);
  expect(held(arch).energy(arch.positions, f)).toBeLessThan(1e-20);
  expect(Math.max(...f.map(Math.abs))).toBeLessThan(1e-9);
  expect(held(arch).energy(flat.positions)).toBeGreaterThan(1e-3);
  expect(held(flat).energy(flat.positions)).toBeLessThan(1e-20);
  const part = surfaceMesh(
    compileShape({ type: 'cylinder', radius: 0.1, height: 0.3 }),
    compileShape({ type: 'box', size: [1, 0.2, 1] }),
    0.03,
    'surface',
  );
  const g = new Float64Array(part.positions.length);
  expect(held(part).energy(part.positions, g)).toBeLessThan(1e-20);
  expect(Math.max(...g.map(Math.abs))).toBeLessThan(1e-8);
  expect(Math.max(...part.positions.filter((_, i) => i % 3 === 1))).toBeLessThan(0.13);
  // Forces of a bent one are the slope of its energy.
  const random = createRandom(3);
  const bent = part.positions.map((c) => c + random.range(-1, 1) * 2e-3);
  const way = bent.map(() => random.range(-1, 1));
  const at = (t: number) => held(part).energy(bent.map((c, i) => c + t * way[i]));
  const h = 1e-6;
  g.fill(0);
  held(part).energy(bent, g);
  const power = g.reduce((sum, c, i) => sum + c * way[i], 0);
  expect(Math.abs((at(h) - at(-h)) / (2 * h) / power + 1)).toBeLessThan(1e-5);
});
