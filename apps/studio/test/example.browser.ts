import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { serveFolder } from '../../../packages/cli/src/serve/serve.ts';
import { ARTIFACTS, connect, PATIENCE } from './browser.ts';

const EXAMPLES = fileURLToPath(new URL('../../../examples/', import.meta.url));

declare const document: { body: { dataset: Record<string, string | undefined> } };

test('the example page draws a running scene and takes a pull without complaint', async () => {
  const outDir = mkdtempSync(join(tmpdir(), 'pliant-example-'));
  // As any user of the packages would build it: no configuration at all.
  await build({
    configFile: false,
    root: EXAMPLES,
    base: './',
    logLevel: 'error',
    build: {
      outDir,
      chunkSizeWarningLimit: 5000,
      rollupOptions: { input: join(EXAMPLES, 'three-page.html') },
    },
  });
  const server = await serveFolder(outDir, { port: 0 });
  const browser = await connect();
  try {
    const page = await browser.newPage({ viewport: { width: 600, height: 400 } });
    page.setDefaultTimeout(PATIENCE);
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${server.address}three-page.html`);
    await page.waitForFunction(() => Number(document.body.dataset.frames) > 5);
    await page.mouse.move(300, 200);
    await page.mouse.down();
    await page.mouse.move(350, 150, { steps: 5 });
    const before = Number(await page.evaluate(() => document.body.dataset.frames));
    await page.waitForFunction((n) => Number(document.body.dataset.frames) > n + 5, before);
    mkdirSync(ARTIFACTS, { recursive: true });
    await page.screenshot({ path: join(ARTIFACTS, 'example-three-page.png') });
    await page.mouse.up();
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
    await server.close();
    rmSync(outDir, { recursive: true });
  }
});
