import { InputError } from '../core/errors.ts';
import type { TetMesh } from '../geometry/types.ts';
import { append, createGrowing } from './growing.ts';
import { joinTets } from './tets.ts';
import { asciiText, failAtByte } from './text.ts';

/** VTK's numbers of cells: tetrahedra by their nodes, and other solids, which would leave holes. */
const TETS: Readonly<Record<number, number>> = { 10: 4, 24: 10 };
const SOLIDS: Readonly<Record<number, string>> = {
  ...{
    11: 'voxels',
    12: 'hexahedra',
    13: 'wedges',
    14: 'pyramids',
    25: 'hexahedra',
    26: 'wedges',
    27: 'pyramids',
  },
  ...{ 42: 'polyhedra' },
};

const READERS: Readonly<
  Record<string, [number, (v: DataView, at: number, little: boolean) => number]>
> = {
  Float32: [4, (v, at, little) => v.getFloat32(at, little)],
  Float64: [8, (v, at, little) => v.getFloat64(at, little)],
  Int8: [1, (v, at) => v.getInt8(at)],
  UInt8: [1, (v, at) => v.getUint8(at)],
  Int32: [4, (v, at, little) => v.getInt32(at, little)],
  UInt32: [4, (v, at, little) => v.getUint32(at, little)],
  Int64: [8, (v, at, little) => Number(v.getBigInt64(at, little))],
  UInt64: [8, (v, at, little) => Number(v.getBigUint64(at, little))],
};

/** A file, its text up to the appended data, and where those begin. */
interface File {
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly little: boolean;
  readonly header: 'UInt32' | 'UInt64';
  /** First byte behind the mark `_`, −1 if nothing is appended; whether it is raw. */
  readonly appended: number;
  readonly raw: boolean;
}

/**
 * Reads the tetrahedra of a VTU file, of four or ten nodes, in metres: numbers as text, in base64 or appended, not
 * compressed. Cells without volume and all fields are passed over.
 */
export function readVtu(bytes: Uint8Array): TetMesh {
  const file = openFile(bytes);
  const tags = createGrowing();
  const xyz = createGrowing();
  const corners = createGrowing();
  const middles = createGrowing();
  const names = createGrowing();
  let first = 0;
  for (const piece of sections(file.text, 'Piece')) {
    const points = numbers(file, array(piece, 'Points', null));
    const cells = section(piece, 'Cells');
    const connectivity = numbers(file, array(cells, null, 'connectivity'));
    const offsets = numbers(file, array(cells, null, 'offsets'));
    const types = numbers(file, array(cells, null, 'types'));
    if (points.length % 3 !== 0 || types.length !== offsets.length)
      throw new InputError('points or cells are not complete. Export the file again.', 'Piece');
    for (let i = 0; i < points.length / 3; i++) append(tags, first + i);
    for (const x of points) {
      if (!Number.isFinite(x))
        throw new InputError(
          `${x} is not a coordinate (a finite number). Export the file again.`,
          'Points',
        );
      append(xyz, x);
    }
    for (let c = 0; c < types.length; c++) {
      const from = c === 0 ? 0 : offsets[c - 1];
      if (types[c] in SOLIDS)
        throw new InputError(
          `is one of ${SOLIDS[types[c]]}. Only tetrahedra are read here.`,
          `cell ${c}`,
        );
      const nodes = TETS[types[c]];
      if (nodes === undefined) continue;
      if (offsets[c] - from !== nodes || !(offsets[c] <= connectivity.length))
        throw new InputError(
          `has ${offsets[c] - from} nodes; a tetrahedron has ${nodes}. Export the file again.`,
          `cell ${c}`,
        );
      for (let k = 0; k < nodes; k++)
        append(k < 4 ? corners : middles, first + connectivity[from + k]);
      append(names, c);
    }
    first += points.length / 3;
  }
  return joinTets(tags, xyz, corners, names, 'Export the volume, not its surface.', middles);
}

function openFile(bytes: Uint8Array): File {
  const mark = find(bytes, '<AppendedData');
  const text = asciiText(bytes, 0, mark < 0 ? bytes.length : mark);
  const root = /<VTKFile\b[^>]*>/.exec(text)?.[0];
  if (root === undefined || attribute(root, 'type') !== 'UnstructuredGrid')
    throw new InputError(
      'the file is no VTK file of type UnstructuredGrid. Export it as .vtu.',
      'VTKFile',
    );
  if (attribute(root, 'compressor') !== null)
    throw new InputError(
      'the numbers are compressed. Write the file without compression.',
      'VTKFile.compressor',
    );
  let appended = -1;
  let raw = false;
  if (mark >= 0) {
    const end = bytes.indexOf(62, mark);
    raw = attribute(asciiText(bytes, mark, end), 'encoding') === 'raw';
    appended = bytes.indexOf(95, end) + 1;
    if (end < 0 || appended === 0) failAtByte(mark, 'the appended data do not begin with "_".');
  }
  const header = attribute(root, 'header_type') === 'UInt64' ? 'UInt64' : 'UInt32';
  return {
    bytes,
    text,
    little: attribute(root, 'byte_order') !== 'BigEndian',
    header,
    appended,
    raw,
  };
}

