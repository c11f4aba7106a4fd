import { type Arena, type Kernels, type Random, sparse } from 'pliant';
import { type KernelCase, numbers } from './case.ts';

/** Nodes of a bar-shaped grid, each tied to its 26 neighbours: the matrix of a small beam. */
const GRID = [13, 5, 5] as const;
const CONTACTS = 40;

const SIZE = `${GRID.join(' × ')} nodes`;

/** A factored system on the grid, with a right side. */
function factored(kernels: Kernels, arena: Arena, random: Random) {
  const [nx, ny, nz] = GRID;
  const at = (i: number, j: number, k: number): number => i + nx * (j + ny * k);
  const cells: number[] = [];
  for (let k = 0; k + 1 < nz; k++) {
    for (let j = 0; j + 1 < ny; j++) {
      for (let i = 0; i + 1 < nx; i++) {
        for (let c = 0; c < 8; c++) cells.push(at(i + (c & 1), j + ((c >> 1) & 1), k + (c >> 2)));
      }
    }
  }
  const nodes = nx * ny * nz;
  const pattern = sparse.patternFromElements(nodes, cells, 8);
  const symbolic = sparse.analyse(pattern, 3);
  const values = arena.f64(9 * pattern.cols.length);
  // Springs of one along every tie: rows add up to zero, and the diagonal keeps it positive.
  for (let row = 0; row < nodes; row++) {
    for (let s = pattern.rowPtr[row]; s < pattern.rowPtr[row + 1]; s++) {
      const own = pattern.cols[s] === row;
      const ties = pattern.rowPtr[row + 1] - pattern.rowPtr[row] - 1;
      for (let c = 0; c < 9; c += 4) values[9 * s + c] = own ? ties : -1;
    }
  }
  const diagonal = arena.f64(nodes).fill(0.1);
  const factor = sparse.allocateFactor(arena, symbolic, { single: true });
  sparse.initFactor(factor);
  sparse.factorize(kernels, factor, values, diagonal, 1);
  return { factor, values, diagonal, x: numbers(arena, random, 3 * nodes), nodes };
}

export const solverCases: readonly KernelCase[] = [
  {
    kernel: 'supernodalFactor',
    size: SIZE,
    prepare(k, arena, random) {
      const { factor, values, diagonal } = factored(k, arena, random);
      return () => sparse.factorize(k, factor, values, diagonal, 1);
    },
  },
  {
    kernel: 'supernodalSolve',
    size: SIZE,
    prepare(k, arena, random) {
      const { factor, x } = factored(k, arena, random);
      return () => sparse.solve(k, factor, x);
    },
  },
  {
    kernel: 'supernodalSolveF32',
    size: SIZE,
    prepare(k, arena, random) {
      const { factor, x } = factored(k, arena, random);
      return () => sparse.solveSingle(k, factor, x);
    },
  },
  {
    kernel: 'supernodalSolveMany',
    size: `${SIZE}, 8 right sides`,
    prepare(k, arena, random) {
      const { factor, nodes } = factored(k, arena, random);
      const X = numbers(arena, random, 8 * 3 * nodes);
      return () => sparse.solveMany(k, factor, X, 8);
    },
  },
  {
    kernel: 'sweepContacts',
    size: `${CONTACTS} contacts, 15 sweeps`,
    prepare(k, arena, random) {
      const n = 3 * CONTACTS;
      // Rows of single precision are filled up to a multiple of four.
      const row = 4 * Math.ceil(n / 4);
      const dense = arena.f32(n * row);
      for (let i = 0; i < n; i++)
        for (let j = 0; j < n; j++) dense[i * row + j] = i === j ? 2 : 0.5 / (1 + Math.abs(i - j));
      const W = arena.f64(1);
      const normal = arena.f64(n);
      for (let r = 1; r < n; r += 3) normal[r] = 1;
      const bias = numbers(arena, random, CONTACTS);
      const friction = arena.f64(CONTACTS).fill(0.5);
      const start = numbers(arena, random, n);
      const [p, base, target, from] = Array.from({ length: 4 }, () => arena.f64(n));
      const [state, change] = [arena.f64(1), arena.f32(row)];
      const past = arena.f64(39 * CONTACTS + 6);
      const traces = arena.f32(6 * row);
      const kind = arena.u8(CONTACTS);
      // One body, a place for each contact with the world.
      const side = arena.i32(4 * CONTACTS);
      for (let r = 0; r < CONTACTS; r++) side.set([0, r, -1, 0], 4 * r);
      const table = arena.i32(5);
      table.set([0, 0, 0, n, 0]);
      const work = arena.f64(6 + 6 * CONTACTS);
      const [block, soft] = [arena.f64(5 * CONTACTS), arena.f64(2 * CONTACTS)];
      k.contactBlocks(block, soft, W, dense, normal, kind, side, table, work, CONTACTS, 0.003);
      return () => {
        p.fill(0);
        change.set(start);
        k.sweepContacts(
          ...([p, state, change, base, W, dense, block, soft, normal, bias, friction] as const),
          ...([target, from, kind, side, table, work, past, traces, CONTACTS, 0, row] as const),
          ...([0, 0, 0, 15, 0, 0] as const),
        );
      };
    },
  },
];
