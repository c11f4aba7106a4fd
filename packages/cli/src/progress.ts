import type { BuildOptions } from 'pliant';

/** A line on the terminal that says how far a run is and how long it will take; silent where nobody looks. */
export interface Progress {
  /** `detail` is what is going on just now; the time so far stands beside it. */
  show(done: number, total: number, words: string, detail?: string): void;
  clear(): void;
}

/** Milliseconds between two updates. */
const PAUSE = 100;
const WIDTH = 24;

export function createProgress(stream: NodeJS.WriteStream): Progress {
  let start = 0;
  let last = 0;
  let about = '';
  if (!stream.isTTY) return { show() {}, clear() {} };
  return {
    show(done, total, words, detail) {
      const time = Date.now();
      if (words !== about) {
        // Something else is counted from now on, at another pace.
        about = words;
        start = time;
        last = 0;
      }
      if (time - last < PAUSE && done < total) return;
      last = time;
      const filled = Math.round((WIDTH * done) / Math.max(1, total));
      const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
      const seconds = ((time - start) / Math.max(1, done)) * (total - done) * 1e-3;
      const left = done > 0 ? `, ${seconds.toFixed(1)} s left` : '';
      const now =
        detail === undefined ? left : `: ${detail}, ${(1e-3 * (time - start)).toFixed(1)} s so far`;
      stream.write(`\r\x1b[K${bar} ${done}/${total} ${words}${now}`);
    },
    clear: () => stream.write('\r\x1b[K'),
  };
}

/** Options of a build that show how it goes: how many bodies are built, and the stage of the next, with its estimate if there is one. */
export function showBuild(
  progress: Progress,
  words = 'bodies built',
): Required<Pick<BuildOptions, 'progress' | 'watch'>> {
  let ready = 0;
  let total = 1;
  let about = '';
  return {
    progress(name, done, all, stage) {
      [ready, total, about] = [done, all, `${stage} of ${name}`];
      progress.show(ready, total, words, about);
    },
    watch(stage, ahead) {
      if (ahead) about = `${stage}, about ${Math.max(1, Math.round(ahead.seconds))} s`;
      progress.show(ready, total, words, ahead ? about : stage);
    },
  };
}
