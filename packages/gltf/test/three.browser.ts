import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { createWorld } from 'pliant';
import { build, defaultClientConditions, type Rollup } from 'vite';
import { expect, inject, test } from 'vitest';
import { importGltf, recordTakes, writeDrawn, writeMorphGlb, writeSkinGlb } from '../src/index.ts';
import { rigged } from './fixtures.ts';
import { farthest } from './skin.ts';
import { faultsOf } from './validate.ts';

const input = fileURLToPath(new URL('page.ts', import.meta.url));
type Posed = (base64: string, times: readonly number[]) => Promise<number[][]>;

test('a textured figure, written as morph targets and as a skin, stands in a browser as it did, at 20 times', async () => {
  const imported = await importGltf(rigged({ texture: true }).glb(), { clip: 0 });
  const world = createWorld(imported.scene, { files: (name) => imported.files[name] });
  const { takes, times, frame } = recordTakes(world);
  frame();
  for (let k = 1; k < 20; k++) {
    world.step();
    frame();
  }
  const { vertexOf } = imported.drawn[0];
  const drawn = await writeDrawn(imported.drawn, imported.figure);
  const written = await Promise.all(
    [writeMorphGlb, writeSkinGlb].map((write) => write(takes, times, { drawn })),
  );
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
    await page.addScriptTag({ content: output[0].code, type: 'module' });
    await page.waitForFunction(() => 'posed' in globalThis);
    for (const { glb, bodies } of written) {
      expect(await faultsOf(glb)).toEqual([]);
      const seen = await page.evaluate(
        ([base64, at]) => (globalThis as unknown as { posed: Posed }).posed(base64, at),
        [Buffer.from(glb).toString('base64'), times] as const,
      );
      expect(seen).toHaveLength(20);
      seen.forEach((theirs, k) => {
        const ours = Array.from(
          { length: 3 * vertexOf.length },
          (_, i) => takes[0].frames[k][3 * vertexOf[Math.floor(i / 3)] + (i % 3)],
        );
        expect(farthest(theirs, ours)).toBeLessThan(bodies[0].worst + 1e-5);
      });
    }
  } finally {
    await browser.close();
  }
});
