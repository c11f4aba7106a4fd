import { createRandom, InputError, type parseSweep } from 'pliant';
import { MOST_DIMENSIONS, sobol } from './sobol.ts';

/** A sweep as its file says, with defaults. */
export type Sweep = ReturnType<typeof parseSweep>;

/** Which runs a sweep has: for each the values of its columns, in their order, and a seed. */
export interface Design {
  /** Places in the scene that are varied. */
  readonly columns: readonly string[];
  readonly count: number;
  /** Run i. */
  at(i: number): { readonly values: readonly unknown[]; readonly seed: number };
}

/** Digits kept of computed values: short to read, and free of the last bit's noise. */
const DIGITS = 12;
const tidy = (x: number): number => Number(x.toPrecision(DIGITS));

export function createDesign(sweep: Sweep): Design {
  const { columns, count, at } = pointsOf(sweep);
  const repeats = sweep.repeat?.seed ?? 1;
  return {
    columns,
    count: count * repeats,
    at: (i) => ({
      values: at(Math.floor(i / repeats)),
      seed: sweep.repeat === undefined ? sweep.seed : 1 + (i % repeats),
    }),
  };
}

interface Points {
  readonly columns: readonly string[];
  readonly count: number;
  at(i: number): unknown[];
}

function pointsOf(sweep: Sweep): Points {
  switch (sweep.how) {
    case 'list':
      return listed(sweep.list ?? []);
    case 'grid':
      return grid(sweep);
    default:
      return drawn(sweep, sweep.how);
  }
}

function listed(list: NonNullable<Sweep['list']>): Points {
  const columns = Object.keys(list[0]);
  list.forEach((entry, i) => {
    const odd = Object.keys(entry).find((key) => !columns.includes(key));
    const missing = columns.find((key) => !(key in entry));
    const wrong = odd ?? missing;
    if (wrong === undefined) return;
    throw new InputError(
      `must have the places of the first entry, got ${odd === undefined ? `none for "${wrong}"` : `also "${wrong}"`}. Give every entry the same.`,
      `list[${i}]`,
    );
  });
  return { columns, count: list.length, at: (i) => columns.map((key) => list[i][key]) };
}

function grid({ vary }: Sweep): Points {
  const columns = Object.keys(vary);
  const levels = columns.map((path) => levelsOf(vary[path]));
  const count = levels.reduce((product, list) => product * list.length, 1);
  return {
    columns,
    count,
    at(i) {
      // The last place turns fastest, like the digits of a number.
      const values: unknown[] = new Array(columns.length);
      for (let c = columns.length - 1; c >= 0; c--) {
        values[c] = levels[c][i % levels[c].length];
        i = Math.floor(i / levels[c].length);
      }
      return values;
    },
  };
}

function drawn({ vary, count = 1, seed }: Sweep, how: 'random' | 'sobol'): Points {
  const columns = Object.keys(vary);
  if (how === 'sobol' && columns.length > MOST_DIMENSIONS) {
    throw new InputError(
      `must be at most ${MOST_DIMENSIONS} places for sobol, got ${columns.length}. Take random.`,
      'vary',
    );
  }
  const pick = columns.map((path) => picker(vary[path]));
  const shifts = createRandom(seed);
  const even = sobol(columns.length, () => shifts.below(2 ** 32));
  const uniform = (i: number): number[] => {
    // A stream of its own for each run: any run can be asked for without those before it.
    const stream = createRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(i + 1, 0x85ebca6b));
    return columns.map(() => stream.next());
  };
  const draw = how === 'sobol' ? even : uniform;
  return { columns, count, at: (i) => draw(i).map((u, c) => pick[c](u)) };
}

type Values = Sweep['vary'][string];

/** All values that a place takes, for a grid; both ends of a range where it names no count. */
export function levelsOf(given: Values): readonly unknown[] {
  if (Array.isArray(given)) return given;
  const [from, to, n = 2] = 'log' in given ? given.log : given.linear;
  const between = 'log' in given ? geometric : straight;
  return Array.from({ length: n }, (_, k) => between(from, to, k / (n - 1)));
}

/** The value for a number in [0, 1). */
function picker(given: Values): (u: number) => unknown {
  const [from, to, n] = Array.isArray(given) ? [] : 'log' in given ? given.log : given.linear;
  if (Array.isArray(given) || n !== undefined) {
    const levels = levelsOf(given);
    return (u) => levels[Math.floor(u * levels.length)];
  }
  const between = 'log' in given ? geometric : straight;
  return (u) => between(from as number, to as number, u);
}

function straight(from: number, to: number, u: number): number {
  return tidy(from + (to - from) * u);
}

/** from · (to/from)ᵘ with square roots alone, which are the same on every machine. */
function geometric(from: number, to: number, u: number): number {
  if (u >= 1) return to;
  let [factor, root, rest] = [1, to / from, u];
  for (let bit = 0; bit < 52 && rest > 0; bit++) {
    root = Math.sqrt(root);
    rest *= 2;
    if (rest < 1) continue;
    rest -= 1;
    factor *= root;
  }
  return tidy(from * factor);
}
