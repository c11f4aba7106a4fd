import { InputError } from '../core/errors.ts';

/**
 * Reads ASCII words from bytes, line by line, and knows where it is. Works on bytes, so a large file costs no strings.
 */
export interface WordReader {
  bytes: Uint8Array;
  /** Next byte to read. */
  at: number;
  /** Current line, from 1. */
  line: number;
  /** The word found last: bytes[from..to). */
  from: number;
  to: number;
  /** The number parsed last. */
  value: number;
}

const NEWLINE = 10;
const RETURN = 13;
const HASH = 35;
const BACKSLASH = 92;

export function createWordReader(bytes: Uint8Array, at = 0, line = 1): WordReader {
  return { bytes, at, line, from: 0, to: 0, value: 0 };
}

/**
 * Finds the next word on this line; false at its end. A # ends the line if `comments`; a \ at the end of a line joins
 * it to the next.
 */
export function nextWord(r: WordReader, comments = true): boolean {
  const { bytes } = r;
  while (r.at < bytes.length) {
    const b = bytes[r.at];
    if (b === NEWLINE) return false;
    if (b === HASH && comments) {
      while (r.at < bytes.length && bytes[r.at] !== NEWLINE) r.at++;
      return false;
    }
    if (b === BACKSLASH && isLineEnd(bytes, r.at + 1)) {
      r.at += bytes[r.at + 1] === RETURN ? 3 : 2;
      r.line++;
      continue;
    }
    if (b > 32) break;
    r.at++;
  }
  if (r.at >= bytes.length) return false;
  r.from = r.at;
  while (r.at < bytes.length && bytes[r.at] > 32) {
    if (bytes[r.at] === BACKSLASH && isLineEnd(bytes, r.at + 1)) break;
    r.at++;
  }
  r.to = r.at;
  return true;
}

function isLineEnd(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === NEWLINE || (bytes[at] === RETURN && bytes[at + 1] === NEWLINE);
}

/** Goes to the start of the next line; false at the end of the bytes. */
export function nextLine(r: WordReader): boolean {
  while (r.at < r.bytes.length && r.bytes[r.at] !== NEWLINE) r.at++;
  if (r.at >= r.bytes.length) return false;
  r.at++;
  r.line++;
  return r.at < r.bytes.length;
}

/** Finds the next word, on this or a later line; false at the end of the bytes. */
export function nextWordAnywhere(r: WordReader): boolean {
  while (!nextWord(r, false)) if (!nextLine(r)) return false;
  return true;
}

/** The word found last, shortened for messages if it is very long. Bytes that are not printable show as ?. */
export function word(r: WordReader): string {
  return asciiText(r.bytes, r.from, Math.min(r.to, r.from + 40));
}

/** Bytes from..to as text; what is not printable ASCII shows as ?. */
export function asciiText(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  for (let i = from; i < Math.min(to, bytes.length); i++) {
    text += bytes[i] >= 32 && bytes[i] < 127 ? String.fromCharCode(bytes[i]) : '?';
  }
  return text;
}

/** True if the word found last is `text`, in lower or upper case. `text` is in lower case. */
export function isWord(r: WordReader, text: string): boolean {
  if (r.to - r.from !== text.length) return false;
  for (let i = 0; i < text.length; i++) {
    const b = r.bytes[r.from + i];
    const small = b >= 65 && b <= 90 ? b + 32 : b;
    if (small !== text.charCodeAt(i)) return false;
  }
  return true;
}

/** r.value = the word found last as a number; false if it is none. */
export function parseNumber(r: WordReader): boolean {
  return parseNumberAt(r, r.from, r.to);
}

/** Exact powers of ten: with at most 15 digits one multiplication or division rounds correctly. */
const POWERS = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));

/** r.value = bytes from..to as a number; false if they are none. "nan" and "inf" are not numbers. */
export function parseNumberAt(r: WordReader, from: number, to: number): boolean {
  const { bytes } = r;
  let i = from;
  const negative = bytes[i] === 45;
  if (i < to && (negative || bytes[i] === 43)) i++;
  let digits = 0;
  let shift = 0;
  let whole = 0;
  let seen = false;
  let dot = false;
  for (; i < to; i++) {
    const b = bytes[i];
    if (b === 46 && !dot) dot = true;
    else if (b >= 48 && b <= 57) {
      seen = true;
      if (digits > 0 || b > 48) digits++;
      if (digits <= 15) whole = whole * 10 + (b - 48);
      if (dot) shift--;
    } else break;
  }
  if (!seen) return false;
  if (i === to && digits <= 15 && shift >= -22) {
    r.value = (negative ? -whole : whole) / POWERS[-shift];
    return true;
  }
  // Rare: exponents and very long numbers. The language's own parser, on text that has only number characters.
  if (to - from > 400) return false;
  const text = asciiText(bytes, from, to);
  r.value = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text) ? Number(text) : NaN;
  return Number.isFinite(r.value);
}

/** Refuses the input at the reader's line. */
export function failAtLine(r: WordReader, message: string): never {
  throw new InputError(message, `line ${r.line}`);
}

/** Refuses the input at a byte. */
export function failAtByte(at: number, message: string): never {
  throw new InputError(message, `byte ${at}`);
}

/** Text as bytes, one per character; only for the ASCII that our writers make. */
export function asciiBytes(text: string): Uint8Array {
  const out = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) out[i] = text.charCodeAt(i) & 127;
  return out;
}
