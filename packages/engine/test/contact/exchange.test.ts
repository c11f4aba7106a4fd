import { expect, test } from 'vitest';
import { createGiven, EXCHANGE, nextAccount, spinOf } from '../../src/contact/solve/exchange.ts';

/** A body that takes second-order steps by the book: centre, momentum, spin, mean velocity, change of momentum. */
function body(m: number, x: number[], v: number[]) {
  return {
    m,
    x,
    P: v.map((c) => m * c),
    L: [0, 0, 0],
    w: [...v],
    dP: [0, 0, 0],
    account: new Float64Array(EXCHANGE.length),
  };
}
type Flying = ReturnType<typeof body>;

const cross = (a: ArrayLike<number>, b: ArrayLike<number>): number[] =>
  [0, 1, 2].map((c) => a[(c + 1) % 3] * b[(c + 2) % 3] - a[(c + 2) % 3] * b[(c + 1) % 3]);

function step(b: Flying, h: number, p: number[], place: number[], V: number[]): void {
  const given = createGiven();
  given.momentum.set(p);
  given.moment.set(cross(place, p));
  given.drift.set(cross(V, p));
  const P = b.P.map((c, i) => c + b.dP[i] / 3 + p[i]);
  const w = b.w.map((c, i) => (c + (2 * P[i]) / b.m) / 3);
  const x = b.x.map((c, i) => c + h * w[i]);
  const D = new Float64Array(3);
  nextAccount(b.account, b.account, given, h);
  spinOf(D, b.account, h, b.m, x, b.P);
  b.dP = P.map((c, i) => c - b.P[i]);
  Object.assign(b, { x, w, P, L: b.L.map((c, i) => c + D[i]) });
}

/** Angular momentum of all about the world's origin. */
const angular = (bodies: Flying[]): number[] =>
  [0, 1, 2].map((c) => bodies.reduce((sum, { x, P, L }) => sum + cross(x, P)[c] + L[c], 0));

/** Three bodies push each other at random for a while, then fly on; all seen from a train that goes by at speed V. */
function fly(V: number[]): { bodies: Flying[]; before: number[]; spins: number[][] } {
  let seed = 1;
  const random = (): number => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647 - 0.5;
  };
  const three = (): number[] => [random(), random(), random()];
  const moving = (v: number[]): number[] => v.map((c, i) => c + V[i]);
  const bodies = [2, 0.5, 7].map((m) => body(m, three(), moving(three())));
  const before = angular(bodies);
  const spins: number[][] = [];
  const h = 0.1;
  for (let k = 0; k < 60; k++) {
    const push = k < 9 ? three() : [0, 0, 0];
    // Where the implicit part of the step begins, a third of it has gone.
    const place = three().map((c, i) => c + V[i] * h * (k + 1 / 3));
    const speed = moving(three());
    bodies.forEach((one, i) => {
      const sign = [1, -1, 0][(i + k) % 3];
      step(
        one,
        h,
        push.map((c) => sign * c),
        place,
        speed,
      );
    });
    spins.push(bodies.flatMap(({ L }) => L));
  }
  return { bodies, before, spins };
}

test('bodies that push each other keep angular momentum to rounding, also when they fly on', () => {
  const { bodies, before, spins } = fly([0, 0, 0]);
  angular(bodies).forEach((J, c) => {
    expect(J).toBeCloseTo(before[c], 13);
  });
  expect(Math.max(...spins[8].map(Math.abs))).toBeGreaterThan(0.1);
  // What is left of it has all been given.
  for (const { account } of bodies) expect(account.every((c) => c === 0)).toBe(true);
});

test('bodies spin alike for all who look on from moving trains, in every step', () => {
  const here = fly([0, 0, 0]);
  const there = fly([30, -7, 11]);
  angular(there.bodies).forEach((J, c) => {
    expect(J).toBeCloseTo(there.before[c], 9);
  });
  here.spins.forEach((spins, k) => {
    spins.forEach((L, c) => {
      expect(there.spins[k][c]).toBeCloseTo(L, 10);
    });
  });
});
