import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StudioHook } from '../src/hook.ts';
import {
  dropFile,
  dropScene,
  type OwnScene,
  type StudioBrowser,
  settled,
  startStudio,
  step,
} from './browser.ts';

declare const window: { pliant: StudioHook };

let studio: StudioBrowser;
let page: Page;

beforeAll(async () => {
  studio = await startStudio();
});
afterAll(() => studio?.close());

async function open(
  scene: string | OwnScene,
  options: Parameters<StudioBrowser['open']>[1] = {},
): Promise<void> {
  page = await studio.open(scene, options);
}

const shot = (name: string) => studio.shot(name);
const reset = async () => {
  await page.keyboard.press('r');
  const stats = await settled(page);
  expect(stats.steps).toBe(0);
  return stats;
};

/** The beam's nearest corner, where that can be grabbed, and its height [m]. */
const corner = () =>
  page.evaluate(() => {
    const vertex = window.pliant.nearestVertex('beam');
    const at = window.pliant.grabPoint('beam', vertex);
    return { vertex, at, height: window.pliant.bodyPoint('beam', vertex)[1] };
  });
const heightOf = (vertex: number) =>
  page.evaluate((v) => window.pliant.bodyPoint('beam', v)[1], vertex);

describe('a scene', () => {
  beforeAll(() => open('hanging-beam'));

  it('plays, pauses, steps and starts over, by button and by key', async () => {
    expect((await settled(page)).steps).toBe(0);
    await page.getByRole('button', { name: 'Play' }).click();
    await page.waitForFunction(() => window.pliant.stats()!.steps > 3);
    await page.getByRole('button', { name: 'Pause' }).click();
    const { steps: paused, playing } = await settled(page);
    expect(playing).toBe(false);
    await page.getByRole('button', { name: 'One step' }).click();
    await page.keyboard.press('.');
    expect((await settled(page)).steps).toBe(paused + 2);
    expect((await reset()).samples).toBe(1);
    await page.keyboard.press('Space');
    await page.waitForFunction(() => window.pliant.stats()!.steps > 0);
    await page.keyboard.press('Space');
    expect((await settled(page)).playing).toBe(false);
    expect(studio.complaints).toEqual([]);
  });

  it('plots what it measures', async () => {
    await reset();
    const stats = await step(page, 30);
    expect(stats.steps).toBe(30);
    expect(stats.time).toBeCloseTo(0.5, 3);
    expect(stats.samples).toBe(31);
    expect(stats.plotted).toBeGreaterThan(10);
    expect(stats.dofs[0].total).toBeGreaterThan(100);
    const [picture] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the plot: Energy' }).click(),
    ]);
    expect(picture.suggestedFilename()).toBe('energy.png');
    await shot('beam');
    expect(studio.complaints).toEqual([]);
  });

  it('follows the pointer that pulls a corner', async () => {
    await reset();
    const { vertex, at, height } = await corner();
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x - 20, at.y - 160, { steps: 4 });
    await step(page, 30);
    expect(await heightOf(vertex)).toBeGreaterThan(height + 0.1);
    await shot('pull');
    await page.mouse.up();
    const { issues } = await step(page, 60);
    expect(await heightOf(vertex)).toBeLessThan(height);
    expect(issues).toEqual([]);
    expect(studio.complaints).toEqual([]);
  });
});

describe('a dropped scene', () => {
  const cube = {
    name: 'cube',
    shape: { type: 'box', size: [0.2, 0.2, 0.2] },
    material: { young: 2e4 },
    model: { type: 'solid', cell: 0.1 },
  };

  it('that is wrong is explained place by place, and what ran goes on', async () => {
    const wrong = { ...cube, material: { young: -1 } };
    await dropFile(page, JSON.stringify({ format: 'pliant/1', name: 'mine', bodies: [wrong] }));
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('bodies[0].material.young').waitFor();
    await shot('faults');
    const { steps } = await settled(page);
    expect((await step(page, 5)).steps).toBe(steps + 5);
    expect(await page.evaluate(() => window.pliant.scene)).toBe('hanging-beam');
    expect(page.url()).toContain('#hanging-beam');
    await page.keyboard.press('Escape');
  });

  it('runs', async () => {
    await dropScene(page, { format: 'pliant/1', name: 'mine', bodies: [cube] } as OwnScene);
    expect(await page.evaluate(() => window.pliant.bodies())).toEqual(['cube']);
    expect((await step(page, 5)).steps).toBe(5);
  });
});

describe('the gallery', () => {
  it('is walked with the arrow keys and changes the scene', async () => {
    await open('ball-on-stairs', { colorScheme: 'dark' });
    await shot('dark');
    const links = page.getByRole('navigation', { name: 'Scenes' }).getByRole('link');
    expect(await links.count()).toBeGreaterThanOrEqual(4);
    await links.first().focus();
    await page.keyboard.press('ArrowDown');
    const next = await page.evaluate('document.activeElement.hash.slice(1)');
    await page.keyboard.press('Enter');
    await page.waitForFunction((name) => window.pliant.scene === name, next as string);
    expect(page.url()).toContain(`#${next}`);
    expect(studio.complaints).toEqual([]);
  });

  it('says so when there is no such scene, and shows another', async () => {
    await open('no-such-thing');
    await page.getByText('There is no scene "no-such-thing"').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('alertdialog').count()).toBe(0);
  });
});

describe('on a phone', () => {
  beforeAll(() => open('hanging-beam', { viewport: { width: 390, height: 844 }, hasTouch: true }));

  it('panels come up as sheets', async () => {
    const panels = page.getByRole('button', { name: 'Panels' });
    // Plots come with the first step.
    await step(page, 2);
    await panels.tap();
    await page.getByText('Time a step').waitFor({ state: 'visible' });
    await shot('phone-numbers');
    await page.getByRole('tab', { name: 'Adapt' }).tap();
    await page.getByText('It does not adapt').waitFor({ state: 'visible' });
    await panels.tap();
    await page.getByRole('button', { name: 'Tools' }).tap();
    await page.getByRole('switch', { name: 'Push' }).waitFor({ state: 'visible' });
    await page.getByRole('button', { name: 'Scenes' }).tap();
    await page.getByRole('link').first().waitFor({ state: 'visible' });
    await page.keyboard.press('Escape');
    await shot('phone');
    expect(studio.complaints).toEqual([]);
  });
});
