import { expect, test } from 'vitest';
import { compileShape } from '../../src/geometry/sdf/compile.ts';
import { thinVolume } from '../../src/geometry/voxels/solid-volume.ts';
import { createWorld, type SceneInput } from '../../src/index.ts';

type Body = NonNullable<SceneInput['bodies']>[number];

const SHAPES: [string, Body['shape'], number][] = [
  ['a pole', { type: 'cylinder', radius: 0.02, height: 2 }, Math.PI * 0.02 ** 2 * 2],
  ['a long bar', { type: 'box', size: [100, 0.2, 0.2] }, 4],
  ['a ring of wire', { type: 'torus', radius: 1, tube: 0.03 }, 2 * Math.PI ** 2 * 0.03 ** 2],
];
const MODELS: Body['model'][] = [
  { type: 'rigid' },
  { type: 'frames', frames: 8 },
  { type: 'octree' },
  { type: 'lattice' },
  {
    type: 'layers',
    layers: [
      { kind: 'rigid', name: 'root' },
      { kind: 'affine', name: 'detail', frames: 4 },
    ],
  },
];

test.each(SHAPES)(
  '%s falls with the mass it has, as every model, though it is thinner than default cells',
  (_, shape, volume) => {
    for (const model of MODELS) {
      const world = createWorld({
        format: 'pliant/1',
        name: 'thin',
        bodies: [{ name: 'thin', shape, model }],
      });
      world.step();
      const { momentum, energy } = world.totals();
      const mass = -momentum.linear[1] / (9.81 * world.scene.dt);
      expect(Math.abs(mass / (1000 * volume) - 1), model!.type).toBeLessThan(0.05);
      expect(Number.isFinite(energy.elastic), model!.type).toBe(true);
      world.dispose();
    }
  },
);

test('the volume of a thin solid is found on a grid that is far too coarse for it', () => {
  const sdf = compileShape({ type: 'box', size: [10, 0.1, 0.3], rotation: [20, 30, 40] });
  const b = sdf.bounds;
  const dims = [0, 1, 2].map((c) => Math.ceil(b[c + 3] - b[c]));
  const volume = thinVolume(sdf, { origin: [b[0], b[1], b[2]], cell: 1, dims });
  expect(volume).toBeGreaterThan(0.97 * 0.3);
  expect(volume).toBeLessThan(1.03 * 0.3);
});

test('an octree of cells that hardly fit is refused with a size that does', () => {
  const make = (model: Body['model']) => () =>
    createWorld({
      format: 'pliant/1',
      name: 'thin',
      bodies: [{ name: 'bar', shape: { type: 'box', size: [2, 0.2, 0.2] }, model }],
    });
  expect(make({ type: 'lattice', width: 1e-9 })).toThrow(/model\.width: must be at least/);
});
