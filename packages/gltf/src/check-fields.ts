import { InputError } from 'pliant/core';

export type Json = Record<string, unknown>;

export function refuse(path: string, message: string): never {
  throw new InputError(message, path);
}

export function object(value: unknown, path: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    refuse(
      path,
      `must be an object, got ${value === undefined ? 'nothing' : typeof value}. Is this glTF 2.0?`,
    );
  }
  return value as Json;
}

/** Most entries of a list that are looked at. */
const MOST = 1_000_000;

/** A list of objects at the top of the file; empty if it is missing. */
export function list(json: Json, key: string): Json[] {
  const value = json[key];
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > MOST)
    refuse(key, `must be a list of at most ${MOST} entries.`);
  (value as unknown[]).forEach((entry, i) => {
    const { name } = object(entry, `${key}[${i}]`);
    if (name !== undefined && typeof name !== 'string') {
      refuse(`${key}[${i}].name`, `must be a text, got ${typeof name}.`);
    }
  });
  return value as Json[];
}

export function count(json: Json, key: string): number {
  const value = json[key];
  return Array.isArray(value) ? value.length : 0;
}

/** An index into a list of `size` things, or nothing. */
export function optionalIndex(value: unknown, size: number, path: string, what: string): void {
  if (value === undefined) return;
  if (!Number.isInteger(value) || (value as number) < 0 || (value as number) >= size) {
    refuse(
      path,
      `must be the index of one of the ${size} ${what}, got ${String(value).slice(0, 40)}.`,
    );
  }
}

export function index(value: unknown, size: number, path: string, what: string): number {
  if (value === undefined)
    refuse(path, `must be the index of one of the ${size} ${what}, got nothing.`);
  optionalIndex(value, size, path, what);
  return value as number;
}

/** A whole number of at least `low`; `otherwise` if it is missing. */
export function whole(
  value: unknown,
  low: number,
  high: number,
  path: string,
  otherwise?: number,
): number {
  const given = value === undefined ? otherwise : value;
  if (!Number.isSafeInteger(given) || (given as number) < low || (given as number) > high) {
    refuse(
      path,
      `must be a whole number from ${low} to ${high}, got ${String(given).slice(0, 40)}.`,
    );
  }
  return given as number;
}
