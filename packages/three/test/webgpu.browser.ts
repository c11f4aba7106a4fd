import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { build, defaultClientConditions, type Rollup } from 'vite';
import { expect, inject, test } from 'vitest';

const input = fileURLToPath(new URL('webgpu-page.js', import.meta.url));

interface Pictures {
  size: number;
  backend: string;
  webgpu: number[][];
  webgl: number[][];
}
declare const pictures: (steps: number) => Promise<Pictures>;

test("three.js's WebGPURenderer draws a soft mesh as its WebGLRenderer does", async () => {
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['pliant-source', ...defaultClientConditions] },
    build: { write: false, minify: false, target: 'es2022', rollupOptions: { input } },
  })) as Rollup.RollupOutput;
  const browser = await chromium.connect(inject('browser'));
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(150_000);
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.addScriptTag({ content: output[0].code, type: 'module' });
    // Chromium may call a module added before it has run it.
    await page.waitForFunction(() => 'pictures' in globalThis);
    const { size, backend, webgpu, webgl } = await page.evaluate(() => pictures(60));
    expect(complaints).toEqual([]);
    // Where there is no WebGPU, as in software rendering, the same renderer takes its other backend.
    expect(['WebGPU', 'WebGL 2']).toContain(backend);
    const before = rows(webgpu[0], size);
    const after = rows(webgpu[1], size);
    // It fell, and is flatter where it lies.
    expect(after.top).toBeGreaterThan(before.top + 0.15 * size);
    expect(after.bottom - after.top).toBeLessThan(before.bottom - before.top);
    for (const k of [0, 1]) {
      const off = webgpu[k].filter((value, i) => Math.abs(value - webgl[k][i]) > 12).length;
      // Edges may differ by a pixel.
      expect(off).toBeLessThan(0.02 * size * size);
    }
  } finally {
    await browser.close();
  }
});

/** First and last row of a picture with the body in it. */
function rows(picture: readonly number[], size: number): { top: number; bottom: number } {
  const lit = Array.from({ length: size }, (_, y) => y).filter((y) =>
    picture.slice(y * size, (y + 1) * size).some((value) => value > 30),
  );
  expect(lit.length).toBeGreaterThan(0);
  return { top: lit[0], bottom: lit[lit.length - 1] };
}
