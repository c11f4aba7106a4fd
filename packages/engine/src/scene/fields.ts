import { z } from 'zod';

/** How a value is shown in a message: short, and never the whole document. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'number' || typeof value === 'boolean' || value === null)
    return String(value);
  if (typeof value === 'string')
    return JSON.stringify(value.length > 40 ? `${value.slice(0, 37)}...` : value);
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === 'object' ? 'an object' : typeof value;
}

/** A message that begins with "must be" and names the value. */
export const must = (what: string, hint: string) => ({
  error: (issue: { input?: unknown }) =>
    `must be ${what}, got ${show(issue.input)}.${hint === '' ? '' : ` ${hint}`}`,
});

/** Sizes beyond this [m] lose precision in the distance fields, and are surely a slip of units. */
const LARGEST = 1e6;

/** A finite number. `what` continues the words "must be". */
export const number = (what = 'a number', hint = '') =>
  z.number(must(what, hint)).gte(-1e12, must(what, hint)).lte(1e12, must(what, hint));

export const positive = (what: string, hint = '', largest = 1e12) =>
  z
    .number(must(`a positive ${what}`, hint))
    .gt(0, must(`a positive ${what}`, hint))
    .lte(largest, must(`a ${what} of at most ${largest}`, hint));

export const notNegative = (what: string, hint = '') =>
  z
    .number(must(`zero or a positive ${what}`, hint))
    .gte(0, must(`zero or a positive ${what}`, hint))
    .lte(1e12, must(`a ${what} of at most 1e12`, hint));

export const between = (low: number, high: number, what: string, hint = '') =>
  z
    .number(must(`a number from ${low} to ${high} (${what})`, hint))
    .gte(low, must(`a number from ${low} to ${high} (${what})`, hint))
    .lte(high, must(`a number from ${low} to ${high} (${what})`, hint));

export const whole = (low: number, high: number, what: string) =>
  z
    .int(must(`a whole number from ${low} to ${high} (${what})`, ''))
    .gte(low, must(`a whole number from ${low} to ${high} (${what})`, ''))
    .lte(high, must(`a whole number from ${low} to ${high} (${what})`, ''));

const coordinate = z
  .number(must('a number of metres', ''))
  .gte(-LARGEST, must(`within ${LARGEST} m of the origin`, 'Are the units metres?'))
  .lte(LARGEST, must(`within ${LARGEST} m of the origin`, 'Are the units metres?'));

/** Three of a kind. `what` continues the words "must be". */
export const triple = <T extends z.ZodType>(one: T, what: string) =>
  z.tuple([one, one, one], must(what, ''));

/** A point or a vector of three numbers. */
export const vector = (what: string) =>
  z
    .tuple([coordinate, coordinate, coordinate], must(`${what}: three numbers [x, y, z]`, ''))
    .describe(what);

export const length = (what: string, hint = '') =>
  positive(`length in metres (${what})`, hint, LARGEST);

/** Names become parts of paths (`beam.tip`), so no dots and no spaces. */
export const name = (what: string) =>
  z
    .string(must(`a name for ${what}`, ''))
    .regex(
      /^[A-Za-z0-9_-]{1,64}$/,
      must(`a name for ${what}`, 'Letters, digits, - and _ only, at most 64.'),
    );

export const angles = z
  .tuple([number(), number(), number()], must('three angles in degrees [x, y, z]', ''))
  .describe('Turns about the fixed x, then y, then z axis [degrees].');
