import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { createWorld, type KernelChoice } from 'pliant';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Serving, serveFolder } from '../../../packages/cli/src/serve/serve.ts';
import type { StudioHook } from '../src/hook.ts';

const FOLDER = fileURLToPath(new URL('../../../packages/cli/studio/', import.meta.url));
const SCENES = ['hanging-beam', 'ball-on-stairs'];
const STEPS = 300;

declare const window: { pliant: StudioHook };

let server: Serving;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = await serveFolder(FOLDER, { port: 0 });
  const args = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
  browser = await chromium.launch({ executablePath: process.env.PLIANT_BROWSER, args });
  page = await browser.newPage();
  await page.goto(server.address);
  await page.waitForFunction(() => window.pliant?.ready);
  // The scene on the screen would only take time from those that count.
  await page.keyboard.press('Space');
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

function inNode(scene: string, kernels: KernelChoice): { hash: string; kernels: string } {
  const file = new URL(`../../../scenes/${scene}.json`, import.meta.url);
  const world = createWorld(readFileSync(file, 'utf8'), { kernels });
  world.step(STEPS);
  return { hash: world.hash(), kernels: world.kernels };
}

const inBrowser = (scene: string, kernels: KernelChoice) =>
  page.evaluate(([name, steps, choice]) => window.pliant.hash(name, steps, choice), [
    scene,
    STEPS,
    kernels,
  ] as const);

describe.each(SCENES)(`%s has the same bits after ${STEPS} steps`, (scene) => {
  it('in Node and in the browser, with WebAssembly and with TypeScript', async () => {
    const node = inNode(scene, 'webassembly');
    expect(node.kernels).toBe('webassembly');
    expect(await inBrowser(scene, 'webassembly')).toEqual(node);
    const plain = { hash: node.hash, kernels: 'typescript' };
    expect(inNode(scene, 'typescript')).toEqual(plain);
    expect(await inBrowser(scene, 'typescript')).toEqual(plain);
  });
});
