import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { HAS_TIME } from '../../../packages/engine/test/effort.ts';
import type { StudioHook } from '../src/hook.ts';
import { ARTIFACTS, type StudioBrowser, settled, startStudio, step, stepUntil } from './browser.ts';

declare const window: { pliant: StudioHook };

const MODELS = {
  frames: { type: 'frames', frames: [1, 8], voxel: 0.04 },
  octree: { type: 'octree', cell: 0.05 },
  tets: { type: 'tets', cell: 0.1, levels: 1 },
  layers: {
    type: 'layers',
    layers: [
      { kind: 'rigid', name: 'frame' },
      { kind: 'hex', name: 'elements', cell: 0.1 },
    ],
  },
  solid: { type: 'solid', cell: 0.1 },
  rigid: { type: 'rigid' },
} as const;
const NAMES = Object.keys(MODELS);

/** A cube of every model, in two rows, weightless: all that moves them is the hand. */
const SCENE = {
  format: 'pliant/1',
  name: 'every-model',
  title: 'A cube of every model',
  gravity: [0, 0, 0],
  bodies: Object.entries(MODELS).map(([name, model], i) => ({
    name,
    shape: { type: 'box', size: [0.2, 0.2, 0.2] },
    position: [0.42 * ((i % 3) - 1), i < 3 ? 0.28 : -0.28, 0],
    material: { young: 1e5, density: 500, damping: { stiffness: 0.01 } },
    model,
  })),
  camera: { eye: [0.1, 0.25, 2.3], target: [0, 0, 0], fov: 36 },
};

let studio: StudioBrowser;
let page: Page;

beforeAll(async () => {
  studio = await startStudio();
  page = await studio.open(SCENE);
});
afterAll(() => studio?.close());

/** How high a vertex is [m]. */
const heightOf = (name: string, vertex: number) =>
  page.evaluate(([n, v]) => window.pliant.bodyPoint(n, v)[1], [name, vertex] as const);

it.each(NAMES)('a body of %s is pulled, let go, and flies on', async (name) => {
  const vertex = await page.evaluate((n) => window.pliant.nearestVertex(n), name);
  const before = await heightOf(name, vertex);
  const at = await page.evaluate(([n, v]) => window.pliant.grabPoint(n, v), [
    name,
    vertex,
  ] as const);
  const up = NAMES.indexOf(name) < 3 ? 1 : -1;
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x, at.y - up * 70, { steps: 4 });
  // Let go as soon as it has come a little way, long before it is where the hand is.
  await stepUntil(
    page,
    ([n, v, y, sign]) => sign * (window.pliant.bodyPoint(n, v)[1] - y) > 0.02,
    [name, vertex, before, up] as const,
    { every: 1, most: 60 },
  );
  const pulled = await heightOf(name, vertex);
  await page.mouse.up();
  // Nothing holds it any more, and it goes on.
  expect((await step(page, 12)).issues).toEqual([]);
  expect(up * ((await heightOf(name, vertex)) - pulled)).toBeGreaterThan(0.01);
  expect(studio.complaints).toEqual([]);
});

it('cells are shown for every model that has some, by level and by what varies, with a legend', async () => {
  await page.keyboard.press('c');
  await settled(page);
  const counts = await page.evaluate(() =>
    ['frames', 'octree', 'tets'].map((name) => window.pliant.cells(name).length),
  );
  expect(Math.min(...counts)).toBeGreaterThan(0);
  const legend = page.getByRole('group', { name: 'Colours' });
  await legend.waitFor({ state: 'visible' });
  const [byKey, byValue] = [legend.getByRole('button').nth(1), legend.getByRole('button').last()];
  expect(await byKey.getAttribute('aria-pressed')).toBe('true');
  await byValue.click();
  expect(await byValue.getAttribute('aria-pressed')).toBe('true');
  // Two things to choose from, each with its numbers at the ends of the colours.
  expect(await legend.getByRole('button').allTextContents()).toEqual([
    'frames',
    'level',
    'stress',
    'stiffness',
  ]);
  const ramp = async (): Promise<string | null> => {
    await settled(page);
    return legend.locator('.ramp').textContent();
  };
  const stiffness = await ramp();
  expect(stiffness).toMatch(/MPa|kPa/);
  await legend.getByRole('button', { name: 'stress' }).click();
  expect(await byValue.getAttribute('aria-pressed')).toBe('false');
  expect(await ramp()).not.toBe(stiffness);
  await studio.shot('every-model-cells');
  await page.keyboard.press('c');
  await legend.waitFor({ state: 'hidden' });
  expect(studio.complaints).toEqual([]);
});

it('the outline hides, locks and selects bodies', async () => {
  // Back to where they were before they were pulled.
  await page.getByRole('button', { name: 'Reset' }).click();
  await settled(page);
  await page.getByRole('tab', { name: 'Outline' }).click();
  const names = await page.locator('#rail-outline .title b').allTextContents();
  expect(names).toEqual(NAMES);
  await page.getByRole('button', { name: 'Hide octree' }).click();
  await page.getByRole('button', { name: 'Lock solid' }).click();
  const at = await page.evaluate(() =>
    ['octree', 'solid', 'tets'].map((name) => window.pliant.grabPoint(name)),
  );
  // Neither what is hidden nor what is locked is taken hold of.
  const isHeld: boolean[] = [];
  for (const { x, y } of at) {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - 10);
    isHeld.push((await page.locator('#canvas').evaluate((c) => c.style.cursor)) === 'grabbing');
    await page.mouse.up();
  }
  expect(isHeld).toEqual([false, false, true]);
  await page.locator('#rail-outline .title', { hasText: 'tets' }).click();
  const chosen = page.locator('#inspector').getByRole('combobox', { name: 'Body', exact: true });
  await chosen.waitFor();
  expect(await chosen.inputValue()).toBe('2');
  await studio.shot('outline');
  expect(studio.complaints).toEqual([]);
});

