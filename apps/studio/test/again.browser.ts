import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { StudioHook } from '../src/hook.ts';
import { connect, PATIENCE, type StudioBrowser, settled, startStudio, step } from './browser.ts';

declare const window: { pliant: StudioHook };

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

const hash = (page: Page) => page.evaluate(() => window.pliant.document().hash);
const state = (page: Page) => page.evaluate(() => window.pliant.state());

describe('a run whose worker the browser has ended', () => {
  let studio: StudioBrowser;
  beforeAll(async () => {
    studio = await startStudio();
  });
  afterAll(() => studio?.close());

  /** Ends the worker as the browser does: no event tells the page. One that an earlier scene had may still be listed before it. */
  function end(page: Page): void {
    page
      .workers()
      .filter((worker) => worker.url().includes('/worker-'))
      .at(-1)
      ?.evaluate(() => self.close())
      .catch(() => {});
  }

  async function kill(page: Page): Promise<void> {
    const back = page.waitForEvent('worker');
    end(page);
    await back;
  }

  it('goes on from where it was kept, with its document and all that can be undone', async () => {
    const page = await studio.open(SCENE);
    const first = await hash(page);
    await page.getByRole('tab', { name: 'Body' }).click();
    const young = page.getByRole('textbox', { name: 'young' });
    await young.fill('3e4');
    await young.press('Enter');
    await step(page, 7);
    await page.evaluate(() => window.pliant.kept());
    const [document, kept] = [await hash(page), await state(page)];
    await step(page, 5);
    const later = await state(page);
    await kill(page);
    const stats = await settled(page);
    expect([stats.steps, await state(page), await hash(page)]).toEqual([7, kept, document]);
    await step(page, 5);
    expect(await state(page)).toBe(later);
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await hash(page)).toBe(first);
    expect(studio.complaints).toEqual([]);
  });

  it('takes along what was changed after that', async () => {
    const page = await studio.open(SCENE);
    await step(page, 3);
    await page.evaluate(() => window.pliant.kept());
    await page.getByRole('tab', { name: 'Body' }).click();
    const young = page.getByRole('textbox', { name: 'young' });
    await young.fill('5e4');
    await young.press('Enter');
    await step(page, 4);
    const later = await state(page);
    await kill(page);
    // The change asked for another state to be kept; whether it was before the end, the clock says.
    const { steps } = await settled(page);
    expect([3, 4, 5, 6, 7]).toContain(steps);
    if (steps < 7) await step(page, 7 - steps);
    expect(await state(page)).toBe(later);
  });

  it('says so if it ends again before anything more was kept', async () => {
    const page = await studio.open(SCENE);
    await page.evaluate(() => window.pliant.kept());
    await kill(page);
    await settled(page);
    end(page);
    await page.getByRole('alertdialog', { name: 'The simulation stopped' }).waitFor();
    await page.getByRole('button', { name: 'Start it again' }).click();
    expect((await settled(page)).steps).toBe(0);
  });
});

it('bodies are prepared once: another visit takes them from the browser, with the same bits', async () => {
  const browser = await connect();
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  context.setDefaultTimeout(PATIENCE);
  const visit = async (): Promise<{ page: Page; prepared: boolean; after: string }> => {
    const page = await context.newPage();
    await page.goto(`${inject('studio')}?paused#cut-jelly`);
    await page.waitForFunction(() => window.pliant?.ready);
    const words = (await page.locator('#numbers .note').first().textContent()) ?? '';
    await step(page, 5);
    return { page, prepared: words.includes('prepared before'), after: await state(page) };
  };
  const first = await visit();
  expect(first.prepared).toBe(false);
  await first.page.waitForFunction(
    () =>
      new Promise<boolean>((done) => {
        const asked = indexedDB.open('pliant-studio-bodies');
        asked.onsuccess = () => {
          const all = asked.result.transaction('about').objectStore('about').count();
          all.onsuccess = () => done(all.result > 0);
        };
      }),
  );
  await first.page.close();
  const second = await visit();
  expect([second.prepared, second.after]).toEqual([true, first.after]);
  await second.page.close();
  await context.close();
  await browser.close();
}, 300_000);

it('a scene is seen at the next visit before what draws it is here', async () => {
  const browser = await connect();
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  context.setDefaultTimeout(PATIENCE);
  const background = (page: Page): Promise<string> =>
    page.evaluate(() => document.getElementById('canvas')?.style.backgroundImage ?? '');
  const first = await context.newPage();
  await first.goto(`${inject('studio')}?paused#bar-1d`);
  await first.waitForFunction(() =>
    Object.keys(localStorage).some((name) => name.startsWith('pliant-studio-first bar-1d ')),
  );
  expect(await background(first)).toBe('');
  await first.close();
  let go: () => void = () => {};
  const held = new Promise<void>((done) => {
    go = done;
  });
  const second = await context.newPage();
  await second.route(/\/stage-/, async (route) => {
    await held;
    return route.continue();
  });
  await second.goto(`${inject('studio')}?paused#bar-1d`, { waitUntil: 'commit' });
  await second.waitForFunction(
    () => document.getElementById('canvas')?.style.backgroundImage !== '',
  );
  expect(await second.evaluate(() => window.pliant === undefined)).toBe(true);
  go();
  // Once it is drawn the photograph goes.
  await second.waitForFunction(() => window.pliant?.ready);
  await settled(second);
  await second.waitForFunction(
    () => document.getElementById('canvas')?.style.backgroundImage === '',
  );
  await context.close();
  await browser.close();
}, 300_000);
