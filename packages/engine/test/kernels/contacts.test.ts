import { expect, test } from 'vitest';
import { contactBlocks } from '../../src/contact/solve/blocks.kernel.ts';
import { sweepContacts } from '../../src/contact/solve/contacts.kernel.ts';
import { createRandom, type Random } from '../../src/core/random.ts';
import { rowOf4 } from '../../src/kernels/single.ts';

/** A random matrix X of 3·places rows, and X Xᵀ. */
function response(places: number, rank: number, random: Random) {
  const n = 3 * places;
  const X = Float64Array.from({ length: n * rank }, () => random.range(-1, 1));
  const W = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      for (let k = 0; k < rank; k++) W[i * n + j] += X[i * rank + k] * X[j * rank + k];
    }
  }
  return { X, W };
}

/** Contacts and ties between places of a few bodies and the world; `factored` bodies give X instead of W. */
function randomProblem(random: Random, factored: boolean) {
  const rows = 1 + random.below(8);
  const bodies = 1 + random.below(3);
  const places = Array.from({ length: bodies }, () => 2 + random.below(3));
  const rank = 14;
  const table = new Int32Array(5 * bodies);
  const matrices = places.map((n) => response(n, rank, random));
  const W: number[] = [];
  const dense: number[] = [];
  let states = 0;
  let base = 0;
  places.forEach((n, b) => {
    if (factored) {
      table.set([1, states, W.length, rank, base], 5 * b);
      W.push(...matrices[b].X);
    } else {
      table.set([0, states, dense.length, 3 * n, base], 5 * b);
      for (let i = 0; i < 3 * n; i++) {
        dense.push(...matrices[b].W.subarray(3 * i * n, 3 * (i + 1) * n));
        while (dense.length % 4 !== 0) dense.push(0);
      }
    }
    states += factored ? rank : rowOf4(3 * n);
    base += 3 * n;
  });
  const any = (n: number): Float64Array =>
    Float64Array.from({ length: n }, () => random.range(-1, 1));
  const free = any(base);
  const normal = any(3 * rows);
  const side = new Int32Array(4 * rows);
  const kind = Uint8Array.from({ length: rows }, () => Math.max(0, random.below(4) - 1));
  const soft = Float64Array.from({ length: 2 * rows }, () => random.range(0.1, 0.5));
  for (let r = 0; r < rows; r++) {
    const length = Math.hypot(...normal.subarray(3 * r, 3 * r + 3));
    for (let c = 0; c < 3; c++) normal[3 * r + c] /= length;
    const a = random.below(bodies);
    const b = random.below(bodies + 1) - 1;
    // Rows on one place have no single answer.
    side.set([a, r % places[a], b, b < 0 ? 0 : (r + 1) % places[b]], 4 * r);
  }
  const starts = [0];
  for (const n of places) starts.push(starts.at(-1)! + 3 * n);
  const from = any(3 * rows);
  for (let k = 0; k < 3 * rows; k++) if (kind[Math.floor(k / 3)] === 0) from[k] = 0;
  return {
    ...{ rows, table, matrices, places, starts, states, free, normal, side, kind, soft, from },
    W: Float64Array.from(W),
    dense: Float32Array.from(dense),
    bias: any(rows),
    friction: Float64Array.from({ length: rows }, () => random.range(0, 1)),
    target: any(3 * rows),
  };
}

function solve(p: ReturnType<typeof randomProblem>, factored: boolean, lazy = 0) {
  const impulse = new Float64Array(3 * p.rows);
  const block = new Float64Array(5 * p.rows);
  const work = new Float64Array(6 + 6 * p.rows);
  const past = new Float64Array(39 * p.rows + 6 * p.states);
  const traces = new Float32Array(6 * p.states);
  const state = new Float64Array(p.states);
  const change = new Float32Array(p.states);
  const { W, dense, normal, kind, side, table, soft, bias, friction, target, from } = p;
  contactBlocks(block, soft, W, dense, normal, kind, side, table, work, p.rows, 0.2);
  const [states, changes] = factored ? [p.states, 0] : [0, p.states];
  const sweeps = sweepContacts(
    ...([impulse, state, change, p.free, W, dense, block, soft, normal, bias, friction] as const),
    ...([target, from, kind, side, table, work, past, traces, p.rows, states, changes] as const),
    ...([0, factored ? 1e-24 : 1e-10, factored ? 1e-12 : 1e-5, 20_000, lazy, 1] as const),
  );
  return { impulse, state, sweeps };
}

