import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { effort } from '../effort.ts';

/** One of each kind of body in every run; the others at night. */
const SLICE = ['ball-on-stairs', 'cut-jelly', 'flowers', 'shell-in-hex', 'walrus-frames'];
const OTHERS = ['hanging-beam', 'liver-cut', 'fingers', 'hand-stiffness', 'plastic-block', 'slit'];
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