function find(bytes: Uint8Array, text: string): number {
  for (
    let i = bytes.indexOf(text.charCodeAt(0));
    i >= 0;
    i = bytes.indexOf(text.charCodeAt(0), i + 1)
  ) {
    let k = 1;
    while (k < text.length && bytes[i + k] === text.charCodeAt(k)) k++;
    if (k === text.length) return i;
  }
  return -1;
}

function attribute(tag: string, name: string): string | null {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? null;
}

const AGAIN = 'Export the file again.';

function sections(text: string, name: string): string[] {
  const found = text.match(new RegExp(`<${name}\\b[^>]*>[\\s\\S]*?</${name}>`, 'g'));
  if (found === null) throw new InputError(`is missing. ${AGAIN}`, name);
  return found;
}

function section(text: string, name: string): string {
  return sections(text, name)[0];
}

/** The tag and the contents of the array with a name, or the only one of a section. */
function array(
  text: string,
  within: string | null,
  name: string | null,
): { tag: string; body: string } {
  const part = within === null ? text : section(text, within);
  for (const match of part.matchAll(/<DataArray\b([^>]*?)(?:\/>|>([\s\S]*?)<\/DataArray>)/g)) {
    if (name === null || attribute(match[1], 'Name') === name)
      return { tag: match[1], body: match[2] ?? '' };
  }
  throw new InputError(`is missing. ${AGAIN}`, name ?? within ?? 'DataArray');
}

function numbers(file: File, { tag, body }: { tag: string; body: string }): Float64Array {
  const name = attribute(tag, 'Name') ?? 'DataArray';
  const format = attribute(tag, 'format') ?? 'ascii';
  if (format === 'ascii') {
    const words = body
      .trim()
      .split(/[\s?]+/)
      .filter((one) => one !== '');
    return Float64Array.from(words, Number);
  }
  if (format === 'binary') return decode(file, fromBase64(body, name), 0, tag, name);
  const offset = Number(attribute(tag, 'offset'));
  if (file.appended < 0 || !Number.isInteger(offset) || offset < 0)
    throw new InputError('has no appended data to go with it. Export the file again.', name);
  if (file.raw) return decode(file, file.bytes, file.appended + offset, tag, name);
  return decode(
    file,
    fromBase64(asciiText(file.bytes, file.appended + offset, file.bytes.length), name),
    0,
    tag,
    name,
  );
}

/** The length in bytes, then the numbers. */
function decode(
  file: File,
  bytes: Uint8Array,
  at: number,
  tag: string,
  name: string,
): Float64Array {
  const type = attribute(tag, 'type') ?? '';
  const reader = READERS[type];
  if (reader === undefined)
    throw new InputError(
      `numbers of type "${type}" are not read here. Write Float32 or Float64.`,
      name,
    );
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [width, read] = reader;
  const [head, readHead] = READERS[file.header];
  if (at + head > bytes.length)
    throw new InputError('the file ends before it. Export the file again.', name);
  const length = readHead(view, at, file.little);
  if (!(length >= 0 && at + head + length <= bytes.length && length % width === 0))
    throw new InputError(
      `announces ${length} bytes; the file has ${bytes.length - at - head} more. ${AGAIN}`,
      name,
    );
  return Float64Array.from({ length: length / width }, (_, i) =>
    read(view, at + head + width * i, file.little),
  );
}

/** Base64 up to where it ends; header and numbers may each end with their own padding. */
function fromBase64(text: string, name: string): Uint8Array {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const out: number[] = [];
  let [bits, count] = [0, 0];
  for (const letter of text) {
    if (letter === '=') {
      // What is left of a group is padding: the next group starts again.
      bits = 0;
      count = 0;
      continue;
    }
    if (letter === '<') break;
    if (letter === '?' || letter === ' ') continue;
    const value = letters.indexOf(letter);
    if (value < 0)
      throw new InputError(`"${letter}" is no letter of base64. Export the file again.`, name);
    bits = (bits << 6) | value;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out.push((bits >> count) & 255);
    bits &= (1 << count) - 1;
  }
  return Uint8Array.from(out);
}
