/** A markdown table with aligned columns: the first and the last one to the left, numbers in between to the right. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const widths = head.map((cell, i) =>
    Math.max(3, cell.length, ...rows.map((row) => row[i].length)),
  );
  const isText = (i: number): boolean => i === 0 || i === head.length - 1;
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((c, i) => (isText(i) ? c.padEnd(widths[i]) : c.padStart(widths[i]))).join(' | ')} |`;
  const rule = widths.map((w, i) => (isText(i) ? '-'.repeat(w) : `${'-'.repeat(w - 1)}:`));
  return [line(head), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
}

/** Three meaningful digits, without an exponent. */
export function digits(value: number, count = 3): string {
  if (!Number.isFinite(value)) return 'broken';
  if (value === 0) return '0';
  const magnitude = Math.floor(Math.log10(Math.abs(value)));
  return value.toFixed(Math.max(0, count - 1 - magnitude));
}

/** A signed percentage: one decimal below ten. */
export function percent(part: number): string {
  if (!Number.isFinite(part)) return 'broken';
  const text = Math.abs(100 * part).toFixed(Math.abs(part) < 0.1 ? 1 : 0);
  const sign = text === '0.0' ? '' : part > 0 ? '+' : '−';
  return `${sign}${text} %`;
}
