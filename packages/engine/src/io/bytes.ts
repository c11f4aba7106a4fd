import { failAtByte } from './text.ts';

/** Reads numbers from bytes one after the other, and refuses to go beyond their end. */
export interface ByteReader {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly little: boolean;
  at: number;
}

export function createByteReader(bytes: Uint8Array, at: number, little: boolean): ByteReader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { bytes, view, little, at };
}

/** Makes sure that there are so many bytes more: checked before anything is allocated for them. */
export function needBytes(r: ByteReader, count: number, what: string): void {
  if (!(count >= 0 && r.at + count <= r.bytes.length))
    failAtByte(
      r.at,
      `the file ends within ${what}: ${count} bytes are announced, ${r.bytes.length - r.at} are left.`,
    );
}

export function int32(r: ByteReader, what: string): number {
  needBytes(r, 4, what);
  const value = r.view.getInt32(r.at, r.little);
  r.at += 4;
  return value;
}

/** A whole number of 4 or 8 bytes, not negative and small enough to count with. */
export function size(r: ByteReader, width: 4 | 8, what: string): number {
  needBytes(r, width, what);
  const value =
    width === 4 ? r.view.getUint32(r.at, r.little) : Number(r.view.getBigUint64(r.at, r.little));
  if (!Number.isSafeInteger(value)) failAtByte(r.at, `${value} is no sane number for ${what}.`);
  r.at += width;
  return value;
}

export function float64(r: ByteReader, what: string): number {
  needBytes(r, 8, what);
  const value = r.view.getFloat64(r.at, r.little);
  if (!Number.isFinite(value)) failAtByte(r.at, `${value} is not a coordinate (a finite number).`);
  r.at += 8;
  return value;
}
