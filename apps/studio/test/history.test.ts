import { describe, expect, it } from 'vitest';
import { createHistory } from '../src/history.ts';
import { SAMPLE, SAMPLE_SIZE } from '../src/protocol.ts';

/** Rows with the given times, and ten times the time as kinetic energy. */
function rows(...times: number[]): Float64Array {
  const out = new Float64Array(times.length * SAMPLE_SIZE);
  times.forEach((time, i) => {
    out[i * SAMPLE_SIZE + SAMPLE.time] = time;
    out[i * SAMPLE_SIZE + SAMPLE.kinetic] = 10 * time;
  });
  return out;
}

describe('a history', () => {
  it('keeps the last seconds', () => {
    const history = createHistory(2);
    history.add(rows(0, 1, 2, 3, 4));
    expect(history.column(SAMPLE.time)).toEqual([2, 3, 4]);
    expect(history.column(SAMPLE.kinetic)).toEqual([20, 30, 40]);
    expect(history.count).toBe(5);
    expect(history.first(SAMPLE.time)).toBe(0);
  });

  it('keeps no more rows than it has room for', () => {
    const history = createHistory(100, 3);
    history.add(rows(0, 1, 2, 3, 4));
    expect(history.length).toBe(3);
  });

  it('starts over when time goes back', () => {
    const history = createHistory();
    history.add(rows(5, 6));
    history.add(rows(0, 1));
    expect(history.column(SAMPLE.time)).toEqual([0, 1]);
    expect(history.first(SAMPLE.kinetic)).toBe(0);
    expect(history.count).toBe(2);
  });
});
