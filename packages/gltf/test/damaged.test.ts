import { createRandom, InputError, type Random } from 'pliant';
import { describe, expect, it } from 'vitest';
import { effort } from '../../engine/test/effort.ts';
import { importGltf } from '../src/index.ts';
import { packGlb } from './builder.ts';
import { plain, rigged } from './fixtures.ts';

const COUNT = effort(60, 500);

const SOUND = [
  rigged({ texture: true }).glb(),
  rigged({ interpolation: 'CUBICSPLINE', between: true }).glb(),
  rigged({ quantized: true, twoSkins: true }).glb(),
  plain({ scale: [-1, 1, 1] }).glb(),
];

const below = (random: Random, n: number): number => Math.floor(random.next() * n);
const ODD = [-1, 0, 1, 3, 1e9, 2 ** 40, 0.5, -1e308, null, '', 'text', true, [], {}, [[]]];

/** Bytes changed, the file cut short, or the JSON changed in one to three places. */
function damage(glb: Uint8Array, random: Random): Uint8Array {
  const kind = below(random, 4);
  if (kind === 0) return glb.slice(0, below(random, glb.length));
  const out = glb.slice();
  if (kind === 1) {
    for (let k = 0; k <= below(random, 8); k++) out[below(random, out.length)] = below(random, 256);
    return out;
  }
  const room = new DataView(out.buffer).getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(out.slice(20, 20 + room)));
  for (let k = 0; k <= below(random, 3); k++) change(json, random);
  return packGlb(json, out.slice(28 + room));
}

function change(json: unknown, random: Random): void {
  let at = json as Record<string, unknown>;
  for (;;) {
    const keys = Object.keys(at);
    if (keys.length === 0) return;
    const key = keys[below(random, keys.length)];
    const value = at[key];
    if (typeof value === 'object' && value !== null && random.next() < 0.85) {
      at = value as Record<string, unknown>;
      continue;
    }
    if (random.next() < 0.2) delete at[key];
    else at[key] = ODD[below(random, ODD.length)];
    return;
  }
}

describe('damaged files', () => {
  it('are read or refused with a place, never hang and never break', async () => {
    const random = createRandom(18);
    let refused = 0;
    for (let i = 0; i < COUNT; i++) {
      const bytes = damage(SOUND[i % SOUND.length], random);
      try {
        const { scene } = await importGltf(bytes);
        expect(scene.bodies!.length).toBeGreaterThan(0);
      } catch (error) {
        if (!(error instanceof InputError)) throw new Error(`file ${i} breaks`, { cause: error });
        expect(error.path, `file ${i}: ${error.message}`).not.toBe('');
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(COUNT / 4);
  });
});
