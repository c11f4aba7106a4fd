import { text as readAll } from 'node:stream/consumers';
import { runScene, type SceneInput } from 'pliant';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HAS_TIME } from '../../../packages/engine/test/effort.ts';
import type { StudioHook } from '../src/hook.ts';
import { dropFile, type StudioBrowser, settled, startStudio } from './browser.ts';

declare const window: { pliant: StudioHook };

/** A rigid ball that falls: a run of it takes milliseconds. */
const BALL: SceneInput = {
  format: 'pliant/1',
  name: 'ball',
  duration: 0.2,
  bodies: [
    {
      name: 'ball',
      shape: { type: 'sphere', radius: 0.1 },
      position: [0, 0.15, 0],
      velocity: [0, -1, 0],
      material: { young: 1e4 },
      model: { type: 'rigid' },
      probes: { top: [0, 0.1, 0] },
    },
  ],
  obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
};

let studio: StudioBrowser;
beforeAll(async () => {
  studio = await startStudio();
});
afterAll(() => studio?.close());

describe('a sweep in the page', () => {
  it.runIf(HAS_TIME)(
    'plots its runs as they come, with the hashes of Node, and opens the run of a dot',
    async () => {
      const page = await studio.open(BALL as { name: string });
      await page.getByRole('button', { name: 'Sweep values…' }).click();
      const panel = page.getByRole('region', { name: 'Sweep' });
      await panel.getByLabel('Place').first().selectOption('bodies[0].velocity[1]');
      await panel.getByLabel('From').first().fill('-2');
      await panel.getByLabel('To', { exact: true }).first().fill('0');
      await panel.getByLabel('Runs').fill('5');
      await panel.getByRole('button', { name: 'Start' }).click();
      await panel.getByText('5 of 5 runs').waitFor();
      await panel.getByRole('link', { name: 'runs.parquet' }).waitFor();
      expect(await panel.locator('circle.run').count()).toBe(5);

      const download = page.waitForEvent('download');
      await panel.getByRole('link', { name: 'runs.csv' }).click();
      const csv = await readAll(await (await download).createReadStream());
      const [head, ...rows] = csv
        .trim()
        .split('\n')
        .map((line) => line.split(','));
      expect(rows).toHaveLength(5);
      for (const row of rows) {
        const scene = structuredClone(BALL);
        scene.bodies![0].velocity = [0, Number(row[head.indexOf('bodies[0].velocity[1]')]), 0];
        expect(row[head.indexOf('hash')]).toBe(runScene(scene).result.hash);
      }
      await studio.shot('sweep');
      await panel.locator('circle.run').first().dispatchEvent('click');
      await page.waitForFunction(() => window.pliant.scene === 'ball');
      await settled(page);
      expect(studio.complaints).toEqual([]);
    },
  );

  it('takes a sweep that is dropped on the window, and a scene in the address', async () => {
    const page = await studio.open('hanging-beam');
    const vary = { 'bodies[0].velocity[1]': [-1, 0], 'bodies[0].friction': [0, 1] };
    await dropFile(page, JSON.stringify({ format: 'pliant-sweep/1', scene: BALL, vary }));
    const panel = page.getByRole('region', { name: 'Sweep' });
    await panel.getByText('4 of 4 runs').waitFor();
    await panel.locator('.parallel path.run').nth(3).waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });

    const text = Buffer.from(JSON.stringify({ ...BALL, name: 'linked' })).toString('base64url');
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `scene=${text}`);
    await page.waitForFunction(() => window.pliant.scene === 'linked');
    expect(studio.complaints).toEqual([]);
  });
});
