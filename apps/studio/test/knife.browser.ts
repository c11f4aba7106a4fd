import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StudioHook } from '../src/hook.ts';
import { type StudioBrowser, settled, startStudio, step } from './browser.ts';

declare const window: { pliant: StudioHook };

/** A block in the air that can be cut; nothing moves it. */
const SCENE = {
  format: 'pliant/1',
  name: 'knife',
  title: 'A block to be cut',
  gravity: [0, 0, 0],
  bodies: [
    {
      name: 'block',
      shape: { type: 'box', size: [0.4, 0.4, 0.4] },
      material: { young: 1e4 },
      model: { type: 'octree', cell: 0.025, levels: 2, coarseness: 0.3 },
      color: '#5fae6d',
    },
  ],
  camera: { eye: [0.2, 0.3, 1.4], target: [0, 0, 0], fov: 36 },
};

let studio: StudioBrowser;
let page: Page;

beforeAll(async () => {
  studio = await startStudio();
});
afterAll(() => studio?.close());

/** How many cells there are, one step later: that is when a cut is made. */
const cells = async () => (await step(page)).points.active;

it('the knife cuts along a stroke, a touch divides cells, and the cells can be seen', async () => {
  page = await studio.open(SCENE);
  const whole = await cells();
  const { x, y } = await page.evaluate(() => window.pliant.grabPoint('block'));

  await page.getByRole('switch', { name: 'Knife' }).click();
  await settled(page);
  // From above the block to below it, past the corner that is nearest.
  await page.mouse.move(x - 64, 60);
  await page.mouse.down();
  await page.mouse.move(x - 56, y, { steps: 8 });
  await page.mouse.move(x - 48, 580, { steps: 8 });
  await page.mouse.up();
  const after = await cells();
  expect(after).toBeGreaterThan(whole);
  // The corner that came off is a body of its own, with a mesh of its own.
  expect(await page.evaluate(() => window.pliant.bodies())).toEqual(['block', 'block/1']);

  await page.keyboard.press('d');
  const place = await page.evaluate(() => window.pliant.grabPoint('block'));
  await page.mouse.click(place.x, place.y);
  expect(await cells()).toBeGreaterThan(after);

  // Structure is what is looked at from the start; so it is after a look at the surface.
  await page.keyboard.press('1');
  await page.keyboard.press('3');
  await settled(page);
  expect(await page.evaluate(() => new Set(window.pliant.cells('block')).size)).toBeGreaterThan(1);
  await studio.shot('knife');
  expect(studio.complaints).toEqual([]);
});
