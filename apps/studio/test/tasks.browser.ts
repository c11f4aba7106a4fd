import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HAS_TIME } from '../../../packages/engine/test/effort.ts';
import { rigged } from '../../../packages/gltf/test/fixtures.ts';
import type { StudioHook } from '../src/hook.ts';
import { ARTIFACTS, PATIENCE, type StudioBrowser, settled, startStudio, step } from './browser.ts';

declare const window: { pliant: StudioHook };

/** Five people who have not read anything: they go by what stands on the page, in words and buttons. */

let studio: StudioBrowser;
let page: Page;
beforeAll(async () => {
  studio = await startStudio();
});
afterAll(() => studio?.close());

/** Clicks or taps, and gives the file that comes of it. */
async function taken(act: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), act()]);
  const path = `${ARTIFACTS}${file.suggestedFilename()}`;
  await file.saveAs(path);
  return { name: file.suggestedFilename(), bytes: readFileSync(path) };
}

const takeHome = async (what: string): Promise<{ name: string; bytes: Buffer }> => {
  await page.getByRole('button', { name: 'Share and export' }).click();
  const card = page.getByRole('region', { name: 'Share and export' });
  return taken(() => card.getByRole('button', { name: new RegExp(`^${what}`) }).click());
};

it.runIf(HAS_TIME)('an artist makes a character jiggle and takes it home', async () => {
  page = await studio.open('hanging-beam');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Open or import…' }).click(),
  ]);
  const buffer = Buffer.from(rigged({ texture: true }).glb());
  await chooser.setFiles({ name: 'dancer.glb', mimeType: 'model/gltf-binary', buffer });
  const card = page.getByRole('region', { name: 'Import' });
  await card.getByText('It has bones').waitFor();
  await card.getByRole('button', { name: 'Put it on the floor' }).click();
  await page.waitForFunction(() => window.pliant.scene === 'dancer');
  const stats = await step(page, 45);
  expect(stats.issues).toEqual([]);
  // Its bones are told how to move; what jiggles is solved for.
  expect(stats.dofs[0].active).toBeGreaterThan(0);
  await studio.shot('task-artist');
  const { name, bytes } = await takeHome('Animation');
  expect(name).toBe('dancer.glb');
  const json = bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString();
  expect(JSON.parse(json).animations).toHaveLength(1);
  expect(studio.complaints).toEqual([]);
});

it.runIf(HAS_TIME)('a researcher reproduces a figure and saves its plot', async () => {
  page = await studio.open('hanging-beam');
  await page.getByRole('tab', { name: 'Figures' }).click();
  await page.getByRole('button', { name: /Fig\. 4.*Refinement of a bar/ }).click();
  await page.waitForFunction(() => window.pliant.scene === 'bar-1d');
  await step(page, 60);
  await studio.shot('task-researcher');
  const { name, bytes } = await taken(() =>
    page.getByRole('button', { name: /^Save the plot: Unknowns/ }).click(),
  );
  expect(name).toMatch(/\.png$/);
  expect(bytes.length).toBeGreaterThan(2000);
  const table = await takeHome('Table');
  expect(table.bytes.toString().split('\n').length).toBeGreaterThan(60);
  expect(studio.complaints).toEqual([]);
});

it.runIf(HAS_TIME)('a teacher shows what stiffness does', async () => {
  page = await studio.open('hanging-beam');
  await page.getByRole('tab', { name: 'Body' }).click();
  const end = await page.evaluate(() => window.pliant.nearestVertex('beam'));
  const heightOf = async (matter: string): Promise<number> => {
    await page.getByRole('button', { name: matter, exact: true }).click();
    await settled(page);
    await page.getByRole('button', { name: 'Reset' }).click();
    await step(page, 60);
    return page.evaluate((v) => window.pliant.bodyPoint('beam', v)[1], end);
  };
  const jelly = await heightOf('Jelly');
  await studio.shot('task-teacher');
  const rubber = await heightOf('Rubber');
  expect(rubber).toBeGreaterThan(jelly + 0.02);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('radio', { name: 'Heat' }).click();
  expect(studio.complaints).toEqual([]);
});

it.runIf(HAS_TIME)('a game developer finds the code for what is seen, and it builds', async () => {
  page = await studio.open('cut-jelly');
  const { name, bytes } = await takeHome('Code');
  expect(name).toBe('cut-jelly.js');
  expect(bytes.toString()).toContain("from 'pliant/octree'");
  const { warnings, outputFiles } = await build({
    stdin: { contents: bytes.toString(), resolveDir: `${ARTIFACTS}..` },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    conditions: ['pliant-source'],
  });
  expect(warnings).toEqual([]);
  expect(outputFiles[0].text).toContain('"cut-jelly"');
  expect(studio.complaints).toEqual([]);
});

it('a visitor on a phone pokes and shares, and who gets the link has the same', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  page = await studio.open('hanging-beam', phone);
  const vertex = await page.evaluate(() => window.pliant.nearestVertex('beam'));
  const at = await page.evaluate((v) => window.pliant.grabPoint('beam', v), vertex);
  const height = () => page.evaluate((v) => window.pliant.bodyPoint('beam', v)[1], vertex);
  const before = await height();
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', down = 0) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: at.x, y: at.y + down }],
    });
  await touch('touchStart');
  await touch('touchMove', 40);
  await touch('touchMove', 90);
  await step(page, 15);
  expect(await height()).toBeLessThan(before - 0.02);
  await touch('touchEnd');
  await page.getByRole('button', { name: 'Share and export' }).tap();
  const card = page.getByRole('region', { name: 'Share and export' });
  await card.getByRole('button', { name: /^Link/ }).tap();
  await card.getByText(/Copied|address bar/).waitFor();
  await studio.shot('task-phone');
  const [link, mine] = await page.evaluate(() => [location.href, window.pliant.document().hash]);
  expect(link).toContain('#doc=');
  const other = await page.context().browser()!.newPage();
  other.setDefaultTimeout(PATIENCE);
  await other.goto(link);
  await other.waitForFunction(() => window.pliant?.ready);
  expect(await other.evaluate(() => window.pliant.document().hash)).toBe(mine);
  await other.close();
  expect(studio.complaints).toEqual([]);
});
