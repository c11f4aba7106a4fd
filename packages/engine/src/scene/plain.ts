/** Deeper nesting than this is left out: it is refused further on. */
const DEEPEST = 64;

/**
 * Data as a file would hold it: typed arrays become lists, −0 becomes 0, what is undefined is left out. So what was
 * done by hand and what a recording of it says are the same, to the last bit.
 */
export function plainCopy(value: unknown, depth = 0): unknown {
  if (typeof value === 'number') return value + 0;
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
  if (ArrayBuffer.isView(value) && 'length' in value)
    return Array.from(value as unknown as ArrayLike<number>, (x) => x + 0);
  if (Array.isArray(value)) return value.map((one) => plainCopy(one, depth + 1));
  const fields = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(fields.map(([key, one]) => [key, plainCopy(one, depth + 1)]));
}
