import { fileURLToPath } from 'node:url';
import RAPIER from '@dimforge/rapier3d-compat';
import { chromium } from 'playwright-core';
import { build, defaultClientConditions, type Rollup } from 'vite';
import { expect, inject, test } from 'vitest';
import { coupledRun } from './coupled-run.ts';

const input = fileURLToPath(new URL('page.ts', import.meta.url));

test('a coupled run ends in the same bits in the browser as in Node', async () => {
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['pliant-source', ...defaultClientConditions] },
    build: { write: false, target: 'es2022', rollupOptions: { input } },
  })) as Rollup.RollupOutput;
  const browser = await chromium.connect(inject('browser'));
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(150_000);
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.addScriptTag({ content: output[0].code, type: 'module' });
    const result = () => (globalThis as { coupled?: string }).coupled;
    await page.waitForFunction(result);
    expect(complaints).toEqual([]);
    await RAPIER.init();
    expect(await page.evaluate(result)).toBe(coupledRun('webassembly'));
  } finally {
    await browser.close();
  }
});
