import type { Bar } from './bar.ts';

/** A bar that swings without material damping, let go at its straight shape under a load. */
export interface RingCase {
  readonly id: string;
  readonly family: string;
  readonly bar: Bar;
  /** Direction that is looked at. */
  readonly axis: 0 | 1 | 2;
  /** Whole bar turned about z at the start [degrees]. */
  readonly tilt: number;
  /** Roughly [Hz]; what is right is in `REFERENCE`. */
  readonly near: number;
  /** What is judged: how much of the amplitude is kept a period, or the frequency. */
  readonly judges: 'kept' | 'frequency';
  /** Allowed at 1/60 s. */
  readonly limit: number;
}

/** Where the second bending mode of a cantilever stands still, in lengths. */
const STILL = 0.7834;

function beam(young: number, load: number): Bar {
  return {
    length: 0.5,
    side: 0.1,
    young,
    poisson: 0.3,
    density: 1000,
    gravity: [0, -9.81 * load, 0],
    probe: [STILL * 0.5, 0, 0],
  };
}

/** Hangs along gravity; the second mode of a chain stands still at 0.19 of its length above the end. */
const rope: Bar = {
  length: 1,
  side: 0.04,
  young: 2e5,
  poisson: 0.3,
  density: 1000,
  gravity: [9.81, 0, 0],
  probe: [0.81, 0, 0],
};

export const RING_CASES: readonly RingCase[] = [
  {
    id: '2 Hz',
    family: 'ringing',
    bar: beam(1e6, 0.25),
    axis: 1,
    tilt: 0,
    near: 2,
    judges: 'kept',
    limit: 0.05,
  },
  {
    id: '5 Hz',
    family: 'ringing',
    bar: beam(6.25e6, 1),
    axis: 1,
    tilt: 0,
    near: 5,
    judges: 'kept',
    limit: 0.15,
  },
  {
    id: '2 Hz at a twentieth of gravity: frequency',
    family: 'ringing',
    bar: beam(1e6, 0.05),
    axis: 1,
    tilt: 0,
    near: 2,
    judges: 'frequency',
    limit: 0.05,
  },
  {
    id: 'hanging rope',
    family: 'rope',
    bar: rope,
    axis: 1,
    tilt: 4,
    near: 0.61,
    judges: 'kept',
    limit: 0.05,
  },
  {
    id: 'hanging rope: frequency',
    family: 'rope',
    bar: rope,
    axis: 1,
    tilt: 4,
    near: 0.61,
    judges: 'frequency',
    limit: 0.05,
  },
];

/** The number of `REFERENCE` that belongs to a case: a frequency, which neither the load nor what is judged changes. */
export const referenceOf = ({ family, near }: RingCase): string =>
  family === 'rope' ? 'rope/hanging rope' : `ringing/${near} Hz`;
