import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StudioHook } from '../src/hook.ts';
import { dropScene, type StudioBrowser, startStudio } from './browser.ts';

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

const cells = () => page.evaluate(() => window.pliant.stats()!.points.active);
const waitForMore = (than: number) =>
  page.waitForFunction((count) => window.pliant.stats()!.points.active > count, than);

it('the knife cuts along a stroke, a touch divides cells, and the cells can be seen', async () => {
  page = await studio.open('hanging-beam');
  await dropScene(page, SCENE);
  await page.waitForFunction(() => window.pliant.scene === 'knife');
  const whole = await cells();
  const { x, y } = await page.evaluate(() => window.pliant.grabPoint('block'));

  await page.getByRole('switch', { name: 'Knife' }).click();
  // From above the block to below it, past the corner that is nearest.
  await page.mouse.move(x - 80, 90);
  await page.mouse.down();
  await page.mouse.move(x - 70, y, { steps: 8 });
  await page.mouse.move(x - 60, 720, { steps: 8 });
  await page.mouse.up();
  await waitForMore(whole);
  const after = await cells();
  // The corner that came off is a body of its own, with a mesh of its own.
  await page.waitForFunction(() => window.pliant.bodies().join() === 'block,block/1');

  await page.keyboard.press('d');
  const place = await page.evaluate(() => window.pliant.grabPoint('block'));
  await page.mouse.click(place.x, place.y);
  await waitForMore(after);

  await page.keyboard.press('c');
  await page.waitForFunction(() => new Set(window.pliant.cells('block')).size > 1);
  await studio.shot('knife');
  expect(studio.complaints).toEqual([]);
});
