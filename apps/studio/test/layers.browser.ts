import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StudioHook } from '../src/hook.ts';
import { dropScene, type StudioBrowser, startStudio } from './browser.ts';

declare const window: { pliant: StudioHook };

/** A bar of three layers, held at one end, that sags and is at rest soon. */
const SCENE = {
  format: 'pliant/1',
  name: 'layered',
  title: 'A bar in three layers',
  bodies: [
    {
      name: 'bar',
      shape: { type: 'box', size: [0.6, 0.2, 0.2] },
      detail: 0.04,
      material: { young: 3e5, damping: { mass: 4, stiffness: 0.05 } },
      model: {
        type: 'layers',
        layers: [
          { kind: 'affine', name: 'pose', frames: 2 },
          { kind: 'hex', name: 'bend', cell: 0.2 },
          {
            kind: 'hex',
            name: 'dent',
            cell: 0.1,
            region: { type: 'box', size: [0.4, 0.4, 0.4], position: [0.2, 0, 0.1] },
          },
        ],
      },
      attachments: [
        { name: 'end', region: { type: 'box', size: [0.12, 1, 1], position: [-0.3, 0, 0] } },
      ],
    },
  ],
  camera: { eye: [1, 0.4, 0.7], target: [0, 0, 0], fov: 36 },
};

let studio: StudioBrowser;
let page: Page;

beforeAll(async () => {
  studio = await startStudio();
  page = await studio.open('hanging-beam', { viewport: { width: 1000, height: 640 } });
  await dropScene(page, SCENE);
  await page.waitForFunction(() => window.pliant.scene === 'layered');
});
afterAll(() => studio?.close());

const row = (name: string) => page.getByRole('listitem', { name, exact: true });
/** Waits until layer `k` says so. */
const waitForLayer = (k: number, key: string, value: unknown) =>
  page.waitForFunction(
    ([layer, field, wanted]) => {
      const state = window.pliant.stats()?.layers[0]?.[layer as number];
      return (state as Record<string, unknown> | undefined)?.[field as string] === wanted;
    },
    [k, key, value] as const,
  );

it('the panel lists layers, finest on top, with kind and count', async () => {
  const rows = page.locator('#layers').getByRole('listitem');
  expect(await rows.count()).toBe(3);
  expect(await rows.first().textContent()).toMatch(/dent.*hex · \d+ unknowns/);
  expect(await rows.last().textContent()).toMatch(/pose.*affine · \d+ unknowns/);
  expect(await row('pose').getByRole('button', { name: 'Show or hide pose' }).isDisabled()).toBe(
    true,
  );
});

it('eye, solo, weight and material change the layer and nothing jumps', async () => {
  await page.evaluate(() => {
    const hook = window.pliant;
    const watched = { most: 0, last: hook.bodyPoint('bar', 0), steps: hook.stats()?.steps ?? 0 };
    Object.assign(globalThis, { watched });
    setInterval(() => {
      const now = hook.bodyPoint('bar', 0);
      const steps = hook.stats()?.steps ?? 0;
      const way = Math.hypot(...now.map((x, c) => x - watched.last[c]));
      watched.most = Math.max(watched.most, way / Math.max(1, steps - watched.steps));
      watched.last = now;
      watched.steps = steps;
    }, 5);
  });
  await row('dent').getByRole('button', { name: 'Show or hide dent' }).click();
  await waitForLayer(2, 'muted', true);
  await waitForLayer(2, 'shown', 0);
  await row('dent').getByRole('button', { name: 'Show or hide dent' }).click();
  await waitForLayer(2, 'shown', 1);
  await row('dent').getByRole('button', { name: 'Solo dent' }).click();
  await waitForLayer(1, 'shown', 0);
  await row('dent').getByRole('button', { name: 'Solo dent' }).click();
  await waitForLayer(1, 'shown', 1);
  await row('bend').getByRole('slider', { name: 'Weight of bend' }).fill('0.5');
  await page.waitForFunction(() => {
    const state = window.pliant.stats()?.layers[0]?.[1];
    return state !== undefined && Math.abs(state.weight - 0.5) < 0.01;
  });
  await row('dent').getByRole('slider', { name: 'Stiffness of dent' }).fill('1');
  await page.waitForFunction(() => (window.pliant.stats()?.layers[0]?.[2].stiffness ?? 1) > 5);
  await row('dent').getByRole('slider', { name: 'Damping of dent' }).press('ArrowRight');
  await page.waitForFunction(() => (window.pliant.stats()?.layers[0]?.[2].damping ?? 1) > 1);
  const most = await page.evaluate(
    () => (globalThis as unknown as { watched: { most: number } }).watched.most,
  );
  // A corner of the bar moves by less than half a centimetre in a step, whatever is switched.
  expect(most).toBeLessThan(5e-3);
  expect(studio.complaints).toEqual([]);
});

it('a row is dragged to another place, by hand and with the keys', async () => {
  const grip = row('dent').getByRole('button', { name: 'Drag to another place: dent' });
  const from = (await grip.boundingBox())!;
  const to = (await row('bend').boundingBox())!;
  await page.mouse.move(from.x + 10, from.y + 15);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, to.y + to.height - 4, { steps: 5 });
  await page.mouse.up();
  await waitForLayer(2, 'order', 1);
  const rows = page.locator('#layers').getByRole('listitem');
  await page.waitForFunction(
    () => document.querySelector('.layers li')?.getAttribute('aria-label') === 'bend',
  );
  expect(await rows.nth(1).getAttribute('aria-label')).toBe('dent');
  await grip.press('ArrowUp');
  await waitForLayer(2, 'order', 2);
});

it('a layer is seen apart, and its region is painted', async () => {
  await row('bend').locator('.title').click();
  await row('bend').getByRole('button', { name: 'View apart' }).click();
  await page.waitForFunction(() => window.pliant.tinted() > 0);
  await studio.shot('layer-apart');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => window.pliant.tinted() === 0);
  await row('dent').locator('.title').click();
  await row('dent').getByRole('button', { name: 'Erase' }).click();
  await page.waitForFunction(() => window.pliant.tinted() > 20);
  const whole = await page.evaluate(() => window.pliant.tinted());
  const at = await page.evaluate(() => window.pliant.grabPoint('bar'));
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x - 40, at.y + 10, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction((n) => window.pliant.tinted() < n, whole);
  await studio.shot('layer-erased');
  const erased = await page.evaluate(() => window.pliant.tinted());
  await row('dent').getByRole('button', { name: 'Paint' }).click();
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x - 40, at.y + 10, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction((n) => window.pliant.tinted() > n, erased);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => window.pliant.tinted() === 0);
  expect((await page.evaluate(() => window.pliant.stats()!)).issues).toEqual([]);
  expect(studio.complaints).toEqual([]);
});
