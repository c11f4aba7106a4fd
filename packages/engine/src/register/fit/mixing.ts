import { cholesky, choleskySolve } from '../../math/dense.ts';
import { GROWN, LONGEST, MIXED, MIXED_ALIKE } from '../numbers.ts';

/**
 * Steps mixed from the last few (Anderson 1965): what iterations have shown of how a step changes with the place says
 * where the steps would be nought. A template that slides along its target gets there in a few, where plain steps
 * creep.
 */
export interface Mixing {
  /** Differences of the last steps, as they were found and as they were taken; `next` is overwritten next. */
  readonly found: Float64Array[];
  readonly taken: Float64Array[];
  count: number;
  next: number;
  /** The last step as it was found, and whether there is one. */
  readonly last: Float64Array;
  isBegun: boolean;
  /** Products of the differences, and what each of them gets. */
  readonly products: Float64Array;
  readonly part: Float64Array;
}

export function createMixing(size: number): Mixing {
  const list = (): Float64Array[] => Array.from({ length: MIXED }, () => new Float64Array(size));
  return {
    found: list(),
    taken: list(),
    count: 0,
    next: 0,
    last: new Float64Array(size),
    isBegun: false,
    products: new Float64Array(MIXED * MIXED),
    part: new Float64Array(MIXED),
  };
}

export function forgetSteps(mixing: Mixing): void {
  mixing.count = 0;
  mixing.next = 0;
  mixing.isBegun = false;
}

/** Makes `taken` (the step that was taken last, over n numbers) the next one, `step` being the plain one from here. */
export function mixStep(mixing: Mixing, taken: Float64Array, step: Float64Array, n: number): void {
  const { last } = mixing;
  if (mixing.isBegun) {
    if (dot(step, step, n) > GROWN * dot(last, last, n)) forgetSteps(mixing);
    else keepDifference(mixing, taken, step, n);
  }
  mixing.isBegun = true;
  for (let s = 0; s < n; s++) {
    last[s] = step[s];
    taken[s] = step[s];
  }
  if (mixing.count === 0 || !findParts(mixing, step, n)) return;
  for (let p = 0; p < mixing.count; p++) {
    const [share, found, was] = [mixing.part[p], mixing.found[p], mixing.taken[p]];
    for (let s = 0; s < n; s++) taken[s] -= share * (was[s] + found[s]);
  }
  const ratio = dot(taken, taken, n) / dot(step, step, n);
  if (!(ratio > LONGEST * LONGEST)) return;
  const shorter = LONGEST / Math.sqrt(ratio);
  for (let s = 0; s < n; s++) taken[s] *= shorter;
}

function keepDifference(mixing: Mixing, taken: Float64Array, step: Float64Array, n: number): void {
  const [found, was] = [mixing.found[mixing.next], mixing.taken[mixing.next]];
  for (let s = 0; s < n; s++) {
    found[s] = step[s] - mixing.last[s];
    was[s] = taken[s];
  }
  mixing.next = (mixing.next + 1) % MIXED;
  mixing.count = Math.min(MIXED, mixing.count + 1);
}

/** Squares of differences below this are those of a fit that does not move. */
const AT_REST = 1e-200;

/** Least squares: how much of each difference the step is. False if they say nothing. */
function findParts(
  { found, products, part, count }: Mixing,
  step: Float64Array,
  n: number,
): boolean {
  let trace = 0;
  for (let p = 0; p < count; p++) {
    part[p] = dot(found[p], step, n);
    for (let q = 0; q <= p; q++) products[p * count + q] = dot(found[p], found[q], n);
    trace += products[p * (count + 1)];
  }
  for (let p = 0; p < count; p++) products[p * (count + 1)] *= 1 + MIXED_ALIKE;
  if (!(trace > AT_REST && cholesky(products, count))) return false;
  choleskySolve(part, products, count);
  return true;
}

function dot(a: Float64Array, b: Float64Array, n: number): number {
  let sum = 0;
  for (let s = 0; s < n; s++) sum += a[s] * b[s];
  return sum;
}
