import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createRandom, type Random } from '../../src/core/random.ts';
import { createWorld, InputError } from '../../src/index.ts';
import { BodyCache } from '../../src/world/build/async.ts';
import { effort } from '../effort.ts';

const FOLDER = new URL('../../../../scenes/', import.meta.url);
const SCENES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json') && name !== 'package.json')
  .map((name) => readFileSync(new URL(name, FOLDER), 'utf8'));

/** A small scene with something of everything, so that damage lands everywhere. */
const RICH = JSON.stringify({
  format: 'pliant/1',
  name: 'rich',
  bodies: [
    {
      name: 'a',
      shape: {
        type: 'union',
        shapes: [
          { type: 'sphere', radius: 0.2 },
          { type: 'box', size: [0.3, 0.2, 0.2] },
        ],
        smooth: 0.05,
      },
      material: {
        young: 1e5,
        stiffness: { type: 'gradient', from: [0, 0, 0], to: [0, 0.2, 0], values: [1, 3] },
      },
      model: { type: 'solid', cell: 0.15 },
      attachments: [{ name: 'top', region: { type: 'plane', normal: [0, -1, 0], offset: -0.1 } }],
      probes: { p: [0, 0, 0] },
    },
  ],
  obstacles: [
    {
      name: 'floor',
      shape: { type: 'plane', normal: [0, 1, 0], offset: -0.3 },
      keyframes: [{ time: 0 }, { time: 1, position: [0, 0.1, 0] }],
    },
  ],
  springs: [
    { name: 's', a: { body: 'a', point: [0, 0, 0] }, b: { point: [0, 1, 0] }, stiffness: 100 },
  ],
  events: [
    { at: 0.01, do: 'release', target: 'a.top' },
    { at: 0.02, do: 'pull', body: 'a', point: [0, 0, 0], to: [1, 0, 0], duration: 1 },
  ],
  checks: [{ name: 'c', measure: 'speed', max: 10 }],
});

const JUNK = [
  null,
  -1,
  0,
  1e300,
  Number.MAX_VALUE,
  -1e-300,
  '',
  'x',
  [],
  {},
  true,
  [1, 2],
  [0, 0, 0],
  { type: 'sphere' },
  1e9,
  0.5,
];

/** Every place in a document: a holder and a key. */
function places(value: unknown, out: { holder: Record<string, unknown>; key: string }[] = []) {
  if (typeof value !== 'object' || value === null) return out;
  for (const key of Object.keys(value)) {
    out.push({ holder: value as Record<string, unknown>, key });
    places((value as Record<string, unknown>)[key], out);
  }
  return out;
}

function damageData(text: string, random: Random): unknown {
  const data = JSON.parse(text);
  for (let k = 1 + random.below(3); k > 0; k--) {
    const all = places(data);
    const { holder, key } = all[random.below(all.length)];
    const other = all[random.below(all.length)];
    const kind = random.below(4);
    if (kind === 0) delete holder[key];
    else if (kind === 1) holder[key] = structuredClone(JUNK[random.below(JUNK.length)]);
    else if (kind === 2) holder[key] = JSON.parse(JSON.stringify(other.holder[other.key] ?? null));
    else if (typeof holder[key] === 'number')
      holder[key] = (holder[key] as number) * [-1, 1e-6, 1e6, 0][random.below(4)];
    else holder[`${key}x`] = 1;
  }
  return data;
}

function damageText(text: string, random: Random): string {
  const at = random.below(text.length);
  const kind = random.below(3);
  if (kind === 0) return text.slice(0, at);
  if (kind === 1)
    return text.slice(0, at) + String.fromCharCode(32 + random.below(90)) + text.slice(at + 1);
  return text.slice(0, at) + text.slice(at + 1 + random.below(20));
}

const COUNT = effort(150, 5000);

test(`${COUNT} randomly damaged scenes: each runs or gets a located message, nothing else is thrown`, () => {
  const random = createRandom(12);
  // Models of the gallery are large, and no two damaged ones are alike: they are not kept.
  const cache = new BodyCache();
  let ran = 0;
  let refused = 0;
  for (let i = 0; i < COUNT; i++) {
    // Whole scenes of the gallery take long to build: one in ten.
    const text = random.below(10) === 0 ? SCENES[random.below(SCENES.length)] : RICH;
    const scene = random.below(4) === 0 ? damageText(text, random) : damageData(text, random);
    try {
      const world = createWorld(scene as string, text === RICH ? { cache } : {});
      world.step(3);
      world.dispose();
      ran++;
    } catch (error) {
      if (!(error instanceof InputError))
        throw new Error(`scene ${i}: ${String(error)}\n${JSON.stringify(scene)}`, { cause: error });
      expect(error.message.length).toBeGreaterThan(10);
      refused++;
    }
  }
  expect(ran + refused).toBe(COUNT);
  expect(ran).toBeGreaterThan(0.04 * COUNT);
  expect(refused).toBeGreaterThan(0.5 * COUNT);
}, 3_600_000);
