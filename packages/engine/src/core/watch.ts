/** What the stage that begins will take, about [s on one core of a common machine, MB while it lasts]. */
export interface Ahead {
  readonly seconds: number;
  readonly megabytes: number;
  /** The setting that makes it so large, and what to do about it. */
  readonly place: string;
  readonly remedy: string;
}

/**
 * Is called again and again inside the long loops of building, with what is being done, and before stages whose cost
 * is known beforehand with what they will take. What it throws ends the building: nothing that is kept has changed.
 */
export type Watch = (stage: string, ahead?: Ahead) => void;

let watching: Watch | null = null;

/** Does some work while `watch` looks on. */
export function watched<T>(watch: Watch | null, work: () => T): T {
  const before = watching;
  watching = watch ?? before;
  try {
    return work();
  } finally {
    watching = before;
  }
}

/** Called in loops whose rounds take long against a call. */
export function tick(stage: string, ahead?: Ahead): void {
  watching?.(stage, ahead);
}
