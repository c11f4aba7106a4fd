/** A line on the terminal that says how far a run is and how long it will take; silent where nobody looks. */
export interface Progress {
  show(done: number, total: number, words: string): void;
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
    show(done, total, words) {
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
      stream.write(`\r\x1b[K${bar} ${done}/${total} ${words}${left}`);
    },
    clear: () => stream.write('\r\x1b[K'),
  };
}
