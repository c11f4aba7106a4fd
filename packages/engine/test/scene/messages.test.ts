import { describe, expect, it } from 'vitest';
import { nearestWord } from '../../src/core/nearest.ts';
import { parseScene, SceneError, sceneJsonSchema } from '../../src/index.ts';

/** place: must be …, got …. Remedy. */
const GRAMMAR =
  /^[\w$.[\]-]+: (key )?(must (be|have) [^\n]+, got [^\n]+\.|has no field "[^"]*"\.) [A-Z0-9][^\n]*[.?]$/;

interface Node {
  $ref?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Node>;
  required?: string[];
  items?: Node;
  prefixItems?: Node[];
  oneOf?: Node[];
  anyOf?: Node[];
  minItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  pattern?: string;
}

const root = sceneJsonSchema() as Node & { $defs?: Record<string, Node> };

function resolve(node: Node): Node {
  if (node.$ref === undefined) return node;
  return node.$ref === '#' ? root : root.$defs![node.$ref.replace('#/$defs/', '')];
}

/** The least that a rule takes. */
function sample(rule: Node): unknown {
  const node = resolve(rule);
  if (node.const !== undefined) return node.const;
  if (node.enum) return node.enum[0];
  const forms = node.oneOf ?? node.anyOf;
  if (forms) return sample(forms[0]);
  if (node.prefixItems) return node.prefixItems.map(sample);
  switch (node.type) {
    case 'object':
      return Object.fromEntries(
        (node.required ?? []).map((key) => [key, sample(node.properties![key])]),
      );
    case 'array':
      return Array.from({ length: node.minItems ?? 0 }, () => sample(node.items!));
    case 'string':
      return node.pattern?.startsWith('^#') ? '#112233' : 'some';
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return Math.min(1, node.maximum ?? 1);
    default:
      return null;
  }
}

/** Values that a rule must refuse. */
function wrong(rule: Node): unknown[] {
  const node = resolve(rule);
  const forms = node.oneOf ?? node.anyOf;
  if (forms) return [[], 'text', { type: 'nothing-like-it' }];
  switch (node.type) {
    case 'object':
      return ['text', 3, [1]];
    case 'array':
      return ['text', 3, {}];
    case 'string':
      return [3, {}, []];
    case 'boolean':
      return ['yes', 1, null];
    case 'integer':
    case 'number':
      return ['3', null, -1e300, 1e300, Number.NaN, [1]];
    default:
      return [undefined, { not: 'known' }];
  }
}

type Put = (value: unknown) => unknown;
const seen = new Set<Node>();
const cases: { path: string; data: unknown }[] = [];

/** Collects broken inputs for a rule and everything in it. `put` sets a value in an otherwise good scene. */
function walk(rule: Node, path: string, put: Put): void {
  const node = resolve(rule);
  for (const value of wrong(node)) cases.push({ path, data: put(value) });
  // Shapes hold shapes: each form once is enough.
  if (node.oneOf && seen.has(node)) return;
  if (node.oneOf) seen.add(node);
  for (const form of node.oneOf ?? []) walkFields(resolve(form), path, put);
  walkFields(node, path, put);
  if (node.items) walk(node.items, `${path}[0]`, (value) => put([value]));
  node.prefixItems?.forEach((item, i) => {
    const whole = sample(node) as unknown[];
    walk(item, `${path}[${i}]`, (value) => put(whole.map((one, j) => (j === i ? value : one))));
  });
}

function walkFields(node: Node, path: string, put: Put): void {
  if (!node.properties) return;
  const whole = sample(node) as Record<string, unknown>;
  cases.push({ path, data: put({ ...whole, nonsense: 1 }) });
  for (const [key, field] of Object.entries(node.properties)) {
    if (resolve(field).const !== undefined) continue;
    walk(field, path === '' ? key : `${path}.${key}`, (value) => put({ ...whole, [key]: value }));
  }
}

function faultsOf(data: unknown): readonly string[] {
  try {
    parseScene(data);
  } catch (error) {
    if (error instanceof SceneError) return error.faults;
    throw error;
  }
  return [];
}

describe('messages', () => {
  walk(root, '', (value) => value);

  it('are there for every field and every fault, with place, value and remedy', () => {
    expect(cases.length).toBeGreaterThan(1500);
    const bad: string[] = [];
    for (const { path, data } of cases) {
      if (data === null || typeof data !== 'object' || Array.isArray(data)) continue;
      const faults = faultsOf(data);
      if (faults.length === 0) bad.push(`${path}: nothing said`);
      for (const fault of faults) {
        // Names that name nothing have words of their own.
        if (/there is no|is taken|joins two|has neither|the scene has no camera/.test(fault))
          continue;
        if (!GRAMMAR.test(fault)) bad.push(fault);
        else if (!fault.startsWith(path === '' ? 'scene:' : path.split(/[.[]/)[0]))
          bad.push(`${path} ≠ ${fault}`);
      }
    }
    expect([...new Set(bad)].slice(0, 20)).toEqual([]);
  });

  it.each([
    [{ bodies: [{ colour: 1 }] }, 'bodies[0]: has no field "colour". Did you mean "color"?'],
    [{ bodies: [{ shape: { type: 'shpere' } }] }, 'Did you mean "sphere"?'],
    [{ bodies: [{ model: { type: 'rigid', cel: 1 } }] }, 'has no field "cel". It may have type'],
    [{ bodies: [{ model: { type: 'octree', cel: 1 } }] }, 'Did you mean "cell"?'],
    [{ bodies: [{ position: [0, 2e6, 0] }] }, 'bodies[0].position[1]: must be a number of metres'],
    [
      { events: [{ do: 'force', force: [1e308, 0, 0] }] },
      'force[0]: must be a number of N, got 1e+308.',
    ],
    [
      { bodies: [{ material: { density: 1e-300 } }] },
      'density: must be a positive number of kg/m³',
    ],
    [{ bodies: {} }, 'bodies: must be a list, got an object. Write it in square brackets.'],
  ])('%j says "%s"', (change, text) => {
    const lines = faultsOf({ format: 'pliant/1', name: 'x', ...change });
    expect(lines.some((line) => line.includes(text))).toBe(true);
  });
});

it.each([
  ['colour', 'color'],
  ['yuong', 'young'],
  ['Cube', 'cube'],
  ['zebra', null],
])('the word nearest to %s is %s', (word, near) => {
  expect(nearestWord(word, ['color', 'young', 'cube', 'density'])).toBe(near);
});
