import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Lane } from '../src/core/lane.ts';
import { guardMemory } from '../src/node/threads.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A lane that has been at work since some moment. */
function lane(since: number | null) {
  const crashed: string[] = [];
  let isClosed = false;
  const made: Lane = {
    run: () => Promise.resolve('stopped'),
    close() {
      isClosed = true;
    },
    get isClosed() {
      return isClosed;
    },
    since,
    crash: (reason) => void crashed.push(reason ?? ''),
  };
  return { ...made, lane: made, crashed };
}

test('a body that takes more memory than all threads may have ends the run that takes longest', () => {
  const lanes = [lane(30), lane(10), lane(null)];
  let held = 200;
  guardMemory(
    lanes.map((one) => one.lane),
    100,
    () => held,
  );
  // Three threads of 100 MB and what each has for itself.
  held += 3 * 100 + 3 * 150;
  vi.advanceTimersByTime(2000);
  expect(lanes.flatMap((one) => one.crashed)).toEqual([]);
  held += 1;
  vi.advanceTimersByTime(500);
  expect(lanes.map((one) => one.crashed.length)).toEqual([0, 1, 0]);
  expect(lanes[1].crashed[0]).toMatch(/more memory than the 100 MB/);
});

test('the guard ends with its threads', () => {
  const one = lane(1);
  guardMemory([one.lane], 10, () => 0);
  one.lane.close();
  vi.advanceTimersByTime(500);
  expect(vi.getTimerCount()).toBe(0);
});
