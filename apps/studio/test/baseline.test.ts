import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseScene } from 'pliant';
import { expect, it } from 'vitest';
import { baselineOf } from '../src/baseline.ts';
import { getAt, type Json } from '../src/document/json.ts';
import { modelOf } from '../src/document/live.ts';

const FOLDER = fileURLToPath(new URL('../../../scenes/', import.meta.url));
const scenes = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json') && file !== 'package.json')
  .map((file) => JSON.parse(readFileSync(FOLDER + file, 'utf8')) as Json);

it('every adaptive scene of the gallery has a twin that leaves nothing out, or none can be', () => {
  const titles = new Set<string>();
  for (const scene of scenes) {
    const baseline = baselineOf(scene);
    const models = (getAt(scene, ['bodies']) as Json[]).map((_, i) => modelOf(scene, i));
    const isAdaptive = models.some((type) => ['frames', 'octree', 'tets'].includes(type));
    if (isAdaptive && !models.includes('layers')) expect(baseline).not.toBe(null);
    if (baseline === null) continue;
    titles.add(baseline.title);
    for (const { model } of parseScene(baseline.scene).bodies) {
      expect(['octree', 'layers']).not.toContain(model.type);
      if (model.type === 'frames' || model.type === 'tets') expect(model.adaptive).toBe(false);
    }
  }
  expect([...titles].sort()).toEqual([
    'All frames',
    'All split',
    'Regular lattice',
    'Uniform elements',
  ]);
});
