import { checkOptions } from '../../core/arguments.ts';
import { check } from '../../core/errors.ts';
import { show } from '../../core/show.ts';
import { MOST_STEPS } from '../numbers.ts';

export interface AdvanceOptions {
  /** Largest number of steps per call: on a slow page the world slows down instead of falling further behind. */
  maxSteps?: number;
  /** Called before and after every step. */
  beforeStep?: () => void;
  afterStep?: () => void;
}

/** Converts elapsed time into steps of equal length. */
export function createClock(dt: () => number) {
  let owed = 0;
  return {
    /** Fraction of a step that has elapsed since the last one, 0 to 1. */
    get alpha(): number {
      return Math.min(1, owed / dt());
    },
    /** Adds elapsed seconds, and returns the number of steps due. */
    due(seconds: number, options: AdvanceOptions = {}): number {
      checkOptions(options, ['maxSteps', 'beforeStep', 'afterStep']);
      const { maxSteps = MOST_STEPS } = options;
      check(
        Number.isFinite(seconds) && seconds >= 0,
        () =>
          `must be zero or a positive number of seconds, got ${show(seconds)}. Pass the time since the last call.`,
        'seconds',
      );
      check(
        Number.isInteger(maxSteps) && maxSteps >= 1,
        () => `must be a whole number of steps, at least 1, got ${show(maxSteps)}. Take 4.`,
        'maxSteps',
      );
      const h = dt();
      owed += seconds;
      // Sixty frames of 1/60 s are sixty steps, in spite of rounding.
      const steps = Math.floor(owed / h + EARLY);
      const made = Math.min(steps, maxSteps);
      owed = steps > made ? 0 : Math.max(0, owed - made * h);
      return made;
    },
    reset(): void {
      owed = 0;
    },
  };
}

const EARLY = 1e-9;
