import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StudioHook } from '../src/hook.ts';
import { LEAD } from '../src/worker/partner.ts';
import { type StudioBrowser, settled, startStudio, step, stepUntil } from './browser.ts';

declare const window: { pliant: StudioHook };

/** A beam of frames, held at the wall, damped so that it rests within seconds. */
const SCENE = {
  format: 'pliant/1',
  name: 'frames',
  title: 'A beam of frames',
  description: 'Frames light up where it is pulled.',
  bodies: [
    {
      name: 'beam',
      shape: { type: 'box', size: [1, 0.16, 0.16] },
      position: [0.5, 0.8, 0],
      material: { young: 1e6, density: 1000, damping: { mass: 4, stiffness: 0.04 } },
      model: { type: 'frames', frames: [1, 3, 7, 15], tolerance: 0.05 },
      attachments: [
        { name: 'wall', region: { type: 'box', size: [0.1, 1, 1], position: [-0.5, 0, 0] } },
      ],
      color: '#e3a83f',
    },
  ],
  obstacles: [
    { name: 'wall', shape: { type: 'box', size: [0.06, 0.6, 0.6] }, position: [-0.032, 0.8, 0] },
  ],
  camera: { eye: [1.1, 1.1, 2.3], target: [0.5, 0.72, 0], fov: 36 },
};

let studio: StudioBrowser;
let page: Page;

beforeAll(async () => {
  studio = await startStudio();
});
afterAll(() => studio?.close());

const awake = () =>
  page.evaluate(() => window.pliant.parts('beam').filter((status) => status !== 0).length);
/** Steps until at most `count` frames are awake. */
const stepToRest = (count = 6) =>
  stepUntil(
    page,
    (most) => window.pliant.parts('beam').filter((status) => status !== 0).length <= most,
    count,
    { every: 40 },
  );
const tool = (name: string) => page.getByRole('switch', { name });
/** The pill that is chosen, and what the colours show. */
const shownView = () =>
  page
    .locator('.pills [aria-checked="true"], .choices:visible [aria-pressed="true"]')
    .allTextContents();
const reset = async () => {
  await page.getByRole('button', { name: 'Reset' }).click();
  expect((await settled(page)).steps).toBe(0);
};
/** In how many colours the cells are shown. */
const colours = (picture = 0) =>
  page.evaluate((k) => new Set(window.pliant.cells('beam', k)).size, picture);

/** Takes hold of the beam's free end, pulls it up by some pixels and steps; gives back how to let go. */
async function pull(up: number, steps = 24): Promise<() => Promise<void>> {
  const at = await page.evaluate(() => window.pliant.grabPoint('beam'));
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x, at.y - up, { steps: 4 });
  await step(page, steps);
  return () => page.mouse.up();
}

describe('a scene of frames', () => {
  beforeAll(async () => {
    page = await studio.open(SCENE);
  });

  it('goes to sleep at rest and lights up when pulled', async () => {
    await step(page);
    const all = await page.evaluate(() => window.pliant.parts('beam'));
    expect(all.length).toBe(16);
    expect(all.filter((status) => status === 2).length).toBe(1);
    await stepToRest();
    await studio.shot('frames-rest');
    const resting = await settled(page);
    expect(resting.parts?.passive).toBeGreaterThanOrEqual(10);
    expect(resting.switches).toBeGreaterThan(0);
    expect(await page.locator('.counter.parts').textContent()).toMatch(/^Frames\d+ of 16$/);

    const letGo = await pull(120);
    expect(await awake()).toBeGreaterThanOrEqual(9);
    await studio.shot('frames-pull');
    await letGo();
    await stepToRest();
    const after = await settled(page);
    expect(after.switches).toBeGreaterThan(resting.switches);
    expect(after.issues).toEqual([]);
    expect(studio.complaints).toEqual([]);
  });

  it('shows and hides its frames with a key', async () => {
    expect(await shownView()).toEqual(['Structure', 'frames']);
    await page.keyboard.press('f');
    expect(await shownView()).toEqual(['Surface']);
    await studio.shot('frames-hidden');
    await page.keyboard.press('f');
    expect(await shownView()).toEqual(['Structure', 'frames']);
  });

  it('is seen cut open, and with its stretch', async () => {
    await page.getByRole('radio', { name: 'Slice' }).click();
    await settled(page);
    const whole = await page.evaluate(() => window.pliant.cut('beam'));
    expect(whole).toBeGreaterThan(10);
    await page.getByRole('button', { name: 'Cut across x' }).click();
    await settled(page);
    // Across its length a beam has fewer cells than along it.
    const across = await page.evaluate(() => window.pliant.cut('beam'));
    expect(across).toBeGreaterThan(1);
    expect(across).toBeLessThan(whole);
    await studio.shot('slice');
    await page.getByRole('radio', { name: 'Heat' }).click();
    await settled(page);
    await studio.shot('heat');
    expect(await page.locator('.ramp').textContent()).toMatch(/^0 %[\d.]+ %$/);
    await page.getByRole('radio', { name: 'Structure' }).click();
    await settled(page);
    expect(studio.complaints).toEqual([]);
  });

  it('shows its cells instead, in fewer colours when points have merged', async () => {
    await stepToRest();
    await page.keyboard.press('c');
    expect(await shownView()).toEqual(['Structure', 'integration region']);
    await studio.shot('cells-rest');
    expect(await page.evaluate(() => window.pliant.cells('beam').length)).toBeGreaterThan(100);
    const resting = await colours();
    expect(resting).toBe((await settled(page)).points.active);
    const letGo = await pull(120);
    expect(await colours()).toBeGreaterThan(resting);
    await studio.shot('cells-pull');
    await letGo();
    await page.keyboard.press('c');
    await settled(page);
    expect(await page.evaluate(() => window.pliant.cells('beam').length)).toBe(0);
    await page.keyboard.press('f');
    expect(studio.complaints).toEqual([]);
  });

  it('keeps all frames awake if it is told so, also after a reset', async () => {
    await stepToRest();
    await page.getByRole('tab', { name: 'Adapt' }).click();
    await tool('Adaptive').click();
    await step(page, 2);
    expect(await awake()).toBe(16);
    await studio.shot('frames-all');
    await reset();
    await step(page, 60);
    expect(await awake()).toBe(16);
    await tool('Adaptive').click();
    await stepToRest();
    expect(studio.complaints).toEqual([]);
  });

  it('keeps more frames awake when less may be overlooked', async () => {
    const slider = page.getByRole('slider', { name: 'Tolerance', exact: true });
    const first = await slider.inputValue();
    expect(Number(first)).toBeCloseTo(Math.log10(0.05), 1);
    /** The most frames awake from the first to the second second, with a tolerance of 10^power. */
    const awakeWith = async (power: string): Promise<number> => {
      await slider.fill(power);
      await reset();
      await step(page, 60);
      let most = 0;
      for (let k = 0; k < 5; k++) {
        await step(page, 12);
        most = Math.max(most, await awake());
      }
      return most;
    };
    const careless = await awakeWith('0');
    const careful = await awakeWith('-3');
    expect(careful).toBeGreaterThan(careless + 3);
    expect(await slider.getAttribute('aria-valuetext')).toBe('0.0010');
    await slider.fill(first);
  });

  it('follows the camera: from far away fewer frames are awake', async () => {
    await tool('Camera').click();
    /** Frames awake, summed over the first two seconds: when the last one falls asleep is not what is asked. */
    const awakeSoFar = async (): Promise<number> => {
      await reset();
      let sum = 0;
      for (let k = 0; k < 8; k++) {
        await step(page, 15);
        sum += await awake();
      }
      return sum;
    };
    const near = await awakeSoFar();
    await page.evaluate(() => {
      const canvas = document.querySelector('canvas')!;
      for (let i = 0; i < 10; i++) canvas.dispatchEvent(new WheelEvent('wheel', { deltaY: 800 }));
    });
    const far = await awakeSoFar();
    await studio.shot('camera-far');
    expect(far).toBeLessThan(0.8 * near);
    expect((await settled(page)).issues).toEqual([]);
    expect(studio.complaints).toEqual([]);
  });
});

