import { now } from '../../core/clock.ts';
import { check } from '../../core/errors.ts';
import type { Watch } from '../../core/watch.ts';

/** What building and a world may take. */
export interface BuildLimits {
  /** Seconds that building all bodies of a scene may take; no limit if missing. */
  maxBuild?: number;
  /** Megabytes that the arrays of a world may take; what WebAssembly can have (4096) if missing. */
  maxMemory?: number;
}

/** Milliseconds between two looks at the clock. */
const EVERY = 20;

/** Watches one build of a scene: refuses to go on when it has taken too long. */
export function createLimit({ maxBuild }: BuildLimits, watch: Watch | undefined): Watch | null {
  if (maxBuild === undefined) return watch ?? null;
  const start = now();
  let last = start;
  return (stage) => {
    watch?.(stage);
    const time = now();
    if (time - last < EVERY) return;
    last = time;
    check(
      time - start <= 1000 * maxBuild,
      () =>
        `building took more than ${maxBuild} s, and was at ${stage}. Take larger cells or fewer frames, or allow more time (maxBuild, --max-build).`,
    );
  };
}

/** Refuses a world that would take more memory than it may, before any of it is taken. */
export function checkMemory(bytes: number, { maxMemory }: BuildLimits): void {
  const megabytes = bytes / 2 ** 20;
  check(
    maxMemory === undefined || megabytes <= maxMemory,
    () =>
      `the world needs ${Math.ceil(megabytes)} MB; ${maxMemory} are allowed. Take larger cells or fewer bodies, or allow more (maxMemory, --max-memory).`,
    'bodies',
  );
}
