import { check } from '../../core/errors.ts';
import { show } from '../../core/show.ts';
import type { Rotation, Vec3 } from './shape.ts';

/** path.field */
export const join = (path: string, field: string): string =>
  path === '' ? field : `${path}.${field}`;

/** A finite number of at least `low`. */
export function checkNumber(value: number, low: number, path: string): number {
  const finite = typeof value === 'number' && Number.isFinite(value);
  check(
    finite,
    () => `must be a finite number, got ${show(value)}. Write it without quotes.`,
    path,
  );
  check(value >= low, () => `must be at least ${low}, got ${value}. Make it larger.`, path);
  return value;
}

/** A finite number above zero. */
export function checkSize(value: number, path: string): number {
  checkNumber(value, Number.NEGATIVE_INFINITY, path);
  check(value > 0, () => `must be more than zero, got ${value}. Lengths are in metres.`, path);
  return value;
}

/** A whole number of at least one. */
export function checkCount(value: number, path: string): number {
  const whole = Number.isInteger(value) && value >= 1;
  check(
    whole,
    () => `must be a whole number of at least 1, got ${value}. Take 1 for no copies.`,
    path,
  );
  return value;
}

/** Three finite numbers. */
export function checkVector(value: Vec3, path: string): Vec3 {
  const three = Array.isArray(value) && value.length === 3;
  check(three, () => `must be three numbers, got ${show(value)}. Write [x, y, z].`, path);
  for (let a = 0; a < 3; a++) checkNumber(value[a], Number.NEGATIVE_INFINITY, `${path}[${a}]`);
  return value;
}

/** Angles, or a quaternion that is not zero. */
export function checkRotation(value: Rotation, path: string): Rotation {
  if (!Array.isArray(value) || value.length !== 4) return checkVector(value as Vec3, path);
  for (let a = 0; a < 4; a++) checkNumber(value[a], Number.NEGATIVE_INFINITY, `${path}[${a}]`);
  check(
    value.some((part) => part !== 0),
    () => 'must be a quaternion, not all zero, got [0, 0, 0, 0]. No turn is [0, 0, 0, 1].',
    path,
  );
  return value as Rotation;
}

/** A list with something in it. */
export function checkList<T>(value: readonly T[], path: string): readonly T[] {
  const some = Array.isArray(value) && value.length > 0;
  check(
    some,
    () => `must be a list of at least one shape, got ${show(value)}. Write it in square brackets.`,
    path,
  );
  return value;
}
