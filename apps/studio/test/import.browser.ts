import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { effort } from '../../../packages/engine/test/effort.ts';
import type { StudioHook } from '../src/hook.ts';
import { type StudioBrowser, startStudio, step } from './browser.ts';
import { type MadeFile, madeFiles } from './meshes.ts';

declare const window: { pliant: StudioHook };

/** Steps for which a body is watched on its floor. */
const STEPS = 40;

let studio: StudioBrowser;
let page: Page;
let made: MadeFile[];
beforeAll(async () => {
  studio = await startStudio();
  made = await madeFiles();
  page = await studio.open('hanging-beam');
});
afterAll(() => studio?.close());

/** Drops a file, takes what is offered, and says how low and how high its body is after some steps, in its heights. */
async function dropped({ file, bytes, height }: MadeFile): Promise<[number, number]> {
  const text = Buffer.from(bytes).toString('base64');
  await page.evaluate(
    ([name, base64]) => {
      const data = new DataTransfer();
      const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      data.items.add(new File([content], name));
      globalThis.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
    },
    [file, text] as const,
  );
  await page.getByRole('button', { name: 'Put it on the floor' }).click();
  await page.waitForFunction((old) => window.pliant.scene !== old, 'hanging-beam');
  expect([file, (await step(page, STEPS)).issues]).toEqual([file, []]);
  const [low, high] = await page.evaluate(() => {
    const { bodies, bodyPoint } = window.pliant;
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const body of bodies())
      for (let v = 0; Number.isFinite(bodyPoint(body, v)[1]); v++) {
        least = Math.min(least, bodyPoint(body, v)[1]);
        most = Math.max(most, bodyPoint(body, v)[1]);
      }
    return [least, most];
  });
  return [low / height, high / height];
}

it('meshes that are dropped stand on the floor as soft bodies', async () => {
  const every = effort(12, 1);
  const fallen: string[] = [];
  for (const one of made.filter((_, i) => i % every === 0)) {
    const [low, high] = await dropped(one);
    const rest = (one.thickness ?? 0) / 2 / one.height;
    // Not through the floor, not in the air, and neither flat nor blown up.
    const stands = low > -0.05 && low < 0.1 + rest && high > 0.5 && high < 1.3 + rest;
    if (!stands) fallen.push(`${one.file}: from ${low.toFixed(2)} to ${high.toFixed(2)} heights`);
    await page.evaluate(() => {
      location.hash = 'hanging-beam';
    });
    await page.waitForFunction(() => window.pliant.scene === 'hanging-beam');
  }
  expect(fallen).toEqual([]);
  expect(studio.complaints).toEqual([]);
  // Each file builds two scenes in software rendering: at night all of them take minutes.
}, 1_800_000);
