import { readFileSync } from 'node:fs';
import type { Download, Page } from 'playwright-core';
import { compileShape, extractSurface, readObj, readPly, writeObj, writePly } from 'pliant';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ARTIFACTS, type StudioBrowser, startStudio } from './browser.ts';

let studio: StudioBrowser;
let page: Page;

beforeAll(async () => {
  studio = await startStudio();
  page = await studio.open('bar-1d');
  await page.getByRole('tab', { name: 'Scenes' }).click();
  await page.getByRole('button', { name: 'Fit a mesh to a scan…' }).click();
});

afterAll(() => studio.close());

const status = () => page.locator('.register-status');

async function saved(name: RegExp): Promise<{ file: Download; bytes: Uint8Array }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).click(),
  ]);
  const path = `${ARTIFACTS}${file.suggestedFilename()}`;
  await file.saveAs(path);
  return { file, bytes: readFileSync(path) };
}

it('a mesh is fitted to a scan in the page, looked back over, and saved', async () => {
  await page.getByRole('button', { name: 'A seal becomes a walrus' }).click();
  await page.locator('.slot', { hasText: 'scan, 3' }).waitFor();
  await page.getByRole('button', { name: 'Fit', exact: true }).click();
  await status()
    .filter({ hasText: /^Fitted, good/ })
    .waitFor();
  const [, mean] = /mean distance ([\d.]+) %/.exec((await status().textContent()) ?? '') ?? [];
  expect(Number(mean)).toBeLessThan(0.5);
  const checks = await page.locator('.register-checks li').allTextContents();
  expect(checks.map((one) => one[0])).toEqual(['✓', '✓', '✓']);
  await studio.shot('register');
  const history = page.getByRole('slider', { name: 'History of the fit' });
  expect(Number(await history.getAttribute('max'))).toBeGreaterThan(2);
  await history.fill('1');
  expect(await status().textContent()).toMatch(/frames free/);
  expect((await saved(/Save the mesh/)).file.suggestedFilename()).toBe('fitted.obj');
});

/** An egg with a texture's coordinates, and the same with a floor under it as the scan. */
const EGG = extractSurface(compileShape({ type: 'ellipsoid', radii: [0.3, 0.2, 0.15] }), 0.05);
const TEMPLATE = new TextDecoder()
  .decode(writeObj(EGG))
  .replace(
    /^f .*/m,
    (face) => `vt 0 0\nvt 1 0\nvt 1 1\nusemtl shell\n${face.replace(/\d+/g, '$&/1')}`,
  );
const SCAN = {
  positions: EGG.positions.map((x, i) => 1.1 * x + [0.02, 0, 0][i % 3]),
  triangles: EGG.triangles,
};

async function drop(name: string, bytes: Uint8Array): Promise<void> {
  await page.evaluate(
    ([file, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(content)], file));
      globalThis.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
    },
    [name, [...bytes]] as const,
  );
  await page.locator('.slot', { hasText: name }).waitFor();
}

/** Left and right of the free part are the middles of the two meshes. */
async function middles(): Promise<{ template: [number, number]; scan: [number, number] }> {
  const box = await page.locator('.register-free').boundingBox();
  if (box === null) throw new Error('no room for the meshes');
  const y = box.y + box.height / 2;
  const at = (part: number): [number, number] => [box.x + part * box.width, y];
  return { template: at(0.25), scan: at(0.75) };
}

it('landmarks are clicked, parts left out with a brush, and a fit knows both', async () => {
  await page.getByRole('button', { name: 'Change and fit again' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.locator('.slot').first().click();
  await (await chooser).setFiles({
    name: 'egg.obj',
    mimeType: 'model/obj',
    buffer: Buffer.from(TEMPLATE),
  });
  await page.locator('.slot', { hasText: 'egg.obj' }).waitFor();
  await drop('scan.ply', writePly(SCAN));
  const { template, scan } = await middles();
  await studio.shot('register-apart');
  await page.mouse.click(...template);
  expect(await page.locator('.register-marks li').allTextContents()).toEqual([
    'Landmark 1: now click the scan',
  ]);
  await page.mouse.click(...scan);
  expect(await page.locator('.register-marks li').allTextContents()).toEqual(['Landmark 1']);
  await page.getByRole('radio', { name: 'Leave parts out' }).click();
  const says = page.locator('.register-brush p');
  expect(await says.textContent()).toMatch(/^Nothing is left out/);
  await page.mouse.move(...scan);
  await page.mouse.down();
  await page.mouse.move(scan[0] + 12, scan[1], { steps: 3 });
  await page.mouse.up();
  const [, none, some] =
    /(\d+) vertices of the template, (\d+) of the scan/.exec((await says.textContent()) ?? '') ??
    [];
  expect(Number(none)).toBe(0);
  expect(Number(some)).toBeGreaterThan(0);
  await studio.shot('register-brush');
  await page.getByRole('button', { name: 'Fit', exact: true }).click();
  await status()
    .filter({ hasText: /^Fitted/ })
    .waitFor();
  // Lines that are no vertices are as they were.
  const { bytes } = await saved(/Save the mesh/);
  const text = new TextDecoder().decode(bytes);
  expect(text).toContain('usemtl shell');
  expect(text).toMatch(/^f \d+\/1 \d+\/1 \d+\/1$/m);
  const { positions } = readObj(bytes);
  expect(positions).toHaveLength(EGG.positions.length);
  const report = JSON.parse(new TextDecoder().decode((await saved(/Save the report/)).bytes));
  expect(report.landmarks).toHaveLength(1);
  expect(report.distance.templateToTarget.mean / report.units.diagonal).toBeLessThan(0.01);
  const map = readPly((await saved(/Save the error map/)).bytes);
  expect(map.attributes?.error).toHaveLength(positions.length / 3);
  // The two are apart again, with what was said of them.
  await page.getByRole('button', { name: 'Change and fit again' }).click();
  expect(await says.textContent()).toContain(`${some} of the scan`);
});

it('a fit that is stopped keeps its meshes', async () => {
  // Both presses in one turn of the page: the fit cannot be done between them.
  const fit = page.getByRole('button', { name: 'Fit', exact: true });
  await fit.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  expect(await status().textContent()).toBe('Stopped.');
  await page.getByRole('button', { name: 'Fit', exact: true }).click();
  await status()
    .filter({ hasText: /^Fitted/ })
    .waitFor();
  await page.keyboard.press('Escape');
  await page.locator('#register').waitFor({ state: 'hidden' });
  expect(studio.complaints).toEqual([]);
});
