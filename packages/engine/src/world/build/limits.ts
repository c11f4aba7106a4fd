import { now } from '../../core/clock.ts';
import { check } from '../../core/errors.ts';
import type { Ahead, Watch } from '../../core/watch.ts';

/** What building and a world may take. */
export interface BuildLimits {
  /** Seconds that building all bodies of a scene may take; no limit if missing. */
  maxBuild?: number;
  /** Megabytes that the arrays of a world may take; what WebAssembly can have (4096) if missing. */
  maxMemory?: number;
}

/** Milliseconds between two looks at the clock. */
const EVERY = 20;

/** Megabytes that WebAssembly can have: nothing that is built may take more meanwhile. */
const MOST_MEMORY = 4096;

/**
 * Watches one build of a scene: refuses to go on when it has taken too long, and to begin what would take too long or
 * too much.
 */
export function createLimit(limits: BuildLimits, watch: Watch | undefined): Watch {
  const { maxBuild } = limits;
  const start = now();
  let last = start;
  return (stage, ahead) => {
    watch?.(stage, ahead);
    if (ahead === undefined && maxBuild === undefined) return;
    const time = now();
    if (ahead !== undefined) checkAhead(stage, ahead, (time - start) / 1000, limits);
    if (maxBuild === undefined || time - last < EVERY) return;
    last = time;
    check(
      time - start <= 1000 * maxBuild,
      () =>
        `building took more than ${maxBuild} s, and was at ${stage}. Take larger cells or fewer frames, or allow more time (maxBuild, --max-build).`,
    );
  };
}

function checkAhead(
  stage: string,
  { seconds, megabytes, place, remedy }: Ahead,
  taken: number,
  { maxBuild, maxMemory = MOST_MEMORY }: BuildLimits,
): void {
  check(
    megabytes <= maxMemory,
    () =>
      `building (${stage}) would take about ${Math.ceil(megabytes)} MB; ${maxMemory} are allowed. ${remedy}, or allow more (maxMemory, --max-memory).`,
    place,
  );
  check(
    maxBuild === undefined || taken + seconds <= maxBuild,
    () =>
      `building (${stage}) would take about ${Math.ceil(taken + seconds)} s; ${maxBuild} are allowed. ${remedy}, or allow more time (maxBuild, --max-build).`,
    place,
  );
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
