import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseScene, sceneJsonSchema } from 'pliant';
import { describe, expect, it } from 'vitest';
import { getAt, isObject, type Json, type Path, setAt } from '../src/document/json.ts';
import { type Field, readSchema, type Schema } from '../src/inspector/fields.ts';

const reader = readSchema(sceneJsonSchema() as Schema);
const FOLDER = fileURLToPath(new URL('../../../scenes/', import.meta.url));
const scenes = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json') && file !== 'package.json')
  .map((file) => JSON.parse(readFileSync(FOLDER + file, 'utf8')) as Json);

/** The places of a scene that hold something to fill in, down to vectors, and those that the inspector offers. */
function unreached(scene: Json, value: Json | undefined, path: Path): Path[] {
  const field = reader.field(scene, path);
  if (field === null) return [path];
  if (!['group', 'list', 'record'].includes(field.kind)) return [];
  const offered = new Set(reader.fields(scene, path).map((one) => String(one.path.at(-1))));
  const keys = isObject(value) ? Object.keys(value) : [...((value as Json[]) ?? []).keys()];
  return keys.flatMap((key) => {
    if (['type', 'kind', 'do', '$schema'].includes(String(key))) return [];
    if (!offered.has(String(key))) return [[...path, key]];
    return unreached(scene, getAt(scene, [...path, key]), [...path, key]);
  });
}

describe('the inspector', () => {
  it('reaches every field of every scene of the gallery', () => {
    for (const scene of scenes) expect(unreached(scene, scene, [])).toEqual([]);
  });

  it('knows limits, defaults and words of a field', () => {
    const scene = scenes.find((one) => (getAt(one, ['bodies']) as Json[]).length > 0) as Json;
    const poisson = reader.field(scene, ['bodies', 0, 'material', 'poisson']) as Field;
    expect([poisson.kind, poisson.least, poisson.most, poisson.fallback]).toEqual([
      'number',
      -0.9,
      0.495,
      0.3,
    ]);
    expect(poisson.about).toContain('Poisson');
    const model = reader.field(scene, ['bodies', 0, 'model']) as Field;
    expect(model.forms).toEqual(
      expect.arrayContaining(['solid', 'frames', 'octree', 'tets', 'layers', 'rigid']),
    );
  });

  it('begins new things with something valid', () => {
    const cube = {
      format: 'pliant/1',
      name: 'mine',
      bodies: [{ name: 'cube', shape: { type: 'sphere', radius: 1 }, material: { young: 1e4 } }],
    } as Json;
    const shape = reader.field(cube, ['bodies', 0, 'shape']) as Field;
    for (const form of ['box', 'sphere', 'capsule', 'ellipsoid', 'rounded-box']) {
      const next = setAt(cube, ['bodies', 0, 'shape'], reader.sample(shape, form));
      expect(parseScene(next).bodies[0].shape.type).toBe(form);
    }
    const model = reader.field(cube, ['bodies', 0, 'model']) as Field;
    for (const form of ['solid', 'frames', 'octree', 'tets', 'lattice', 'rigid']) {
      const next = setAt(cube, ['bodies', 0, 'model'], reader.sample(model, form));
      expect(parseScene(next).bodies[0].model.type).toBe(form);
    }
    const obstacles = reader.field(cube, ['obstacles']) as Field;
    const item = reader.sampleItem(obstacles) as Json;
    expect(parseScene(setAt(cube, ['obstacles'], [item])).obstacles.length).toBe(1);
  });
});
