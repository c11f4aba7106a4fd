import { expect, test } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import {
  createWorld,
  InputError,
  type SceneInput,
  sceneJsonSchema,
  type World,
} from '../../src/index.ts';
import { effort } from '../effort.ts';
import { fromSchema, type Rule } from './from-schema.ts';
import { faultsOf } from './run.ts';

const COUNT = effort(15, 1500);
/** Times that a scene is asked for again, without what its last refusal named. */
const MOST_TRIES = 60;
/** place: what is wrong. Remedy. */
const MESSAGE = /^([\w$.[\]]+): .+[.?] .*[.?]$/su;

const schema = sceneJsonSchema() as Rule;
const root = { ...schema, required: [...schema.required!, 'bodies'] };

test(`${COUNT} random scenes of the schema itself, with numbers at their bounds: each runs with finite numbers, or is refused with place and remedy`, {
  timeout: 7.2e6,
}, () => {
  const bad: string[] = [];
  const kinds = new Set<string>();
  let ran = 0;
  for (let i = 1; i <= COUNT; i++) {
    const random = createRandom(1000 * i);
    const bound = [0, 0.01, 0.05, 0.2][i % 4];
    const given = [0.1, 0.2, 0.3][random.below(3)];
    const scene = fromSchema(root, random, { bound, any: bound, given }) as Holder;
    try {
      const world = buildWithout(scene);
      if (world === null) continue;
      for (const { kind } of world.bodies) kinds.add(kind);
      bad.push(...faultsOf(world).map((fault) => `scene ${i}: ${fault}`));
      world.dispose();
      ran++;
    } catch (error) {
      bad.push(`scene ${i}: ${(error as Error).stack ?? error}`);
    }
  }
  expect(bad).toEqual([]);
  expect(ran).toBeGreaterThan(0.2 * COUNT);
  expect(kinds.size).toBeGreaterThan(2);
});

type Holder = Record<string, unknown>;

/** Builds a scene, and as often as it is refused, leaves out what the message names: every message must name a place of the scene. */
function buildWithout(scene: Holder): World | null {
  for (let k = 0; k < MOST_TRIES; k++) {
    try {
      return createWorld(scene as unknown as SceneInput, { maxBuild: 4, maxMemory: 400 });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const line = error.message.replace(/^\d+ faults in the scene:\s+/, '').split('\n')[0];
      const place = MESSAGE.exec(line)?.[1];
      if (place === undefined)
        throw new Error(`without place or remedy: ${line}`, { cause: error });
      if (!leaveOut(scene, place)) throw new Error(`no such place: ${line}`, { cause: error });
    }
  }
  return null;
}

/** Fields that cannot be left out alone: the entry of the list they are in goes. */
const NEEDED = /^(shape|name|body|a|b|type|point|obstacle|target|joint|base)$/;

/** Leaves out the field at a place, or the entry of a list it is in; false if the scene has no such entry. */
function leaveOut(scene: Holder, place: string): boolean {
  const trail: [Holder, string][] = [];
  let holder: unknown = scene;
  for (const [part] of place.matchAll(/[^.[\]]+/g)) {
    // A default has no place of its own.
    if (typeof holder !== 'object' || holder === null) break;
    trail.push([holder as Holder, part]);
    holder = (holder as Holder)[part];
  }
  const [owner, key] = trail.at(-1)!;
  if (key in owner && !Array.isArray(owner) && !NEEDED.test(key)) return delete owner[key];
  for (const [list, at] of trail.reverse())
    if (Array.isArray(list)) return list.splice(Number(at), 1).length > 0;
  return false;
}
