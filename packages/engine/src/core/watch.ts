/** Estimated cost of the stage that begins [s on one core of a common machine, MB during the stage]. */
export interface Ahead {
  readonly seconds: number;
  readonly megabytes: number;
  /** The setting responsible for the cost, and a remedy. */
  readonly place: string;
  readonly remedy: string;
}

/**
 * Called repeatedly inside long loops of a build, with the name of the stage, and before stages of known cost, with
 * that cost. An exception ends the build and changes nothing.
 */
export type Watch = (stage: string, ahead?: Ahead) => void;

let watching: Watch | null = null;

/** Runs some work that calls `watch`. */
export function watched<T>(watch: Watch | null, work: () => T): T {
  const before = watching;
  watching = watch ?? before;
  try {
    return work();
  } finally {
    watching = before;
  }
}

/** Iterations of a loop between two calls of the watcher. */
const AT_ONCE = 1024;

/** Calls the watcher now and then. For loops with many short iterations, i the number of this one. */
export function tickEvery(i: number, stage: string): void {
  if (i % AT_ONCE === 0) tick(stage);
}

/** Calls the watcher. For loops with long iterations. */
export function tick(stage: string, ahead?: Ahead): void {
  watching?.(stage, ahead);
}
