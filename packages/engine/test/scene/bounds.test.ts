import { expect, test } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import { createWorld, InputError, type SceneInput, sceneJsonSchema } from '../../src/index.ts';
import { effort } from '../effort.ts';
import { type Rule, resolveRule } from './from-schema.ts';
import { faultsOf } from './run.ts';

const COUNT = effort(16, 2000);
const root = sceneJsonSchema() as Rule;

/** A small body of every model over a floor, which it reaches within the steps. */
const MODELS: readonly NonNullable<NonNullable<SceneInput['bodies']>[number]['model']>[] = [
  { type: 'rigid' },
  { type: 'solid', cell: 0.1 },
  { type: 'solid', cell: 0.1, elements: 'linear' },
  { type: 'frames', frames: [1, 5] },
  { type: 'octree', cell: 0.05 },
  { type: 'lattice', cell: 0.05 },
  { type: 'tets', cell: 0.1 },
  {
    type: 'layers',
    layers: [
      { kind: 'rigid', name: 'pose' },
      { kind: 'hex', name: 'detail', cell: 0.1 },
    ],
  },
];

type Holder = Record<string, unknown>;
const sceneOf = (model: (typeof MODELS)[number]): Holder =>
  structuredClone({
    format: 'pliant/1',
    name: 'bounds',
    gravity: [0, -9.81, 0],
    solver: {},
    bodies: [
      {
        name: 'a',
        shape: { type: 'box', size: [0.2, 0.2, 0.2] },
        position: [0, 0.101, 0],
        velocity: [0, -0.5, 0],
        material: { damping: {} },
        model,
      },
    ],
    obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
  });

/** A number of the scene and its two bounds. */
interface Place {
  readonly path: readonly string[];
  readonly bounds: readonly number[];
}

/** Every number of a scene with one body of a model, as the schema has it. */
function placesOf(type: string): Place[] {
  const found: Place[] = [];
  const visit = (given: Rule, path: string[]): void => {
    const rule = resolveRule(root, given);
    const forms = rule.oneOf ?? rule.anyOf;
    if (forms) {
      const form = forms.find((one) => resolveRule(root, one).properties?.type?.const === type);
      const plain = forms.find((one) =>
        ['number', 'integer'].includes(resolveRule(root, one).type ?? ''),
      );
      if (form ?? plain) visit((form ?? plain)!, path);
      return;
    }
    if (rule.type === 'number' || rule.type === 'integer') {
      const low = rule.minimum ?? rule.exclusiveMinimum ?? -1e12;
      found.push({ path, bounds: [low, rule.maximum ?? 1e12] });
    }
    rule.prefixItems?.forEach((one, i) => {
      visit(one, [...path, String(i)]);
    });
    for (const [key, field] of Object.entries(rule.properties ?? {})) visit(field, [...path, key]);
  };
  const { properties } = root;
  for (const key of ['dt', 'gravity', 'solver']) visit(properties![key], [key]);
  const body = resolveRule(root, properties!.bodies.items!).properties!;
  for (const key of [
    'position',
    'velocity',
    'spin',
    'material',
    'model',
    'friction',
    'restitution',
    'detail',
  ])
    visit(body[key], ['bodies', '0', key]);
  const obstacle = resolveRule(root, properties!.obstacles.items!).properties!;
  for (const key of ['position', 'surfaceVelocity', 'friction'])
    visit(obstacle[key], ['obstacles', '0', key]);
  return found;
}

function put(scene: Holder, path: readonly string[], value: number): void {
  let holder = scene;
  path.slice(0, -1).forEach((key, i) => {
    const next = path[i + 1];
    holder[key] ??= /^\d+$/.test(next) ? [0, 0, 0] : {};
    holder = holder[key] as Holder;
  });
  holder[path.at(-1)!] = value;
}

test(`${COUNT} scenes with two numbers at their bounds: each runs with finite numbers, or is refused with place and remedy`, {
  timeout: 7.2e6,
}, () => {
  const random = createRandom(8);
  const places = MODELS.map(({ type }) => placesOf(type!));
  const bad: string[] = [];
  let ran = 0;
  for (let i = 0; i < COUNT; i++) {
    const k = i % MODELS.length;
    const scene = sceneOf(MODELS[k]);
    const words: string[] = [MODELS[k].type!];
    for (let n = 0; n < 2; n++) {
      const { path, bounds } = places[k][random.below(places[k].length)];
      const value = bounds[random.below(2)];
      put(scene, path, value);
      words.push(`${path.join('.')} = ${value}`);
    }
    try {
      const world = createWorld(scene as unknown as SceneInput, { maxBuild: 4, maxMemory: 400 });
      bad.push(...faultsOf(world).map((fault) => `${words.join(', ')}: ${fault}`));
      world.dispose();
      ran++;
    } catch (error) {
      if (!(error instanceof InputError))
        bad.push(`${words.join(', ')}: ${(error as Error).stack}`);
      else if (!/^[\w.[\]]+: .+[.?] .+[.?]$/.test(error.message)) bad.push(error.message);
    }
  }
  expect(bad).toEqual([]);
  expect(ran).toBeGreaterThan(0.2 * COUNT);
});
