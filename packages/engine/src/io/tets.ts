import { InputError } from '../core/errors.ts';
import { note } from '../core/notes.ts';
import { tetVolumes } from '../geometry/tets/mesh.ts';
import { EIGHT, TEN_PLACES } from '../geometry/tets/ten-node.ts';
import type { TetMesh } from '../geometry/types.ts';
import { append, createGrowing, type Growing } from './growing.ts';
import { failAtLine, parseNumber, type WordReader, word } from './text.ts';

/** A tet thinner than this part of its longest edge cubed is flat: its shape functions would be rounding noise. */
const FLAT = 1e-12;

/** The number of nodes or elements that a file may ask memory for. */
const MOST = 50_000_000;

/** r.value = the word found last as a whole number of at least `least`, or the file is refused. */
export function wholeNumber(r: WordReader, what: string, least: number): number {
  const good = parseNumber(r) && Number.isInteger(r.value) && r.value >= least && r.value <= MOST;
  if (!good) failAtLine(r, `"${word(r)}" is not ${what} (a whole number from ${least} on).`);
  return r.value;
}

/** The word found last as a coordinate. */
export function coordinate(r: WordReader): number {
  if (!parseNumber(r)) failAtLine(r, `"${word(r)}" is not a coordinate (a finite number).`);
  return r.value;
}

/**
 * Nodes by number and corners by those numbers to a mesh: nodes that no tet uses are left out, tets that are inside out
 * are turned. `tags` and `xyz` are the nodes, `corners` four tags a tet, `names` the number the file gives each. With
 * `middles`, six more nodes a tet in any order, curved elements become eight straight ones; straight ones keep their
 * corners.
 */
export function joinTets(
  tags: Growing,
  xyz: Growing,
  corners: Growing,
  names: Growing,
  hint: string,
  middles?: Growing,
): TetMesh {
  if (corners.length === 0) throw new InputError(`the file has no tetrahedra. ${hint}`);
  const place = new Map<number, number>();
  for (let i = 0; i < tags.length; i++) place.set(tags.data[i], i);
  if (middles !== undefined && 4 * middles.length === 6 * corners.length) {
    const split = splitCurved(place, xyz, corners, middles, names);
    if (split !== null) {
      note(`made straight elements of ${corners.length / 4} curved ones, eight of each`);
      return joinTets(tags, xyz, split.corners, split.names, hint);
    }
  }
  const used = new Int32Array(tags.length).fill(-1);
  const tets = new Int32Array(corners.length);
  const positions: number[] = [];
  for (let k = 0; k < corners.length; k++) {
    const node = place.get(corners.data[k]);
    if (node === undefined) {
      throw new InputError(
        `has corner ${corners.data[k]}, which is not among the ${tags.length} nodes of the file. Export the mesh again.`,
        `element ${names.data[k >> 2]}`,
      );
    }
    if (used[node] < 0) {
      used[node] = positions.length / 3;
      for (let c = 0; c < 3; c++) positions.push(xyz.data[3 * node + c]);
    }
    tets[k] = used[node];
  }
  const mesh: TetMesh = { positions: Float64Array.from(positions), tets };
  const volumes = tetVolumes(mesh);
  let turned = 0;
  for (let t = 0; t < volumes.length; t++) {
    if (!(Math.abs(volumes[t]) > FLAT * longestEdge(mesh, t) ** 3)) {
      throw new InputError(
        'is flat: its four corners lie in a plane. Mend it in the program that made the mesh.',
        `element ${names.data[t]}`,
      );
    }
    if (volumes[t] > 0) continue;
    const swap = tets[4 * t];
    tets[4 * t] = tets[4 * t + 1];
    tets[4 * t + 1] = swap;
    turned++;
  }
  if (turned > 0) note(`turned ${turned} tetrahedra that were inside out`);
  const left = tags.length - positions.length / 3;
  if (left > 0) note(`left out ${left} nodes that no tetrahedron uses`);
  return mesh;
}

/** A middle further from the middle of its edge than this part of the edge makes the element curved. */
const STRAIGHT = 1e-6;

/** Second-order elements as eight straight ones each, or null if none of them is curved. */
function splitCurved(
  place: ReadonlyMap<number, number>,
  xyz: Growing,
  corners: Growing,
  middles: Growing,
  names: Growing,
): { corners: Growing; names: Growing } | null {
  const out = { corners: createGrowing(), names: createGrowing() };
  const ten = new Float64Array(10);
  let curved = false;
  for (let t = 0; t < corners.length / 4; t++) {
    for (let k = 0; k < 4; k++) ten[k] = corners.data[4 * t + k];
    for (let k = 4; k < 10; k++) ten[k] = -1;
    for (let m = 6 * t; m < 6 * t + 6; m++) {
      // Programs number the middles differently: each goes to the edge whose middle it is nearest to.
      let [best, least, edge] = [-1, Infinity, 0];
      for (let i = 0; i < 4; i++) {
        for (let j = i + 1; j < 4; j++) {
          const [away, length] = offMiddle(place, xyz, ten[i], ten[j], middles.data[m]);
          if (away < least) [best, least, edge] = [TEN_PLACES[4 * i + j], away, length];
        }
      }
      if (best < 0 || ten[best] >= 0)
        throw new InputError(
          'is so curved that the nodes on its edges cannot be told apart, or lacks one. Mesh it finer.',
          `element ${names.data[t]}`,
        );
      ten[best] = middles.data[m];
      if (least > STRAIGHT * edge) curved = true;
    }
    for (const tet of EIGHT) {
      for (const k of tet) append(out.corners, ten[k]);
      append(out.names, names.data[t]);
    }
  }
  return curved ? out : null;
}

/**
 * How far node m is from the middle between nodes a and b, and how far these are from each other; far if one is
 * missing.
 */
function offMiddle(
  place: ReadonlyMap<number, number>,
  { data: x }: Growing,
  a: number,
  b: number,
  m: number,
): [number, number] {
  const [p, q, r] = [a, b, m].map((tag) => 3 * (place.get(tag) ?? NaN));
  let [away, length] = [0, 0];
  for (let d = 0; d < 3; d++) {
    away += (x[r + d] - (x[p + d] + x[q + d]) / 2) ** 2;
    length += (x[p + d] - x[q + d]) ** 2;
  }
  return [Math.sqrt(away), Math.sqrt(length)];
}

function longestEdge({ positions: x, tets }: TetMesh, t: number): number {
  let most = 0;
  for (let i = 0; i < 4; i++) {
    for (let j = 0; j < i; j++) {
      const [a, b] = [3 * tets[4 * t + i], 3 * tets[4 * t + j]];
      const square = (x[a] - x[b]) ** 2 + (x[a + 1] - x[b + 1]) ** 2 + (x[a + 2] - x[b + 2]) ** 2;
      most = Math.max(most, square);
    }
  }
  return Math.sqrt(most);
}
