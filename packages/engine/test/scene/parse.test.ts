import { expect, test } from 'vitest';
import { parseScene, SceneError, sceneJsonSchema } from '../../src/index.ts';

const GOOD = {
  format: 'pliant/1',
  name: 'one',
  bodies: [
    { name: 'a', shape: { type: 'sphere', radius: 1 }, material: { young: 1e5 } },
    {
      name: 'b',
      shape: { type: 'union', shapes: [{ type: 'box', size: [1, 1, 1] }] },
      material: { young: 1e5 },
    },
  ],
};

/** The faults of a scene that differs from a good one in one place. */
function faults(change: (scene: ReturnType<typeof copy>) => void): readonly string[] {
  const scene = copy();
  change(scene);
  try {
    parseScene(scene);
  } catch (error) {
    if (error instanceof SceneError) return error.faults;
    throw error;
  }
  return [];
}

// biome-ignore lint/suspicious/noExplicitAny: the test writes anything anywhere, as a user might.
const copy = (): any => JSON.parse(JSON.stringify(GOOD));

test('a good scene gets its defaults', () => {
  const scene = parseScene(GOOD);
  expect(scene.gravity).toEqual([0, -9.81, 0]);
  expect(scene.bodies[0].material.density).toBe(1000);
  expect(scene.bodies[0].model.type).toBe('solid');
});

test('a name and a shape make a body: soft rubber, unless the scene says otherwise', () => {
  const { bodies, ...rest } = copy();
  const scene = parseScene({ ...rest, bodies: [{ name: 'a', shape: bodies[0].shape }] });
  expect(scene.bodies[0].material.young).toBe(1e5);
});

test.each<[string, (scene: ReturnType<typeof copy>) => void, RegExp]>([
  [
    'a negative modulus',
    (s) => (s.bodies[1].material.young = -5),
    /^bodies\[1\]\.material\.young: must be a positive number of Pa, got -5\. .*rubber/,
  ],
  ['a missing shape', (s) => delete s.bodies[0].shape, /^bodies\[0\]\.shape: .*got nothing/],
  [
    'a text for a number',
    (s) => (s.bodies[0].shape.radius = 'big'),
    /^bodies\[0\]\.shape\.radius: .*got "big"/,
  ],
  [
    'a nested shape',
    (s) => (s.bodies[1].shape.shapes[0].size = [1, 2]),
    /^bodies\[1\]\.shape\.shapes\[0\]\.size/,
  ],
  [
    'an unknown shape',
    (s) => (s.bodies[0].shape.type = 'cube'),
    /^bodies\[0\]\.shape\.type: must be one of "sphere"/,
  ],
  ['an unknown field', (s) => (s.bodies[0].yuong = 1), /^bodies\[0\]: has no field "yuong"/],
  [
    'a name used twice',
    (s) => (s.bodies[1].name = 'a'),
    /^bodies\[1\]\.name: must be a name of its own, got "a" again\. /,
  ],
  [
    'an event for nobody',
    (s) => (s.events = [{ at: 1, do: 'release', target: 'a.top' }]),
    /^events\[0\]\.target: must be the name of an attachment, spring or joint, got "a\.top"/,
  ],
  [
    'a check that cannot fail',
    (s) => (s.checks = [{ name: 'x', measure: 'speed' }]),
    /^checks\[0\]: must have "min" or "max", got neither/,
  ],
  ['the wrong version', (s) => (s.format = 'pliant/9'), /^format: must be "pliant\/1"/],
  [
    'a body as a list',
    (s) => (s.bodies[0] = []),
    /^bodies\[0\]: must be a object|^bodies\[0\]: must be an? object/,
  ],
])('%s gets a located message', (_what, change, message) => {
  const lines = faults(change);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines[0]).toMatch(message);
});

test('text that is not JSON, nothing, and endless nesting are refused', () => {
  expect(() => parseScene('{ "format": ')).toThrow(/not valid JSON/);
  for (const bad of [null, 3, [], 'null']) expect(() => parseScene(bad)).toThrow(SceneError);
  let shape: object = { type: 'sphere', radius: 1 };
  for (let i = 0; i < 5000; i++) shape = { type: 'union', shapes: [shape] };
  expect(() => parseScene({ ...GOOD, bodies: [{ ...GOOD.bodies[0], shape }] })).toThrow(
    /nested deeper/,
  );
});

test('the JSON Schema is made from the same rules', () => {
  const schema = sceneJsonSchema();
  expect(schema.type).toBe('object');
  expect(JSON.stringify(schema)).toContain('rounded-box');
});
