import { readPly } from 'pliant';
import { beforeAll, expect, it } from 'vitest';
import { effort } from '../../../packages/engine/test/effort.ts';
import { guessUnit, guessUp, safeName } from '../src/import/guess.ts';
import { placeDropped } from '../src/import/place.ts';
import { readDropped } from '../src/import/read.ts';
import { type MadeFile, madeFiles } from './meshes.ts';

const PLACEMENT = { model: 'solid', at: [0, 0], taken: [] } as const;
const none = (): never => {
  throw new Error('no files');
};

let made: MadeFile[];
beforeAll(async () => {
  made = await madeFiles();
});

it('files of all kinds are read, and stand upright on the floor at their size by the guesses alone', async () => {
  expect(made.length).toBe(25);
  const every = effort(3, 1);
  for (const { file, bytes, height } of made.filter((_, i) => i % every === 0)) {
    const read = await readDropped(file, bytes, none);
    const { unit, up } = read.found;
    const { scene, files } = await placeDropped(read, { ...PLACEMENT, metres: unit.metres, up });
    const [body] = scene.bodies ?? [];
    const { positions } = readPly(files[(body.shape as { file: string }).file]);
    const heights = positions.filter((_, i) => i % 3 === 1);
    const [low, high] = [Math.min(...heights), Math.max(...heights)];
    expect([file, ((high - low) / height).toFixed(2)]).toEqual([file, '1.00']);
    const lifted = Number((body.position as number[] | undefined)?.[1] ?? 0);
    expect(low + lifted).toBeCloseTo(0.02 * height, 6);
  }
});

it('says what was mended', async () => {
  const find = (name: string): MadeFile => made.find(({ file }) => file === name)!;
  const said = async (name: string): Promise<string> =>
    (await readDropped(name, find(name).bytes, none)).found.done.join(' ');
  expect(await said('vase.obj')).toBe('');
  expect(await said('hole.obj')).toMatch(/hole/);
  expect(await said('apart.obj')).toMatch(/joined/);
});

it('knows what is thin', async () => {
  const thin: string[] = [];
  for (const { file, bytes } of made)
    if ((await readDropped(file, bytes, none)).found.thin) thin.push(file);
  // A ring has a quarter of its width across its tube.
  expect(thin).toEqual(['ring.ply', 'ring.stl', 'sheet.obj']);
});

it('guesses units by how large the thing would be', () => {
  expect(guessUnit(1.7, 'obj').name).toBe('m');
  expect(guessUnit(79, 'glb').name).toBe('cm');
  expect(guessUnit(120, 'stl').name).toBe('mm');
  expect(guessUnit(0.001, 'obj').metres).toBe(1000);
  expect(guessUp(new Float64Array(0), new Int32Array(0), 'stl')).toBe('z');
  expect(safeName('a/b/My mesh (1).final.obj')).toBe('My_mesh_1_final');
});

it('refuses what is no mesh, in words', async () => {
  const text = new TextEncoder().encode('hello');
  await expect(readDropped('hello.obj', text, none)).rejects.toThrow(/./);
});
