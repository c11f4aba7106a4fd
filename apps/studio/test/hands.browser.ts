import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StudioHook } from '../src/hook.ts';
import { type StudioBrowser, settled, startStudio, step } from './browser.ts';

declare const window: { pliant: StudioHook };

/** Two blocks on a floor. */
const SCENE = {
  format: 'pliant/1',
  name: 'hands',
  title: 'Two blocks',
  bodies: [
    {
      name: 'clay',
      shape: { type: 'box', size: [0.3, 0.2, 0.3] },
      position: [-0.25, 0.101, 0],
      material: { young: 2e4 },
      model: { type: 'octree', cell: 0.05, levels: 0 },
      color: '#b5654a',
    },
    {
      name: 'block',
      shape: { type: 'box', size: [0.2, 0.2, 0.2] },
      position: [0.25, 0.101, 0],
      material: { young: 5e4 },
      model: { type: 'solid', cell: 0.1 },
      color: '#5b8fb9',
    },
  ],
  obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
  camera: { eye: [0.2, 0.7, 1.5], target: [0, 0.18, 0], fov: 36 },
};

let studio: StudioBrowser;
let page: Page;

beforeAll(async () => {
  studio = await startStudio();
  page = await studio.open(SCENE);
});
afterAll(() => studio?.close());

type Block = {
  position: number[];
  attachments?: unknown[];
  model: { plastic?: unknown };
  material: { stiffness?: { regions: { value: number }[] } };
};
const scene = () =>
  page.evaluate(
    () => window.pliant.document().scene as { bodies: unknown[]; events?: unknown[] },
  ) as Promise<{ bodies: Block[]; events?: { velocity: number[] }[] }>;
const hash = () => page.evaluate(() => window.pliant.document().hash);
/** What the tool says once the last step is drawn: its numbers are those of the picture. */
const says = async () => {
  await settled(page);
  return page.locator('.hand-bar output').last().textContent();
};
const take = async (key: string) => {
  await page.keyboard.press(key);
  await settled(page);
};
const stroke = async (points: readonly { x: number; y: number }[]) => {
  await page.mouse.move(points[0].x, points[0].y);
  await page.mouse.down();
  for (const { x, y } of points.slice(1)) await page.mouse.move(x, y, { steps: 4 });
};
const grab = (name: string) => page.evaluate((n) => window.pliant.grabPoint(n), name);
const point = (name: string, vertex: number) =>
  page.evaluate(([n, v]) => window.pliant.bodyPoint(n, v), [name, vertex] as const);

it('a body is moved by its handles, and back again', async () => {
  const before = await hash();
  await take('g');
  const inside = await grab('block');
  await page.mouse.click(inside.x, inside.y);
  // Handles are met where they were drawn.
  await settled(page);
  const x0 = (await point('block', 0))[0];
  // The handle along x goes to the right of the middle.
  const middle = await page.evaluate(() => window.pliant.bodyMiddle('block'));
  await stroke([
    { x: middle.x + 50, y: middle.y },
    { x: middle.x + 120, y: middle.y },
  ]);
  await settled(page);
  expect(await says()).toMatch(/^block at 0\.[3-9]\d* ?,?/);
  await page.mouse.up();
  const moved = (await scene()).bodies[1].position[0] - 0.25;
  expect(moved).toBeGreaterThan(0.03);
  await settled(page);
  expect((await point('block', 0))[0] - x0).toBeCloseTo(moved, 3);
  await studio.shot('place');
  await page.keyboard.press('Control+z');
  await settled(page);
  expect((await point('block', 0))[0]).toBeCloseTo(x0, 4);
  expect(await hash()).toBe(before);
  expect(studio.complaints).toEqual([]);
});

it('stiffness is painted and a corner held, each one command', async () => {
  const before = await hash();
  const { x, y } = await grab('block');
  await take('s');
  await stroke([
    { x, y },
    { x: x - 20, y: y + 25 },
  ]);
  await page.mouse.up();
  expect(await says()).toBe('×4: E = 200 kPa');
  await settled(page);
  expect((await scene()).bodies[1].material.stiffness?.regions.length).toBe(1);
  await studio.shot('stiffness');
  await take('a');
  await page.mouse.click(x, y);
  expect(await says()).toMatch(/Holds \d+ % of its surface/);
  await settled(page);
  expect((await scene()).bodies[1].attachments?.length).toBe(1);
  await studio.shot('hold');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await settled(page);
  expect(await hash()).toBe(before);
  expect(studio.complaints).toEqual([]);
});

it('wind blows a block along its arrow until it is calm', async () => {
  await take('w');
  const x0 = (await point('block', 0))[0];
  await stroke([
    { x: 400, y: 300 },
    { x: 660, y: 300 },
  ]);
  await page.mouse.up();
  await settled(page);
  const [wind] = (await scene()).events ?? [];
  expect(Math.hypot(...wind.velocity)).toBeCloseTo(60, 1);
  expect(await says()).toContain('60.0 m/s: 2.16 kPa');
  await step(page, 20);
  expect((await point('block', 0))[0] - x0).toBeGreaterThan(0.01);
  await page.mouse.click(400, 300);
  expect((await scene()).events).toBe(undefined);
  expect(studio.complaints).toEqual([]);
});

it('a plastic block keeps the dent of a thumb, and the past is still there', async () => {
  await page.keyboard.press('r');
  await take('x');
  const top = await page.evaluate(() => window.pliant.bodyMiddle('clay'));
  // In the middle of its top face.
  const at = { x: top.x, y: top.y - 27 };
  await page.mouse.click(at.x, at.y);
  await settled(page);
  expect((await scene()).bodies[0].model.plastic).toEqual({});
  await step(page, 10);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await step(page, 40);
  await studio.shot('dent');
  const pressed = Number.parseFloat((await says())!.replace('Pressed in by', ''));
  await page.mouse.up();
  await step(page, 40);
  expect(await says()).toMatch(/^A dent of \d+(\.\d+)? mm$/);
  const stays = Number.parseFloat((await says())!.replace('A dent of', ''));
  expect(pressed).toBeGreaterThan(10);
  expect(stays).toBeGreaterThan(8);
  // Back before the thumb came, and on to where it had been.
  const last = await page.evaluate(() => window.pliant.state());
  const slider = page.getByRole('slider', { name: 'Time' });
  await slider.focus();
  await page.keyboard.press('Home');
  await settled(page);
  await page.keyboard.press('End');
  await settled(page);
  expect(await page.evaluate(() => window.pliant.state())).toBe(last);
  expect(studio.complaints).toEqual([]);
});
