import { expect, test } from 'vitest';
import { createRandom, type Random } from '../../src/core/random.ts';
import { learnSecant, relaxContacts } from '../../src/kernels/reference/contacts.ts';

/** A random symmetric positive matrix of size n. */
function positive(n: number, random: Random): Float64Array {
  const B = Float64Array.from({ length: n * n }, () => random.range(-1, 1));
  const W = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      for (let k = 0; k < n; k++) W[i * n + j] += B[i * n + k] * B[j * n + k];
    }
    W[i * n + i] += 0.5;
  }
  return W;
}

function randomProblem(rows: number, random: Random) {
  const normal = new Float64Array(3 * rows);
  for (let r = 0; r < rows; r++) {
    const v = [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)];
    const length = Math.hypot(...v);
    v.forEach((c, i) => {
      normal[3 * r + i] = c / length;
    });
  }
  const any = (n: number): Float64Array =>
    Float64Array.from({ length: n }, () => random.range(-1, 1));
  return {
    normal,
    bias: any(rows),
    friction: Float64Array.from({ length: rows }, () => random.range(0, 1)),
    W: positive(3 * rows, random),
    impulse: new Float64Array(3 * rows),
    velocity: any(3 * rows),
  };
}

test('the answer obeys Signorini and Coulomb, and the velocities belong to the impulses', () => {
  const random = createRandom(11);
  for (let k = 0; k < 50; k++) {
    const rows = 1 + random.below(8);
    const p = randomProblem(rows, random);
    const free = p.velocity.slice();
    relaxContacts(p.impulse, p.velocity, p.W, p.normal, p.bias, p.friction, rows, 1e-13, 20_000);
    for (let i = 0; i < 3 * rows; i++) {
      let w = free[i];
      for (let j = 0; j < 3 * rows; j++) w += p.W[i * 3 * rows + j] * p.impulse[j];
      expect(p.velocity[i]).toBeCloseTo(w, 8);
    }
    for (let r = 0; r < rows; r++) {
      const n = p.normal.subarray(3 * r, 3 * r + 3);
      const w = p.velocity.subarray(3 * r, 3 * r + 3);
      const f = p.impulse.subarray(3 * r, 3 * r + 3);
      const wn = w[0] * n[0] + w[1] * n[1] + w[2] * n[2];
      const fn = f[0] * n[0] + f[1] * n[1] + f[2] * n[2];
      expect(fn).toBeGreaterThanOrEqual(-1e-12);
      expect(wn - p.bias[r]).toBeGreaterThanOrEqual(-1e-9);
      expect(fn * (wn - p.bias[r])).toBeCloseTo(0, 8);
      const wt = [0, 1, 2].map((i) => w[i] - wn * n[i]);
      const ft = [0, 1, 2].map((i) => f[i] - fn * n[i]);
      const slip = Math.hypot(...wt);
      const drag = Math.hypot(...ft);
      expect(drag).toBeLessThanOrEqual(p.friction[r] * fn + 1e-9);
      if (slip > 1e-6 && fn > 1e-9) {
        // It slides: friction is at its limit and points against the motion.
        expect(drag).toBeCloseTo(p.friction[r] * fn, 7);
        const along = wt[0] * ft[0] + wt[1] * ft[1] + wt[2] * ft[2];
        expect(along).toBeCloseTo(-slip * drag, 7);
      }
    }
  }
});

test('a secant makes the matrix right along what was seen, and keeps it symmetric and positive', () => {
  const random = createRandom(12);
  const n = 9;
  const truth = positive(n, random);
  const W = positive(n, random);
  const work = new Float64Array(n);
  for (let k = 0; k < 40; k++) {
    const dp = Float64Array.from({ length: n }, () => random.range(-1, 1));
    const dw = new Float64Array(n);
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) dw[i] += truth[i * n + j] * dp[j];
    learnSecant(W, dp, dw, work, n, 1e-3);
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let j = 0; j < n; j++) {
        sum += W[i * n + j] * dp[j];
        expect(W[i * n + j]).toBeCloseTo(W[j * n + i], 8);
      }
      expect(sum).toBeCloseTo(dw[i], 8);
    }
    let quadratic = 0;
    const v = Float64Array.from({ length: n }, () => random.range(-1, 1));
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) quadratic += v[i] * W[i * n + j] * v[j];
    expect(quadratic).toBeGreaterThan(0);
  }
});
