/**
 * Is called again and again inside the long loops of building, with what is being done. What it throws ends the
 * building: nothing that is kept has changed then.
 */
export type Watch = (stage: string) => void;

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
export function tick(stage: string): void {
  watching?.(stage);
}
