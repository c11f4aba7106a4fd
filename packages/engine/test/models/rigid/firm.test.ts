import { expect, test } from 'vitest';
import { addPull, createFirm, makeFirm } from '../../../src/models/rigid/firm.ts';
import { createInertia } from '../../../src/models/shared/turning.ts';

/** How the torque r × p changes when r turns by θ. */
function turned(r: number[], p: number[], turn: number[]): number[] {
  const cross = (a: number[], b: number[]): number[] =>
    [0, 1, 2].map((i) => a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3]);
  return cross(cross(turn, r), p);
}

function firmOf(arm: number[], impulse: number[], h: number) {
  const firm = createFirm();
  const half = createInertia();
  half.I.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  half.inverse.set(half.I);
  addPull(firm, Float64Array.from(arm), Float64Array.from(impulse));
  const pull = firm.pull.slice();
  makeFirm(firm, half, h);
  return { firm, pull };
}

test('what a pull adds is how the torque of its force turns a body back', () => {
  const arm = [0.3, -0.2, 0.5];
  const impulse = [2, 1, -0.7];
  const { pull } = firmOf(arm, impulse, 1e-9);
  for (const turn of [
    [0.3, 0.1, -0.4],
    [1, 0, 0],
    [0.2, -0.9, 0.5],
  ]) {
    // The antisymmetric part of the derivative does no work.
    const work = turned(arm, impulse, turn).reduce((sum, t, i) => sum - t * turn[i], 0);
    let quadratic = 0;
    for (let r = 0; r < 3; r++)
      for (let c = 0; c < 3; c++) quadratic += turn[r] * pull[3 * r + c] * turn[c];
    expect(quadratic).toBeCloseTo(work, 12);
  }
});

test('gentle pulls and pushes change nothing, hard pulls add their stiffness across the arm alone', () => {
  const isPlain = (firm: ReturnType<typeof createFirm>): boolean =>
    [...firm.I].every((x, k) => x === (k % 4 === 0 ? 1 : 0));
  expect(isPlain(firmOf([0, 0.5, 0], [0, 1, 0], 0.01).firm)).toBe(true);
  expect(isPlain(firmOf([0, 0.5, 0], [0, -1e4, 0], 0.01).firm)).toBe(true);
  const { firm } = firmOf([0, 0.5, 0], [0, 1e3, 0], 0.01);
  expect(firm.I[0]).toBeCloseTo(1 + 0.01 * 0.5 * 1e3, 9);
  expect(firm.I[4]).toBeCloseTo(1, 9);
  expect(firm.inverse[8]).toBeCloseTo(1 / firm.I[8], 12);
  expect(firm.pull.every((x) => x === 0)).toBe(true);
});
