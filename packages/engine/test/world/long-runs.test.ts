import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createWorld } from '../../src/index.ts';
import { effort, HAS_TIME } from '../effort.ts';

/** Scenes of the gallery whose steps are cheap, of every model; nothing in them falls for ever. */
const ALL = [
  'hanging-beam',
  'ball-on-stairs',
  'bouncing-ball',
  'sliding-block',
  'bar-1d',
  'beam-extension',
  'beam-flexion',
  'bending-3pt',
  'bottle',
  'cut-jelly',
  'fingers',
  'laminate',
  'rigid-fem',
  'seal',
  'self-contact',
  'shell-in-hex',
  'skin-fold',
  'soft-pile',
  'slit',
  'tourniquet',
];
const SCENES = HAS_TIME ? ALL : ALL.slice(0, 2);
const STEPS = effort(300, 50_000);
/** Speed of anything in these scenes, at most [m/s]: falls of a few metres, and motors. */
const FASTEST = 30;
/** Growth of what JavaScript holds between the middle and the end of a run, at most [MB]. */
const GROWTH = 20;

const heap = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
};

test.each(SCENES)(`%s goes on for ${STEPS} steps`, { timeout: 4e6 }, (name) => {
  const file = new URL(`../../../../scenes/${name}.json`, import.meta.url);
  const world = createWorld(readFileSync(file, 'utf8'));
  world.step(Math.floor(STEPS / 2));
  const middle = heap();
  world.step(Math.ceil(STEPS / 2));
  const { speed, energy } = world.totals();
  expect(speed).toBeLessThan(FASTEST);
  expect(Number.isFinite(energy.kinetic + energy.elastic + energy.potential)).toBe(true);
  expect(world.bodies.filter((body) => body.broken)).toEqual([]);
  if (globalThis.gc) expect(heap() - middle).toBeLessThan(GROWTH);
  world.dispose();
});
