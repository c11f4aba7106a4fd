import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { build, defaultClientConditions, type Rollup } from 'vite';
import { expect, inject, test } from 'vitest';
import type { WorkerPage } from './page.ts';

declare const page: WorkerPage;
declare module 'vitest' {
  interface ProvidedContext {
    /** Where the browser of all tests listens. */
    browser: string;
  }
}

const SITE = 'http://pliant.test/';
const DT = 1 / 60;

/** Where it is between states: on the parabola through the three nearest. */
function between(states: readonly number[][], t: number): number[] {
  const at = t / DT;
  const k = Math.min(states.length - 2, Math.max(1, Math.round(at)));
  const u = at - k;
  const weights = [(u * (u - 1)) / 2, 1 - u * u, (u * (u + 1)) / 2];
  return [0, 1, 2].map((c) => weights.reduce((sum, w, i) => sum + w * states[k - 1 + i][c], 0));
}
const distance = (a: readonly number[], b: readonly number[]): number =>
  Math.hypot(...a.map((x, i) => x - b[i]));

test('a world in a worker at 60 Hz is drawn at 144 Hz between its states', async () => {
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['pliant-source', ...defaultClientConditions] },
    worker: { format: 'es' },
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      rollupOptions: {
        input: fileURLToPath(new URL('page.ts', import.meta.url)),
        output: { entryFileNames: 'page.js' },
      },
    },
  })) as Rollup.RollupOutput;
  const files = new Map(
    output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]),
  );
  const browser = await chromium.connect(inject('browser'));
  try {
    const view = await browser.newPage();
    view.setDefaultTimeout(150_000);
    const complaints: string[] = [];
    view.on('pageerror', (error) => complaints.push(error.message));
    await view.context().route(`${SITE}**`, (route) => {
      const path = route.request().url().slice(SITE.length);
      const body =
        path === ''
          ? '<!doctype html><script type="module" src="page.js"></script>'
          : files.get(path);
      const type = path === '' ? 'text/html' : 'text/javascript';
      return body === undefined
        ? route.fulfill({ status: 404 })
        : route.fulfill({ body: Buffer.from(body), contentType: type });
    });
    await view.goto(SITE);
    await view.waitForFunction(() => 'page' in globalThis);
    const { times, corners, states, steps } = await view.evaluate(() => page.run(72, 144));
    expect(complaints).toEqual([]);
    // Half a second: thirty steps, and a picture for every frame of the screen.
    expect(steps).toBe(30);
    // The first frames show the start, until there are states to be between.
    const moving = times.findIndex((t) => t > 1e-9);
    expect(moving).toBeLessThan(8);
    for (let k = moving; k < times.length; k++) {
      expect(times[k] - times[k - 1]).toBeCloseTo(1 / 144, k === moving ? 1 : 9);
      const step = Math.min(steps - 1, Math.floor(times[k] / DT));
      const move = distance(states[step + 1], states[step]);
      expect(distance(corners[k], between(states, times[k]))).toBeLessThan(0.05 * move);
    }
  } finally {
    await browser.close();
  }
});
