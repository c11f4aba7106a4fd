import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StudioHook } from '../src/hook.ts';
import { type StudioBrowser, settled, startStudio, step } from './browser.ts';

declare const window: { pliant: StudioHook };

/** A rigid cube on a soft one: what can be thrown, pulled and touched. */
const SCENE = {
  format: 'pliant/1',
  name: 'touching',
  title: 'Two cubes',
  description: 'A rigid cube on a soft one.',
  bodies: [
    {
      name: 'soft',
      shape: { type: 'box', size: [0.4, 0.2, 0.4] },
      position: [0, 0.1, 0],
      material: { young: 1e5 },
      model: { type: 'solid', cell: 0.1 },
    },
    {
      name: 'rigid',
      shape: { type: 'box', size: [0.2, 0.2, 0.2] },
      position: [0, 0.31, 0],
      material: { young: 1e9, density: 500 },
      model: { type: 'rigid' },
    },
  ],
  obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
  camera: { eye: [0.6, 0.6, 1.2], target: [0, 0.2, 0], fov: 36 },
};

let studio: StudioBrowser;
let page: Page;

beforeAll(async () => {
  studio = await startStudio();
  page = await studio.open(SCENE);
  await step(page, 30);
});
afterAll(() => studio?.close());

it('shows contact forces when asked, and only then', async () => {
  const contacts = async (): Promise<number> => {
    await settled(page);
    return page.evaluate(() => window.pliant.contacts());
  };
  expect(await contacts()).toBe(0);
  await page.keyboard.press('t');
  expect(await contacts()).toBeGreaterThan(4);
  await page.keyboard.press('t');
  expect(await contacts()).toBe(0);
});

it('lets a rigid body be pulled', async () => {
  const vertex = await page.evaluate(() => window.pliant.nearestVertex('rigid'));
  const height = () => page.evaluate((v) => window.pliant.bodyPoint('rigid', v)[1], vertex);
  const before = await height();
  const at = await page.evaluate((v) => window.pliant.grabPoint('rigid', v), vertex);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x, at.y - 120, { steps: 5 });
  await step(page, 60);
  expect(await height()).toBeGreaterThan(before + 0.03);
  await page.mouse.up();
});
