import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StudioHook } from '../src/hook.ts';
import type { LayerState } from '../src/protocol.ts';
import { type StudioBrowser, settled, startStudio, step } from './browser.ts';

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
  page = await studio.open(SCENE);
});
afterAll(() => studio?.close());

const row = (name: string) => page.getByRole('listitem', { name, exact: true });
/** Steps until layer `k` says so: what is switched fades. Gives the longest way a corner of the bar moves in a step [m]. */
const stepUntilLayer = (k: number, key: keyof LayerState, value: unknown): Promise<number> =>
  page.evaluate(
    async ([layer, field, wanted]) => {
      const { step, stats, bodyPoint } = window.pliant;
      let most = 0;
      for (let count = 0; count < 300; count++) {
        if (stats()?.layers[0]?.[layer][field] === wanted) return most;
        const before = bodyPoint('bar', 0);
        await step();
        const way = bodyPoint('bar', 0).map((x, c) => x - before[c]);
        most = Math.max(most, Math.hypot(...way));
      }
      throw new Error(`layer ${layer}: ${field} does not become ${wanted}`);
    },
    [k, key, value] as const,
  );
const layer = async (k: number) => (await step(page)).layers[0]![k];
const tinted = async () => {
  await settled(page);
  return page.evaluate(() => window.pliant.tinted());
};

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
  await step(page, 60);
  const ways: number[] = [];
  const press = async (name: string, k: number, shown: number): Promise<void> => {
    await page.getByRole('button', { name }).click();
    await settled(page);
    ways.push(await stepUntilLayer(k, 'shown', shown));
  };
  await press('Show or hide dent', 2, 0);
  expect((await layer(2)).muted).toBe(true);
  await press('Show or hide dent', 2, 1);
  await press('Solo dent', 1, 0);
  await press('Solo dent', 1, 1);
  await row('bend').getByRole('slider', { name: 'Weight of bend' }).fill('0.5');
  ways.push(await stepUntilLayer(1, 'weight', 0.5));
  await row('dent').getByRole('slider', { name: 'Stiffness of dent' }).fill('1');
  expect((await layer(2)).stiffness).toBeGreaterThan(5);
  await row('dent').getByRole('slider', { name: 'Damping of dent' }).press('ArrowRight');
  expect((await layer(2)).damping).toBeGreaterThan(1);
  // A corner of the bar moves by less than half a centimetre in a step, whatever is switched.
  expect(Math.max(...ways)).toBeLessThan(5e-3);
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
  expect((await layer(2)).order).toBe(1);
  const rows = page.locator('#layers').getByRole('listitem');
  expect(await rows.nth(0).getAttribute('aria-label')).toBe('bend');
  expect(await rows.nth(1).getAttribute('aria-label')).toBe('dent');
  await grip.press('ArrowUp');
  expect((await layer(2)).order).toBe(2);
});

it('a layer is seen apart, and its region is painted', async () => {
  // All of them small, beside the body.
  expect(await page.evaluate(() => window.pliant.layersApart())).toBe(3);
  await row('bend').locator('.title').click();
  await row('bend').getByRole('button', { name: 'View apart' }).click();
  expect(await tinted()).toBeGreaterThan(0);
  await studio.shot('layer-apart');
  await page.keyboard.press('Escape');
  expect(await tinted()).toBe(0);
  await row('dent').locator('.title').click();
  await row('dent').getByRole('button', { name: 'Erase' }).click();
  const whole = await tinted();
  expect(whole).toBeGreaterThan(20);
  const at = await page.evaluate(() => window.pliant.grabPoint('bar'));
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x - 40, at.y + 10, { steps: 4 });
  await page.mouse.up();
  const erased = await tinted();
  expect(erased).toBeLessThan(whole);
  await studio.shot('layer-erased');
  await row('dent').getByRole('button', { name: 'Paint' }).click();
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x - 40, at.y + 10, { steps: 4 });
  await page.mouse.up();
  expect(await tinted()).toBeGreaterThan(erased);
  await page.keyboard.press('Escape');
  expect(await tinted()).toBe(0);
  expect((await step(page)).issues).toEqual([]);
  expect(studio.complaints).toEqual([]);
});
