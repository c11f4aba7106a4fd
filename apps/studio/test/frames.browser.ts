import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StudioHook } from '../src/hook.ts';
import { dropScene, type StudioBrowser, startStudio } from './browser.ts';

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

async function openFrames(options: Parameters<StudioBrowser['open']>[1] = {}): Promise<void> {
  page = await studio.open('hanging-beam', options);
  await dropScene(page, SCENE);
  await page.waitForFunction(() => window.pliant.scene === 'frames');
}

/** Waits until at most `count` frames are awake. */
const waitForRest = (count: number) =>
  page.waitForFunction(
    (most) => window.pliant.parts('beam').filter((status) => status !== 0).length <= most,
    count,
  );
const waitForAwake = (count: number) =>
  page.waitForFunction(
    (least) => window.pliant.parts('beam').filter((status) => status !== 0).length >= least,
    count,
  );
const stats = () => page.evaluate(() => window.pliant.stats()!);
const tool = (name: string) => page.getByRole('switch', { name });

/** Takes hold of the beam's free end and pulls it up by some pixels; gives back how to let go. */
async function pull(up: number): Promise<() => Promise<void>> {
  const at = await page.evaluate(() => window.pliant.grabPoint('beam'));
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x, at.y - up, { steps: 4 });
  return () => page.mouse.up();
}

describe('a scene of frames', () => {
  beforeEach(() => openFrames());

  it('goes to sleep at rest and lights up when pulled', async () => {
    const all = await page.evaluate(() => window.pliant.parts('beam'));
    expect(all.length).toBe(16);
    expect(all.filter((status) => status === 2).length).toBe(1);
    await waitForRest(6);
    // Colours take a moment to change.
    await page.waitForTimeout(600);
    await studio.shot('frames-rest');
    const resting = await stats();
    expect(resting.parts?.passive).toBeGreaterThanOrEqual(10);
    expect(resting.switches).toBeGreaterThan(0);
    expect(await page.locator('.counter.parts').textContent()).toMatch(/^Frames\d+ of 16$/);

    const letGo = await pull(150);
    await waitForAwake(9);
    await studio.shot('frames-pull');
    await letGo();
    await waitForRest(6);
    expect((await stats()).switches).toBeGreaterThan(resting.switches);
    expect((await stats()).issues).toEqual([]);
    expect(studio.complaints).toEqual([]);
  });

  it('shows and hides its frames with a key', async () => {
    expect(await tool('Frames').getAttribute('aria-checked')).toBe('true');
    await page.keyboard.press('f');
    expect(await tool('Frames').getAttribute('aria-checked')).toBe('false');
    await page.waitForTimeout(200);
    await studio.shot('frames-hidden');
    await page.keyboard.press('f');
    expect(await tool('Frames').getAttribute('aria-checked')).toBe('true');
  });

  it('shows its cells instead, in fewer colours when points have merged', async () => {
    await waitForRest(6);
    await page.keyboard.press('c');
    expect(await tool('Cells').getAttribute('aria-checked')).toBe('true');
    expect(await tool('Frames').getAttribute('aria-checked')).toBe('false');
    await page.waitForFunction(() => window.pliant.cells('beam').length > 100);
    await page.waitForTimeout(800);
    await studio.shot('cells-rest');
    const colours = () => page.evaluate(() => new Set(window.pliant.cells('beam')).size);
    const resting = await colours();
    expect(resting).toBe((await stats()).points.active);
    const letGo = await pull(150);
    await waitForAwake(9);
    await page.waitForFunction((few) => new Set(window.pliant.cells('beam')).size > few, resting);
    await page.waitForTimeout(300);
    await studio.shot('cells-pull');
    await letGo();
    await page.keyboard.press('c');
    await page.waitForFunction(() => window.pliant.cells('beam').length === 0);
    expect(studio.complaints).toEqual([]);
  });

  it('follows the camera: from far away fewer frames are awake', async () => {
    await tool('Camera').click();
    await page.getByRole('button', { name: 'Pause' }).click();
    /** Frames awake two seconds after the start: by steps, since a busy page misses what comes in between. */
    const awake = async (): Promise<number> => {
      await page.getByRole('button', { name: 'Reset' }).click();
      await page.waitForFunction(() => window.pliant.stats()!.steps === 0);
      for (let i = 0; i < 120; i++) await page.keyboard.press('.');
      await page.waitForFunction(() => window.pliant.stats()!.steps === 120);
      const statuses = await page.evaluate(() => window.pliant.parts('beam'));
      return statuses.filter((status) => status !== 0).length;
    };
    const near = await awake();
    await page.mouse.move(640, 300);
    for (let i = 0; i < 10; i++) {
      await page.mouse.wheel(0, 800);
      await page.waitForTimeout(60);
    }
    const far = await awake();
    await studio.shot('camera-far');
    expect(far).toBeLessThan(near - 4);
    expect((await stats()).issues).toEqual([]);
    expect(studio.complaints).toEqual([]);
  });

  it('keeps all frames awake if it is told so, also after a reset', async () => {
    await waitForRest(6);
    await tool('Adaptive').click();
    await waitForAwake(16);
    await studio.shot('frames-all');
    const { steps } = await stats();
    await page.keyboard.press('r');
    await page.waitForFunction((before) => {
      const now = window.pliant.stats()!.steps;
      return now > 0 && now < before;
    }, steps);
    await waitForAwake(16);
    await tool('Adaptive').click();
    await waitForRest(6);
    expect(studio.complaints).toEqual([]);
  });

  it('keeps more frames awake when less may be overlooked', async () => {
    const slider = page.getByRole('slider', { name: 'Tolerance' });
    expect(Number(await slider.inputValue())).toBeCloseTo(Math.log10(0.05), 1);
    /** The most frames awake from the second second on, with a tolerance of 10^power. */
    const awakeWith = async (power: number): Promise<number> => {
      await page.waitForFunction(() => window.pliant.stats()!.time > 3);
      const { steps } = await stats();
      await slider.fill(String(power));
      await page.getByRole('button', { name: 'Reset' }).click();
      await page.waitForFunction((before) => window.pliant.stats()!.steps < before, steps);
      return page.evaluate(
        () =>
          new Promise<number>((done) => {
            let most = 0;
            const look = (): void => {
              const { time } = window.pliant.stats()!;
              const awake = window.pliant.parts('beam').filter((status) => status !== 0).length;
              if (time > 1) most = Math.max(most, awake);
              if (time > 2.5) done(most);
              else requestAnimationFrame(look);
            };
            look();
          }),
      );
    };
    const careless = await awakeWith(0);
    const careful = await awakeWith(-3);
    expect(careful).toBeGreaterThan(careless + 3);
    expect(await slider.getAttribute('aria-valuetext')).toBe('0.0010');
  });
});

