import type { Arena, Random } from 'pliant';
import { type KernelCase, neighbours, numbers } from './case.ts';

const TETS = 2000;
const NODES = 600;

function elements(arena: Arena, random: Random) {
  return {
    tets: neighbours(arena, random, 4 * TETS, NODES),
    gradients: numbers(arena, random, 12 * TETS),
    R: nearIdentity(arena, random, TETS),
    F: nearIdentity(arena, random, TETS),
    mu: numbers(arena, random, TETS, 0.5, 2),
    lambda: numbers(arena, random, TETS, 0.5, 2),
  };
}

/** Matrices I + E, shape [n, 9]: a body that is bent, not torn. */
function nearIdentity(arena: Arena, random: Random, n: number): Float64Array {
  const out = numbers(arena, random, 9 * n, -0.2, 0.2);
  for (let i = 0; i < 9 * n; i += 9) for (const k of [0, 4, 8]) out[i + k] += 1;
  return out;
}

export const elementCases: readonly KernelCase[] = [
  {
    kernel: 'extractRotations',
    size: `${TETS} matrices`,
    prepare(k, arena, random) {
      const A = nearIdentity(arena, random, TETS);
      const [q, R] = [arena.f64(4 * TETS), arena.f64(9 * TETS)];
      // Each call starts from nothing: a warm start from the answer itself would measure a check only.
      return () => {
        q.fill(0);
        k.extractRotations(q, R, A, TETS);
      };
    },
  },
  {
    kernel: 'tetGradients',
    size: `${TETS} tets`,
    prepare(k, arena, random) {
      const { tets, gradients } = elements(arena, random);
      const [F, x] = [arena.f64(9 * TETS), numbers(arena, random, 3 * NODES)];
      return () => k.tetGradients(F, x, tets, gradients, TETS);
    },
  },
  {
    kernel: 'tetForces',
    size: `${TETS} tets`,
    prepare(k, arena, random) {
      const { tets, gradients, R, F, mu, lambda } = elements(arena, random);
      const f = arena.f64(3 * NODES);
      return () => {
        f.fill(0);
        k.tetForces(f, tets, gradients, R, F, mu, lambda, TETS);
      };
    },
  },
  {
    kernel: 'tetStiffness',
    size: `${TETS} tets`,
    prepare(k, arena, random) {
      const { gradients, R, mu, lambda } = elements(arena, random);
      const blocks = 14 * NODES;
      const slots = neighbours(arena, random, 16 * TETS, blocks);
      const values = arena.f64(9 * blocks);
      return () => {
        values.fill(0);
        k.tetStiffness(values, slots, gradients, R, mu, lambda, TETS);
      };
    },
  },
];
