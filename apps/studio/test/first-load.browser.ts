import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { StudioHook } from '../src/hook.ts';
import { connect, PATIENCE } from './browser.ts';

declare const window: { pliant: StudioHook };

const FOLDER = fileURLToPath(new URL('../../../packages/cli/studio/', import.meta.url));
/** What may come over the line, compressed [kB]: before the first body is seen, and before it moves. */
const SEEN = 350;
const MOVING = 590;

let browser: Browser;
beforeAll(async () => {
  browser = await connect();
});
afterAll(() => browser?.close());

/** Kilobytes of files of the built studio, compressed. */
const sizeOf = (files: Iterable<string>): number =>
  [...files].reduce((sum, path) => {
    const bytes = readFileSync(`${FOLDER}${path === '/' ? 'index.html' : path.slice(1)}`);
    return sum + gzipSync(bytes, { level: 9 }).length / 1000;
  }, 0);

it('the first body is seen before the engine is here, and moves with no other model than its own', async () => {
  const page = await browser.newPage({ viewport: { width: 1000, height: 640 } });
  page.setDefaultTimeout(PATIENCE);
  const files = new Set<string>();
  let isHere: () => void = () => {};
  const engine = new Promise<void>((done) => {
    isHere = done;
  });
  let moves: () => void = () => {};
  const moving = new Promise<void>((done) => {
    moves = done;
  });
  await page.context().route('**/*', async (route) => {
    const url = route.request().url();
    if (/\/worker-/.test(url)) await engine;
    // Plots and thumbnails come some steps after the first, which may be soon: they must not be needed for it.
    if (/\/plots-|\/thumbs\//.test(url)) await moving;
    files.add(new URL(url).pathname);
    return route.continue();
  });
  await page.goto(inject('studio'));
  await page.waitForFunction(() => window.pliant?.bodies().length > 0);
  const freePlace = (): Promise<string> =>
    page.evaluate(() => JSON.stringify(document.getElementById('free')?.getBoundingClientRect()));
  const before = await freePlace();
  expect(sizeOf(files)).toBeLessThan(SEEN);
  expect([...files].filter((path) => path.includes('worker-'))).toEqual([]);
  isHere();
  await page.waitForFunction(() => (window.pliant.stats()?.steps ?? 0) > 0);
  expect(sizeOf(files)).toBeLessThan(MOVING);
  moves();
  // The bodies that move are where those on the poster were.
  expect(await freePlace()).toBe(before);
  expect([...files].filter((path) => /\/(octree|tets|layers)-/.test(path))).toEqual([]);
  await page.close();
});
