import { check } from '../../core/errors.ts';

export interface AdvanceOptions {
  /**
   * Steps at most, whatever time has passed: a page that is too slow slows the world down instead of falling further
   * behind.
   */
  maxSteps?: number;
  /** Called before and after every step that is made: what follows the world step by step does so here. */
  beforeStep?: () => void;
  afterStep?: () => void;
}

/** Steps a call makes at most, if it is not told. */
const MOST_STEPS = 4;

/** Turns the time that passes on a screen into steps of equal length. */
export function createClock(dt: () => number) {
  let owed = 0;
  return {
    /** Part of a step that has passed since the last one, 0 to 1. */
    get alpha(): number {
      return Math.min(1, owed / dt());
    },
    /** Takes in some seconds, and says how many steps are due. */
    due(seconds: number, { maxSteps = MOST_STEPS }: AdvanceOptions = {}): number {
      check(
        Number.isFinite(seconds) && seconds >= 0,
        () => `must be zero or a positive number of seconds, got ${seconds}.`,
        'seconds',
      );
      check(
        Number.isInteger(maxSteps) && maxSteps >= 1,
        () => `must be a whole number of steps, at least 1, got ${maxSteps}.`,
        'maxSteps',
      );
      const h = dt();
      owed += seconds;
      // Sixty frames of 1/60 s are sixty steps, whatever rounding says.
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
