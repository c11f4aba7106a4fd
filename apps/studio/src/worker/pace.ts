/** Keeps a simulation of fixed steps in time with the clock. All times in milliseconds. */
export interface Pace {
  /** How many steps are due now. Never more than `MOST_STEPS`: what cannot be caught up is let go. */
  due(now: number): number;
  /** Says that steps were done. */
  did(steps: number, now: number): void;
  /** Time until the next step is due. */
  wait(now: number): number;
  /** Forgets the time that has passed: after a pause, or a change of speed. */
  restart(now: number): void;
  /** Whether steps had to be let go within the last second. */
  late(now: number): boolean;
  /** Steps done within the last second. */
  rate(now: number): number;
}

/** Steps done in one go to catch up. */
export const MOST_STEPS = 3;
/** What counts as recent [ms]. */
const RECENT = 1000;

/** `interval` gives the clock time of one step at the present speed [ms]. */
export function createPace(interval: () => number): Pace {
  let next = 0;
  let lateUntil = 0;
  let recent: number[] = [];
  return {
    due(now) {
      const steps = Math.floor((now - next) / interval()) + 1;
      if (steps <= MOST_STEPS) return Math.max(0, steps);
      lateUntil = now + RECENT;
      next = now - (MOST_STEPS - 1) * interval();
      return MOST_STEPS;
    },
    did(steps, now) {
      next += steps * interval();
      for (let i = 0; i < steps; i++) recent.push(now);
    },
    wait: (now) => Math.max(0, next - now),
    restart(now) {
      next = now;
      lateUntil = 0;
      recent = [];
    },
    late: (now) => now < lateUntil,
    rate(now) {
      recent = recent.filter((t) => t > now - RECENT);
      if (recent.length < 2) return recent.length;
      // Over the time there are steps of, so that the first second counts right too.
      return ((recent.length - 1) / Math.max(1, now - recent[0])) * 1000;
    },
  };
}
