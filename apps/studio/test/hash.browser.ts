import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { createWorld, type KernelChoice } from 'pliant';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { HAS_TIME } from '../../../packages/engine/test/effort.ts';
import type { StudioHook } from '../src/hook.ts';
import { connect, PATIENCE } from './browser.ts';

const SCENES = ['hanging-beam', 'ball-on-stairs'];
/** Enough for two landings on the stairs. */
const STEPS = HAS_TIME ? 120 : 60;

declare const window: { pliant: StudioHook };

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await connect();
  page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  // The scene on the screen would only take time from those that count.
  await page.goto(`${inject('studio')}?paused#hanging-beam`);
  await page.waitForFunction(() => window.pliant?.ready);
});

afterAll(() => browser?.close());

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
