import { expect, it } from 'vitest';
import { createAwakeLog } from '../src/awake.ts';
import { SAMPLE, SAMPLE_SIZE } from '../src/protocol.ts';

const DT = 0.1;
/** A row for each step, with so many of ten unknowns awake. */
function rows(first: number, ...awake: number[]): Float64Array {
  const out = new Float64Array(awake.length * SAMPLE_SIZE);
  awake.forEach((active, i) => {
    out[i * SAMPLE_SIZE + SAMPLE.time] = (first + i) * DT;
    out[i * SAMPLE_SIZE + SAMPLE.active] = active;
    out[i * SAMPLE_SIZE + SAMPLE.total] = 10;
  });
  return out;
}

it('knows how much was awake over any span, and in all', () => {
  const log = createAwakeLog();
  log.add(rows(0, 10, 2, 4, 6), DT);
  expect(log.length).toBe(3);
  expect(log.share(0, 1)).toBe(0.2);
  expect(log.share(0, 3)).toBe(0.4);
  expect(log.sums(2)).toEqual({ active: 6, total: 20 });
  log.add(rows(4, 8), DT);
  expect(log.share(3, 4)).toBe(0.8);
});

it('takes what comes again as another future', () => {
  const log = createAwakeLog();
  log.add(rows(0, 10, 2, 4, 6), DT);
  log.add(rows(2, 10), DT);
  expect(log.length).toBe(2);
  expect(log.sums(9)).toEqual({ active: 12, total: 20 });
});

it('begins where a run goes on', () => {
  const log = createAwakeLog();
  log.add(rows(50, 4, 6), DT);
  expect(log.length).toBe(51);
  expect(log.share(49, 51)).toBe(0.5);
});
