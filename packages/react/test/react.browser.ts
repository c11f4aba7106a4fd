import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { build, defaultClientConditions, type Rollup } from 'vite';
import { expect, inject, test } from 'vitest';

const input = fileURLToPath(new URL('page.jsx', import.meta.url));

interface Hook {
  log: { progress: number; hits: string[]; steps: number };
  names: string[];
  frames(count: number): void;
  body(name: string): number[];
  joint(): boolean;
  top(colour: string): number;
  show(some: boolean): void;
}
declare const page: Hook;

test('components make, move and remove what is in a world', async () => {
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['pliant-source', ...defaultClientConditions] },
    // React says more when it is not made for use.
    mode: 'development',
    define: { 'process.env.NODE_ENV': '"development"' },
    build: { write: false, minify: false, target: 'es2022', rollupOptions: { input } },
  })) as Rollup.RollupOutput;
  const browser = await chromium.connect(inject('browser'));
  try {
    const view = await browser.newPage();
    view.setDefaultTimeout(150_000);
    const complaints: string[] = [];
    view.on('pageerror', (error) => complaints.push(error.message));
    view.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await view.addScriptTag({ content: output[0].code, type: 'module' });
    await check(view);
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
  }
});

async function check(view: Page): Promise<void> {
  const there = (count: number): Promise<unknown> =>
    view.waitForFunction((n) => globalThis.page?.names.length === n, count);
  await there(4);
  // The mesh is drawn where the body is as soon as React has taken it over.
  await view.waitForFunction(() => Math.abs(page.top('2e8b57') - 0.45) < 1e-5);
  await view.evaluate(() => page.frames(60));
  const log = await view.evaluate(() => page.log);
  expect(log.progress).toBeGreaterThan(0);
  expect(log.steps).toBe(60);
  expect(log.hits).toContain('jelly meets floor');
  // The jelly has fallen, bounces, and is drawn there; the ball hangs below its nail.
  expect(await view.evaluate(() => page.top('2e8b57'))).toBeLessThan(0.4);
  expect(await view.evaluate(() => page.joint())).toBe(true);
  const ball = await view.evaluate(() => page.body('ball'));
  expect(Math.hypot(ball[0] + 0.9, ball[1] - 0.6, ball[2])).toBeCloseTo(0.1, 3);
  // The hand is at 1 + 0.2 sin(6 t): after a second it is below, after 1.3 s above.
  const [, low] = await view.evaluate(() => page.body('flag'));
  await view.evaluate(() => page.frames(18));
  const [, high] = await view.evaluate(() => page.body('flag'));
  expect(high - low).toBeGreaterThan(0.1);
  await view.evaluate(() => page.show(false));
  await there(0);
  await view.evaluate(() => page.show(true));
  await there(4);
}
