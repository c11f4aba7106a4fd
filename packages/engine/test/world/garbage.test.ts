import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { effort } from '../effort.ts';

/** Some kinds of bodies in every run; the others at night. */
const SLICE = ['ball-on-stairs', 'slit', 'shell-in-hex'];
const OTHERS = [
  'cut-jelly',
  'fingers',
  'flowers',
  'hand-stiffness',
  'hanging-beam',
  'liver-cut',
  'plastic-block',
  'walrus-frames',
];
const SCENES = effort(SLICE, [...SLICE, ...OTHERS]);

/** The compiler takes its time from the steps: beside them, on a busy machine, it would not be done when the world counts as warm. */
const FLAGS = ['--expose-gc', '--no-concurrent-recompilation', '--no-concurrent-osr'];

const STEPS = effort(250, 1000);

/** Runs a scene in a process of its own that watches the garbage collector during warm steps. */
test.each(SCENES)(`%s: ${STEPS} warm steps cause no garbage collection`, (name) => {
  const script = fileURLToPath(new URL('./garbage-run.mjs', import.meta.url));
  const result = spawnSync(process.execPath, [...FLAGS, script, name, String(STEPS)], {
    encoding: 'utf8',
  });
  expect(result.stderr).toBe('');
  const report = JSON.parse(result.stdout);
  expect(report.collections).toEqual([]);
});
