/** What JSON can say. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };
/** Where something stands: keys of objects and places in lists, from the outside in. */
export type Path = readonly (string | number)[];

export function isObject(value: unknown): value is { readonly [key: string]: Json | undefined } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What stands at a place; undefined where there is nothing. */
export function getAt(root: Json | undefined, path: Path): Json | undefined {
  let at: Json | undefined = root;
  for (const key of path) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as Record<string | number, Json | undefined>)[key];
  }
  return at;
}

/** The same with another value at a place; undefined takes it away. Objects on the way are made; what is not on it is shared. */
export function setAt(root: Json | undefined, path: Path, value: Json | undefined): Json {
  if (path.length === 0) return value ?? null;
  const [key, ...rest] = path;
  const inner = (child: Json | undefined): Json | undefined =>
    rest.length === 0 ? value : setAt(child, rest, value);
  if (Array.isArray(root)) {
    const next = root.slice();
    const made = inner(next[Number(key)]);
    if (made === undefined) next.splice(Number(key), 1);
    else next[Number(key)] = made;
    return next;
  }
  const from = isObject(root) ? root : {};
  const made = inner(from[key]);
  if (made !== undefined) return { ...from, [key]: made };
  const { [key]: _, ...others } = from;
  return others;
}

/** Text that is equal for equal values, whatever the order of their keys. */
export function canonical(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const keys = Object.keys(value).filter((key) => value[key] !== undefined);
  return `{${keys
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
    .join()}}`;
}

/** Sixteen digits that are equal for equal values, and as good as never for others. */
export function hashJson(value: Json | undefined): string {
  const text = canonical(value);
  let [a, b] = [0x811c9dc5, 0x9e3779b9];
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    a = Math.imul(a ^ c, 0x01000193);
    b = Math.imul(b ^ c, 0x85ebca6b) ^ (b >>> 15);
  }
  return [a, b].map((n) => (n >>> 0).toString(16).padStart(8, '0')).join('');
}

/**
 * The places where two values differ, as deep as both sides have the same kind of thing. A list whose length changed, or a list of plain
 * values such as a vector, is one place.
 */
export function differences(a: Json | undefined, b: Json | undefined, at: Path = []): Path[] {
  if (a === b) return [];
  // Beside nothing, an object differs in all that it says. One that says nothing is a difference too: `plastic: {}` is plastic, by the defaults.
  if (a === undefined && isSaying(b)) return differences({}, b, at);
  if (b === undefined && isSaying(a)) return differences(a, {}, at);
  if (isObject(a) && isObject(b)) {
    const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
    return keys.flatMap((key) => differences(a[key], b[key], [...at, key]));
  }
  if (Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.some(isObject))
    return a.flatMap((_, i) => differences(a[i], b[i], [...at, i]));
  return canonical(a) === canonical(b) ? [] : [at];
}

/** An object with something in it. */
function isSaying(value: Json | undefined): boolean {
  return isObject(value) && Object.values(value).some((one) => one !== undefined);
}
