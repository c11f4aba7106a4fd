import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StudioHook } from '../src/hook.ts';
import { dropScene, type StudioBrowser, startStudio } from './browser.ts';

declare const window: { pliant: StudioHook };

let studio: StudioBrowser;
let page: Page;

beforeAll(async () => {
  studio = await startStudio();
});
afterAll(() => studio?.close());

async function open(
  scene: string,
  options: Parameters<StudioBrowser['open']>[1] = {},
): Promise<void> {
  page = await studio.open(scene, options);
}

const stats = () => page.evaluate(() => window.pliant.stats()!);
const shot = (name: string) => studio.shot(name);

/** Puts the beam back to its start, paused: its nearest corner, where that can be grabbed, and its height [m]. */
async function holdStill() {
  await page.keyboard.press('Space');
  await page.keyboard.press('r');
  await page.waitForFunction(() => {
    const now = window.pliant.stats()!;
    return !now.playing && now.steps === 0;
  });
  return page.evaluate(() => {
    const vertex = window.pliant.nearestVertex('beam');
    const at = window.pliant.grabPoint('beam', vertex);
    return { vertex, at, height: window.pliant.bodyPoint('beam', vertex)[1] };
  });
}

const waitForHeight = (vertex: number, side: 'above' | 'below', height: number) =>
  page.waitForFunction(([v, above, h]) => window.pliant.bodyPoint('beam', v)[1] > h === above, [
    vertex,
    side === 'above',
    height,
  ] as const);

describe('a running scene', () => {
  beforeEach(() => open('hanging-beam'));

  it('goes on in time and plots what it measures', async () => {
    const before = await stats();
    await page.waitForFunction(
      ({ time, samples }) => {
        const now = window.pliant.stats()!;
        return now.time > time + 0.3 && now.samples > samples + 10 && now.plotted > 10;
      },
      { time: before.time, samples: before.samples },
    );
    expect((await stats()).dofs[0].total).toBeGreaterThan(100);
    await shot('beam');
    expect(studio.complaints).toEqual([]);
  });

  it('follows the pointer that pulls a corner', async () => {
    const { vertex, at, height } = await holdStill();
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x - 20, at.y - 200, { steps: 4 });
    await page.keyboard.press('Space');
    await waitForHeight(vertex, 'above', height + 0.1);
    await shot('pull');
    await page.mouse.up();
    await waitForHeight(vertex, 'below', height);
    expect((await stats()).issues).toEqual([]);
    expect(studio.complaints).toEqual([]);
  });

  it('pauses, steps and starts over, by button and by key', async () => {
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.waitForFunction(() => !window.pliant.stats()!.playing);
    const paused = (await stats()).steps;
    await page.getByRole('button', { name: 'One step' }).click();
    await page.keyboard.press('.');
    await page.waitForFunction((steps) => window.pliant.stats()!.steps === steps + 2, paused);
    await page.keyboard.press('r');
    await page.waitForFunction(() => window.pliant.stats()!.steps === 0);
    expect((await stats()).samples).toBe(1);
    await page.getByRole('button', { name: 'Play' }).click();
    await page.waitForFunction(() => window.pliant.stats()!.steps > 3);
    expect(studio.complaints).toEqual([]);
  });
});

describe('the gallery', () => {
  it('is walked with the arrow keys and changes the scene', async () => {
    await open('ball-on-stairs');
    const links = page.getByRole('navigation', { name: 'Scenes' }).getByRole('link');
    expect(await links.count()).toBeGreaterThanOrEqual(4);
    await links.first().focus();
    await page.keyboard.press('ArrowDown');
    const next = await page.evaluate('document.activeElement.getAttribute("href").slice(1)');
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

describe('a dropped scene', () => {
  const cube = {
    name: 'cube',
    shape: { type: 'box', size: [0.2, 0.2, 0.2] },
    material: { young: 2e4 },
    model: { type: 'solid', cell: 0.1 },
  };

  it('runs', async () => {
    await open('hanging-beam');
    await dropScene(page, { format: 'pliant/1', name: 'mine', bodies: [cube] });
    await page.waitForFunction(() => window.pliant.scene === 'mine');
    expect(await page.evaluate(() => window.pliant.bodies())).toEqual(['cube']);
  });

  it('that is wrong is explained place by place, and what ran goes on', async () => {
    await open('hanging-beam');
    const wrong = { ...cube, material: { young: -1 } };
    await dropScene(page, { format: 'pliant/1', name: 'mine', bodies: [wrong] });
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('bodies[0].material.young').waitFor();
    await shot('faults');
    const { steps } = await stats();
    await page.waitForFunction((n) => window.pliant.stats()!.steps > n + 5, steps);
    expect(await page.evaluate(() => window.pliant.scene)).toBe('hanging-beam');
    expect(page.url()).toContain('#hanging-beam');
  });
});

describe('on a phone', () => {
  it('panels come up as sheets', async () => {
    await open('dropped-figure', { viewport: { width: 390, height: 844 }, hasTouch: true });
    const numbers = page.getByRole('button', { name: 'Measurements' });
    await numbers.tap();
    await page.getByText('Time a step').waitFor({ state: 'visible' });
    await shot('phone-numbers');
    await numbers.tap();
    await page.getByRole('button', { name: 'Scenes' }).tap();
    await page.getByRole('link').first().waitFor({ state: 'visible' });
    await page.keyboard.press('Escape');
    await shot('phone');
    expect(studio.complaints).toEqual([]);
  });

  it('a finger pulls a body', async () => {
    await open('hanging-beam', { viewport: { width: 390, height: 844 }, hasTouch: true });
    const { vertex, at, height } = await holdStill();
    const fingers = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', up = 0) =>
      fingers.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: at.x, y: at.y - up }],
      });
    await touch('touchStart');
    await touch('touchMove', 60);
    await touch('touchMove', 140);
    await page.keyboard.press('Space');
    await waitForHeight(vertex, 'above', height + 0.1);
    await shot('phone-pull');
    await touch('touchEnd');
    await waitForHeight(vertex, 'below', height);
    expect(studio.complaints).toEqual([]);
  });
});

it('the dark theme', async () => {
  await open('ball-on-stairs', { colorScheme: 'dark' });
  await page.waitForTimeout(700);
  await shot('dark');
  expect(studio.complaints).toEqual([]);
});
