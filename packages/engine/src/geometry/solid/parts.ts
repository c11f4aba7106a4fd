import { createSets, joinSets, labelSets } from '../disjoint-sets.ts';
import { borderVertices } from '../mesh/check-surface.ts';
import { meshEdges } from '../mesh/edges.ts';
import { findOrientation, flipTriangle } from '../mesh/orientation.ts';
import { weldMap } from '../mesh/weld.ts';
import { windingOf } from '../mesh/winding.ts';
import { CLOSED, FLAT_PIECE, NEAR_PIECES, OPEN, SMALL_PIECE } from '../numbers.ts';
import type { TriangleMesh } from '../types.ts';

/** How the triangles of a mesh, turned consistently, take part in a solid. */
export interface Parts {
  /** Triangles whose inside is filled, and those that are given a thickness; the others only ride on the solid. */
  readonly fill: Int32Array;
  readonly wrap: Int32Array;
  /** Groups of pieces of each kind. */
  readonly filled: number;
  readonly wrapped: number;
  readonly riding: number;
}

/** How pieces are told apart: `auto` fills what is nearly closed and wraps the rest. */
export type SolidKind = 'auto' | 'fill' | 'wrap';

const [RIDES, FILLED, WRAPPED] = [0, 1, 2];

/** Pieces that are judged together; closed ones that face inwards may be cavities. */
interface Group {
  readonly members: readonly number[];
  readonly cavity: boolean;
}

/**
 * Sums over a piece or a group of pieces: area vector, area, centre times area, three times the volume about the
 * origin.
 */
const SUM = { vector: 0, area: 3, centre: 4, volume: 7, length: 8 } as const;

/**
 * Sorts the pieces of a mesh of longest side one. Triangles of a piece are turned alike, in place; pieces that border
 * on each other are judged together, so that a box of six loose sides is a box; walls inside and fins, which make a
 * closed thing more open, are left out.
 */
export function sortParts(mesh: TriangleMesh, kind: SolidKind): Parts {
  const { triangles } = mesh;
  const { piece, pieces, flipped, oneSided } = findOrientation(triangles, meshEdges(triangles));
  for (let t = 0; t < flipped.length; t++) if (flipped[t] === 1) flipTriangle(triangles, t);
  const twisted = new Uint8Array(pieces);
  for (const t of oneSided) twisted[piece[t]] = 1;
  const sums = sumPieces(mesh, piece, pieces);
  const role = new Uint8Array(pieces);
  const sign = new Int8Array(pieces).fill(1);
  const groups = groupPieces(mesh, piece, pieces).map((members): Group => {
    const { left, open, turned } = closeGroup(sums, members, sign);
    const most = kind === 'wrap' ? CLOSED : OPEN;
    const fills = kind === 'fill' || (open <= most && !members.some((p) => twisted[p] === 1));
    for (const p of members) role[p] = fills ? (left.has(p) ? RIDES : FILLED) : WRAPPED;
    return { members, cavity: turned && open <= CLOSED };
  });
  turnCavities(mesh, piece, groups, sign);
  let area = 0;
  for (let p = 0; p < pieces; p++) if (role[p] === FILLED) area += sums[SUM.length * p + SUM.area];
  const count = [0, 0, 0];
  for (const { members } of groups) {
    const own = members.reduce((sum, p) => sum + sums[SUM.length * p + SUM.area], 0);
    if (kind === 'auto' && own < SMALL_PIECE * area)
      for (const p of members) if (role[p] === WRAPPED) role[p] = RIDES;
    count[Math.max(...members.map((p) => role[p]))]++;
  }
  for (let t = 0; t < piece.length; t++) if (sign[piece[t]] < 0) flipTriangle(triangles, t);
  const pick = (wanted: number): Int32Array =>
    triangles.filter((_, c) => role[piece[Math.floor(c / 3)]] === wanted);
  const [riding, filled, wrapped] = count;
  return { fill: pick(FILLED), wrap: pick(WRAPPED), filled, wrapped, riding };
}

function sumPieces({ positions: x, triangles }: TriangleMesh, piece: Int32Array, pieces: number) {
  const sums = new Float64Array(SUM.length * pieces);
  for (let t = 0; t < piece.length; t++) {
    const [a, b, c] = [3 * triangles[3 * t], 3 * triangles[3 * t + 1], 3 * triangles[3 * t + 2]];
    const o = SUM.length * piece[t];
    const [ux, uy, uz] = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
    const [vx, vy, vz] = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
    const n = [(uy * vz - uz * vy) / 2, (uz * vx - ux * vz) / 2, (ux * vy - uy * vx) / 2];
    const area = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    sums[o + SUM.area] += area;
    for (let d = 0; d < 3; d++) {
      sums[o + SUM.vector + d] += n[d];
      sums[o + SUM.centre + d] += (area * (x[a + d] + x[b + d] + x[c + d])) / 3;
      sums[o + SUM.volume] += n[d] * x[a + d];
    }
  }
  return sums;
}

