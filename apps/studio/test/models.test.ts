import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Json } from '../src/document/json.ts';
import { MODELS, recommended } from '../src/models/models.ts';
import { storyOf } from '../src/stories.ts';

const SCENES = fileURLToPath(new URL('../../../scenes/', import.meta.url));
const scene = (body: Json, events: Json = []): Json => ({ bodies: [body], events });

it('every model has a file of its own, a picture and a cost', () => {
  expect(MODELS.map(({ type }) => type)).toEqual([
    'solid',
    'frames',
    'octree',
    'tets',
    'layers',
    'lattice',
    'rigid',
  ]);
  for (const { picture, cost } of MODELS) {
    expect(picture).toMatch(/^M/);
    expect(Math.min(cost.box, cost.other)).toBeGreaterThan(0);
  }
});

it('frames are recommended, unless something speaks for another model', () => {
  expect(recommended(scene({ name: 'a' }), 0).type).toBe('frames');
  const cut = [{ at: 1, do: 'cut', body: 'a' }];
  expect(recommended(scene({ name: 'a' }, cut), 0).type).toBe('octree');
  expect(recommended(scene({ name: 'b' }, cut), 0).type).toBe('frames');
  const stiffness = (type: string): Json => ({ material: { stiffness: { type } } });
  expect(recommended(scene(stiffness('vessels')), 0).type).toBe('tets');
  expect(recommended(scene(stiffness('gradient')), 0).type).toBe('frames');
  const layers = [{ kind: 'skeleton' }, { kind: 'hex' }];
  expect(recommended(scene({ model: { type: 'layers', layers } }), 0).type).toBe('layers');
  expect(recommended(scene({ material: { young: 1e10 } }), 0).type).toBe('rigid');
});

it('every scene of the gallery has a story of three steps', () => {
  const { gallery } = JSON.parse(readFileSync(`${SCENES}package.json`, 'utf8')) as {
    gallery: { scenes: string[] }[];
  };
  const without = gallery
    .flatMap(({ scenes }) => scenes)
    .filter((name) => storyOf(name)?.length !== 3);
  expect(without).toEqual([]);
});
