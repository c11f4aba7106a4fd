/**
 * How much of something a test does: a slice in `npm test`, all of it in `npm run test:all` (PLIANT_ALL=1), which runs at night, and of numbers a part of all
 * of it with PLIANT_PART (`npm run torture -- --part 0.1`), but no less than the slice. CONTRIBUTING.md lists the tests that use it.
 */
export function effort<T>(slice: T, all: T): T {
  if (process.env.PLIANT_ALL !== '1') return slice;
  const part = Number(process.env.PLIANT_PART ?? 1);
  if (part >= 1) return all;
  if (typeof slice !== 'number' || typeof all !== 'number') return slice;
  return Math.max(slice, Math.ceil(part * all)) as T & number;
}

/** True if all is wanted, or a part of all: for lists of cases of which each does a part. */
export const HAS_TIME = process.env.PLIANT_ALL === '1';