/** Pieces that share vertices, or whose borders come near each other, as groups. */
function groupPieces(mesh: TriangleMesh, piece: Int32Array, pieces: number): number[][] {
  const { positions, triangles } = mesh;
  const sets = createSets(pieces);
  const border = borderVertices(mesh, meshEdges(triangles));
  const map = border && weldMap(positions, NEAR_PIECES, border);
  const owner = new Int32Array(positions.length / 3).fill(-1);
  for (let c = 0; c < triangles.length; c++) {
    const v = map ? map[triangles[c]] : triangles[c];
    const p = piece[Math.floor(c / 3)];
    if (owner[v] < 0) owner[v] = p;
    else joinSets(sets, owner[v], p);
  }
  const { label, count } = labelSets(sets);
  const members: number[][] = Array.from({ length: count }, () => []);
  for (let p = 0; p < pieces; p++) members[label[p]].push(p);
  return members;
}

/**
 * Turns the pieces of a group outwards as well as can be told. `left`: walls and fins, without which it is less open;
 * `open`: how open the rest is; `turned`: its volume was negative as given.
 */
function closeGroup(sums: Float64Array, members: readonly number[], sign: Int8Array) {
  for (const p of members)
    sign[p] = opennessOf(sums, [p], sign) < FLAT_PIECE && volumeOf(sums, [p], sign) < 0 ? -1 : 1;
  if (members.length === 1) {
    const [p] = members;
    const turned = volumeOf(sums, members, sign) < 0 || sign[p] < 0;
    sign[p] = turned ? -1 : 1;
    return { left: new Set<number>(), open: opennessOf(sums, members, sign), turned };
  }
  const given = opennessOf(sums, members, sign);
  if (given > OPEN) {
    const before = members.map((p) => sign[p]);
    const middle = centreOf(sums, members);
    for (const p of members) sign[p] = aboutCentre(sums, p, middle) < 0 ? -1 : 1;
    if (opennessOf(sums, members, sign) >= given)
      for (const [i, p] of members.entries()) sign[p] = before[i];
  }
  const left = new Set<number>();
  const total = new Float64Array(4);
  for (const p of members) addPiece(total, sums, p, sign[p], 1);
  for (const p of members) {
    if (opennessOf(sums, [p], sign) < FLAT_PIECE) continue;
    const open = openness(total);
    addPiece(total, sums, p, sign[p], -1);
    if (total[3] > 0 && openness(total) < open) left.add(p);
    else addPiece(total, sums, p, sign[p], 1);
  }
  const kept = members.filter((p) => !left.has(p));
  const turned = volumeOf(sums, kept, sign) < 0;
  if (turned) for (const p of members) sign[p] = -sign[p];
  return { left, open: opennessOf(sums, kept, sign), turned };
}

/** Closed groups that faced inwards within another group stay so: they are cavities. */
function turnCavities(
  { positions, triangles }: TriangleMesh,
  piece: Int32Array,
  groups: readonly Group[],
  sign: Int8Array,
): void {
  if (groups.length < 2 || !groups.some((g) => g.cavity)) return;
  const of = new Int32Array(sign.length);
  groups.forEach(({ members }, g) => {
    for (const p of members) of[p] = g;
  });
  const lists: number[][] = groups.map(() => []);
  for (let t = 0; t < piece.length; t++) lists[of[piece[t]]].push(t);
  for (const [g, { members, cavity }] of groups.entries()) {
    if (!cavity) continue;
    const at = 3 * triangles[3 * lists[g][0]];
    const around = lists.some(
      (list, h) => h !== g && Math.abs(windingOf(positions, triangles, list, at)) > 0.5,
    );
    if (around) for (const p of members) sign[p] = -sign[p];
  }
}

function addPiece(
  total: Float64Array,
  sums: Float64Array,
  p: number,
  sign: number,
  times: number,
): void {
  for (let d = 0; d < 3; d++) total[d] += times * sign * sums[SUM.length * p + d];
  total[3] += times * sums[SUM.length * p + SUM.area];
}

/** |Σ area vectors| / Σ areas: 0 for what is closed, 1 for what is flat. */
function openness([x, y, z, area]: Float64Array): number {
  return area > 0 ? Math.sqrt(x * x + y * y + z * z) / area : 1;
}

function opennessOf(sums: Float64Array, list: readonly number[], sign: Int8Array): number {
  const total = new Float64Array(4);
  for (const p of list) addPiece(total, sums, p, sign[p], 1);
  return openness(total);
}

function centreOf(sums: Float64Array, list: readonly number[]): number[] {
  const out = [0, 0, 0];
  let area = 0;
  for (const p of list) {
    for (let d = 0; d < 3; d++) out[d] += sums[SUM.length * p + SUM.centre + d];
    area += sums[SUM.length * p + SUM.area];
  }
  return out.map((c) => c / area);
}

/** Three times the volume about their common centre: a sign that tells out from in, however open they are. */
function volumeOf(sums: Float64Array, list: readonly number[], sign: Int8Array): number {
  const middle = centreOf(sums, list);
  return list.reduce((sum, p) => sum + sign[p] * aboutCentre(sums, p, middle), 0);
}

function aboutCentre(sums: Float64Array, p: number, middle: readonly number[]): number {
  const o = SUM.length * p;
  let along = sums[o + SUM.volume];
  for (let d = 0; d < 3; d++) along -= sums[o + SUM.vector + d] * middle[d];
  return along;
}
