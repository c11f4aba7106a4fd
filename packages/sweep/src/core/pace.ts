/** How far a sweep is. */
export interface Progress {
  readonly total: number;
  /** Done now, failed now, found done from before. */
  readonly done: number;
  readonly failed: number;
  readonly known: number;
  readonly left: number;
  readonly perMinute: number;
  /** Seconds to the end, from the median of the last runs; null before the first. */
  readonly secondsLeft: number | null;
}

/** So many of the last runs tell how long the next will take. */
const RECENT = 50;

/** Counts runs and guesses when they will all be done. `time` gives seconds. */
export function createPace(total: number, workers: number, time: () => number) {
  const counts = { done: 0, failed: 0, known: 0 };
  const recent: number[] = [];
  const start = time();
  return {
    /** A run was found done. */
    known(n = 1): void {
      counts.known += n;
    },
    /** A run came to its end, in so many seconds; how long failures take says nothing about the others. */
    ended(what: 'done' | 'failed', seconds?: number): void {
      counts[what]++;
      if (seconds !== undefined) recent.push(seconds);
      if (recent.length > RECENT) recent.shift();
    },
    progress(): Progress {
      const left = total - counts.done - counts.failed - counts.known;
      const minutes = (time() - start) / 60;
      const sorted = [...recent].sort((a, b) => a - b);
      const median = sorted[Math.floor(sorted.length / 2)];
      return {
        total,
        ...counts,
        left,
        perMinute: minutes > 0 ? (counts.done + counts.failed) / minutes : 0,
        secondsLeft: median === undefined ? null : (median * left) / workers,
      };
    },
  };
}
