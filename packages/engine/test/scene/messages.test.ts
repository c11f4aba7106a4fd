import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { nearestWord } from '../../src/core/nearest.ts';
import { InputError, parseScene, SceneError, sceneJsonSchema } from '../../src/index.ts';
import { actionSchema } from '../../src/scene/action-schema.ts';
import { sweepJsonSchema } from '../../src/scene/json-schema.ts';
import { parseAction } from '../../src/scene/parse-action.ts';
import { jointSchema, obstacleSchema, rules, springSchema } from '../../src/scene/schema.ts';
import { parseSweep } from '../../src/scene/sweep-schema.ts';
import { type Rule, resolveRule } from './from-schema.ts';

/** place: must be …, got …. Remedy. */
const GRAMMAR =
  /^[\w$.[\]-]+: (key )?(must (be|have|not be) [^\n]+, got [^\n]+\.|has no field "[^"]*"\.) [A-Z0-9][^\n]*[.?]$/;
/** Words that give a schema's text or its maker away. */
const RAW = /\ba [aeio]\w+ |undefined|NaN m|must be [A-Z]|\.\.|\[m\]|\[s\]/;
/** Units in a field's description, and what its message must have of them. */
const UNITS: readonly [RegExp, RegExp][] = [
  [/\[m\]/, /metres|length/],
  [/\[s\]/, /seconds/],
  [/\[Pa\]/, /Pa/],
  [/\[kg\/m³\]/, /kg\/m³/],
  [/\[m\/s\]/, /m\/s/],
  [/\[N\]/, /\bN\b/],
  [/\[N\/m\]/, /N\/m/],
  [/\[N s\/m\]/, /N s\/m/],
  [/\[1\/s\]/, /1\/s/],
  [/\[degrees\]/, /degrees/],
];

/** Values that a rule must refuse. */
function wrong(node: Rule): unknown[] {
  const forms = node.oneOf ?? node.anyOf;
  if (forms) {
    const takes = (type: string): boolean => forms.some((form) => form.type === type);
    const isOpen = forms.some(({ additionalProperties: open }) => typeof open === 'object');
    return [-3.5, takes('string') ? [] : 'text', isOpen ? [] : { type: 'nothing-like-it' }];
  }
  if (node.not) return [1, 'text'];
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

interface Case {
  readonly path: string;
  readonly data: unknown;
  /** What the field is, in the schema's words. */
  readonly words: string;
}
type Put = (value: unknown) => unknown;

/** Wrong inputs for a schema and everything in it: each differs from the least input in one place. */
function casesOf(root: Rule): Case[] {
  const cases: Case[] = [];
  const seen = new Set<Rule>();
  const resolve = (rule: Rule): Rule => resolveRule(root, rule);

  /** The least that a rule takes. */
  const sample = (rule: Rule): unknown => {
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
  };
  /** `put` sets a value in an otherwise good input. */
  const walk = (rule: Rule, path: string, put: Put, words: string): void => {
    const node = resolve(rule);
    const own = rule.description ?? node.description ?? words;
    // What takes anything refuses nothing.
    const isAny = Object.keys(node).every((key) => key === 'description' || key === 'default');
    if (!isAny) for (const value of wrong(node)) cases.push({ path, data: put(value), words: own });
    // Shapes hold shapes: each form once is enough.
    if (node.oneOf && seen.has(node)) return;
    if (node.oneOf) seen.add(node);
    for (const form of node.oneOf ?? []) walkFields(resolve(form), path, put);
    walkFields(node, path, put);
    if (node.items) walk(node.items, `${path}[0]`, (value) => put([value]), own);
    node.prefixItems?.forEach((item, i) => {
      const whole = sample(node) as unknown[];
      const here: Put = (value) => put(whole.map((one, j) => (j === i ? value : one)));
      walk(item, `${path}[${i}]`, here, own);
    });
  };
  const walkFields = (node: Rule, path: string, put: Put): void => {
    if (!node.properties) return;
    const whole = sample(node) as Record<string, unknown>;
    cases.push({ path, data: put({ ...whole, nonsense: 1 }), words: '' });
    for (const [key, field] of Object.entries(node.properties)) {
      if (resolve(field).const !== undefined) continue;
      const at = path === '' ? key : `${path}.${key}`;
      walk(field, at, (value) => put({ ...whole, [key]: value }), '');
    }
  };
  walk(root, '', (value) => value, '');
  return cases;
}

function faultsOf(read: (data: unknown) => unknown, data: unknown): readonly string[] {
  try {
    read(data);
  } catch (error) {
    if (error instanceof SceneError) return error.faults;
    if (error instanceof InputError) return error.message.split('\n').map((line) => line.trim());
    throw error;
  }
  return [];
}

const action = actionSchema({
  body: rules().body,
  obstacle: obstacleSchema,
  spring: springSchema,
  joint: jointSchema,
});
const INPUTS: readonly [string, Rule, (data: unknown) => unknown, number][] = [
  ['scene', sceneJsonSchema() as Rule, parseScene, 1500],
  [
    'action',
    z.toJSONSchema(action, { io: 'input', unrepresentable: 'any' }) as Rule,
    (data) => parseAction(data),
    1000,
  ],
  ['sweep', sweepJsonSchema() as Rule, parseSweep, 60],
];

describe.each(INPUTS)('messages about %ss', (_kind, root, read, least) => {
  const cases = casesOf(root);

  it('are there for every field and every fault, with place, value and remedy', () => {
    expect(cases.length).toBeGreaterThan(least);
    const bad: string[] = [];
    for (const { path, data } of cases) {
      if (data === null || typeof data !== 'object' || Array.isArray(data)) continue;
      const faults = faultsOf(read, data);
      if (faults.length === 0) bad.push(`${path}: nothing said`);
      for (const fault of faults) {
        if (!GRAMMAR.test(fault) || RAW.test(fault)) bad.push(fault);
        else if (!fault.startsWith(path === '' ? '' : path.split(/[.[]/)[0]))
          bad.push(`${path} ≠ ${fault}`);
      }
    }
    expect([...new Set(bad)].slice(0, 40)).toEqual([]);
  });

  it('name the unit of every quantity', () => {
    const bad: string[] = [];
    for (const { path, data, words } of cases) {
      const unit = UNITS.find(([described]) => described.test(words));
      if (unit === undefined) continue;
      for (const fault of faultsOf(read, data)) {
        const isWhole = /must be (a list|an object)/.test(fault);
        if (fault.startsWith(`${path}: must`) && !isWhole && !unit[1].test(fault))
          bad.push(`${words} ≠ ${fault}`);
      }
    }
    expect([...new Set(bad)].slice(0, 40)).toEqual([]);
  });
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
  [{ bodies: [{ material: { density: 1e-300 } }] }, 'density: must be a positive number of kg/m³'],
  [{ bodies: {} }, 'bodies: must be a list, got an object. Write it in square brackets.'],
])('%j says "%s"', (change, text) => {
  const lines = faultsOf(parseScene, { format: 'pliant/1', name: 'x', ...change });
  expect(lines.some((line) => line.includes(text))).toBe(true);
});

it.each([
  ['colour', 'color'],
  ['yuong', 'young'],
  ['Cube', 'cube'],
  ['zebra', null],
])('the word nearest to %s is %s', (word, near) => {
  expect(nearestWord(word, ['color', 'young', 'cube', 'density'])).toBe(near);
});