describe('two runs beside each other', () => {
  const openCompared = async (options = {}): Promise<void> => {
    await openFrames(options);
    await tool('Compare').click();
    await page.waitForFunction(() => (window.pliant.twin()?.steps ?? 0) > 10);
  };

  it('are the adaptive one and the one with all frames, pulled alike', async () => {
    await openCompared();
    await waitForRest(6);
    const vertex = await page.evaluate(() => window.pliant.nearestVertex('beam'));
    const heights = () =>
      page.evaluate((v) => [0, 1].map((i) => window.pliant.bodyPoint('beam', v, i)[1]), vertex);
    const resting = await heights();
    expect(Math.abs(resting[0] - resting[1])).toBeLessThan(0.02);
    const letGo = await pull(80);
    await waitForAwake(9);
    // The hand is in the left picture only, and both come up.
    await page.waitForFunction(
      ([v, low]) => [0, 1].every((i) => window.pliant.bodyPoint('beam', v, i)[1] > low + 0.05),
      [vertex, Math.max(...resting)] as const,
    );
    await studio.shot('frames-compare-pull');
    const twin = await page.evaluate(() => window.pliant.twin()!);
    expect(twin.parts?.passive).toBe(0);
    await letGo();
    await waitForRest(6);
    await page.waitForTimeout(300);
    await studio.shot('frames-compare');
    // They stay together; what the page knows of each may be a picture old.
    await page.waitForFunction(
      () => Math.abs(window.pliant.stats()!.steps - window.pliant.twin()!.steps) <= 4,
    );
    for (const name of ['Adaptive', 'All frames']) {
      const label = await page.getByRole('region', { name }).textContent();
      expect(label).toMatch(/\d+\.\d+ ms a step\d+ of 16 frames/);
    }
    await tool('Compare').click();
    await page.waitForFunction(() => window.pliant.twin() === null);
    const { steps } = await stats();
    await page.waitForFunction((n) => window.pliant.stats()!.steps > n + 5, steps);
    expect(studio.complaints).toEqual([]);
  });

  it('show the cells of both', async () => {
    await openCompared();
    await waitForRest(6);
    await tool('Cells').click();
    await page.waitForFunction(() =>
      [0, 1].every((picture) => window.pliant.cells('beam', picture).length > 100),
    );
    await page.waitForTimeout(800);
    await studio.shot('cells-compare');
    const [mine, twin] = await page.evaluate(() =>
      [0, 1].map((picture) => new Set(window.pliant.cells('beam', picture)).size),
    );
    expect(mine).toBeLessThan(twin);
    expect(studio.complaints).toEqual([]);
  });

  it('stand one above the other on a phone', async () => {
    await openCompared({ viewport: { width: 390, height: 844 }, hasTouch: true });
    await page.waitForTimeout(300);
    await studio.shot('frames-phone');
    expect(studio.complaints).toEqual([]);
  });

  it('look good in the dark', async () => {
    await openCompared({ colorScheme: 'dark' });
    await page.waitForTimeout(100);
    await studio.shot('frames-dark');
    expect(studio.complaints).toEqual([]);
  });
});
