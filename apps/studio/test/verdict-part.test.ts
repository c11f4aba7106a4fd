import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type SceneInput, startRun } from 'pliant';
import { expect, it } from 'vitest';
import { fewerUnknowns } from '../../../packages/cli/src/print.ts';
import { HAS_TIME } from '../../../packages/engine/test/effort.ts';
import { createAwakeLog } from '../src/awake.ts';
import { baselineOf } from '../src/baseline.ts';
import type { Json } from '../src/document/json.ts';
import { sampleWorld } from '../src/worker/samples.ts';

const FOLDER = fileURLToPath(new URL('../../../scenes/', import.meta.url));
const read = (name: string): Json =>
  JSON.parse(readFileSync(`${FOLDER}${name}.json`, 'utf8')) as Json;
const gallery: string = JSON.parse(readFileSync(`${FOLDER}package.json`, 'utf8')).gallery[0]
  .scenes[0];
const adaptive = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json') && file !== 'package.json')
  .map((file) => file.slice(0, -'.json'.length))
  .filter((name) => baselineOf(read(name)) !== null);

/** Runs a scene as the command line does, with what the page makes of it: times fewer unknowns, as both say, after each step. */
function verdicts(name: string): { ours: number[]; theirs: number } {
  const log = createAwakeLog();
  const ours: number[] = [];
  const scene = read(name) as unknown as SceneInput;
  const run = startRun(
    { ...scene, duration: Math.min((scene as { duration?: number }).duration ?? 5, 0.8) },
    {
      files: (file) => new Uint8Array(readFileSync(FOLDER + file)),
      observe(world) {
        const row: number[] = [];
        sampleWorld(row, world);
        log.add(Float64Array.from(row), world.scene.dt);
        const { active, total } = log.sums(world.steps);
        ours.push(total / Math.max(1, active));
      },
    },
  );
  while (run.step());
  return { ours, theirs: fewerUnknowns(run.result()) };
}

it.each(adaptive)('the verdict on %s is the command line’s', (name) => {
  const { ours, theirs } = verdicts(name);
  const last = ours[ours.length - 1];
  console.log(name, last.toFixed(3), theirs.toFixed(3));
  expect(Math.abs(last - theirs)).toBeLessThan(0.05 * theirs);
  // The opening scene: a true three from its first second on.
});
