import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Run } from 'pliant';

/** Milliseconds of work between two looks at whether someone wants to stop. */
const PATIENCE = 50;

/** Steps a run to its end, or until Ctrl-C; true if it was interrupted. A second Ctrl-C ends the process at once. */
export async function stepToEnd(run: Run): Promise<boolean> {
  let isInterrupted = false;
  const stop = (): void => {
    isInterrupted = true;
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    let turn = performance.now();
    while (run.step() && !isInterrupted) {
      if (performance.now() - turn < PATIENCE) continue;
      await nextTurn();
      turn = performance.now();
    }
    return isInterrupted;
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}
