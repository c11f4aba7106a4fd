import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { toAscii } from '../../src/core/ascii.ts';
import { createDigest } from '../../src/core/hash.ts';
import { VERSION } from '../../src/core/version.ts';
import { createRandom, createWorld, InputError, type World } from '../../src/index.ts';
import { effort } from '../effort.ts';
import { cube, floor, scene } from './helpers.ts';

const SCENE = scene({ bodies: [cube({ position: [0, 0.12, 0] })], obstacles: [floor] });

function running(): { world: World; bytes: Uint8Array; hash: string } {
  const world = createWorld(SCENE);
  world.apply({ do: 'drag', id: 'hand', body: 'cube', point: [0, 0, 0], to: [0, 0.4, 0] });
  world.step(12);
  return { world, bytes: world.snapshot(), hash: world.hash() };
}

function refuses(world: World, bytes: Uint8Array, words = ''): void {
  const before = world.hash();
  let error: unknown;
  try {
    world.restore(bytes);
  } catch (caught) {
    error = caught;
  }
  expect(error).toBeInstanceOf(InputError);
  expect((error as Error).message).toMatch(/^snapshot/);
  expect((error as Error).message).toContain(words);
  expect(world.hash()).toBe(before);
}

const FLIPS = effort(700, 20_000);

it(`${FLIPS} flipped bits of a snapshot, one at a time: each is found, and nothing changes`, () => {
  const { world, bytes } = running();
  const random = createRandom(3);
  const bits = 8 * bytes.length;
  for (let i = 0; i < FLIPS; i++) {
    // The first bytes hold the header's numbers; the others anything.
    const bit = i < 400 ? i : Math.floor(random.next() * bits);
    bytes[bit >> 3] ^= 1 << (bit & 7);
    refuses(world, bytes);
    bytes[bit >> 3] ^= 1 << (bit & 7);
  }
  world.restore(bytes);
});

it('snapshots that are cut short or too long are refused', () => {
  const { world, bytes } = running();
  for (const length of [0, 1, 17, 20, 38, 60, 400, bytes.length - 1])
    refuses(world, bytes.slice(0, length));
  const longer = new Uint8Array(bytes.length + 8);
  longer.set(bytes);
  refuses(world, longer);
});

/** A snapshot whose header was changed by someone who knows the format. */
function forged(bytes: Uint8Array, change: (header: Record<string, unknown>) => void): Uint8Array {
  const start = 'pliant-snapshot-3\n'.length + 16;
  const length = new DataView(bytes.buffer).getUint32(start, true);
  const header = JSON.parse(
    new TextDecoder().decode(bytes.subarray(start + 4, start + 4 + length)),
  );
  change(header);
  const text = toAscii(JSON.stringify(header));
  const rest = bytes.subarray(start + 4 + length);
  const out = new Uint8Array(start + 4 + text.length + rest.length);
  out.set(bytes.subarray(0, start));
  new DataView(out.buffer).setUint32(start, text.length, true);
  out.set(text, start + 4);
  out.set(rest, start + 4 + text.length);
  const digest = createDigest();
  digest.bytes(out.subarray(start));
  out.set(toAscii(digest.value()), start - 16);
  return out;
}

it.each<[string, (header: Record<string, unknown>) => void, string]>([
  ['gravity of 1e300', (h) => (h.gravity = [0, -1e300, 0]), 'must be a number of m/s²'],
  ['a negative step', (h) => (h.steps = -1), 'steps'],
  ['an obstacle too few', (h) => (h.obstacles = []), 'obstacles'],
  ['attachments of nobody', (h) => (h.holds = []), 'holds'],
  ['an event that is not there', (h) => (h.nextEvent = 9), 'nextEvent'],
  ['a body that is not there', (h) => ((h.members as { origin: number }[])[0].origin = 7), ''],
  ['lengths that do not fit', (h) => (h.lengths as number[]).pop(), ''],
  ['another version', (h) => (h.engine = '9.9.9'), 'made by version 9.9.9'],
  ['another scene', (h) => (h.scene = '0'.repeat(16)), 'belongs to another scene'],
  ['a field too many', (h) => (h.more = 1), 'has no field "more"'],
])('a header with %s is refused', (_, change, words) => {
  const { world, bytes } = running();
  refuses(world, forged(bytes, change), words);
  const untouched = forged(bytes, () => {});
  expect(() => world.restore(untouched)).not.toThrow();
});

it('the version is that of the package', () => {
  const file = new URL('../../package.json', import.meta.url);
  expect(VERSION).toBe((JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version);
});
