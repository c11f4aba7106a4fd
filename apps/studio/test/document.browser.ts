import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StudioHook } from '../src/hook.ts';
import { type StudioBrowser, settled, startStudio, step } from './browser.ts';

declare const window: { pliant: StudioHook };

/** A cube that falls on a floor: built at once. */
const SCENE = {
  format: 'pliant/1',
  name: 'cube',
  title: 'A cube',
  bodies: [
    {
      name: 'cube',
      shape: { type: 'box', size: [0.2, 0.2, 0.2] },
      position: [0, 0.2, 0],
      material: { young: 2e4 },
      model: { type: 'frames', frames: [1, 4], tolerance: 0.05 },
    },
  ],
  obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
};

let studio: StudioBrowser;
let page: Page;

beforeAll(async () => {
  studio = await startStudio();
  page = await studio.open(SCENE);
});
afterAll(() => studio?.close());

const hash = () => page.evaluate(() => window.pliant.document().hash);
const tolerance = () => page.getByRole('slider', { name: 'Tolerance' });

describe('a document', () => {
  it('can be undone and done again, by key and by button', async () => {
    const first = await hash();
    await tolerance().fill('-1');
    const second = await hash();
    expect(second).not.toBe(first);
    await page.keyboard.press('Control+z');
    expect(await hash()).toBe(first);
    expect(await tolerance().getAttribute('aria-valuetext')).toBe('0.050');
    await page.getByRole('button', { name: 'Redo' }).click();
    expect(await hash()).toBe(second);
  });

  it('comes back after a reload, with its state and the place it was looked at from', async () => {
    await step(page, 20);
    const before = await page.evaluate(() => ({
      document: window.pliant.document().hash,
      corner: window.pliant.bodyScreenPoint('cube', 0),
    }));
    const state = await page.evaluate(() => window.pliant.state());
    await page.evaluate(() => window.pliant.kept());
    await page.reload();
    await page.waitForFunction(() => window.pliant?.ready);
    expect((await settled(page)).steps).toBe(20);
    expect(await hash()).toBe(before.document);
    expect(await page.evaluate(() => window.pliant.state())).toBe(state);
    const corner = await page.evaluate(() => window.pliant.bodyScreenPoint('cube', 0));
    expect(Math.hypot(corner.x - before.corner.x, corner.y - before.corner.y)).toBeLessThan(1);
    expect(studio.complaints).toEqual([]);
  });
});
