import type { TetMesh } from '../geometry/types.ts';
import { append, createGrowing } from './growing.ts';
import { coordinate, joinTets, wholeNumber } from './tets.ts';
import { createWordReader, failAtLine, nextLine, nextWord, type WordReader } from './text.ts';

/**
 * Reads a mesh of TetGen: the bytes of its `.node` file and of its `.ele` file, in metres. Nodes may be numbered from 0
 * or from 1. Curved elements of ten nodes become eight straight ones; attributes, regions and boundary markers are
 * passed over.
 */
export function readTetGen(node: Uint8Array, ele: Uint8Array): TetMesh {
  const tags = createGrowing();
  const xyz = createGrowing();
  const nodes = createWordReader(node);
  const n = number(nodes, 'the number of nodes', 0);
  const dimension = number(nodes, 'the number of dimensions', 1);
  if (dimension !== 3)
    failAtLine(nodes, `the nodes have ${dimension} dimensions; three are needed.`);
  for (let i = 0; i < n; i++) {
    toLine(nodes, `node ${i + 1} of ${n}`);
    append(tags, number(nodes, 'the number of a node', 0));
    for (let c = 0; c < 3; c++) {
      if (!nextWord(nodes)) failAtLine(nodes, 'a node needs three coordinates.');
      append(xyz, coordinate(nodes));
    }
  }

  const corners = createGrowing();
  const middles = createGrowing();
  const names = createGrowing();
  const elements = createWordReader(ele);
  const m = number(elements, 'the number of tetrahedra', 0);
  const each = number(elements, 'the number of nodes of a tetrahedron', 1);
  if (each !== 4 && each !== 10)
    failAtLine(elements, `tetrahedra have 4 or 10 nodes, got ${each}. Is this an .ele file?`);
  for (let i = 0; i < m; i++) {
    toLine(elements, `tetrahedron ${i + 1} of ${m}`);
    append(names, number(elements, 'the number of a tetrahedron', 0));
    for (let k = 0; k < each; k++) {
      const tag = number(elements, 'the number of a node', 0);
      append(k < 4 ? corners : middles, tag);
    }
  }
  return joinTets(tags, xyz, corners, names, 'Is the .ele file the one of TetGen?', middles);
}

/** The next whole number on this line; on the first one that has any, at the start. */
function number(r: WordReader, what: string, least: number): number {
  if (r.from === r.to) {
    while (!nextWord(r)) if (!nextLine(r)) failAtLine(r, `the file ends where ${what} should be.`);
  } else if (!nextWord(r)) failAtLine(r, `the line ends where ${what} should be.`);
  return wholeNumber(r, what, least);
}

/** Goes to the next line with anything on it. */
function toLine(r: WordReader, what: string): void {
  let found = false;
  while (!found) {
    if (!nextLine(r)) failAtLine(r, `the file ends where ${what} should be.`);
    const start = r.at;
    found = nextWord(r);
    if (found) r.at = start;
  }
}
