/** Formats a value of any type for a message: short, and never the whole document. */
export function show(value: unknown): string {
  switch (typeof value) {
    case 'undefined':
      return 'nothing';
    case 'string':
      return JSON.stringify(value.length > 40 ? `${value.slice(0, 37)}...` : value);
    case 'bigint':
      return `${value}n`;
    case 'symbol':
      return 'a symbol';
    case 'function':
      return 'a function';
    case 'object':
      return value === null ? 'null' : showObject(value);
    default:
      return String(value);
  }
}

function showObject(value: object): string {
  if (ArrayBuffer.isView(value) && 'length' in value) return `a list of ${value.length}`;
  if (!Array.isArray(value)) return 'an object';
  const isPoint = value.length > 0 && value.length <= 4 && value.every(Number.isFinite);
  return isPoint ? `[${value.join(', ')}]` : `a list of ${value.length}`;
}
