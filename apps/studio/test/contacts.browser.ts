import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StudioHook } from '../src/hook.ts';
import { dropScene, type StudioBrowser, startStudio } from './browser.ts';

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
  page = await studio.open('hanging-beam', {});
  await dropScene(page, SCENE);
  await page.waitForFunction(() => window.pliant.scene === 'touching');
});
afterAll(() => studio?.close());

it('shows contact forces when asked, and only then', async () => {
  expect(await page.evaluate(() => window.pliant.contacts())).toBe(0);
  await page.keyboard.press('t');
  await page.waitForFunction(() => window.pliant.contacts() > 4);
  await page.keyboard.press('t');
  await page.waitForFunction(() => window.pliant.contacts() === 0);
});

it('lets a rigid body be pulled', async () => {
  const vertex = await page.evaluate(() => window.pliant.nearestVertex('rigid'));
  const height = () => page.evaluate((v) => window.pliant.bodyPoint('rigid', v)[1], vertex);
  const before = await height();
  const at = await page.evaluate((v) => window.pliant.grabPoint('rigid', v), vertex);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x, at.y - 150, { steps: 5 });
  await page.waitForFunction(([v, y]) => window.pliant.bodyPoint('rigid', v)[1] > y + 0.03, [
    vertex,
    before,
  ] as const);
  await page.mouse.up();
});
