import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rigged } from '../../../packages/gltf/test/fixtures.ts';
import type { StudioHook } from '../src/hook.ts';
import { ARTIFACTS, type StudioBrowser, settled, startStudio, step } from './browser.ts';

declare const window: { pliant: StudioHook };

let studio: StudioBrowser;
let page: Page;
beforeAll(async () => {
  studio = await startStudio();
  // Pixels are counted.
  page = await studio.open('hanging-beam', { deviceScaleFactor: 1 });
});
afterAll(() => studio?.close());

/** A tube with a texture of a red, a green, a blue and a white corner; with bones that a clip moves, or without. */
function textured(hasBones: boolean): Uint8Array {
  const tube = rigged({ texture: true });
  if (!hasBones) {
    const json = tube.json as Record<string, Record<string, unknown>[] | undefined>;
    delete json.skins;
    for (const node of json.nodes ?? []) delete node.skin;
  }
  return tube.glb();
}

async function drop(name: string, bytes: Uint8Array): Promise<void> {
  await page.evaluate(
    ([file, base64]) => {
      const data = new DataTransfer();
      const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      data.items.add(new File([content], file));
      globalThis.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
    },
    [`${name}.glb`, Buffer.from(bytes).toString('base64')] as const,
  );
  await page.getByRole('button', { name: 'Put it on the floor' }).click();
  await page.waitForFunction((scene) => window.pliant.scene === scene, name);
  await settled(page);
}

/** Pixels of the bodies in which one colour is more than twice each other one: red, green, blue. */
const pure = (): Promise<number[]> =>
  page.evaluate(async () => {
    const image = await createImageBitmap(await window.pliant.picture());
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const pixels = context?.getImageData(0, 0, image.width, image.height).data ?? [];
    const counts = [0, 0, 0];
    for (let i = 0; i < pixels.length; i += 4)
      for (let c = 0; c < 3; c++) {
        const others = Math.max(pixels[i + ((c + 1) % 3)], pixels[i + ((c + 2) % 3)]);
        if (pixels[i + c] > 60 && pixels[i + c] > 2 * others) counts[c]++;
      }
    return counts;
  });

/** Its green and its white are at the back. */
async function bothSeen(): Promise<void> {
  const [red, , blue] = await pure();
  expect(Math.min(red, blue)).toBeGreaterThan(100);
}

it('a dropped GLB is drawn with its texture, and so it is after a reload', async () => {
  await drop('tube', textured(false));
  await bothSeen();
  await page.evaluate(() => window.pliant.kept());
  await page.reload();
  await page.waitForFunction(() => window.pliant?.ready && window.pliant.scene === 'tube');
  await settled(page);
  await bothSeen();
  expect(studio.complaints).toEqual([]);
});

it('a character keeps its texture while its clip bends it', async () => {
  await drop('figure', textured(true));
  const top = (): Promise<[number, number]> =>
    page.evaluate(() => {
      const { bodies, bodyPoint } = window.pliant;
      const [name] = bodies();
      let high: [number, number] = [0, 0];
      for (let v = 0; Number.isFinite(bodyPoint(name, v)[1]); v++) {
        const [x, y] = bodyPoint(name, v);
        if (y > high[1]) high = [x, y];
      }
      return high;
    });
  const before = await top();
  await step(page, 40);
  const after = await top();
  expect(Math.hypot(after[0] - before[0], after[1] - before[1])).toBeGreaterThan(0.05);
  const [red, green, blue] = await pure();
  expect(Math.min(red + green, blue)).toBeGreaterThan(100);
  await studio.shot('textures');
  // Who takes the animation home has the texture with it.
  await page.getByRole('button', { name: 'Share and export' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Animation/ }).click(),
  ]);
  const path = `${ARTIFACTS}textures.glb`;
  await file.saveAs(path);
  const bytes = readFileSync(path);
  const json = JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString());
  expect(json.images).toHaveLength(1);
  expect(json.meshes).toHaveLength(1);
  const [{ attributes, material }] = json.meshes[0].primitives;
  expect(attributes).toHaveProperty('TEXCOORD_0');
  expect(json.materials[material].pbrMetallicRoughness).toHaveProperty('baseColorTexture');
  expect(studio.complaints).toEqual([]);
});
