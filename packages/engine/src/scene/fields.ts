import * as z from 'zod/mini';
import { show } from '../core/show.ts';

/** A message "must be …, got …. Remedy." Later rules of the same field are skipped once one is broken. */
export const must = (what: string, remedy: string) => ({
  abort: true,
  error: (issue: { input?: unknown }) => `must be ${what}, got ${show(issue.input)}. ${remedy}`,
});

/** Larger numbers are a mistake in any unit. */
const LARGEST = 1e12;
/** Larger sizes [m] lose precision in the distance fields, smaller ones everywhere. */
const FARTHEST = 1e6;
const SHORTEST = 1e-6;

/** Formats large and small numbers briefly: 1e9. */
const short = (n: number): string =>
  n === 0 || (Math.abs(n) >= 1e-3 && Math.abs(n) < 1e5)
    ? String(n)
    : n.toExponential().replace('+', '');
const inRange = (low: number, high: number) => `Take one from ${short(low)} to ${short(high)}.`;

/** A number between two limits; `what` continues the words "must be". */
const limited = (what: string, remedy: string, low: number, high: number) =>
  z
    .number(must(what, remedy))
    .check(z.gte(low, must(what, inRange(low, high))), z.lte(high, must(what, inRange(low, high))));

/** A finite number. `what` continues the words "must be". */
export const number = (what = 'a number', remedy = 'Write it without quotes.') =>
  limited(what, remedy, -LARGEST, LARGEST);

/** Limits of a positive quantity; physical quantities have tighter ones. */
export interface Limits {
  readonly least?: number;
  readonly most?: number;
}

export const positive = (
  what: string,
  remedy = '',
  { least = 1e-12, most = LARGEST }: Limits = {},
) =>
  z
    .number(must(`a positive ${what}`, remedy || inRange(least, most)))
    .check(
      z.gt(0, must(`a positive ${what}`, remedy || inRange(least, most))),
      z.gte(least, must(`a positive ${what}`, inRange(least, most))),
      z.lte(most, must(`a positive ${what}`, inRange(least, most))),
    );

export const notNegative = (what: string, most = LARGEST) =>
  limited(`zero or a positive ${what}`, inRange(0, most), 0, most);

export const between = (low: number, high: number, what: string, remedy = inRange(low, high)) =>
  limited(`a number from ${low} to ${high} (${what})`, remedy, low, high);

export const whole = (low: number, high: number, what: string) => {
  const rule = must(`a whole number from ${low} to ${high} (${what})`, 'Write it without a point.');
  return z.int(rule).check(z.gte(low, rule), z.lte(high, rule));
};

/** Three of a kind. `what` continues the words "must be". */
export const triple = <T extends z.ZodMiniType>(one: T, what: string) =>
  z.tuple([one, one, one], must(what, 'Write them in square brackets.'));

/** Three numbers of a unit, none larger than `most`. */
const vectorOf = (unit: string, most: number, remedy: string) => (text: string) =>
  triple(
    limited(`a number of ${unit}`, remedy, -most, most),
    `three numbers of ${unit} [x, y, z]`,
  ).check(z.describe(text));

/** A point, or a displacement. */
export const vector = vectorOf('metres', FARTHEST, 'Are the units metres?');
export const velocity = vectorOf('m/s', 1e5, 'Sound is 340 in air.');
export const spin = vectorOf('rad/s', 1e5, 'One turn a second is 6.28.');
export const acceleration = vectorOf('m/s²', 1e5, 'The Earth gives 9.81.');
export const force = vectorOf('N', 1e9, 'A kilogram weighs 9.81.');
export const impulse = vectorOf('N s', 1e9, 'A kilogram at 1 m/s has 1.');
export const angularImpulse = vectorOf('N m s', 1e9, 'A force times its arm times seconds.');
/** A direction; its length does not matter. */
export const direction = (text: string) =>
  vectorOf(
    'any unit',
    FARTHEST,
    'Only the direction counts.',
  )(text).check(
    z.refine(
      (v) => v.some((c) => Math.abs(c) >= SHORTEST),
      must('a direction [x, y, z], not all zero', 'Up is [0, 1, 0].'),
    ),
  );

export const length = (what: string, remedy = '') =>
  positive(`length in metres (${what})`, remedy, { least: SHORTEST, most: FARTHEST });

/** Names that become files or addresses: sweeps. */
export const plainName = (what: string) => {
  const rule = must(`a name for ${what}`, 'Letters, digits, - and _ only, at most 64.');
  return z.string(rule).check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, rule));
};

/**
 * A name is one line of text without surrounding space. Pieces of a body are called `body/1`, so no other name may end
 * like that.
 */
const NAME = String.raw`(?!\s)(?!.*\s$)(?!.*\/\d+$)[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]{1,64}`;

/** Names of things: any text. */
export const name = (what: string) => {
  const rule = must(
    `a name for ${what}`,
    'Any text in one line, at most 64 characters, without space around it; not ending in a slash and a number, as pieces do.',
  );
  return z.string(rule).check(z.regex(new RegExp(`^${NAME}$`, 'u'), rule));
};

/** A body of the scene, or a piece cut from one: `liver`, `liver/1`. */
export const pieceName = (rule: ReturnType<typeof must>) =>
  z.string(rule).check(z.regex(/^(?!\s)[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]{1,64}(\/\d{1,6})*$/u, rule));

/** A quaternion [x, y, z, w]; its length does not matter. */
const quaternion = z
  .tuple(
    [number(), number(), number(), number()],
    must('a quaternion [x, y, z, w]', 'Write four numbers in square brackets.'),
  )
  .check(
    z.refine(
      (q) => q.some((c) => Math.abs(c) >= SHORTEST),
      must('a quaternion, not all zero', 'No turn is [0, 0, 0, 1].'),
    ),
  );

export const angles = triple(
  limited('a number of degrees', 'A full turn is 360.', -1e6, 1e6),
  'three angles in degrees [x, y, z], or a quaternion [x, y, z, w]',
).check(z.describe('Turns about the fixed x, then y, then z axis [degrees].'));

/** Angles, or a quaternion. */
export const rotation = z
  .union([angles, quaternion])
  .check(
    z.describe(
      'Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w].',
    ),
  );
