import { InputError } from '../core/errors.ts';
import {
  createWordReader,
  failAtLine,
  isWord,
  nextLine,
  nextWord,
  parseNumber,
  word,
} from './text.ts';

/** Number types, with their older names. */
export type PlyType = 'i1' | 'u1' | 'i2' | 'u2' | 'i4' | 'u4' | 'f4' | 'f8';

const TYPES: Readonly<Record<string, PlyType>> = {
  char: 'i1',
  int8: 'i1',
  uchar: 'u1',
  uint8: 'u1',
  short: 'i2',
  int16: 'i2',
  ushort: 'u2',
  uint16: 'u2',
  int: 'i4',
  int32: 'i4',
  uint: 'u4',
  uint32: 'u4',
  float: 'f4',
  float32: 'f4',
  double: 'f8',
  float64: 'f8',
};

export interface PlyProperty {
  name: string;
  type: PlyType;
  /** Type of the length if the property is a list, null if it is one number. */
  lengthType: PlyType | null;
}

export interface PlyElement {
  name: string;
  count: number;
  properties: PlyProperty[];
}

export interface PlyHeader {
  format: 'ascii' | 'little' | 'big';
  elements: PlyElement[];
  /** First byte and line after the header. */
  at: number;
  line: number;
}

/** Bytes of a number. */
export function sizeOf(type: PlyType): number {
  return type.charCodeAt(1) - 48;
}

/** Reads the header up to and including its end_header line. */
export function readPlyHeader(bytes: Uint8Array): PlyHeader {
  const r = createWordReader(bytes);
  if (!nextWord(r) || !isWord(r, 'ply')) failAtLine(r, 'a PLY file begins with the word "ply".');
  const header: PlyHeader = { format: 'ascii', elements: [], at: 0, line: 0 };
  let known = false;
  while (nextLine(r)) {
    if (!nextWord(r, false)) continue;
    if (isWord(r, 'comment') || isWord(r, 'obj_info')) continue;
    if (isWord(r, 'format')) {
      nextWord(r, false);
      const formats = {
        ascii: 'ascii',
        binary_little_endian: 'little',
        binary_big_endian: 'big',
      } as const;
      const name = word(r);
      if (!Object.hasOwn(formats, name))
        failAtLine(
          r,
          `"${name}" is not a PLY format: ascii, binary_little_endian or binary_big_endian.`,
        );
      header.format = formats[name as keyof typeof formats];
      known = true;
    } else if (isWord(r, 'element')) {
      nextWord(r, false);
      const name = word(r);
      const good =
        nextWord(r, false) && parseNumber(r) && Number.isInteger(r.value) && r.value >= 0;
      if (!good)
        failAtLine(r, `the element "${name}" needs a whole number of items, got "${word(r)}".`);
      header.elements.push({ name, count: r.value, properties: [] });
    } else if (isWord(r, 'property')) {
      const element = header.elements.at(-1);
      if (element === undefined) failAtLine(r, 'a property before the first element.');
      element!.properties.push(readProperty(r));
    } else if (isWord(r, 'end_header')) {
      if (!known) failAtLine(r, 'the header has no format line.');
      nextLine(r);
      header.at = r.at;
      header.line = r.line;
      return header;
    } else failAtLine(r, `"${word(r)}" does not belong in a PLY header.`);
  }
  throw new InputError(
    'the header has no end_header line. The file was cut short.',
    `line ${r.line}`,
  );
}

function readProperty(r: ReturnType<typeof createWordReader>): PlyProperty {
  const type = (): PlyType => {
    nextWord(r, false);
    const name = word(r);
    if (!Object.hasOwn(TYPES, name))
      failAtLine(r, `"${name}" is not a number type. Types are ${Object.keys(TYPES).join(', ')}.`);
    return TYPES[name];
  };
  const start = r.at;
  let lengthType: PlyType | null = null;
  nextWord(r, false);
  if (isWord(r, 'list')) lengthType = type();
  else r.at = start;
  const itemType = type();
  if (!nextWord(r, false)) failAtLine(r, 'a property needs a name.');
  const name = word(r);
  if (name === '__proto__') failAtLine(r, 'this name is reserved: choose another.');
  return { name, type: itemType, lengthType };
}
