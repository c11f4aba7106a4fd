import { describe, expect, it } from 'vitest';
import { createPartner, LEAD } from '../src/worker/partner.ts';

/** Two lines that hand over a message when they are told to, in order. */
function createLines(): { lines: [MessagePort, MessagePort]; deliver(): void } {
  const waiting: (() => void)[] = [];
  const line = (other: () => MessagePort): MessagePort =>
    ({
      postMessage: (data: number) =>
        waiting.push(() => other().onmessage?.({ data } as MessageEvent<number>)),
      close() {},
    }) as unknown as MessagePort;
  const lines: [MessagePort, MessagePort] = [line(() => lines[1]), line(() => lines[0])];
  const deliver = (): void => {
    for (const hand of waiting.splice(0)) hand();
  };
  return { lines, deliver };
}

describe('two runs', () => {
  it('stay together however fast each is and however late word comes', () => {
    const steps = [0, 0];
    let furthest = 0;
    const partners = [createPartner(() => {}), createPartner(() => {})];
    const turn = (i: number): void => {
      if (steps[i] >= partners[i].until) return;
      steps[i]++;
      furthest = Math.max(furthest, Math.abs(steps[0] - steps[1]));
      partners[i].tell(steps[i]);
    };
    const { lines, deliver } = createLines();
    for (const [i, partner] of partners.entries()) partner.join(lines[i]);
    for (const partner of partners) partner.tell(0);
    deliver();
    // The second comes to its step only every third time.
    for (let k = 0; k < 60; k++) {
      turn(0);
      if (k % 3 === 0) turn(1);
      if (k % 2 === 0) deliver();
    }
    expect(steps[1]).toBe(20);
    expect(furthest).toBe(LEAD);
    partners[0].join(null);
    expect(partners[0].until).toBe(Number.POSITIVE_INFINITY);
  });
});
