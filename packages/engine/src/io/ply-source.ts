import { InputError } from '../core/errors.ts';
import { type PlyHeader, type PlyType, sizeOf } from './ply-header.ts';
import { createWordReader, failAtLine, nextWordAnywhere, parseNumber, word } from './text.ts';

/** The numbers after a PLY header, one by one, whatever the format. */
export interface PlySource {
  read(type: PlyType): number;
  /** Reads the length of a list and refuses one that the file cannot hold. */
  listLength(lengthType: PlyType, type: PlyType): number;
  /** Bytes read so far. */
  position(): number;
  /** For messages: a line or a byte. */
  place(): string;
}

export function createPlySource(bytes: Uint8Array, header: PlyHeader): PlySource {
  return header.format === 'ascii' ? textSource(bytes, header) : binarySource(bytes, header);
}

function textSource(bytes: Uint8Array, header: PlyHeader): PlySource {
  const r = createWordReader(bytes, header.at, header.line);
  const place = (): string => `line ${r.line}`;
  const read = (): number => {
    if (!nextWordAnywhere(r))
      failAtLine(r, 'the file ends too early. It was cut short: export it again.');
    if (!parseNumber(r)) failAtLine(r, `"${word(r)}" is not a finite number.`);
    return r.value;
  };
  return {
    read,
    listLength: () => checkedLength(read(), 2, bytes.length + 1 - r.at, place()),
    position: () => r.at,
    place,
  };
}

function binarySource(bytes: Uint8Array, header: PlyHeader): PlySource {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = header.format === 'little';
  let at = header.at;
  const place = (): string => `byte ${at}`;
  const read = (type: PlyType): number => {
    const from = at;
    if (from + sizeOf(type) > bytes.length) {
      throw new InputError('the file ends too early. It was cut short: export it again.', place());
    }
    at += sizeOf(type);
    switch (type) {
      case 'i1':
        return view.getInt8(from);
      case 'u1':
        return view.getUint8(from);
      case 'i2':
        return view.getInt16(from, little);
      case 'u2':
        return view.getUint16(from, little);
      case 'i4':
        return view.getInt32(from, little);
      case 'u4':
        return view.getUint32(from, little);
      case 'f4':
        return view.getFloat32(from, little);
      case 'f8':
        return view.getFloat64(from, little);
    }
  };
  return {
    read,
    listLength: (lengthType, type) =>
      checkedLength(read(lengthType), sizeOf(type), bytes.length - at, place()),
    position: () => at,
    place,
  };
}

function checkedLength(n: number, size: number, left: number, place: string): number {
  if (Number.isInteger(n) && n >= 0 && n * size <= left) return n;
  throw new InputError(
    `a list of ${n} items does not fit in the ${left} bytes left. The file is damaged.`,
    place,
  );
}
