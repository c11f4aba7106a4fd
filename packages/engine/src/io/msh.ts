import { InputError } from '../core/errors.ts';
import type { TetMesh } from '../geometry/types.ts';
import { append, createGrowing } from './growing.ts';
import { type MshParts as Parts, readBinaryMsh } from './msh-binary.ts';
import { coordinate, joinTets, wholeNumber } from './tets.ts';
import {
  createWordReader,
  failAtLine,
  isWord,
  nextLine,
  nextWord,
  nextWordAnywhere,
  type WordReader,
  word,
} from './text.ts';

/** Gmsh's numbers of element types: tetrahedra by their nodes, and other solids, which would leave holes. */
const TETS: Readonly<Record<number, number>> = { 4: 4, 11: 10, 29: 20 };
const SOLIDS: Readonly<Record<number, string>> = {
  5: 'hexahedra',
  6: 'prisms',
  7: 'pyramids',
  12: 'hexahedra',
  13: 'prisms',
  14: 'pyramids',
  17: 'hexahedra',
  18: 'prisms',
  19: 'pyramids',
};

/**
 * Reads the tetrahedra of a Gmsh file, versions 2.2 and 4.1, ASCII or binary, in metres. Curved elements of second
 * order become eight straight ones; of those of third order the corners count. Points, lines, triangles, tags and
 * physical groups are passed over.
 */
export function readMsh(bytes: Uint8Array): TetMesh {
  const r = createWordReader(bytes);
  if (!nextWordAnywhere(r) || !isWord(r, '$meshformat'))
    throw new InputError('the file does not begin with "$MeshFormat". Is this a Gmsh file?');
  const { modern, binary, width } = readVersion(r);
  const parts: Parts = {
    tags: createGrowing(),
    xyz: createGrowing(),
    corners: createGrowing(),
    middles: createGrowing(),
    names: createGrowing(),
  };
  if (binary) {
    nextLine(r);
    readBinaryMsh(bytes, r.at, modern, width, parts, (type, name, node) => {
      if (type in SOLIDS)
        throw new InputError(
          `is one of ${SOLIDS[type]}. Only tetrahedra are read here.`,
          `element ${name}`,
        );
      if (!(type in TETS)) return;
      for (let k = 0; k < 4; k++) append(parts.corners, node(k));
      if (TETS[type] === 10) for (let k = 4; k < 10; k++) append(parts.middles, node(k));
      append(parts.names, name);
    });
  }
  while (!binary && nextWordAnywhere(r)) {
    if (isWord(r, '$nodes')) (modern ? readNodeBlocks : readNodes)(r, parts);
    else if (isWord(r, '$elements')) (modern ? readElementBlocks : readElements)(r, parts);
    else if (!nextLine(r)) break;
  }
  const { tags, xyz, corners, middles, names } = parts;
  const hint = 'In Gmsh, mesh in three dimensions before saving.';
  return joinTets(tags, xyz, corners, names, hint, middles);
}

/** 4.1 is modern, 2.2 is not; everything else is refused. `width`: bytes of a large number in a binary file. */
function readVersion(r: WordReader): { modern: boolean; binary: boolean; width: number } {
  nextLine(r);
  if (!nextWord(r)) failAtLine(r, 'the version of the format is missing.');
  const version = word(r);
  const known = version === '2.2' || version === '4.1' || version === '2' || version === '4.10';
  if (!known) failAtLine(r, `version ${version} is not read here. Save it as version 4.1 or 2.2.`);
  if (!nextWord(r)) failAtLine(r, 'the kind of file is missing.');
  const binary = wholeNumber(r, 'the kind of file', 0) !== 0;
  if (!nextWord(r)) failAtLine(r, 'the size of numbers is missing.');
  return {
    modern: version.startsWith('4'),
    binary,
    width: wholeNumber(r, 'the size of numbers', 1),
  };
}

