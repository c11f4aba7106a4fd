// Takes the studio's pictures for the docs anew: PLIANT_BROWSER=… node scripts/screenshots.mjs [NAME…]. Build the studio first.
import { mkdirSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { fromRoot } from './lib/paths.mjs';

const { serveFolder } = await import('../packages/cli/dist/serve/serve.js');

/** Where the pictures go, and how large one may be [bytes]. */
const FOLDER = fromRoot('docs/images');
const MOST_BYTES = 60_000;
const SIZE = { width: 1200, height: 740 };
/** Pictures in a table are this much smaller. */
const SMALL = 760 / SIZE.width;
const PHONE = { width: 390, height: 780 };

/**
 * What is shown: a scene after how many steps, keys and presses, in the end. A mesh may be dropped: a box of so many units. `hover`: a body to
 * point at.
 * @typedef {{ scene: string, steps: number, keys?: string, press?: string[], drop?: number[], hover?: string, dark?: boolean, phone?: boolean }} Picture
 * @type {Record<string, Picture>}
 */
const PICTURES = {
  'studio-frames': { scene: 'rabbit', steps: 128 },
  'studio-octree': { scene: 'liver-cut', steps: 240 },
  'studio-tets': {
    scene: 'rabbit-jelly',
    steps: 20,
    press: ['.cells-legend button:nth-of-type(2)'],
  },
  'studio-layers': {
    scene: 'character',
    steps: 42,
    press: ['.layer[aria-label=belly] .title', '.layer[aria-label=belly] .uses button'],
  },
  'studio-inspector': {
    scene: 'bouncing-ball',
    steps: 40,
    press: ['#side-tabs button:nth-of-type(2)', '.materials button:nth-of-type(1)'],
  },
  'studio-import': { scene: 'hanging-beam', steps: 30, drop: [20, 40, 20] },
  'studio/opening': { scene: 'mushrooms', steps: 52 },
  'studio/frames': { scene: 'poke', steps: 40 },
  'studio/octree-dark': { scene: 'fingers', steps: 40, dark: true },
  'studio/octree-region': { scene: 'hand-stiffness', steps: 30, hover: 'hand' },
  'studio/octree-slice': { scene: 'cut-jelly', steps: 60, keys: '4' },
  'studio/jelly': { scene: 'cut-jelly', steps: 110, keys: '1' },
  'studio/tets-slice': {
    scene: 'laminate',
    steps: 30,
    keys: '4',
    press: ['.cells-legend button:has-text("stiffness")'],
  },
  'studio/layers-outline': {
    scene: 'rigid-fem',
    steps: 40,
    press: ['#gallery button:has-text("Outline")'],
  },
  'studio/frames-glass': { scene: 'ball-stack', steps: 70 },
  'studio/heat': { scene: 'hanging-beam', steps: 40, keys: '5' },
  'studio/compare': { scene: 'rabbit', steps: 140, press: ['#tools button:has-text("Compare")'] },
  'studio/share': { scene: 'seal', steps: 30, keys: 'e' },
  'studio/phone': { scene: 'rabbit', steps: 130, phone: true },
  'studio/gallery': { scene: 'soft-pile', steps: 90, keys: '1' },
  'studio/story-dark': {
    scene: 'plastic-block',
    steps: 60,
    dark: true,
    keys: 'h',
    press: ['#side-tabs button:nth-of-type(5)'],
  },
  'studio/layers-apart': { scene: 'walker', steps: 40 },
};

const wanted = process.argv.slice(2);
const server = await serveFolder(fromRoot('packages/cli/studio/'), { port: 0 });
const browser = await chromium.launch({
  executablePath: process.env.PLIANT_BROWSER,
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
mkdirSync(`${FOLDER}/studio`, { recursive: true });

for (const [name, picture] of Object.entries(PICTURES)) {
  const { scene, steps, keys = '', press = [], drop, hover, dark, phone } = picture;
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const page = await browser.newPage({
    viewport: phone ? PHONE : SIZE,
    hasTouch: phone,
    colorScheme: dark ? 'dark' : 'light',
  });
  page.setDefaultTimeout(300_000);
  await page.goto(`${server.address}?paused&graphics=full#${scene}`);
  // `window` is the page's: these functions run there.
  // As a function: the page's policy forbids evaluating strings while it waits.
  await page.waitForFunction(() => globalThis.pliant?.ready);
  await page.evaluate('window.pliant.settled()');
  for (const key of keys) await page.keyboard.press(key);
  for (const selector of press) await page.locator(selector).first().click();
  // A second run is built before it can step.
  await page.evaluate('window.pliant.settled()');
  await page.evaluate(`window.pliant.step(${steps})`);
  await page.evaluate('window.pliant.settled()');
  if (drop !== undefined) await dropBox(page, drop);
  if (hover !== undefined) {
    const at = await page.evaluate(`window.pliant.bodyMiddle('${hover}')`);
    await page.mouse.move(at.x, at.y);
    await page.evaluate('window.pliant.settled()');
  }
  const png = await page.screenshot();
  let bytes = Buffer.alloc(0);
  for (const quality of [0.82, 0.74, 0.66, 0.5]) {
    bytes = await asWebp(page, png, quality, name.startsWith('studio/') && !phone ? SMALL : 1);
    if (bytes.length <= MOST_BYTES) break;
  }
  if (bytes.length > MOST_BYTES) throw new Error(`${name}: ${bytes.length} bytes are too many.`);
  writeFileSync(`${FOLDER}/${name}.webp`, bytes);
  console.log(`${name}.webp: ${bytes.length} bytes`);
  await page.close();
}
await browser.close();
await server.close();

/**
 * Drops an open box on the page, and waits for its card.
 * @param {import('playwright-core').Page} page
 * @param {number[]} size
 */
async function dropBox(page, [x, y, z]) {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map(
    (k) => `v ${k & 1 ? x : 0} ${k & 2 ? y : 0} ${k & 4 ? z : 0}`,
  );
  const faces = ['1 3 4 2', '5 6 8 7', '1 2 6 5', '1 5 7 3', '2 4 8 6'].map((face) => `f ${face}`);
  await page.evaluate(
    (text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'box.obj'));
      globalThis.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
    },
    [...corners, ...faces].join('\n'),
  );
  await page.getByRole('button', { name: 'Put it on the floor' }).waitFor();
}

/**
 * @param {import('playwright-core').Page} page
 * @param {Buffer} png
 * @param {number} quality
 * @param {number} scale
 */
async function asWebp(page, png, quality, scale) {
  const url = `data:image/png;base64,${png.toString('base64')}`;
  const webp = await page.evaluate(`(async () => {
    const image = new Image();
    image.src = ${JSON.stringify(url)};
    await image.decode();
    const [width, height] = [image.width, image.height].map((n) => Math.round(n * ${scale}));
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, width, height);
    return canvas.toDataURL('image/webp', ${quality});
  })()`);
  return Buffer.from(String(webp).split(',')[1], 'base64');
}
