import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { StudioHook } from '../src/hook.ts';
import { connect } from './browser.ts';

declare const window: { pliant: StudioHook };

const FOLDER = fileURLToPath(new URL('../../../packages/cli/studio/', import.meta.url));
/** What may come over the line, compressed [kB]: before the first body is seen, and before it moves. */
const SEEN = 350;
const MOVING = 560;

let browser: Browser;
beforeAll(async () => {
  browser = await connect();
});
afterAll(() => browser?.close());

/** Opens the studio as a visitor does, until something holds there; files that `isLate` never come. Gives the kilobytes of the others. */
async function load(isLate: (url: string) => boolean, holds: () => boolean): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 1000, height: 640 } });
  const files = new Set<string>();
  await page.context().route('**/*', (route) => {
    const url = route.request().url();
    if (isLate(url)) return;
    files.add(new URL(url).pathname);
    return route.continue();
  });
  await page.goto(inject('studio'));
  await page.waitForFunction(holds);
  await page.close();
  const bytes = [...files].map((path) => {
    const file = path === '/' ? 'index.html' : path.slice(1);
    return gzipSync(readFileSync(`${FOLDER}${file}`), { level: 9 }).length;
  });
  return bytes.reduce((sum, n) => sum + n, 0) / 1000;
}

it('the first body is seen before the engine is here', async () => {
  const kilobytes = await load(
    (url) => /\/worker-/.test(url),
    () => window.pliant?.bodies().length > 0,
  );
  expect(kilobytes).toBeLessThan(SEEN);
});

it('it moves once the engine and the model of the scene are here, and no other', async () => {
  const kilobytes = await load(
    () => false,
    () => (window.pliant?.stats()?.steps ?? 0) > 0,
  );
  expect(kilobytes).toBeLessThan(MOVING);
});
