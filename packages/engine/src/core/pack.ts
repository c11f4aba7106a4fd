import { fromAscii, toAscii } from './ascii.ts';
import { bytesOf } from './hash.ts';

/**
 * Plain data (numbers, texts, arrays, objects, typed arrays; no functions) as bytes, and back, in the machine's byte
 * order.
 */

const KINDS = { Float64Array, Float32Array, Int32Array, Uint32Array, Uint8Array };
type Kind = keyof typeof KINDS;

/** The text's entry for a typed array: its kind, its offset after the text, and its length. */
interface Place {
  readonly $: readonly [Kind, number, number];
}

const MAGIC = 0x706c6e33; // "pln3"
const HEAD = 16;
const round8 = (n: number): number => Math.ceil(n / 8) * 8;

export function packData(data: unknown): Uint8Array {
  const arrays: Uint8Array[] = [];
  let end = 0;
  const text = JSON.stringify(data, (_key, value) => {
    if (!ArrayBuffer.isView(value)) return value;
    const kind = value.constructor.name as Kind;
    if (!(kind in KINDS)) throw new TypeError(`cannot pack a ${kind}`);
    const bytes = bytesOf(value);
    const place: Place = { $: [kind, end, (value as Uint8Array).length] };
    arrays.push(bytes);
    end = round8(end + bytes.length);
    return place;
  });
  const head = toAscii(text);
  const first = round8(HEAD + head.length);
  const out = new Uint8Array(first + end);
  out.set(head, HEAD);
  let at = first;
  for (const bytes of arrays) {
    out.set(bytes, at);
    at = round8(at + bytes.length);
  }
  const start = new Uint32Array(out.buffer, 0, 4);
  start.set([MAGIC, head.length, end]);
  start[SUM] = checksum(out);
  return out;
}

/** Where the checksum stands in the head [words]. */
const SUM = 3;

/** Of all other words, one at a time: prepared bodies have tens of megabytes. */
function checksum(bytes: Uint8Array): number {
  const words = wordsOf(bytes);
  let a = 0x811c9dc5 | 0;
  for (let i = 0; i < words.length; i++) {
    if (i === SUM) continue;
    a = Math.imul(a ^ words[i], 0x5bd1e995);
    // Each bit of a word reaches all later ones: without the turn, two changes of highest bits would cancel.
    a = (a << 13) | (a >>> 19);
  }
  return (a ^ (a >>> 15)) >>> 0;
}

/** Whole words of bytes, without copying where they are aligned. */
function wordsOf(bytes: Uint8Array): Int32Array {
  const length = bytes.length >> 2;
  if (bytes.byteOffset % 4 === 0)
    return new Int32Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, length);
  return new Int32Array(copyOf(bytes, 0, 4 * length));
}

/** Whether two parts of memory hold the same bits. */
function areSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  const [p, q] = [wordsOf(a), wordsOf(b)];
  for (let i = 0; i < p.length; i++) if (p[i] !== q[i]) return false;
  for (let i = 4 * p.length; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Whether plain data is the same, to the bit; what is undefined counts as missing. */
export function isSameData(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
    return typeof a !== 'function' && Object.is(a, b);
  if (a.constructor !== b.constructor) return false;
  if (ArrayBuffer.isView(a) && ArrayBuffer.isView(b)) return areSameBytes(bytesOf(a), bytesOf(b));
  if (!Array.isArray(a) && a.constructor !== Object) return false;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => isSameData(a[key as never], b[key as never]));
}

/** Unpacks data; null if `packData` did not write the bytes, or if they are incomplete or damaged. */
export function unpackData(bytes: Uint8Array): unknown {
  if (bytes.length < HEAD) return null;
  const [magic, length, end, sum] = new Uint32Array(copyOf(bytes, 0, HEAD));
  const first = round8(HEAD + length);
  if (magic !== MAGIC || bytes.length !== first + end || sum !== checksum(bytes)) return null;
  const text = fromAscii(bytes.subarray(HEAD, HEAD + length));
  return JSON.parse(text, (_key, value) => {
    if (typeof value !== 'object' || value === null || !Array.isArray(value.$)) return value;
    const [kind, from, count] = (value as Place).$;
    const array = KINDS[kind];
    const start = first + from;
    return new array(copyOf(bytes, start, count * array.BYTES_PER_ELEMENT));
  });
}

/** Copies bytes to an aligned start. (`slice` is not enough: Node's file contents share a buffer.) */
function copyOf(bytes: Uint8Array, start: number, length: number): ArrayBuffer {
  const out = new Uint8Array(length);
  out.set(bytes.subarray(start, start + length));
  return out.buffer;
}