test.each([
  [false, 0],
  [true, 0],
  [false, 0.25],
])(
  'the answer obeys Signorini, Coulomb and the ties for the velocities that belong to its impulses (factored: %s, lazy: %s)',
  (factored, lazy) => {
    const random = createRandom(11);
    for (let k = 0; k < 100; k++) {
      const p = randomProblem(random, factored);
      const { impulse, sweeps } = solve(p, factored, lazy);
      // Dense compliances are in single precision.
      const digits = factored ? 7 : 3;
      const close = 10 ** (-1 - digits);
      expect(sweeps).toBeLessThan(20_000);
      const { side, kind, soft } = p;
      const velocity = p.free.slice();
      for (let b = 0; b < p.places.length; b++) {
        const n = 3 * p.places[b];
        const total = new Float64Array(n);
        for (let r = 0; r < p.rows; r++) {
          for (let c = 0; c < 3; c++) {
            if (side[4 * r] === b) total[3 * side[4 * r + 1] + c] += impulse[3 * r + c];
            if (side[4 * r + 2] === b) total[3 * side[4 * r + 3] + c] -= impulse[3 * r + c];
          }
        }
        for (let i = 0; i < n; i++)
          for (let j = 0; j < n; j++)
            velocity[p.starts[b] + i] += p.matrices[b].W[i * n + j] * total[j];
      }
      for (let r = 0; r < p.rows; r++) {
        const n = p.normal.subarray(3 * r, 3 * r + 3);
        const f = impulse.subarray(3 * r, 3 * r + 3);
        const [a, s, b, t] = side.subarray(4 * r, 4 * r + 4);
        const from = p.from.subarray(3 * r, 3 * r + 3);
        const over = [0, 1, 2].map((c) => f[c] - from[c]);
        const overN = over[0] * n[0] + over[1] * n[1] + over[2] * n[2];
        const w = [0, 1, 2].map((c) => {
          const other = b < 0 ? 0 : velocity[p.starts[b] + 3 * t + c];
          const own = soft[2 * r + 1] * (over[c] - overN * n[c]) + soft[2 * r] * overN * n[c];
          return velocity[p.starts[a] + 3 * s + c] - other - p.target[3 * r + c] + own;
        });
        const wn = w[0] * n[0] + w[1] * n[1] + w[2] * n[2];
        const fn = f[0] * n[0] + f[1] * n[1] + f[2] * n[2];
        const wt = [0, 1, 2].map((i) => w[i] - wn * n[i]);
        const ft = [0, 1, 2].map((i) => f[i] - fn * n[i]);
        const slip = Math.hypot(...wt);
        const drag = Math.hypot(...ft);
        if (kind[r] > 0) {
          expect(wn).toBeCloseTo(p.bias[r], digits);
          if (kind[r] === 1) expect(slip).toBeCloseTo(0, digits);
          else expect(drag).toBeCloseTo(0, 9);
          continue;
        }
        expect(fn).toBeGreaterThanOrEqual(-1e-12);
        expect(wn - p.bias[r]).toBeGreaterThanOrEqual(-close);
        expect(fn * (wn - p.bias[r])).toBeCloseTo(0, digits);
        expect(drag).toBeLessThanOrEqual(p.friction[r] * fn + 1e-9);
        if (slip > 100 * close && fn > 10 * close) {
          // It slides: friction is at its limit and points against the motion.
          expect(drag).toBeCloseTo(p.friction[r] * fn, digits);
          expect(wt[0] * ft[0] + wt[1] * ft[1] + wt[2] * ft[2]).toBeCloseTo(
            -slip * drag,
            digits - 1,
          );
        }
      }
    }
  },
);

test('dense and factored compliance are one problem', () => {
  for (let seed = 1; seed < 20; seed++) {
    const dense = solve(randomProblem(createRandom(seed), false), false);
    const factored = solve(randomProblem(createRandom(seed), true), true);
    dense.impulse.forEach((p, i) => {
      expect(factored.impulse[i]).toBeCloseTo(p, 4);
    });
  }
});
