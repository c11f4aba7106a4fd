import type { Bar } from './bar.ts';

/**
 * A column clamped at its foot. Its buckling load follows from how much more it sways when it is heavy: d = d0 / (1 − g/g_c), at a
 * weight well below the critical one, so that it comes to rest.
 */
export const COLUMN = {
  id: 'column 10:1 under its own weight',
  /** Weight along the column [m/s²] in the second run; the critical one is about 19.6. */
  part: 11,
  /** Across it [m/s²], in both. */
  across: 0.3,
} as const;

export function loaded(along: number): Bar {
  return {
    length: 1,
    side: 0.1,
    young: 3e6,
    poisson: 0.3,
    density: 1000,
    gravity: [-along, -COLUMN.across, 0],
    probe: [1, 0, 0],
  };
}

/** The critical weight [m/s²] from the sway without and with the weight. */
export function criticalFrom(without: number, withWeight: number): number {
  return COLUMN.part / (1 - without / withWeight);
}
