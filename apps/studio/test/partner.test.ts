import { describe, expect, it } from 'vitest';
import { createPartner, LEAD } from '../src/worker/partner.ts';

describe('two runs', () => {
  it('stay together however fast each is', async () => {
    const steps = [0, 0];
    let furthest = 0;
    const turn = (i: number): void => {
      if (steps[i] >= partners[i].until) return;
      steps[i]++;
      furthest = Math.max(furthest, Math.abs(steps[0] - steps[1]));
      partners[i].tell(steps[i]);
    };
    const partners = [createPartner(() => {}), createPartner(() => {})];
    const { port1, port2 } = new MessageChannel();
    partners[0].join(port1);
    partners[1].join(port2);
    partners[0].tell(0);
    partners[1].tell(0);
    const arrive = (): Promise<unknown> => new Promise((done) => setTimeout(done, 2));
    await arrive();
    // The second comes to its step only every third time.
    for (let k = 0; k < 60; k++) {
      turn(0);
      if (k % 3 === 0) turn(1);
      await arrive();
    }
    expect(steps[1]).toBe(20);
    expect(furthest).toBeLessThanOrEqual(LEAD);
    partners[0].join(null);
    expect(partners[0].until).toBe(Number.POSITIVE_INFINITY);
  });
});
