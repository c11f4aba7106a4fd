import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, defaultClientConditions, type Rollup } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StudioHook } from '../src/hook.ts';
import { ARTIFACTS, PATIENCE, type StudioBrowser, startStudio, step } from './browser.ts';

declare const window: { pliant: StudioHook };

type Posed = (base64: string, times: readonly number[]) => Promise<number[][]>;

/** Steps between two frames of an animation, and how many are compared. */
const EVERY = 2;
const FRAMES = 16;

let studio: StudioBrowser;
beforeAll(async () => {
  studio = await startStudio();
});
afterAll(() => studio?.close());

/** A page with nothing but three.js and its loader of GLB files. */
async function plainPage(): Promise<string> {
  const input = fileURLToPath(new URL('../../../packages/gltf/test/page.ts', import.meta.url));
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['pliant-source', ...defaultClientConditions] },
    build: { write: false, target: 'es2022', rollupOptions: { input } },
  })) as Rollup.RollupOutput;
  return output[0].code;
}

it('an animation taken home from the page plays in a plain three.js page within a millimetre', async () => {
  const page = await studio.open('hanging-beam');
  const shape = (): Promise<number[][]> =>
    page.evaluate(() => {
      const { bodyPoint } = window.pliant;
      const out: number[][] = [];
      for (let at = bodyPoint('beam', 0); at[0] !== undefined; at = bodyPoint('beam', out.length))
        out.push(at);
      return out;
    });
  const shapes = [await shape()];
  while (shapes.length < FRAMES) {
    await step(page, EVERY);
    shapes.push(await shape());
  }
  const [first, last] = [shapes[0], shapes[FRAMES - 1]];
  const ways = first.map((p, i) => Math.hypot(...p.map((x, c) => x - last[i][c])));
  expect(Math.max(...ways)).toBeGreaterThan(0.05);
  await page.getByRole('button', { name: 'Share and export' }).click();
  const card = page.getByRole('region', { name: 'Share and export' });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('button', { name: /^Animation/ }).click(),
  ]);
  const path = `${ARTIFACTS}${file.suggestedFilename()}`;
  await file.saveAs(path);
  const glb = readFileSync(path).toString('base64');
  const times = shapes.map((_, k) => (k * EVERY) / 60);
  const other = await page.context().browser()!.newPage();
  other.setDefaultTimeout(PATIENCE);
  await other.addScriptTag({ content: await plainPage(), type: 'module' });
  await other.waitForFunction(() => 'posed' in globalThis);
  const seen = await other.evaluate(
    ([bytes, at]) => (globalThis as unknown as { posed: Posed }).posed(bytes, at),
    [glb, times] as const,
  );
  await other.close();
  expect(seen).toHaveLength(FRAMES);
  const farthest = seen.map((theirs, k) => {
    let most = 0;
    for (let i = 0; i < theirs.length; i += 3) {
      const gaps = shapes[k].map(([x, y, z]) =>
        Math.hypot(x - theirs[i], y - theirs[i + 1], z - theirs[i + 2]),
      );
      most = Math.max(most, Math.min(...gaps));
    }
    return most;
  });
  expect(Math.max(...farthest)).toBeLessThan(1e-3);
});
