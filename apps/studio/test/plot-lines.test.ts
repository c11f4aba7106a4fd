import { describe, expect, it } from 'vitest';
import { areaOf, indexAt, paddedRange, pathOf, place, ticksOf } from '../src/ui/plot-lines.ts';

const X = { low: 0, high: 10, from: 40, to: 240 };
const Y = { low: -1, high: 1, from: 70, to: 10 };

describe('numbers along an axis', () => {
  it('are multiples of 1, 2 or 5 times a power of ten, in the range, and not too many', () => {
    expect(ticksOf(0, 0.87, 3)).toEqual([0, 0.5]);
    expect(ticksOf(-409, 3450, 3)).toEqual([0, 2000]);
    expect(ticksOf(3.1, 3.4, 4)).toEqual([3.1, 3.2, 3.3, 3.4]);
    for (const [low, high] of [
      [-7e-6, 3e-5],
      [0, 15588],
      [11.2, 23.2],
    ]) {
      for (const most of [1, 2, 3, 5]) {
        const ticks = ticksOf(low, high, most);
        expect(ticks.length).toBeLessThanOrEqual(most + 1);
        for (const tick of ticks) {
          expect(tick).toBeGreaterThanOrEqual(low);
          expect(tick).toBeLessThanOrEqual(high);
        }
      }
    }
  });

  it('are none where there is no range', () => {
    expect(ticksOf(1, 1, 4)).toEqual([]);
    expect(ticksOf(0, Number.POSITIVE_INFINITY, 4)).toEqual([]);
  });

  it('a range is never flat, and starts at zero if it is to', () => {
    expect(paddedRange(5, 5, false)[1]).toBeGreaterThan(5);
    expect(paddedRange(3, 5, true)[0]).toBe(0);
    expect(paddedRange(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, false)).toEqual([0, 1]);
  });
});

describe('a line', () => {
  it('goes to the right with time and up with its values', () => {
    expect(place(X, 0)).toBe(40);
    expect(place(X, 10)).toBe(240);
    expect(place(Y, 1)).toBeLessThan(place(Y, -1));
    expect(pathOf({ times: [0, 5, 10], values: [-1, 0, 1] }, X, Y)).toBe('M40 70L140 40L240 10');
  });

  it('is as long as the picture is wide, however many points it has, and keeps every peak', () => {
    const times = Array.from({ length: 5000 }, (_, i) => i / 500);
    const values = times.map((_, i) => (i === 2345 ? 1 : i === 2346 ? -1 : 0));
    const path = pathOf({ times, values }, X, Y);
    expect(path.split(/[ML]/).length).toBeLessThanOrEqual(2 * 201 + 1);
    expect(path).toContain(' 10L');
    expect(path).toContain(' 70L');
  });

  it('an area goes back to its start along zero', () => {
    expect(areaOf({ times: [0, 10], values: [1, 1] }, X, Y)).toBe('M40 10L240 10V40H40Z');
    expect(areaOf({ times: [], values: [] }, X, Y)).toBe('');
  });

  it('is read at the last point that is not after a time', () => {
    const times = [1, 2, 2.5, 4];
    expect([0, 1, 1.9, 2, 3.9, 4, 9].map((time) => indexAt(times, time))).toEqual([
      0, 0, 0, 1, 2, 3, 3,
    ]);
  });
});
