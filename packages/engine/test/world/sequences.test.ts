import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  type Action,
  type BodyInput,
  createRandom,
  createWorld,
  InputError,
  type Random,
  recordWorld,
  replay,
  type SceneInput,
  type World,
} from '../../src/index.ts';
import { actionSchema } from '../../src/scene/action-schema.ts';
import { jointSchema, obstacleSchema, rules, springSchema } from '../../src/scene/schema.ts';
import { effort } from '../effort.ts';
import { fromSchema, type Rule } from '../scene/from-schema.ts';
import { BODIES } from './every-model.ts';
import { cube, floor, scene } from './helpers.ts';

const COUNT = effort(2, 600);
const ACTIONS = effort(8, 20);

const ACTION = z.toJSONSchema(
  actionSchema({
    body: rules().body,
    obstacle: obstacleSchema,
    spring: springSchema,
    joint: jointSchema,
  }),
  { io: 'input', unrepresentable: 'any' },
) as Rule;
/** Every kind of action equally often. */
const KINDS = ACTION.oneOf ?? ACTION.anyOf ?? [];

const cache = new Map();

/** Two or three bodies of any models, with everything that can act on them: springs, joints, bones, keyframes, wind. */
function someScene(random: Random): SceneInput {
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)];
  const kinds = Object.keys(BODIES);
  const bodies = Array.from({ length: 2 + random.below(2) }, (_, i): BodyInput => {
    const top = { type: 'box', size: [0.3, 0.06, 0.3], position: [0, 0.09, 0] } as const;
    const held = [{ name: 'top', region: top, ...(random.below(2) === 0 && { bone: 'arm.hand' }) }];
    return cube({
      ...BODIES[pick(kinds)],
      name: 'abc'[i],
      position: [0.05 * i, 0.15 + 0.25 * i, 0],
      material: { young: 5e4, poisson: 0.3, density: 1000, damping: { air: 1 } },
      ...(random.below(3) === 0 && { attachments: held }),
      ...(random.below(3) === 0 && { start: 'settled' }),
      ...(random.below(3) === 0 && { rolling: pick([0.01, 1]), restitution: random.next() }),
      ...(random.below(4) === 0 && { groups: ['soft'], touches: pick([['soft'], ['ground']]) }),
      ...(random.below(5) === 0 && { sensor: true }),
      ...(random.below(3) === 0 && { probes: { tip: [0, 0.1, 0] } }),
    });
  });
  const end = (): object => pick([{}, { body: 'a' }, { obstacle: 'paddle' }]);
  return scene({
    dt: pick([1 / 60, 1 / 240, 1 / 30]),
    solver: pick([{}, {}, { integrator: 'bdf2' }, { substeps: 2 }, { rest: 0 }]),
    groups: ['soft', 'ground'],
    bodies,
    obstacles: [
      { ...floor, groups: ['ground'] },
      {
        name: 'gate',
        shape: { type: 'box', size: [1, 0.2, 1] },
        position: [0, 0.5, 0],
        sensor: true,
      },
      {
        name: 'paddle',
        rolling: pick([0, 0.2]),
        shape: { type: 'sphere', radius: 0.1 },
        position: [0.6, 0.2, 0],
        ...(random.below(2) === 0 && {
          keyframes: [
            { time: 0, position: [0.6, 0.2, 0] },
            { time: 0.5, position: [0, 0.2, 0] },
          ],
        }),
      },
    ],
    skeletons: [
      { name: 'arm', bones: [{ name: 'hand', joint: [0, 0.5, 0], keyframes: [{ time: 0 }] }] },
    ],
    springs: [
      {
        name: 's',
        a: { body: 'a', point: [0, 0.1, 0] },
        b: { body: 'b', point: [0, -0.1, 0] },
        stiffness: 200,
      },
    ],
    joints: [
      {
        name: 'j',
        type: pick(['ball', 'hinge', 'slider', 'weld'] as const),
        a: { body: 'b', point: [0, 0.1, 0] },
        b: end(),
        axis: [0, 0, 1],
        ...(random.below(3) === 0 && { breakForce: 20 }),
      },
    ],
  } as Partial<SceneInput>);
}