/** The next word of this or a later line, or the file is cut short. */
function need(r: WordReader, what: string): void {
  if (!nextWordAnywhere(r)) failAtLine(r, `the file ends where ${what} should be.`);
  if (r.bytes[r.from] === DOLLAR)
    failAtLine(r, `"${word(r)}" comes where ${what} should be: there are fewer than announced.`);
}
const DOLLAR = 36;

function readNodes(r: WordReader, { tags, xyz }: Parts): void {
  need(r, 'the number of nodes');
  const n = wholeNumber(r, 'a number of nodes', 0);
  for (let i = 0; i < n; i++) {
    need(r, `node ${i + 1} of ${n}`);
    append(tags, wholeNumber(r, 'the number of a node', 0));
    for (let c = 0; c < 3; c++) {
      need(r, 'a coordinate');
      append(xyz, coordinate(r));
    }
  }
}

function readNodeBlocks(r: WordReader, { tags, xyz }: Parts): void {
  const blocks = header(r, 'node blocks');
  for (let b = 0; b < blocks; b++) {
    const [, , parametric, n] = four(r, 'a block of nodes');
    for (let i = 0; i < n; i++) {
      need(r, 'the number of a node');
      append(tags, wholeNumber(r, 'the number of a node', 0));
    }
    for (let i = 0; i < n; i++) {
      for (let c = 0; c < 3; c++) {
        need(r, 'a coordinate');
        append(xyz, coordinate(r));
      }
      // Coordinates along a curve or a surface may follow.
      if (parametric !== 0) while (nextWord(r)) coordinate(r);
    }
  }
}

function readElements(r: WordReader, parts: Parts): void {
  need(r, 'the number of elements');
  const n = wholeNumber(r, 'a number of elements', 0);
  for (let i = 0; i < n; i++) {
    need(r, `element ${i + 1} of ${n}`);
    const name = wholeNumber(r, 'the number of an element', 0);
    need(r, 'the type of an element');
    const type = wholeNumber(r, 'the type of an element', 1);
    need(r, 'the number of tags');
    const tags = wholeNumber(r, 'a number of tags', 0);
    for (let t = 0; t < tags; t++) need(r, 'a tag');
    readCorners(r, parts, type, name);
  }
}

function readElementBlocks(r: WordReader, parts: Parts): void {
  const blocks = header(r, 'element blocks');
  for (let b = 0; b < blocks; b++) {
    const [, , type, n] = four(r, 'a block of elements');
    for (let i = 0; i < n; i++) {
      need(r, 'the number of an element');
      readCorners(r, parts, type, wholeNumber(r, 'the number of an element', 0));
    }
  }
}

/** The rest of an element's line. */
function readCorners(
  r: WordReader,
  { corners, middles, names }: Parts,
  type: number,
  name: number,
): void {
  if (type in SOLIDS)
    failAtLine(r, `element ${name} is one of ${SOLIDS[type]}. Only tetrahedra are read here.`);
  const nodes = TETS[type] ?? 0;
  let k = 0;
  while (nextWord(r)) {
    if (nodes === 0) continue;
    const tag = wholeNumber(r, 'the number of a node', 0);
    if (k < 4) append(corners, tag);
    else if (nodes === 10) append(middles, tag);
    k++;
  }
  if (k !== nodes)
    failAtLine(r, `element ${name} has ${k} nodes; a tetrahedron of type ${type} has ${nodes}.`);
  if (nodes > 0) append(names, name);
}

/** Blocks, items, smallest and largest number: gives the first. */
function header(r: WordReader, what: string): number {
  return four(r, `the number of ${what}`)[0];
}

function four(r: WordReader, what: string): [number, number, number, number] {
  const out: [number, number, number, number] = [0, 0, 0, 0];
  for (let k = 0; k < 4; k++) {
    need(r, what);
    // Entities may be numbered from anywhere: the second number alone may be negative.
    out[k] = k === 1 ? coordinate(r) : wholeNumber(r, what, 0);
  }
  return out;
}
