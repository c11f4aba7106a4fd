// Does a sweep, and ends one of its threads in the middle: node sweep-crash.mjs SWEEP FOLDER RUNS
import { readFileSync } from 'node:fs';
import { createThreads, planSweep, runSweep } from '@pliant/sweep';

const [file, out, after] = process.argv.slice(2);
const plan = planSweep(JSON.parse(readFileSync(file, 'utf8')));
const lanes = createThreads(plan.job, { workers: 2 });
let done = 0;
await runSweep(plan, {
  lanes,
  out,
  onResult() {
    if (++done !== Number(after)) return;
    lanes[0].crash();
    console.log('crashed');
  },
});
