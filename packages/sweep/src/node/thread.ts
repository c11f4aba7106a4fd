import { hostname } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import type { ToWorker } from '../core/lane.ts';
import { createWork } from '../core/work.ts';
import { folderStore } from './files.ts';
import type { ThreadSettings } from './threads.ts';

const port = parentPort!;
const host = hostname();
/** Arrays lie outside the heap whose size a thread is given: they are counted here, once what nobody holds any more is gone. */
function tooMuch(limit: number): string | null {
  if (held() <= limit) return null;
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return held() > limit ? `it needs more than ${limit} MB of memory` : null;
}

/** Megabytes. */
function held(): number {
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

const work = createWork(
  (message, transfer) => port.postMessage(message, transfer),
  (settings) => {
    const { kernels, cache, memory } = settings as ThreadSettings;
    const store = cache === undefined ? undefined : folderStore(cache);
    return { kernels, host, store, tooMuch: () => tooMuch(memory) };
  },
);
// One after the other: `open` must be done with when the first run comes.
let last = Promise.resolve();
port.on('message', (message: ToWorker) => {
  last = last.then(() => work(message));
});
