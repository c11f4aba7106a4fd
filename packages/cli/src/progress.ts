/** A line on the terminal that says how far a run is and how long it will take; silent where nobody looks. */
export interface Progress {
  show(done: number, total: number, words: string): void;
  clear(): void;
}

/** Milliseconds between two updates. */
const PAUSE = 100;

export function createProgress(stream: NodeJS.WriteStream): Progress {
  const start = Date.now();
  let last = 0;
  if (!stream.isTTY) return { show() {}, clear() {} };
  return {
    show(done, total, words) {
      const time = Date.now();
      if (time - last < PAUSE && done < total) return;
      last = time;
      const left = done > 0 ? ((time - start) / done) * (total - done) : 0;
      const width = 24;
      const filled = Math.round((width * done) / Math.max(1, total));
      const bar = '█'.repeat(filled) + '░'.repeat(width - filled);
      stream.write(`\r\x1b[K${bar} ${done}/${total} ${words}, ${(left / 1000).toFixed(1)} s left`);
    },
    clear: () => stream.write('\r\x1b[K'),
  };
}
