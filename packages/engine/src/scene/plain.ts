/** Deeper nesting is left out here and refused by a later check. */
const DEEPEST = 64;

/**
 * Copies data as a JSON file would store it: typed arrays become lists, −0 becomes 0, undefined is left out. So an
 * applied action and its recording are equal to the last bit.
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
