import { InputError } from 'pliant';

/** Text of a file as editors write it: UTF-8 or UTF-16 of either byte order, with or without a byte order mark. Other encodings are refused. */
export function decodeText(bytes: Uint8Array, shown: string): string {
  const encoding = encodingOf(bytes);
  try {
    if (encoding !== null) return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    // Bytes that the encoding does not have.
  }
  throw new InputError(
    `${shown}: must be text in UTF-8 or UTF-16, got ${encoding === null ? 'UTF-32' : 'bytes that are neither'}. Save it as UTF-8.`,
  );
}

/** JSON begins with an ASCII character: zeros beside it tell UTF-16, or UTF-32, without a mark. Null where it is UTF-32. */
function encodingOf([a, b, c, d]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | null {
  const isWide = (a === 0 && b === 0) || (c === 0 && d === 0 && (b === 0 || b === 0xfe));
  if (isWide) return null;
  if ((a === 0xff && b === 0xfe) || (b === 0 && a !== 0)) return 'utf-16le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b !== 0)) return 'utf-16be';
  return 'utf-8';
}
