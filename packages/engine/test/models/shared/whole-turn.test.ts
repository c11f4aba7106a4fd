import { expect, test } from 'vitest';
import {
  chordVelocity,
  createWholeTurn,
  findWholeTurn,
} from '../../../src/models/shared/whole-turn.ts';

const x = Float64Array.of(1, 2, 0, -1, 2, 0.5, 3, 0, 0, 0, -2, 1);
const m = Float64Array.of(1, 2, 1, 3);

/** Velocities drift + ω × x. */
function spinning(w: number[]): Float64Array {
  return x.map((_, k) => {
    const i = k - (k % 3);
    const [a, b] = [(k + 1) % 3, (k + 2) % 3];
    return 0.5 + w[a] * x[i + b] - w[b] * x[i + a];
  });
}

test('a turn that goes on keeps distances and, along chords, momentum and angular momentum', () => {
  const h = 1 / 60;
  const v = spinning([0, 0, 6]);
  const turn = createWholeTurn();
  expect(findWholeTurn(turn, x, v, m, 4, h)).toBe(true);
  const u = new Float64Array(12);
  for (let k = 0; k < 12; k += 3) chordVelocity(u, k, turn, x, k, h);
  const end = x.map((p, k) => p + h * u[k]);
  const apart = (p: Float64Array, i: number, j: number) =>
    Math.hypot(...[0, 1, 2].map((c) => p[3 * i + c] - p[3 * j + c]));
  for (const [i, j] of [
    [0, 1],
    [1, 2],
    [2, 3],
  ])
    expect(apart(end, i, j)).toBeCloseTo(apart(x, i, j), 12);
  const about = (w: Float64Array, c: number) =>
    m.reduce((sum, mass, i) => {
      const [a, b] = [(c + 1) % 3, (c + 2) % 3];
      const arm = (d: number) => x[3 * i + d] - turn.centre[d];
      return sum + mass * (arm(a) * w[3 * i + b] - arm(b) * w[3 * i + a]);
    }, 0);
  for (let c = 0; c < 3; c++)
    expect(m.reduce((s, mass, i) => s + mass * (u[3 * i + c] - v[3 * i + c]), 0)).toBeCloseTo(
      0,
      12,
    );
  // About an axis that is none of its principal ones the turn itself changes the axis, by as much as a step does.
  expect(about(u, 2) / about(v, 2)).toBeCloseTo(1, 1);
});

test('what does not turn has no turn', () => {
  expect(findWholeTurn(createWholeTurn(), x, spinning([0, 0, 0]), m, 4, 1 / 60)).toBe(false);
});
