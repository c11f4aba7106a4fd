const PREFIXES = [
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
  [1, ''],
  [1e-3, 'm'],
  [1e-6, 'µ'],
] as const;

/** A measured number in three digits with the unit's prefix: 12345 J is "12.3 kJ". */
export function quantity(value: number, unit: string): string {
  const size = Math.abs(value);
  if (!Number.isFinite(value) || size < 1e-6) return `0 ${unit}`;
  // What rounds up to a thousand belongs to the next prefix.
  const [factor, prefix] =
    PREFIXES.find(([f]) => size >= 0.9995 * f) ?? PREFIXES[PREFIXES.length - 1];
  return `${digits(value / factor)} ${prefix}${unit}`;
}

/** Three digits, no exponent. */
export function digits(value: number): string {
  const size = Math.abs(value);
  return value.toFixed(size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2).replace('-', '−');
}

/** A whole number with thin spaces between thousands. */
export function whole(value: number): string {
  return Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

/** A round number for an axis, with a prefix and without zeros at the end: 1500 is "1.5 k". */
export function tick(value: number, unit = ''): string {
  if (value === 0) return '0';
  return quantity(value, unit)
    .replace(/(\.\d*?)0+(?!\d)/, '$1')
    .replace(/\.(?!\d)/, '')
    .trim();
}
