import { boundsOf } from '../bounds.ts';
import { createSets, findSet, joinSets, labelSets } from '../disjoint-sets.ts';
import type { TriangleMesh } from '../types.ts';
import { type MeshEdges, oppositeSide } from './edges.ts';
import { windingOf } from './winding.ts';

/** How the triangles of a mesh should be turned. */
export interface Orientation {
  /** Pieces connected through edges with exactly two triangles. */
  pieces: number;
  /** Piece of each triangle. */
  piece: Int32Array;
  /** 1 where a triangle runs against most of its piece. */
  flipped: Uint8Array;
  /** A triangle in each one-sided piece (a Möbius strip), which no turning can mend. */
  oneSided: number[];
}

/** Walks over the surface and compares the directions of neighbours. */
export function findOrientation(triangles: Int32Array, edges: MeshEdges): Orientation {
  const n = triangles.length / 3;
  const piece = new Int32Array(n).fill(-1);
  const flipped = new Uint8Array(n);
  const oneSided: number[] = [];
  const queue = new Int32Array(n);
  let pieces = 0;
  for (let seed = 0; seed < n; seed++) {
    if (piece[seed] >= 0) continue;
    let head = 0;
    let tail = 0;
    let against = 0;
    let twisted = false;
    queue[tail++] = seed;
    piece[seed] = pieces;
    while (head < tail) {
      const t = queue[head++];
      against += flipped[t];
      for (let s = 3 * t; s < 3 * t + 3; s++) {
        const other = oppositeSide(edges, s);
        if (other < 0) continue;
        const u = Math.floor(other / 3);
        // Good neighbours run along their common edge in opposite directions.
        const turned = edges.balance[edges.edgeOf[s]] === 0 ? flipped[t] : 1 - flipped[t];
        if (piece[u] < 0) {
          piece[u] = pieces;
          flipped[u] = turned;
          queue[tail++] = u;
        } else if (flipped[u] !== turned) twisted = true;
      }
    }
    if (twisted) oneSided.push(seed);
    if (2 * against > tail)
      for (let i = 0; i < tail; i++) flipped[queue[i]] = 1 - flipped[queue[i]];
    pieces++;
  }
  return { pieces, piece, flipped, oneSided };
}

/** Turns triangle t over in place. */
export function flipTriangle(triangles: Int32Array, t: number): void {
  const b = triangles[3 * t + 1];
  triangles[3 * t + 1] = triangles[3 * t + 2];
  triangles[3 * t + 2] = b;
}

/** Six times the signed volume [m³] each piece encloses. */
export function pieceVolumes(mesh: TriangleMesh, piece: Int32Array, pieces: number): Float64Array {
  const { positions: x, triangles } = mesh;
  const b = boundsOf(x);
  const [mx, my, mz] = [(b[0] + b[3]) / 2, (b[1] + b[4]) / 2, (b[2] + b[5]) / 2];
  const out = new Float64Array(pieces);
  for (let t = 0; t < piece.length; t++) {
    const p = 3 * triangles[3 * t];
    const q = 3 * triangles[3 * t + 1];
    const r = 3 * triangles[3 * t + 2];
    const [ax, ay, az] = [x[p] - mx, x[p + 1] - my, x[p + 2] - mz];
    const [bx, by, bz] = [x[q] - mx, x[q + 1] - my, x[q + 2] - mz];
    const [cx, cy, cz] = [x[r] - mx, x[r + 1] - my, x[r + 2] - mz];
    out[piece[t]] += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return out;
}

/**
 * The closed pieces that are inside out: a negative volume, and not a cavity in another piece. Faces must be
 * consistently turned within each piece; open pieces are left out.
 */
export function insideOutPieces(mesh: TriangleMesh, edges: MeshEdges, o: Orientation): number[] {
  const volumes = pieceVolumes(mesh, o.piece, o.pieces);
  const open = new Uint8Array(o.pieces);
  for (let s = 0; s < edges.edgeOf.length; s++) {
    if (oppositeSide(edges, s) < 0) open[o.piece[Math.floor(s / 3)]] = 1;
  }
  const out: number[] = [];
  let parts: Piece[] | null = null;
  for (let k = 0; k < o.pieces; k++) {
    if (open[k] === 1 || volumes[k] >= 0) continue;
    parts ??= collectPieces(mesh, o);
    if (!isCavity(mesh, parts, k)) out.push(k);
  }
  return out;
}

interface Piece {
  triangles: number[];
  /** Box around it: min xyz, max xyz. */
  box: number[];
}

function collectPieces({ positions: x, triangles }: TriangleMesh, o: Orientation): Piece[] {
  const parts: Piece[] = Array.from({ length: o.pieces }, () => ({
    triangles: [],
    box: [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity],
  }));
  for (let t = 0; t < o.piece.length; t++) {
    const { triangles: list, box } = parts[o.piece[t]];
    list.push(t);
    for (let c = 3 * t; c < 3 * t + 3; c++) {
      for (let d = 0; d < 3; d++) {
        box[d] = Math.min(box[d], x[3 * triangles[c] + d]);
        box[d + 3] = Math.max(box[d + 3], x[3 * triangles[c] + d]);
      }
    }
  }
  return parts;
}

/** True if an odd number of other pieces goes round a corner of piece k. */
function isCavity({ positions: x, triangles }: TriangleMesh, parts: Piece[], k: number): boolean {
  const p = 3 * triangles[3 * parts[k].triangles[0]];
  let depth = 0;
  for (let other = 0; other < parts.length; other++) {
    const { box, triangles: list } = parts[other];
    if (other === k) continue;
    if (x[p] < box[0] || x[p + 1] < box[1] || x[p + 2] < box[2]) continue;
    if (x[p] > box[3] || x[p + 1] > box[4] || x[p + 2] > box[5]) continue;
    if (Math.abs(windingOf(x, triangles, list, p)) > 0.5) depth++;
  }
  return depth % 2 === 1;
}

/** Groups of triangles around each vertex that are connected through edges at that vertex. */
export interface Fans {
  /** Fan of each corner 3t + k, numbered over the mesh. */
  fan: Int32Array;
  count: number;
  /** Vertices with more than one fan, ascending. */
  pinched: number[];
}

/** Finds vertices where the surface only touches itself. */
export function findFans(triangles: Int32Array, vertices: number, edges: MeshEdges): Fans {
  const sets = createSets(triangles.length);
  for (let e = 0; e < edges.count; e++) {
    const first = edges.sides[edges.start[e]];
    for (let i = edges.start[e] + 1; i < edges.start[e + 1]; i++) {
      for (const v of [edges.ends[3 * e], edges.ends[3 * e + 1]]) {
        joinSets(sets, cornerAt(triangles, first, v), cornerAt(triangles, edges.sides[i], v));
      }
    }
  }
  const seen = new Int32Array(vertices).fill(-1);
  const pinched = new Set<number>();
  for (let c = 0; c < triangles.length; c++) {
    const root = findSet(sets, c);
    const v = triangles[c];
    if (seen[v] < 0) seen[v] = root;
    else if (seen[v] !== root) pinched.add(v);
  }
  const { label, count } = labelSets(sets);
  return { fan: label, count, pinched: [...pinched].sort((a, b) => a - b) };
}

/** The corner of side s's triangle that is vertex v, one of the side's ends. */
function cornerAt(triangles: Int32Array, s: number, v: number): number {
  return triangles[s] === v ? s : s % 3 === 2 ? s - 2 : s + 1;
}