it('distances are measured, and bodies are kicked', async () => {
  await page.getByRole('button', { name: 'Reset' }).click();
  await settled(page);
  const inside = await page.evaluate(() =>
    ['frames', 'tets'].map((name) => window.pliant.grabPoint(name)),
  );
  await page.keyboard.press('m');
  await settled(page);
  const label = page.getByLabel('Measured');
  await page.mouse.click(inside[0].x, inside[0].y);
  await settled(page);
  expect(await label.textContent()).toMatch(/^−?\d\.\d{3}, −?\d\.\d{3}, −?\d\.\d{3} m$/);
  await page.mouse.click(inside[1].x, inside[1].y);
  await settled(page);
  // Two columns of cubes, to an edge of one.
  const between = Number.parseFloat((await label.textContent()) ?? '');
  expect(between).toBeGreaterThan(600);
  expect(between).toBeLessThan(1100);
  await page.keyboard.press('p');
  await settled(page);
  expect(await label.isHidden()).toBe(true);
  const depth = () => page.evaluate(() => window.pliant.bodyPoint('tets', 0)[2]);
  const before = await depth();
  await page.mouse.click(inside[1].x, inside[1].y);
  await step(page, 5);
  expect(await depth()).toBeLessThan(before - 0.005);
  await page.keyboard.press('p');
  expect(studio.complaints).toEqual([]);
});

it.runIf(HAS_TIME)('a film is made of what was recorded', async () => {
  await page.getByRole('button', { name: 'Reset' }).click();
  await step(page, 8);
  await page.keyboard.press('e');
  const [film] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Film/ }).click(),
  ]);
  expect(film.suggestedFilename()).toMatch(/^every-model\.(mp4|webm)$/);
  const path = `${ARTIFACTS}film`;
  await film.saveAs(path);
  const bytes = readFileSync(path);
  // Begins as a film does, and is where the run was.
  expect(/ftyp|webm/.test(bytes.subarray(0, 64).toString('latin1'))).toBe(true);
  expect(bytes.length).toBeGreaterThan(1000);
  await page.keyboard.press('Escape');
  expect(studio.complaints).toEqual([]);
});

it.runIf(HAS_TIME)('axe finds nothing wrong in nineteen states', async () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(axe);
  const press = (role: 'tab' | 'radio' | 'button', name: string) => () =>
    page.getByRole(role, { name, exact: true }).first().click();
  const key = (name: string) => () => page.keyboard.press(name);
  const states: Record<string, () => Promise<unknown>> = {
    surface: press('radio', 'Surface'),
    structure: press('radio', 'Structure'),
    slice: press('radio', 'Slice'),
    heat: press('radio', 'Heat'),
    figures: press('tab', 'Figures'),
    outline: press('tab', 'Outline'),
    body: press('tab', 'Body'),
    adapt: press('tab', 'Adapt'),
    world: press('tab', 'World'),
    look: press('tab', 'Look'),
    story: key('h'),
    handles: key('g'),
    brush: key('s'),
    dark: () => page.emulateMedia({ colorScheme: 'dark' }),
    share: key('e'),
    palette: async () => {
      await key('Escape')();
      await key('Control+k')();
    },
    keys: async () => {
      await key('Escape')();
      await key('?')();
    },
    registration: async () => {
      await key('Escape')();
      await press('tab', 'Scenes')();
      await press('button', 'Fit a mesh to a scan…')();
    },
    phone: async () => {
      await key('Escape')();
      await page.setViewportSize({ width: 390, height: 844 });
    },
  };
  const wrong: string[] = [];
  for (const [name, enter] of Object.entries(states)) {
    await enter();
    await settled(page);
    const found = await page.evaluate(async () => {
      // biome-ignore lint/suspicious/noExplicitAny: a script of the test's own
      const { violations } = await (globalThis as any).axe.run({ resultTypes: ['violations'] });
      return violations.map(
        (one: { id: string; nodes: { target: string[]; failureSummary: string }[] }) =>
          `${one.id} at ${one.nodes.map(({ target }) => target.join(' ')).join(', ')}: ${one.nodes[0].failureSummary}`,
      );
    });
    for (const one of found) wrong.push(`${name}: ${one}`);
  }
  expect(wrong).toEqual([]);
});

it('a viewer stands alone in a page', async () => {
  await page.goto(`${inject('studio')}viewer.html?scene=hanging-beam&view=heat&paused`);
  await page.waitForFunction(
    () => (document.querySelector('pliant-viewer') as unknown as { ready: boolean } | null)?.ready,
  );
  const step = (): Promise<number> =>
    page.evaluate(() => (document.querySelector('pliant-viewer') as unknown as { at: number }).at);
  expect(await step()).toBe(0);
  await page.getByRole('button', { name: 'Play' }).click();
  // However fast it plays, it goes on.
  await page.waitForFunction(
    () => (document.querySelector('pliant-viewer') as unknown as { at: number }).at > 2,
  );
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Play' }).waitFor();
  expect(studio.complaints).toEqual([]);
});
