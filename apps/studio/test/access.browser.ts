import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { StudioHook } from '../src/hook.ts';
import { connect, PATIENCE, type StudioBrowser, settled, startStudio, step } from './browser.ts';

declare const window: { pliant: StudioHook };

let studio: StudioBrowser;
let page: Page;
beforeAll(async () => {
  studio = await startStudio();
  page = await studio.open('hanging-beam');
});
afterAll(() => studio?.close());

const focused = (): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);

describe('with the keyboard alone', () => {
  it('Play is within five presses of Tab, and a toolbar is one stop', async () => {
    let presses = 0;
    while ((await focused()) !== 'Play') {
      expect(++presses).toBeLessThanOrEqual(5);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('One step');
    await page.keyboard.press('Home');
    expect(await focused()).toBe('Reset');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Reset');
  });

  it('scenes are one stop, at the one that runs', async () => {
    const stops = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLAnchorElement>('.scenes a')]
        .filter(({ tabIndex }) => tabIndex === 0)
        .map(({ hash }) => hash),
    );
    expect(stops.filter((hash) => hash !== '')).toEqual(['#hanging-beam']);
  });

  it('? shows hands and keys, h the story, and a step of it does what it says', async () => {
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Hands and keys' });
    await sheet.getByText('Play or pause').waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await page.keyboard.press('h');
    const story = page.getByRole('region', { name: 'Story' });
    await story.getByRole('listitem').nth(2).waitFor();
    await story.getByRole('button', { name: /stretched above/ }).click();
    expect(await page.getByRole('radio', { name: 'Heat' }).getAttribute('aria-checked')).toBe(
      'true',
    );
    expect(studio.complaints).toEqual([]);
  });
});

describe('panels', () => {
  it('models are cards with what a step is likely to take, one of them recommended', async () => {
    await page.getByRole('tab', { name: 'Body' }).click();
    const cards = page.getByRole('group', { name: 'Model', exact: true }).getByRole('button');
    await cards.first().waitFor();
    const texts = await cards.allTextContents();
    expect(texts.every((text) => / ms/.test(text))).toBe(true);
    expect(await page.locator('.model-cards .mark:visible').count()).toBe(1);
    await page.getByRole('button', { name: 'Rubber', exact: true }).click();
    await page.getByText(/E .*MPa · ν/).waitFor();
  });

  it('Adapt says what adapts, Look changes the theme and is remembered', async () => {
    await page.getByRole('tab', { name: 'Adapt' }).click();
    await page.getByText('It does not adapt').waitFor();
    await page.getByRole('tab', { name: 'Look' }).click();
    await page.getByRole('button', { name: 'Dark', exact: true }).click();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.reload();
    await page.waitForFunction(() => window.pliant?.ready);
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.getByRole('button', { name: 'As the system' }).click();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
    expect(studio.complaints).toEqual([]);
  });

  it('the document has a name, and another one by a command', async () => {
    const name = page.getByRole('textbox', { name: 'Name of the document' });
    expect(await name.inputValue()).toBe('Hanging beam');
    await name.fill('My beam');
    await name.press('Enter');
    await page.getByRole('heading', { name: 'My beam' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await name.inputValue()).toBe('Hanging beam');
  });

  it('a part of the run is taken home', async () => {
    await settled(page);
    await page.getByRole('button', { name: 'Reset' }).click();
    await step(page, 30);
    await page.getByRole('button', { name: 'Share and export' }).click();
    await page.getByRole('spinbutton', { name: 'From' }).fill('0.2');
    await page.getByRole('spinbutton', { name: 'To' }).fill('0.3');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Table/ }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
    // A line for the names, and one for each of the steps 12 to 18.
    expect(Buffer.concat(chunks).toString().trim().split('\n')).toHaveLength(8);
    expect(studio.complaints).toEqual([]);
  });
});

it('who asks for less motion gets a scene that waits; at the second visit it is seen before there is an engine', async () => {
  const browser = await connect();
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  context.setDefaultTimeout(PATIENCE);
  const first = await context.newPage();
  await first.goto(`${inject('studio')}#hanging-beam`);
  await first.waitForFunction(() => window.pliant?.ready);
  const stats = await settled(first);
  expect([stats.playing, stats.steps]).toEqual([false, 0]);
  await first.close();
  await context.route(/\/worker-/, (route) => route.abort());
  const second = await context.newPage();
  await second.goto(`${inject('studio')}#hanging-beam`);
  await second.waitForFunction(() => window.pliant?.bodies().includes('beam'));
  expect(await second.evaluate(() => window.pliant.stats())).toBeNull();
  await browser.close();
});
