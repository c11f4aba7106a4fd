import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { type Serving, serveFolder } from '../../../packages/cli/src/serve/serve.ts';
import type { StudioHook } from '../src/hook.ts';

const FOLDER = fileURLToPath(new URL('../../../packages/cli/studio/', import.meta.url));
export const ARTIFACTS = fileURLToPath(new URL('../../../artifacts/', import.meta.url));

/** Software rendering, and nothing that calls home. */
export const FLAGS = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

declare const window: { pliant: StudioHook };

type PageOptions = Parameters<Browser['newPage']>[0];

/** The built studio in a browser, one page at a time. */
export interface StudioBrowser {
  /** A fresh page with a gallery scene that has begun to move. */
  open(scene: string, options?: PageOptions): Promise<Page>;
  /** What the browser has complained about since the page was opened. */
  readonly complaints: string[];
  /** Keeps a picture of the page. */
  shot(name: string): Promise<unknown>;
  close(): Promise<void>;
}

export async function startStudio(): Promise<StudioBrowser> {
  mkdirSync(ARTIFACTS, { recursive: true });
  const server: Serving = await serveFolder(FOLDER, { port: 0 });
  const browser = await chromium.launch({
    executablePath: process.env.PLIANT_BROWSER,
    args: FLAGS,
  });
  let page: Page | null = null;
  const complaints: string[] = [];
  return {
    complaints,
    async open(scene, options = {}) {
      await page?.close();
      complaints.length = 0;
      page = await browser.newPage({ viewport: { width: 1280, height: 800 }, ...options });
      // Longer than anything takes, even on a machine that does other things as well.
      page.setDefaultTimeout(100_000);
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.goto(`${server.address}#${scene}`);
      await page.waitForFunction(
        () => window.pliant?.ready && (window.pliant.stats()?.steps ?? 0) > 3,
      );
      return page;
    },
    shot: async (name) => page?.screenshot({ path: `${ARTIFACTS}studio-${name}.png` }),
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** Drops a scene on the window, as a file. */
export async function dropScene(page: Page, scene: unknown): Promise<void> {
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'mine.json', { type: 'application/json' }));
    globalThis.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
  }, JSON.stringify(scene));
}
