import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StudioHook } from '../src/hook.ts';
import { ARTIFACTS, type StudioBrowser, settled, startStudio, step } from './browser.ts';

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
      model: { type: 'solid', cell: 0.1, elements: 'linear' },
    },
  ],
  obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
};

/** A block of 20 × 40 × 20 cm, in centimetres, with a side left out. */
const OBJ = `v 0 0 0
v 20 0 0
v 20 40 0
v 0 40 0
v 0 0 20
v 20 0 20
v 20 40 20
v 0 40 20
f 1 4 3 2
f 5 6 7 8
f 1 2 6 5
f 3 4 8 7
f 2 3 7 6
`;

let studio: StudioBrowser;
let page: Page;

beforeAll(async () => {
  studio = await startStudio();
  page = await studio.open(SCENE);
});
afterAll(() => studio?.close());

const hash = () => page.evaluate(() => window.pliant.document().hash);
const young = () => page.getByRole('textbox', { name: 'young' });

describe('a document', () => {
  it('can be undone and done again, by key and by button', async () => {
    await page.getByRole('tab', { name: 'Body' }).click();
    const first = await hash();
    await young().fill('3e4');
    await young().press('Enter');
    const second = await hash();
    expect(second).not.toBe(first);
    await page.getByRole('tab', { name: 'Body' }).press('Control+z');
    expect(await hash()).toBe(first);
    expect(await young().inputValue()).toBe('20000');
    await page.getByRole('button', { name: 'Redo' }).click();
    expect(await hash()).toBe(second);
  });

  it('is edited in the inspector: live where that can be, built anew where not', async () => {
    await step(page, 5);
    await young().fill('4e4');
    await young().press('Enter');
    expect((await settled(page)).steps).toBe(5);
    const field = (name: string) =>
      page.evaluate((key) => {
        const { bodies } = window.pliant.document().scene as { bodies: { material: object }[] };
        return (bodies[0].material as Record<string, number>)[key];
      }, name);
    expect(await field('young')).toBe(4e4);
    await page.getByRole('button', { name: 'Foam' }).click();
    expect((await settled(page)).steps).toBe(0);
    expect([await field('young'), await field('density')]).toEqual([6e4, 30]);
    expect(await young().inputValue()).toBe('60000');
    await page.keyboard.press('Control+z');
    await settled(page);
    expect(await field('density')).toBe(undefined);
    expect(studio.complaints).toEqual([]);
  });

  it('is scrubbed back in time, to the last bit, and goes on from there', async () => {
    await page.getByRole('tab', { name: 'Measure' }).click();
    const state = () => page.evaluate(() => window.pliant.state());
    await step(page, 12);
    const early = await state();
    await step(page, 30);
    const late = await state();
    const time = page.getByRole('slider', { name: 'Time' });
    await time.fill('12');
    expect((await settled(page)).steps).toBe(12);
    expect(await state()).toBe(early);
    expect((await settled(page)).range.last).toBe(42);
    await step(page, 30);
    expect(await state()).toBe(late);
    await studio.shot('timeline');
    expect(studio.complaints).toEqual([]);
  });

  it('comes back after a reload, with its state and the place it was looked at from', async () => {
    await page.keyboard.press('r');
    await page.getByRole('tab', { name: 'Outline' }).click();
    await page.getByRole('button', { name: 'Lock cube' }).click();
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
    await page.getByRole('tab', { name: 'Outline' }).click();
    const lock = page.getByRole('button', { name: 'Lock cube' });
    expect(await lock.getAttribute('aria-pressed')).toBe('true');
    expect(studio.complaints).toEqual([]);
  });

  it('takes a mesh by drop, and stands it on the floor with one click', async () => {
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'block.obj'));
      globalThis.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
    }, OBJ);
    const card = page.getByRole('region', { name: 'Import' });
    await card.getByText('20 × 40 × 20 cm').waitFor();
    expect(await card.getByRole('combobox', { name: 'Unit' }).inputValue()).toBe('0.01');
    await studio.shot('import');
    await card.getByRole('button', { name: 'Put it on the floor' }).click();
    await page.waitForFunction(() => window.pliant.scene === 'block');
    await settled(page);
    expect((await step(page, 20)).issues).toEqual([]);
    expect((await page.evaluate(() => window.pliant.bodyPoint('block', 0)))[1]).toBeLessThan(0.5);
    expect(studio.complaints).toEqual([]);
  });

  it('is taken home as a file and comes back the same; its run as an animation', async () => {
    const [before, state] = [await hash(), await page.evaluate(() => window.pliant.state())];
    await page.getByRole('button', { name: 'Share and export' }).click();
    const card = page.getByRole('region', { name: 'Share and export' });
    const take = async (name: string) => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        card.getByRole('button', { name: new RegExp(`^${name}`) }).click(),
      ]);
      const path = `${ARTIFACTS}${file.suggestedFilename()}`;
      await file.saveAs(path);
      return readFileSync(path);
    };
    await studio.shot('share');
    const glb = await take('Animation');
    expect(glb.subarray(0, 4).toString()).toBe('glTF');
    const png = await take('Picture');
    expect(png.length).toBeGreaterThan(1000);
    expect(await page.evaluate(() => window.pliant.state())).toBe(state);
    const packed = await take('Document');
    await page.keyboard.press('Escape');
    await page.evaluate(
      (bytes) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(bytes)], 'mine.pliant'));
        globalThis.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
      },
      [...packed],
    );
    await page.waitForFunction(() => window.pliant.stats()?.steps === 0);
    expect(await hash()).toBe(before);
    await step(page, 20);
    expect(await page.evaluate(() => window.pliant.state())).toBe(state);
    expect(studio.complaints).toEqual([]);
  });
});
