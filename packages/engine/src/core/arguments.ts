import { check } from './errors.ts';
import { nearestWord } from './nearest.ts';
import { show } from './show.ts';

/** Refuses options that are no object, or have a field that is not `known`. */
export function checkOptions<T extends object>(
  value: T,
  known: readonly (keyof T & string)[],
  path = 'options',
): void {
  check(
    typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      !ArrayBuffer.isView(value),
    () => `must be an object, got ${show(value)}. Leave it out for the defaults.`,
    path,
  );
  for (const key in value) {
    check(
      known.includes(key),
      () => {
        const near = nearestWord(key, known);
        const remedy =
          near === null ? `It may have ${known.join(', ')}.` : `Did you mean "${near}"?`;
        return `has no field "${key}". ${remedy}`;
      },
      path,
    );
  }
}

/** Options of everything that draws. */
export interface DrawOptions {
  /** Between the last two states: 0 the one before, 1 now. */
  alpha?: number;
}

/** Returns `alpha` of options for drawing; 1, which is now, if there is none. */
export function alphaOf(options: DrawOptions): number {
  checkOptions(options, ['alpha']);
  return checkAlpha(options.alpha ?? 1);
}

export function checkAlpha(alpha: unknown): number {
  check(
    typeof alpha === 'number' && alpha >= 0 && alpha <= 1,
    () => `must be a number from 0 to 1, got ${show(alpha)}. Pass world.alpha.`,
    'alpha',
  );
  return alpha as number;
}

/** Refuses a function that is none. */
export function checkFunction(value: unknown, path: string): void {
  check(
    typeof value === 'function',
    () => `must be a function, got ${show(value)}. Pass one that is to be called.`,
    path,
  );
}

/** Adds a listener. Returns a function that removes it, and does nothing when called again. */
export function subscribe<T>(listeners: T[], listener: T): () => void {
  checkFunction(listener, 'listener');
  listeners.push(listener);
  let isIn = true;
  return () => {
    if (isIn) listeners.splice(listeners.indexOf(listener), 1);
    isIn = false;
  };
}

/** Refuses numbers of options that are not positive: NaN among them. Missing ones are fine. */
export function checkPositive<K extends string>(
  options: Readonly<Partial<Record<K, number>>>,
  ...names: readonly K[]
): void {
  for (const name of names) {
    const value: unknown = options[name];
    check(
      value === undefined || (typeof value === 'number' && value >= 0),
      () => `must be zero or a positive number, got ${show(value)}. Leave it out for the default.`,
      name,
    );
  }
}