describe('two runs beside each other', () => {
  const openCompared = async (options = {}): Promise<void> => {
    page = await studio.open(SCENE, options);
    // On a phone tools come up first.
    const tools = page.getByRole('button', { name: 'Tools' });
    if (await tools.isVisible()) await tools.click();
    await tool('Compare').click();
    await settled(page);
    await step(page, 10);
    expect(await page.evaluate(() => window.pliant.twin()!.steps)).toBe(10);
  };
  const twin = () => page.evaluate(() => window.pliant.twin()!);

  it('are the adaptive one and the one with all frames, pulled alike', async () => {
    await openCompared();
    await stepToRest();
    const vertex = await page.evaluate(() => window.pliant.nearestVertex('beam'));
    const heights = () =>
      page.evaluate((v) => [0, 1].map((i) => window.pliant.bodyPoint('beam', v, i)[1]), vertex);
    const resting = await heights();
    expect(Math.abs(resting[0] - resting[1])).toBeLessThan(0.02);
    const letGo = await pull(64, 40);
    expect(await awake()).toBeGreaterThanOrEqual(9);
    // The hand is in the left picture only, and both come up.
    expect(Math.min(...(await heights()))).toBeGreaterThan(Math.max(...resting) + 0.05);
    await studio.shot('frames-compare-pull');
    expect((await twin()).parts?.passive).toBe(0);
    await letGo();
    await stepToRest();
    await studio.shot('frames-compare');
    for (const name of ['Adaptive', 'All frames']) {
      const label = await page.getByRole('region', { name }).textContent();
      expect(label).toMatch(/\d+\.\d+ ms a step\d+ of 16 frames/);
    }
    expect(studio.complaints).toEqual([]);
  });

  it('show the cells of both', async () => {
    await page.keyboard.press('c');
    await studio.shot('cells-compare');
    const [mine, beside] = [await colours(0), await colours(1)];
    expect(mine).toBeGreaterThan(1);
    expect(mine).toBeLessThan(beside);
    expect(studio.complaints).toEqual([]);
  });

  it('play together, and the first goes on alone', async () => {
    await page.getByRole('button', { name: 'Play' }).click();
    const { steps } = await twin();
    await page.waitForFunction((n) => window.pliant.twin()!.steps > n + 20, steps);
    await page.getByRole('button', { name: 'Pause' }).click();
    const mine = await settled(page);
    expect(Math.abs(mine.steps - (await twin()).steps)).toBeLessThanOrEqual(LEAD);
    await tool('Compare').click();
    await settled(page);
    expect(await page.evaluate(() => window.pliant.twin())).toBe(null);
    expect((await step(page, 5)).steps).toBe(mine.steps + 5);
    expect(studio.complaints).toEqual([]);
  });

  it('stand one above the other on a phone, and look good in the dark', async () => {
    const viewport = { width: 390, height: 844 };
    await openCompared({ viewport, hasTouch: true, colorScheme: 'dark' });
    await studio.shot('frames-phone');
    const [first, second] = await Promise.all(
      ['Adaptive', 'All frames'].map((name) => page.getByRole('region', { name }).boundingBox()),
    );
    expect(second!.y).toBeGreaterThan(first!.y + 100);
    expect(studio.complaints).toEqual([]);
  });
});
