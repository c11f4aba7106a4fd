import { SAMPLE, SAMPLE_SIZE } from './protocol.ts';

/** The last seconds of a run, column by column, for plotting. */
export interface History {
  /** Adds rows of `SAMPLE_SIZE` numbers. A row from before the last one starts over: the scene was reset. */
  add(rows: Float64Array): void;
  clear(): void;
  /** Column c of what is kept, oldest first: see `SAMPLE`. */
  column(c: number): number[];
  /** Column c of the very first row, also when that has left the window. */
  first(c: number): number;
  readonly length: number;
  /** Rows ever added since the last start. */
  readonly count: number;
}

/** Keeps what is not older than `seconds`, and at most `capacity` rows. */
export function createHistory(seconds = 12, capacity = 2400): History {
  const columns: number[][] = Array.from({ length: SAMPLE_SIZE }, () => []);
  const times = columns[SAMPLE.time];
  let count = 0;
  let first = new Float64Array(SAMPLE_SIZE);

  const clear = (): void => {
    for (const column of columns) column.length = 0;
    count = 0;
  };

  return {
    add(rows) {
      for (let at = 0; at < rows.length; at += SAMPLE_SIZE) {
        if (times.length > 0 && rows[at + SAMPLE.time] < times[times.length - 1]) clear();
        if (count === 0) first = rows.slice(at, at + SAMPLE_SIZE);
        for (let c = 0; c < SAMPLE_SIZE; c++) columns[c].push(rows[at + c]);
        count++;
      }
      let old = Math.max(0, times.length - capacity);
      while (old < times.length && times[old] < times[times.length - 1] - seconds) old++;
      if (old > 0) for (const column of columns) column.splice(0, old);
    },
    clear,
    column: (c) => columns[c],
    first: (c) => first[c],
    get length() {
      return times.length;
    },
    get count() {
      return count;
    },
  };
}
