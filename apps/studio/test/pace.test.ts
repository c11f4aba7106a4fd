import { describe, expect, it } from 'vitest';
import { createPace, MOST_STEPS } from '../src/worker/pace.ts';

/** Lets a clock run in small ticks while each step takes `cost`; gives the steps done in a time [ms]. */
function run(interval: number, cost: number, time: number) {
  const pace = createPace(() => interval);
  let now = 1000;
  let steps = 0;
  pace.restart(now);
  const end = now + time;
  while (now < end) {
    const due = pace.due(now);
    steps += due;
    now += due * cost;
    if (due > 0) pace.did(due, now);
    now += Math.max(1, pace.wait(now));
  }
  return { steps, late: pace.late(now), rate: pace.rate(now) };
}

describe('the pace of a run', () => {
  it('keeps time with the clock when steps are cheap', () => {
    const { steps, late, rate } = run(10, 2, 2000);
    expect(Math.abs(steps - 200)).toBeLessThanOrEqual(2);
    expect(late).toBe(false);
    expect(rate).toBeCloseTo(100, -1);
  });

  it('falls behind without piling up when they are dear', () => {
    const { steps, late, rate } = run(10, 40, 2000);
    expect(steps).toBeLessThanOrEqual(2000 / 40 + MOST_STEPS);
    expect(late).toBe(true);
    expect(rate).toBeLessThan(30);
  });

  it('catches up a few steps at most after a hitch', () => {
    const pace = createPace(() => 10);
    pace.restart(0);
    expect(pace.due(5000)).toBe(MOST_STEPS);
  });

  it('forgets a pause', () => {
    const pace = createPace(() => 10);
    pace.restart(0);
    pace.restart(5000);
    expect(pace.due(5000)).toBe(1);
    expect(pace.late(5000)).toBe(false);
  });
});
