/** What a picture can do without, from all of it to least: pixels a pixel of the page at most, shadows where things touch the ground, and shadows. */
export const QUALITIES = [
  { pixels: 2, contact: true, shadows: true },
  { pixels: 1.4, contact: true, shadows: true },
  { pixels: 1, contact: false, shadows: true },
  { pixels: 1, contact: false, shadows: false },
  { pixels: 0.7, contact: false, shadows: false },
] as const;

/** Steps down where pictures take too long, and stays there. */
export interface Quality {
  readonly pixels: number;
  readonly contact: boolean;
  readonly shadows: boolean;
  /** What is left out, in words; empty for nothing. */
  readonly missing: string;
  /** A picture was on the screen after so long [ms]; true if the next has to be simpler. */
  took(ms: number): boolean;
}

/** Below thirty pictures a second [ms]. */
const SLOW = 1000 / 30;
/** As many in a row tell, and longer ones than this were not drawing [ms]. */
const ENOUGH = 20;
const ASLEEP = 500;

export function createQuality(): Quality {
  let level = 0;
  let sum = 0;
  let count = 0;
  return {
    get pixels() {
      return QUALITIES[level].pixels;
    },
    get contact() {
      return QUALITIES[level].contact;
    },
    get shadows() {
      return QUALITIES[level].shadows;
    },
    get missing() {
      const { contact, shadows } = QUALITIES[level];
      if (level === 0) return '';
      const left = [
        'some pixels',
        ...(contact ? [] : ['contact shadows']),
        ...(shadows ? [] : ['shadows']),
      ];
      return `Off, to keep thirty pictures a second: ${left.join(', ')}.`;
    },
    took(ms) {
      if (ms > ASLEEP || level === QUALITIES.length - 1) return false;
      sum += ms;
      count++;
      if (count < ENOUGH) return false;
      const isSlow = sum / count > SLOW;
      sum = 0;
      count = 0;
      if (isSlow) level++;
      return isSlow;
    },
  };
}