/** An action of the schema itself; its names are those of the scene, so that most are not refused for them. */
function someAction(random: Random, i: number): Record<string, unknown> {
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)];
  const rule = { ...pick(KINDS), $defs: ACTION.$defs };
  const odd = pick([0, 0, 0.02, 0.2]);
  const action = fromSchema(rule, random, { bound: odd, any: odd, given: 0.5 }) as Holder;
  const body = (): string => pick(['a', 'b', 'c', `n${random.below(3)}`, 'a/1']);
  const names: Record<string, () => string> = {
    body,
    obstacle: () => pick(['paddle', 'paddle', 'floor', 'gate', `o${random.below(2)}`]),
    spring: () => pick(['s', `s${random.below(2)}`]),
    joint: () => pick(['j', `j${random.below(2)}`]),
    attachment: () => `${body()}.top`,
    bone: () => 'arm.hand',
    target: () => pick(['a.top', 'b.top', 'j', 's', 'j0', 's0']),
    id: () => pick(['hand', 'other']),
    layer: () => pick(['pose', 'detail', 'wobble']),
  };
  const rename = (holder: unknown): void => {
    if (typeof holder !== 'object' || holder === null) return;
    for (const [key, value] of Object.entries(holder)) {
      if (typeof value === 'string' && key in names) (holder as Holder)[key] = names[key]();
      else rename(value);
    }
  };
  rename(action);
  // Things that come in: new names, and bodies of every model at places where they fit.
  for (const key of ['obstacle', 'spring', 'joint'] as const) {
    const thing = action[key];
    if (typeof thing === 'object' && thing !== null) (thing as Holder).name = `${key[0]}${i % 2}`;
  }
  if (action.do === 'add' && 'body' in action)
    action.body = cube({
      ...BODIES[pick(Object.keys(BODIES))],
      name: `n${i % 3}`,
      position: [random.range(-0.5, 0.5), random.range(0.1, 1.5), random.range(-0.3, 0.3)],
    });
  // Exactly one thing is named.
  const given = ['obstacle', 'attachment', 'bone', 'body', 'spring', 'joint'].filter(
    (key) => key in action,
  );
  if (['pose', 'add', 'remove'].includes(action.do as string))
    for (const key of given.slice(1)) delete action[key];
  return action;
}

type Holder = Record<string, unknown>;

/** A warning where a body is held is a word; a number that is not finite, or a body that broke in silence, is a fault. */
function faultsOf(world: World): string[] {
  const faults: string[] = [];
  for (const body of world.bodies) {
    body.draw();
    if (!body.positions.every(Number.isFinite)) faults.push(`${body.name} (${body.kind}): NaN`);
    if (body.broken && ![...world.issues.keys()].some((text) => text.startsWith(`${body.name}: `)))
      faults.push(`${body.name} (${body.kind}) is held without a word`);
  }
  for (const hit of world.raycastAll([0.01, 5, 0.02], [0, -1, 0]))
    if (![hit.distance, ...hit.point, ...hit.normal].every(Number.isFinite))
      faults.push(`a ray meets ${hit.name} nowhere`);
  const { energy, momentum, speed } = world.totals();
  const all = [...Object.values(energy), speed, ...momentum.linear, ...momentum.angular];
  if (!all.every(Number.isFinite)) faults.push(`totals ${all.join(' ')}`);
  return faults;
}

/** Does one sequence of actions: what goes wrong in it. */
function faultsOfSequence(k: number): string[] {
  const random = createRandom(7919 * k);
  const input = someScene(random);
  const { world, recording } = recordWorld(createWorld(input, { cache }));
  const faults: string[] = [];
  let kept: { bytes: Uint8Array; hash: string; at: number } | null = null;
  const hashes = new Map<number, string>();
  for (let i = 0; i < ACTIONS; i++) {
    const before = world.hash();
    const action = someAction(random, i);
    const words = (): string => JSON.stringify(action).slice(0, 400);
    try {
      world.apply(action as unknown as Action);
    } catch (error) {
      if (!(error instanceof InputError)) return [`${words()}: ${(error as Error).stack}`];
      for (const line of error.message.replace(/^\d+ faults in the scene:\s+/, '').split('\n'))
        if (!/^\s*[\w$.[\]]+: .+[.?] .+[.?]$/.test(line)) faults.push(`${words()}: ${line}`);
      if (world.hash() !== before) faults.push(`${words()}: refused, and changed the world`);
    }
    try {
      world.step(1 + random.below(3));
    } catch (error) {
      return [`after ${words()}: ${(error as Error).stack}`];
    }
    hashes.set(world.steps, world.hash());
    for (const fault of faultsOf(world)) faults.push(`after ${words()}: ${fault}`);
    if (faults.length > 0) return faults;
    if (i === ACTIONS >> 1) {
      kept = { bytes: world.snapshot(), hash: world.hash(), at: recording.entries.length };
    }
  }
  const again = createWorld(input, { cache });
  replay(again, JSON.parse(JSON.stringify(recording)));
  if (again.hash() !== world.hash()) faults.push('a replay ends elsewhere');
  again.restore(kept!.bytes);
  if (again.hash() !== kept!.hash) faults.push('a snapshot comes back as another state');
  const rest = recording.entries.slice(kept!.at);
  for (let next = 0; again.steps < recording.steps; ) {
    for (; rest[next]?.step === again.steps; next++) again.apply(rest[next].action);
    again.step();
    if (again.hash() === (hashes.get(again.steps) ?? again.hash())) continue;
    const last = JSON.stringify(rest[next - 1] ?? 'the snapshot').slice(0, 400);
    faults.push(`goes on differently from a snapshot, step ${again.steps}, after ${last}`);
    break;
  }
  for (const one of [world, again]) one.dispose();
  return faults;
}

test(`${COUNT} sequences of actions of the schema itself, on bodies of all models with all that acts on them: refused with place and remedy, or done; replayed and resumed to the bit`, {
  timeout: 7.2e6,
}, () => {
  const bad: string[] = [];
  for (let k = 1; k <= COUNT; k++)
    for (const fault of faultsOfSequence(k)) bad.push(`sequence ${k}: ${fault}`);
  expect(bad).toEqual([]);
});
