import { expect, test } from 'vitest';
import { createWorld, InputError, type SceneInput } from '../../src/index.ts';
import { createLimit } from '../../src/world/build/limits.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];
type Shape = BodyInput['shape'];

const layers = (...own: object[]): BodyInput['model'] =>
  ({ type: 'layers', layers: [{ kind: 'hex', name: 'coarse', cell: 0.25 }, ...own] }) as never;
const sheet = (cell: number, u: number[]): object => ({
  kind: 'shell',
  name: 'skin',
  sheet: { from: [-0.5, 0, -0.5], u, v: [0, 0, 1] },
  cell,
  thickness: 1e-3,
});
const nested = (depth: number): Shape =>
  depth === 0
    ? { type: 'sphere', radius: 0.3 }
    : { type: 'union', shapes: [nested(depth - 1), nested(depth - 1)] };

/** What would take all memory or all day, and what it is told: place, count, limit, remedy. */
const TOO_LARGE: [string, Partial<BodyInput>, RegExp][] = [
  [
    'a sheet of tiny triangles',
    { model: layers(sheet(3e-3, [1, 0, 0])) },
    /layers\[1\]\.cell: gives 111556 vertices, and 20000 are the most\. Take cells of 0\.0071 m or more\.$/,
  ],
  [
    'a sheet of more triangles than there is memory for',
    { model: layers(sheet(1e-5, [1, 0, 0])) },
    /gives 10000200001 vertices, and 20000 are the most/,
  ],
  [
    'a sheet without area',
    { model: layers(sheet(0.1, [0, 0, 1])) },
    /layers\[1\]\.sheet: must have an area, got 0 m² between edges u and v\. Turn one of them\.$/,
  ],
  [
    'a layer of tiny cells',
    { model: layers({ kind: 'hex', name: 'fine', cell: 0.02 }) },
    /layers\[1\]\.cell: gives 50 × 50 × 50 cells, and 40000 are the most\. Take larger ones/,
  ],
  [
    'a box of tiny tetrahedra',
    { model: { type: 'tets', cell: 1e-6 } },
    /model\.cell: gives 1000000 × 1000000 × 1000000 cubes, and 1000000 are the most\. Make it larger\.$/,
  ],
  [
    'an octree whose cell is larger than the body',
    { model: { type: 'octree', cell: 5 } },
    /model\.cell: must be at most half of the body's longest side, 1 m, got 5\. Take 0\.03125/,
  ],
  [
    'a lattice whose regions are wider than the body',
    { model: { type: 'lattice', cell: 0.2, width: 1e12 } },
    /model\.width: must be at most the body's longest side, 1 m, got 1000000000000\. Make/,
  ],
  [
    'thousands of shapes in one',
    { shape: nested(13), model: { type: 'rigid' } },
    /shape: is made of more than 1000 shapes\. Make a mesh file of it, or use repeat for copies\.$/,
  ],
  [
    'a part that is far away',
    {
      shape: {
        type: 'union',
        shapes: [
          { type: 'sphere', radius: 0.1 },
          { type: 'sphere', radius: 0.1, position: [-4e5, 0, 0] },
        ],
      },
      model: { type: 'solid', cell: 0.08 },
    },
    /model\.cell: must be larger for at most 400000 cells in the body's box, got [\d.]+ m, which makes \d{7,}\. /,
  ],
  [
    'frames over tiny voxels',
    { model: { type: 'frames', frames: [1, 8], voxel: 0.004 } },
    /model\.voxel: gives 250 × 250 × 250 voxels, and 1000000 are the most\. Use a larger one\.$/,
  ],
];

test.each(TOO_LARGE)('%s is refused before anything is allocated', (_, change, message) => {
  const body = {
    name: 'b',
    shape: { type: 'box', size: [1, 1, 1] },
    material: { young: 1e5 },
    ...change,
  } as BodyInput;
  const create = () => createWorld({ format: 'pliant/1', name: 'large', bodies: [body] });
  expect(create).toThrow(InputError);
  expect(create).toThrow(message);
});

/** What would take longer or more than is allowed, and is told before that begins. */
const TOO_MUCH: [string, BodyInput['model'], RegExp][] = [
  [
    'thousands of voxels',
    { type: 'frames', frames: [1, 8], voxel: 0.06 },
    /model\.voxel: building \(shape functions\) would take about \d+ MB; 3 are allowed\. Take larger voxels or fewer frames, or allow more/,
  ],
  [
    'thousands of elements',
    { type: 'solid', cell: 0.05 },
    /model\.cell: building \(elements\) would take about \d+ MB; 3 are allowed\. Take a larger one, or allow more/,
  ],
  [
    'thousands of cells',
    { type: 'octree', cell: 0.04 },
    /model\.cell: building \(voxels\) would take about \d+ MB; 3 are allowed\. Take a larger one, or allow more/,
  ],
  [
    'thousands of leaves',
    { type: 'tets', cell: 0.5, levels: 3 },
    /model\.levels: building \(the tree\) would take about \d+ MB; 3 are allowed\. Split less often, or take a larger cell, or/,
  ],
  [
    'a layer that repeats many motions of another',
    layers({ kind: 'hex', name: 'fine', cell: 0.2 }),
    /model\.layers\[1\]\.cell: building .* would take about \d+ MB; 3 are allowed\. Take larger cells/,
  ],
];

test.each(TOO_MUCH)('%s: an estimate is made, and refused above the limit', (_, model, message) => {
  const body = {
    name: 'b',
    shape: { type: 'box', size: [1, 1, 1] },
    material: { young: 1e5 },
    model,
  };
  const input = { format: 'pliant/1', name: 'large', bodies: [body] } as SceneInput;
  expect(() => createWorld(input, { maxMemory: 3 })).toThrow(message);
});

test('what would take longer than is left is refused before it begins', () => {
  const ahead = { seconds: 90, megabytes: 1, place: 'model.cell', remedy: 'Take larger ones' };
  createLimit({ maxBuild: 1000 }, undefined)('order', ahead);
  createLimit({}, undefined)('order', ahead);
  expect(() => createLimit({ maxBuild: 60 }, undefined)('order', ahead)).toThrow(
    /^model\.cell: building \(order\) would take about \d+ s; 60 are allowed\. Take larger ones, or allow more time \(maxBuild, --max-build\)\.$/,
  );
});
