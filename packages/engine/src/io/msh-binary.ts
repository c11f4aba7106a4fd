import { type ByteReader, createByteReader, float64, int32, needBytes, size } from './bytes.ts';
import { append, type Growing } from './growing.ts';
import { asciiText, failAtByte } from './text.ts';

/** What a Gmsh file has to say about tetrahedra. */
export interface MshParts {
  readonly tags: Growing;
  readonly xyz: Growing;
  readonly corners: Growing;
  /** Nodes of second-order elements beyond their corners, six each. */
  readonly middles: Growing;
  readonly names: Growing;
}

/** Nodes of each of Gmsh's types of element: what is passed over must be counted. */
const NODES: Readonly<Record<number, number>> = {
  ...{
    1: 2,
    2: 3,
    3: 4,
    4: 4,
    5: 8,
    6: 6,
    7: 5,
    8: 3,
    9: 6,
    10: 9,
    11: 10,
    12: 27,
    13: 18,
    14: 14,
    15: 1,
  },
  ...{
    16: 8,
    17: 20,
    18: 15,
    19: 13,
    20: 9,
    21: 10,
    22: 12,
    23: 15,
    24: 15,
    25: 21,
    26: 4,
    27: 5,
    28: 6,
  },
  ...{ 29: 20, 30: 35, 31: 56, 92: 64, 93: 125 },
};

/** Adds an element of a type: tetrahedra are kept, flat things passed over, other solids refused by name. */
export type AddElement = (type: number, name: number, node: (k: number) => number) => void;

/**
 * Reads the sections of a binary file of version 4.1 (`modern`) or 2.2; `at` is just behind the line with the version.
 */
export function readBinaryMsh(
  bytes: Uint8Array,
  at: number,
  modern: boolean,
  width: number,
  parts: MshParts,
  add: AddElement,
): void {
  if (width !== 8) failAtByte(at, `numbers of ${width} bytes are not read here; Gmsh writes 8.`);
  const first = createByteReader(bytes, at, true);
  needBytes(first, 4, 'the mark of the byte order');
  const little = bytes[at] === 1;
  if (createByteReader(bytes, at, little).view.getInt32(at, little) !== 1)
    failAtByte(at, 'the mark of the byte order is not the number 1. Is the file damaged?');
  const r = createByteReader(bytes, at + 4, little);
  for (let name = nextSection(r); name !== ''; name = nextSection(r)) {
    if (name === '$Nodes') (modern ? nodeBlocks : nodes)(r, parts);
    else if (name === '$Elements') (modern ? elementBlocks : elements)(r, add);
    skipTo(r, name);
  }
}

/** Goes behind the next line that begins a section; its name, or nothing at the end. */
function nextSection(r: ByteReader): string {
  const { bytes } = r;
  while (r.at < bytes.length) {
    if (bytes[r.at] !== 36) {
      r.at++;
      continue;
    }
    const from = r.at;
    while (r.at < bytes.length && bytes[r.at] !== 10) r.at++;
    const name = asciiText(bytes, from, r.at).replace(/\?+$/, '').trim();
    r.at++;
    if (/^\$[A-Z]\w*$/.test(name) && !name.startsWith('$End')) return name;
  }
  return '';
}

/** Goes to the end of a section that is passed over or read. */
function skipTo(r: ByteReader, name: string): void {
  const end = `$End${name.slice(1)}`;
  for (; r.at + end.length <= r.bytes.length; r.at++) {
    if (r.bytes[r.at] !== 36) continue;
    let k = 1;
    while (k < end.length && r.bytes[r.at + k] === end.charCodeAt(k)) k++;
    if (k < end.length) continue;
    r.at += end.length;
    return;
  }
  r.at = r.bytes.length;
}

function nodeBlocks(r: ByteReader, { tags, xyz }: MshParts): void {
  const blocks = size(r, 8, 'the number of node blocks');
  for (let k = 0; k < 3; k++) size(r, 8, 'the range of nodes');
  for (let b = 0; b < blocks; b++) {
    const dimension = int32(r, 'a block of nodes');
    int32(r, 'a block of nodes');
    const parameters = int32(r, 'a block of nodes') !== 0 ? Math.max(0, Math.min(3, dimension)) : 0;
    const n = size(r, 8, 'a block of nodes');
    needBytes(r, n * (8 + 8 * (3 + parameters)), 'a block of nodes');
    for (let i = 0; i < n; i++) append(tags, size(r, 8, 'the number of a node'));
    for (let i = 0; i < n; i++) {
      for (let c = 0; c < 3; c++) append(xyz, float64(r, 'a coordinate'));
      r.at += 8 * parameters;
    }
  }
}

function elementBlocks(r: ByteReader, add: AddElement): void {
  const blocks = size(r, 8, 'the number of element blocks');
  for (let k = 0; k < 3; k++) size(r, 8, 'the range of elements');
  for (let b = 0; b < blocks; b++) {
    for (let k = 0; k < 2; k++) int32(r, 'a block of elements');
    const type = int32(r, 'the type of elements');
    const each = nodesOf(r, type);
    const n = size(r, 8, 'a block of elements');
    needBytes(r, 8 * n * (1 + each), 'a block of elements');
    for (let i = 0; i < n; i++) {
      const name = size(r, 8, 'the number of an element');
      const at = r.at;
      add(type, name, (k) => {
        r.at = at + 8 * k;
        return size(r, 8, 'the number of a node');
      });
      r.at = at + 8 * each;
    }
  }
}

function nodes(r: ByteReader, { tags, xyz }: MshParts): void {
  const n = lineNumber(r, 'the number of nodes');
  needBytes(r, 28 * n, 'the nodes');
  for (let i = 0; i < n; i++) {
    append(tags, int32(r, 'the number of a node'));
    for (let c = 0; c < 3; c++) append(xyz, float64(r, 'a coordinate'));
  }
}

function elements(r: ByteReader, add: AddElement): void {
  const total = lineNumber(r, 'the number of elements');
  for (let done = 0; done < total; ) {
    const type = int32(r, 'the type of elements');
    const n = int32(r, 'a block of elements');
    const tags = int32(r, 'a block of elements');
    const each = nodesOf(r, type);
    if (n <= 0 || tags < 0)
      failAtByte(r.at - 8, `a block of ${n} elements with ${tags} tags cannot be.`);
    needBytes(r, 4 * n * (1 + tags + each), 'a block of elements');
    for (let i = 0; i < n; i++) {
      const name = int32(r, 'the number of an element');
      const at = r.at + 4 * tags;
      add(type, name, (k) => {
        r.at = at + 4 * k;
        return int32(r, 'the number of a node');
      });
      r.at = at + 4 * each;
    }
    done += n;
  }
}

function nodesOf(r: ByteReader, type: number): number {
  const n = NODES[type];
  if (n === undefined) failAtByte(r.at - 4, `elements of type ${type} are not known here.`);
  return n;
}

/** A number written as text on a line of its own. */
function lineNumber(r: ByteReader, what: string): number {
  const from = r.at;
  while (r.at < r.bytes.length && r.bytes[r.at] !== 10) r.at++;
  const text = asciiText(r.bytes, from, Math.min(r.at, from + 40));
  r.at++;
  if (!/^\d+\??$/.test(text)) failAtByte(from, `"${text}" is not ${what}.`);
  return Number.parseInt(text, 10);
}
