import { now } from '../../core/clock.ts';
import { check } from '../../core/errors.ts';
import type { Ahead, Watch } from '../../core/watch.ts';
import { CLOCK_EVERY } from '../numbers.ts';

/** Limits on the time of a build and the memory of a world. */
export interface BuildLimits {
  /** Largest time to build all bodies of a scene [s]; no limit if missing. */
  maxBuild?: number;
  /** Largest memory of a world's arrays [MB]; the limit of WebAssembly (4096) if missing. */
  maxMemory?: number;
}

/** Limit of WebAssembly [MB]: no build may take more at any time. */
const MOST_MEMORY = 4096;

/**
 * Watches one build of a scene: ends it when it has taken too long, and refuses stages that would exceed the time or
 * memory.
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
    if (maxBuild === undefined || time - last < CLOCK_EVERY) return;
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

/** Refuses a world that would exceed its memory limit, before allocating. */
export function checkMemory(bytes: number, { maxMemory }: BuildLimits): void {
  const megabytes = bytes / 2 ** 20;
  check(
    maxMemory === undefined || megabytes <= maxMemory,
    () =>
      `the world needs ${Math.ceil(megabytes)} MB; ${maxMemory} are allowed. Take larger cells or fewer bodies, or allow more (maxMemory, --max-memory).`,
    'bodies',
  );
}
