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

/** Rows between points of a few bodies and the world, on slots that rows may share. */
function randomProblem(random: Random) {
  const rows = 1 + random.below(8);
  const bodies = 1 + random.below(3);
  const slots = Array.from({ length: bodies }, () => 2 + random.below(3));
  const table = new Int32Array(3 * bodies);
  const starts = [0];
  slots.forEach((n, b) => {
    starts.push(starts[b] + n);
  });
  const matrices = slots.map((n) => positive(3 * n, random));
  let used = 0;
  slots.forEach((n, b) => {
    table.set([starts[b], used, n], 3 * b);
    used += 9 * n * n;
  });
  const any = (n: number): Float64Array =>
    Float64Array.from({ length: n }, () => random.range(-1, 1));
  const normal = any(3 * rows);
  const side = new Int32Array(4 * rows);
  for (let r = 0; r < rows; r++) {
    const length = Math.hypot(...normal.subarray(3 * r, 3 * r + 3));
    for (let c = 0; c < 3; c++) normal[3 * r + c] /= length;
    const a = random.below(bodies);
    const b = random.below(bodies + 1) - 1;
    // Each row has a slot of its own as long as there are enough: rows on one slot have no single answer.
    const s = r % slots[a];
    const t = b < 0 ? 0 : (r + 1) % slots[b];
    side.set([a, s, b, t], 4 * r);
  }
  return {
    rows,
    bodies,
    starts,
    table,
    matrices,
    W: Float64Array.from(matrices.flatMap((m) => [...m])),
    normal,
    side,
    bias: any(rows),
    friction: Float64Array.from({ length: rows }, () => random.range(0, 1)),
    own: Float64Array.from({ length: rows }, () => random.range(0.2, 1)),
    impulse: new Float64Array(3 * rows),
    offset: any(3 * rows),
    velocity: any(3 * starts[bodies]),
    list: Int32Array.from({ length: rows + 1 }, (_, i) => i - 1),
  };
}

test('the answer obeys Signorini and Coulomb, and the velocities belong to the impulses', () => {
  const random = createRandom(11);
  for (let k = 0; k < 100; k++) {
    const p = randomProblem(random);
    const { rows, side } = p;
    const freeOffset = p.offset.slice();
    // What each body's slots get, one number for both sides, must explain their velocities.
    const expected = p.velocity.slice();
    relaxContacts(
      p.impulse,
      p.offset,
      p.velocity,
      p.W,
      p.normal,
      p.bias,
      p.friction,
      p.own,
      side,
      p.table,
      p.list,
      1,
      rows,
      1e-13,
      20_000,
    );
    for (let b = 0; b < p.bodies; b++) {
      const n = 3 * (p.starts[b + 1] - p.starts[b]);
      const total = new Float64Array(n);
      for (let r = 0; r < rows; r++) {
        for (let c = 0; c < 3; c++) {
          if (side[4 * r] === b) total[3 * side[4 * r + 1] + c] += p.impulse[3 * r + c];
          if (side[4 * r + 2] === b) total[3 * side[4 * r + 3] + c] -= p.impulse[3 * r + c];
        }
      }
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++)
          expected[3 * p.starts[b] + i] += p.matrices[b][i * n + j] * total[j];
      }
    }
    expected.forEach((v, i) => {
      expect(p.velocity[i]).toBeCloseTo(v, 8);
    });
    for (let r = 0; r < rows; r++) {
      const n = p.normal.subarray(3 * r, 3 * r + 3);
      const f = p.impulse.subarray(3 * r, 3 * r + 3);
      const [a, s, b, t] = side.subarray(4 * r, 4 * r + 4);
      const w = [0, 1, 2].map((c) => {
        const other = b < 0 ? 0 : p.velocity[3 * (p.starts[b] + t) + c];
        const own = freeOffset[3 * r + c] + p.own[r] * f[c];
        expect(p.offset[3 * r + c]).toBeCloseTo(own, 8);
        return p.velocity[3 * (p.starts[a] + s) + c] - other + own;
      });
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
