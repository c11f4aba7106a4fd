import { InputError, nearestWord, parseScene, sceneFields } from 'pliant';

/** A part of a path: a word between dots, what is in brackets, or any text in brackets and quotes. */
const PART = /\[("(?:[^"\\]|\\.)*")\]|[^.[\]]+/g;

/** `bodies[0].probes["left tip"]` → `["bodies", 0, "probes", "left tip"]` */
export function parsePath(path: string): (string | number)[] {
  return [...path.matchAll(PART)].map(([part, quoted]) => {
    if (quoted !== undefined) return JSON.parse(quoted) as string;
    return /^\d+$/.test(part) ? Number(part) : part;
  });
}

export function pathText(parts: readonly (string | number)[]): string {
  return parts.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    if (/[.[\]"]|^\d+$|^$/.test(part)) return `${text}[${JSON.stringify(part)}]`;
    return text === '' ? part : `${text}.${part}`;
  }, '');
}

function child(at: unknown, part: string | number): unknown {
  if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
  return (at as Record<string | number, unknown>)[part];
}

/** What is at a path; undefined if there is nothing. */
export function getAt(data: unknown, path: string): unknown {
  return parsePath(path).reduce(child, data);
}

/** Changes one value of a scene before it is checked; what is missing on the way is made, lists from their defaults. */
export function setAt(scene: unknown, path: string, value: unknown): void {
  const parts = parsePath(path);
  let at: unknown = scene;
  parts.slice(0, -1).forEach((part, i) => {
    const next = child(at, part);
    if (typeof next !== 'object' || next === null) {
      if (typeof at !== 'object' || at === null || Array.isArray(at)) {
        throw new InputError(`there is no "${part}" in the scene. See the scene reference.`, path);
      }
      const isInList = typeof parts[i + 1] === 'number';
      (at as Record<string, unknown>)[part] = isInList
        ? (defaultOf(scene, parts.slice(0, i + 1)) ?? {})
        : {};
    }
    at = child(at, part);
  });
  if (typeof at !== 'object' || at === null)
    throw new InputError('there is no such place in the scene. See the scene reference.', path);
  const last = parts.at(-1);
  if (last === undefined || last === '__proto__')
    throw new InputError('is not a path. Write bodies.0.material.young.', path);
  (at as Record<string | number, unknown>)[last] = value;
}

/** The list that a scene has at a place without being told; undefined if the scene has faults, which are for others to report. */
function defaultOf(scene: unknown, parts: readonly (string | number)[]): unknown {
  try {
    return structuredClone(parts.reduce(child, parseScene(scene) as unknown));
  } catch {
    return undefined;
  }
}

/** Every place of some data that holds a number, a text, or true or false; `limit` at most. */
export function leafPaths(data: unknown, limit = 20_000): string[] {
  const found: string[] = [];
  const walk = (value: unknown, trail: readonly (string | number)[]): void => {
    if (found.length >= limit) return;
    if (typeof value !== 'object' || value === null) {
      if (value !== undefined) found.push(pathText(trail));
      return;
    }
    if (Array.isArray(value)) value.forEach((one, i) => void walk(one, [...trail, i]));
    else for (const [key, one] of Object.entries(value)) walk(one, [...trail, key]);
  };
  walk(data, []);
  return found;
}

/**
 * Whether a scene could hold something at a path: fields that the format knows, entries that are there. `full` is the scene with its defaults.
 * Gives null if so, else the nearest path that is right, or an empty text if none is near.
 */
export function nearestPath(full: unknown, path: string): string | null {
  const parts = parsePath(path);
  const right: (string | number)[] = [];
  let at: unknown = full;
  let isRight = parts.length > 0;
  for (const part of parts) {
    const isList = Array.isArray(at);
    const known: readonly string[] = isList
      ? Object.keys(at as unknown[])
      : [...sceneFields(full, right), ...Object.keys(typeof at === 'object' ? (at ?? {}) : {})];
    let step: string | number = part;
    if (!known.includes(String(part))) {
      isRight = false;
      const near = isList ? namedOf(at as unknown[], part) : nearestWord(String(part), known);
      if (near === null) return byLeaf(full, path);
      step = near;
    }
    right.push(step);
    at = child(at, step);
  }
  if (isRight) return null;
  return pathText(right);
}

/** An entry of a list that is meant by a name, or the last one where there are not so many. */
function namedOf(list: readonly unknown[], part: string | number): number | null {
  if (list.length === 0) return null;
  if (typeof part === 'number') return list.length - 1;
  const at = list.findIndex((one) => child(one, 'name') === part);
  return at < 0 ? null : at;
}

/** A path of the scene that ends alike: `young` means `bodies[0].material.young`. */
function byLeaf(full: unknown, path: string): string {
  const all = leafPaths(full);
  const parts = parsePath(path);
  const last = String(parts.at(-1) ?? '');
  const lastOf = (one: string): string => String(parsePath(one).at(-1));
  const word = nearestWord(last, new Set(all.map(lastOf)));
  const alike = all.filter((one) => lastOf(one) === word);
  // Of those, the one that shares most words with what was written.
  const shared = (one: string): number =>
    parsePath(one).filter((part) => parts.includes(part)).length;
  return alike.sort((a, b) => shared(b) - shared(a))[0] ?? nearestWord(path, all) ?? '';
}
