import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import { acos, atan2, cbrt, cos, exp, log, sin } from '../../src/math/elementary.ts';

const TOLERANCE = 1e-15;
const SPECIAL = [
  0,
  -0,
  1,
  -1,
  0.5,
  -0.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -1 / 0,
  5e-324,
  1e-310,
  1e308,
  -1e308,
];

type Unary = (x: number) => number;

/** Worst relative error over samples drawn by `draw`. */
function worst(ours: Unary, theirs: Unary, draw: () => number, samples = 20000): number {
  let error = 0;
  for (let i = 0; i < samples; i++) {
    const x = draw();
    const truth = theirs(x);
    error = Math.max(error, Math.abs(ours(x) - truth) / Math.max(Math.abs(truth), 1e-300));
  }
  return error;
}

describe('elementary functions', () => {
  const random = createRandom(1);
  const uniform = (low: number, high: number) => () => random.range(low, high);
  /** A random sign and a random power of ten. */
  const wide = (low: number, high: number) => () =>
    (random.next() < 0.5 ? -1 : 1) *
    random.range(1, 10) *
    10 ** Math.floor(random.range(low, high));
  const positive = (draw: () => number) => () => Math.abs(draw());

  it.each([
    ['sin near zero', sin, Math.sin, wide(-300, 0)],
    ['sin over some turns', sin, Math.sin, uniform(-50, 50)],
    ['sin of large angles', sin, Math.sin, wide(1, 12)],
    ['sin of huge angles', sin, Math.sin, wide(12, 308)],
    ['cos over some turns', cos, Math.cos, uniform(-50, 50)],
    ['cos of large angles', cos, Math.cos, wide(1, 12)],
    ['cos of huge angles', cos, Math.cos, wide(12, 308)],
    ['exp of moderate numbers', exp, Math.exp, uniform(-30, 30)],
    ['exp over its whole range', exp, Math.exp, uniform(-708, 709.7)],
    ['log near one', log, Math.log, uniform(0.5, 2)],
    ['log over its whole range', log, Math.log, positive(wide(-307, 308))],
    ['acos', acos, Math.acos, uniform(-1, 1)],
    ['cbrt', cbrt, Math.cbrt, wide(-307, 308)],
  ] as [string, Unary, Unary, () => number][])('%s', (_name, ours, theirs, draw) => {
    expect(worst(ours, theirs, draw)).toBeLessThan(TOLERANCE);
  });

  it('atan2 agrees in every quadrant and at every slope', () => {
    const draw = wide(-12, 12);
    let error = 0;
    for (let i = 0; i < 20000; i++) {
      const y = draw();
      const x = draw();
      const truth = Math.atan2(y, x);
      error = Math.max(error, Math.abs(atan2(y, x) - truth) / Math.abs(truth));
    }
    expect(error).toBeLessThan(TOLERANCE);
  });

  it('keeps its accuracy next to multiples of a quarter turn, where the result nearly vanishes', () => {
    for (let k = 1; k < 700000; k += 97) {
      const x = (k * Math.PI) / 2;
      const [ours, truth] = k % 2 === 0 ? [sin(x), Math.sin(x)] : [cos(x), Math.cos(x)];
      expect(Math.abs(ours - truth)).toBeLessThan(TOLERANCE * Math.abs(truth));
    }
  });

  it('joins both ways of taking turns off an angle without a seam', () => {
    for (const x of [999999.9999, 1e6, 1000000.0001, -1e6]) {
      expect(sin(x)).toBeCloseTo(Math.sin(x), 15);
      expect(cos(x)).toBeCloseTo(Math.cos(x), 15);
    }
  });

  it.each([
    ['sin', sin, Math.sin],
    ['cos', cos, Math.cos],
    ['exp', exp, Math.exp],
    ['log', log, Math.log],
    ['acos', acos, Math.acos],
    ['cbrt', cbrt, Math.cbrt],
  ] as [string, Unary, Unary][])('%s treats special values as Math does', (_name, ours, theirs) => {
    for (const x of SPECIAL) {
      const truth = theirs(x);
      const same =
        Object.is(ours(x), truth) || Math.abs(ours(x) - truth) <= TOLERANCE * Math.abs(truth);
      expect(same, `at ${x}: ${ours(x)} instead of ${truth}`).toBe(true);
    }
  });

  it('atan2 treats special values as Math does', () => {
    for (const y of SPECIAL) {
      for (const x of SPECIAL) {
        const ours = atan2(y, x);
        const truth = Math.atan2(y, x);
        const same =
          Object.is(ours, truth) || Math.abs(ours - truth) <= TOLERANCE * Math.abs(truth);
        expect(same, `at (${y}, ${x}): ${ours} instead of ${truth}`).toBe(true);
      }
    }
  });

  it('overflows and underflows where Math does', () => {
    expect(exp(709.79)).toBe(Number.POSITIVE_INFINITY);
    expect(exp(709.78)).toBeLessThan(Number.POSITIVE_INFINITY);
    expect(exp(-746)).toBe(0);
    expect(exp(-745)).toBe(5e-324);
    expect(exp(-720) / Math.exp(-720)).toBeCloseTo(1, 6);
  });

  it('is exact where the answer is a whole number', () => {
    expect(exp(0)).toBe(1);
    expect(log(1)).toBe(0);
    for (let n = 1; n < 200; n++) expect(cbrt(n * n * n)).toBe(n);
  });
});
