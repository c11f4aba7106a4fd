import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { HAS_TIME } from '../../../packages/engine/test/effort.ts';
import type { StudioHook } from '../src/hook.ts';

export const ARTIFACTS = fileURLToPath(new URL('../../../artifacts/', import.meta.url));

/** Longer than anything takes, even on a machine that does other things as well [ms]. */
export const PATIENCE = 150_000;
/** As small as the layout with panels at the sides and one bar at the foot allows: the picture is drawn without a graphics card. */
const VIEWPORT = { width: 1180, height: 640 };
/** Pixels of the picture for one of the page: what is asked of it are places and counts. At night, for the pictures that are kept, as many. */
const PIXELS = HAS_TIME ? 1 : 0.5;

declare const window: { pliant: StudioHook };

type PageOptions = Parameters<Browser['newPage']>[0];

/** A scene of a test's own. */
export interface OwnScene {
  readonly name: string;
}

/**
 * The built studio in the browser, one page at a time. Scenes are paused: a test steps them, so that what it sees does not depend on
 * how fast the machine is.
 */
export interface StudioBrowser {
  /** A fresh page with a scene at its start: one of the gallery, or one dropped on the window as a file. */
  open(scene: string | OwnScene, options?: PageOptions): Promise<Page>;
  /** What the browser has complained about since the page was opened. */
  readonly complaints: string[];
  /** At night keeps a picture of the page, once all is drawn. */
  shot(name: string): Promise<unknown>;
  close(): Promise<void>;
}

export async function startStudio(): Promise<StudioBrowser> {
  mkdirSync(ARTIFACTS, { recursive: true });
  const browser = await connect();
  let page: Page | null = null;
  const complaints: string[] = [];
  return {
    complaints,
    async open(scene, options = {}) {
      await page?.close();
      complaints.length = 0;
      page = await browser.newPage({
        viewport: VIEWPORT,
        deviceScaleFactor: PIXELS,
        reducedMotion: 'reduce',
        ...options,
      });
      page.setDefaultTimeout(PATIENCE);
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      const isOwn = typeof scene !== 'string';
      await page.goto(`${inject('studio')}?paused#${isOwn ? '' : scene}`);
      await page.waitForFunction(() => window.pliant !== undefined);
      if (isOwn) await dropScene(page, scene);
      else await page.waitForFunction(() => window.pliant.ready);
      await settled(page);
      return page;
    },
    async shot(name) {
      if (page === null) return;
      await settled(page);
      if (HAS_TIME) await page.screenshot({ path: `${ARTIFACTS}studio-${name}.png` });
    },
    async close() {
      await page?.close();
      await browser.close();
    },
  };
}

/** The one browser of all tests. */
export const connect = (): Promise<Browser> => chromium.connect(inject('browser'));

/** Waits until the page has done and drawn all it was asked for, and gives how the run goes. */
export const settled = (page: Page) => page.evaluate(() => window.pliant.settled());

/** Does so many steps, and gives how the run goes. */
export const step = (page: Page, count = 1) => page.evaluate((n) => window.pliant.step(n), count);

/** Steps, a few at a time, until something holds of the page. Fails if it does not within `most` steps. */
export async function stepUntil<Arg>(
  page: Page,
  holds: (arg: Arg) => boolean,
  arg: Arg,
  { every = 10, most = 600 } = {},
): Promise<void> {
  for (let done = 0; done < most; done += every) {
    await step(page, every);
    // biome-ignore lint/suspicious/noExplicitAny: playwright unwraps handles in the argument's type, and there are none
    if (await page.evaluate(holds as any, arg)) return;
  }
  throw new Error(`It does not come to hold within ${most} steps: ${holds}`);
}

/** Drops a scene on the window, as a file, and waits until it is there. */
export async function dropScene(page: Page, scene: OwnScene): Promise<void> {
  await dropFile(page, JSON.stringify(scene));
  await page.waitForFunction((name) => window.pliant.scene === name, scene.name);
}

export async function dropFile(page: Page, content: string): Promise<void> {
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'mine.json', { type: 'application/json' }));
    globalThis.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
  }, content);
}
