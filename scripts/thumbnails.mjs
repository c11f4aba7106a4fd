// Makes the gallery's thumbnails with the built studio: `npm run build && node scripts/thumbnails.mjs [scene …]`, with PLIANT_BROWSER naming a
// Chromium. Each is a strip of pictures of one run, side by side, without sky and ground: apps/studio/public/thumbs/NAME.webp.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { serveFolder } from '../packages/cli/dist/serve/serve.js';
import { fromRoot } from './lib/paths.mjs';

/** Pictures of a strip, and the size of one [px]; `.thumbnail` in rail.css knows how many. */
const PICTURES = 8;
const SIZE = { width: 160, height: 120 };
/** A strip shows so many seconds of the scene, but no more steps between two pictures than this. */
const SECONDS = 2.5;
const MOST_STEPS = 30;
const QUALITY = 0.72;

const folder = fromRoot('apps/studio/public/thumbs');
mkdirSync(folder, { recursive: true });
const isAll = process.argv.includes('--all');
const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const names = readdirSync(fromRoot('scenes'))
  .filter((file) => file.endsWith('.json') && file !== 'package.json')
  .map((file) => file.slice(0, -'.json'.length))
  .filter((name) =>
    asked.length > 0 ? asked.includes(name) : isAll || !existsSync(`${folder}/${name}.webp`),
  );

const server = await serveFolder(fromRoot('packages/cli/studio'), { port: 0 });
const browser = await chromium.launch({
  executablePath: process.env.PLIANT_BROWSER,
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
for (const name of names) {
  const { dt = 1 / 60, duration = 5 } = JSON.parse(
    readFileSync(fromRoot(`scenes/${name}.json`), 'utf8'),
  );
  const steps = Math.min(
    MOST_STEPS,
    Math.max(1, Math.round(Math.min(SECONDS, duration) / dt / (PICTURES - 1))),
  );
  const page = await browser.newPage({
    viewport: { width: 2 * SIZE.width, height: 2 * SIZE.height },
    bypassCSP: true,
  });
  page.setDefaultTimeout(600_000);
  // All of the window for the scene.
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => {
      const style = document.createElement('style');
      style.textContent =
        '.app { padding: 0; grid-template: "free" 1fr / 1fr } .app > :not(.free), .free > * { display: none }';
      document.head.append(style);
    }),
  );
  await page.goto(`${server.address}?paused#${name}`);
  await page.waitForFunction((scene) => globalThis.pliant?.scene === scene, name);
  await page.keyboard.press('1');
  const strip = await page.evaluate(makeStrip, {
    ...SIZE,
    pictures: PICTURES,
    steps,
    quality: QUALITY,
  });
  await page.close();
  const bytes = Buffer.from(strip.slice(strip.indexOf(',') + 1), 'base64');
  writeFileSync(`${folder}/${name}.webp`, bytes);
  console.log(`${name}: ${bytes.length} bytes`);
}
await browser.close();
await server.close();

/** In the page: steps the scene, and puts its pictures side by side. */
async function makeStrip({ width, height, pictures, steps, quality }) {
  const { pliant } = globalThis;
  const canvas = document.createElement('canvas');
  canvas.width = pictures * width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  for (let k = 0; k < pictures; k++) {
    if (k > 0) await pliant.step(steps);
    await pliant.settled();
    const picture = await createImageBitmap(await pliant.picture());
    context.drawImage(picture, k * width, 0, width, height);
  }
  return canvas.toDataURL('image/webp', quality);
}
