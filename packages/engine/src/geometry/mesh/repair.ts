import { InputError } from '../../core/errors.ts';
import { boundsOf, diagonalOf } from '../bounds.ts';
import type { TriangleMesh } from '../types.ts';
import { borderVertices } from './check-surface.ts';
import { meshEdges, oppositeSide } from './edges.ts';
import { findHoles } from './holes.ts';
import { CHECK_DEFAULTS, checkMesh } from './inspect.ts';
import { findFans, findOrientation, flipTriangle, insideOutPieces } from './orientation.ts';
import { findDoubled, isFlat } from './triangles.ts';
import { remapVertices, weldMap } from './weld.ts';

export interface RepairOptions {
  /** Vertices closer than this part of the mesh's diagonal are made one. */
  tolerance?: number;
}

export const REPAIR_DEFAULTS: Readonly<Required<RepairOptions>> = {
  tolerance: CHECK_DEFAULTS.tolerance,
};

export interface Repair {
  /** The mended mesh; the given one is not changed. */
  mesh: TriangleMesh;
  /** What was done, in words; empty if nothing was wrong. */
  done: string[];
  /**
   * For each given vertex the vertex of the mended mesh that stands for it, −1 for one that is not used there; shape
   * [given].
   */
  source: Int32Array;
}

/**
 * Makes a solid's boundary out of a flawed mesh where that is safe: closes cracks, drops triangles without area and
 * doubled ones, parts pieces that touch in a vertex, turns faces outwards, fills holes that are nearly flat. What would
 * be a guess is refused with an InputError that names the place.
 */
export function repairMesh(mesh: TriangleMesh, options: RepairOptions = {}): Repair {
  const { tolerance } = { ...REPAIR_DEFAULTS, ...options };
  for (const fault of checkMesh(mesh, { tolerance, most: 1 })) {
    const broken = ['shape', 'non-finite', 'index'].includes(fault.kind);
    if (broken) throw new InputError(fault.message, 'mesh');
  }
  const done: string[] = [];
  const say = (n: number, what: string): void => {
    // [one|many]
    if (n > 0)
      done.push(what.replace('#', String(n)).replace(/\[(\w+)\|(\w+)\]/g, n === 1 ? '$1' : '$2'));
  };
  let work: TriangleMesh = { ...mesh, triangles: mesh.triangles.slice() };
  say(
    dropBad(work),
    'dropped # [triangle|triangles] that used a vertex twice or [was|were] doubled',
  );
  const { joined, map } = weld(work, tolerance);
  say(joined, 'joined # [vertex|vertices] that lay at the same place');
  say(dropBad(work), 'dropped # [triangle|triangles] that had collapsed');
  say(swapFlat(work), 'replaced # [triangle|triangles] without area by turning an edge');
  say(dropBad(work), 'dropped # more [triangle|triangles] that had collapsed');
  if (work.triangles.length > 0) {
    say(turnTogether(work), 'turned # [triangle|triangles] to face like [its|their] neighbours');
    say(fill(work), 'filled # [hole|holes]');
    const parted = partFans(work);
    say(parted.count, 'parted # [vertex|vertices] where the surface touched itself');
    work = parted.mesh;
    say(turnOut(work), 'turned # [piece|pieces] outwards');
  }
  const before = work.positions.length;
  const source = keptVertices(work, map);
  work = remapVertices(work);
  // Those that were joined are not in use either, and were reported.
  say((before - work.positions.length) / 3 - joined, 'removed # unused [vertex|vertices]');
  for (const fault of checkMesh(work, { tolerance, most: 1 })) {
    if (fault.severity === 'error') throw new InputError(byHand(fault.message), 'mesh');
  }
  return { mesh: work, done, source };
}

/** The message of a fault that is still there after repairing must not send the reader here again. */
function byHand(message: string): string {
  return message.replace('Call repairMesh, or mend', 'It could not be mended safely here: mend');
}

function dropBad(mesh: TriangleMesh): number {
  const { triangles } = mesh;
  const doubled = findDoubled(triangles);
  const kept: number[] = [];
  for (let t = 0; t < doubled.length; t++) {
    const [a, b, c] = [triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]];
    if (a !== b && b !== c && c !== a && doubled[t] === 0) kept.push(a, b, c);
  }
  mesh.triangles = Int32Array.from(kept);
  return doubled.length - kept.length / 3;
}

/** Where each given vertex goes when unused ones are removed. Vertices that were parted come after the given ones. */
function keptVertices({ positions, triangles }: TriangleMesh, map: Int32Array): Int32Array {
  const place = new Int32Array(positions.length / 3).fill(-1);
  for (const v of triangles) place[v] = 0;
  let n = 0;
  for (let v = 0; v < place.length; v++) if (place[v] === 0) place[v] = n++;
  return map.map((v) => place[v]);
}

/**
 * Joins vertices at cracks and at sides without length; not where two closed parts merely touch. `map` says which with
 * which.
 */
function weld(mesh: TriangleMesh, tolerance: number): { joined: number; map: Int32Array } {
  const { positions, triangles } = mesh;
  const allowed =
    borderVertices(mesh, meshEdges(triangles)) ?? new Uint8Array(positions.length / 3);
  for (let t = 0; t < triangles.length; t += 3) {
    if (!isFlat(positions, triangles[t], triangles[t + 1], triangles[t + 2])) continue;
    for (let k = 0; k < 3; k++) allowed[triangles[t + k]] = 1;
  }
  const map = weldMap(positions, tolerance * diagonalOf(boundsOf(positions)), allowed);
  let joined = 0;
  for (let v = 0; v < map.length; v++) if (map[v] !== v) joined++;
  mesh.triangles = triangles.map((v) => map[v]);
  return { joined, map };
}

/**
 * A triangle without area whose middle corner lies on its longest side: turning that side over with the neighbour
 * behind it leaves the surface as it was, without the flat triangle.
 */
function swapFlat(mesh: TriangleMesh): number {
  const { positions: x, triangles } = mesh;
  let swapped = 0;
  for (let round = 0; round < 4; round++) {
    const edges = meshEdges(triangles);
    const touched = new Uint8Array(triangles.length / 3);
    let now = 0;
    for (let t = 0; t < touched.length; t++) {
      const corners = [triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]];
      if (touched[t] === 1 || !isFlat(x, corners[0], corners[1], corners[2])) continue;
      const s = longestSide(x, triangles, t);
      const other = oppositeSide(edges, s);
      if (other < 0 || edges.balance[edges.edgeOf[s]] !== 0) continue;
      const u = Math.floor(other / 3);
      if (touched[u] === 1) continue;
      const [a, b] = [triangles[s], corners[((s % 3) + 1) % 3]];
      const c = corners[((s % 3) + 2) % 3];
      const d = triangles[3 * u + ((other + 2) % 3)];
      if (d === c) continue;
      triangles.set([a, d, c], 3 * t);
      triangles.set([d, b, c], 3 * u);
      touched[t] = 1;
      touched[u] = 1;
      now++;
    }
    swapped += now;
    if (now === 0) break;
  }
  return swapped;
}

function longestSide(x: Float64Array, triangles: Int32Array, t: number): number {
  let best = 3 * t;
  let most = -1;
  for (let k = 0; k < 3; k++) {
    const p = 3 * triangles[3 * t + k];
    const q = 3 * triangles[3 * t + ((k + 1) % 3)];
    const [dx, dy, dz] = [x[q] - x[p], x[q + 1] - x[p + 1], x[q + 2] - x[p + 2]];
    const length2 = dx * dx + dy * dy + dz * dz;
    if (length2 > most) {
      most = length2;
      best = 3 * t + k;
    }
  }
  return best;
}

function turnTogether(mesh: TriangleMesh): number {
  const { flipped } = findOrientation(mesh.triangles, meshEdges(mesh.triangles));
  let turned = 0;
  for (let t = 0; t < flipped.length; t++) {
    if (flipped[t] === 0) continue;
    flipTriangle(mesh.triangles, t);
    turned++;
  }
  return turned;
}

function fill(mesh: TriangleMesh): number {
  const more: number[] = [];
  let filled = 0;
  for (const hole of findHoles(mesh, meshEdges(mesh.triangles))) {
    if (hole.filling === null) continue;
    for (const v of hole.filling) more.push(v);
    filled++;
  }
  const triangles = new Int32Array(mesh.triangles.length + more.length);
  triangles.set(mesh.triangles);
  triangles.set(more, mesh.triangles.length);
  mesh.triangles = triangles;
  return filled;
}

/** Gives each fan of a pinched vertex its own vertex. */
function partFans(mesh: TriangleMesh): { mesh: TriangleMesh; count: number } {
  const vertices = mesh.positions.length / 3;
  const { fan, pinched } = findFans(mesh.triangles, vertices, meshEdges(mesh.triangles));
  if (pinched.length === 0) return { mesh, count: 0 };
  const isPinched = new Uint8Array(vertices);
  for (const v of pinched) isPinched[v] = 1;
  const source: number[] = Array.from({ length: vertices }, (_, v) => v);
  const own = new Map<number, number>();
  const keepsOld = new Uint8Array(vertices);
  const triangles = mesh.triangles.slice();
  for (let c = 0; c < triangles.length; c++) {
    const v = triangles[c];
    if (isPinched[v] === 0) continue;
    let id = own.get(fan[c]);
    if (id === undefined) {
      id = keepsOld[v] === 0 ? v : source.push(v) - 1;
      keepsOld[v] = 1;
      own.set(fan[c], id);
    }
    triangles[c] = id;
  }
  const positions = new Float64Array(3 * source.length);
  for (let i = 0; i < positions.length; i++) {
    positions[i] = mesh.positions[3 * source[Math.floor(i / 3)] + (i % 3)];
  }
  const out: TriangleMesh = { positions, triangles };
  if (mesh.attributes !== undefined) {
    out.attributes = {};
    for (const name of Object.keys(mesh.attributes)) {
      const values = mesh.attributes[name];
      out.attributes[name] = Float64Array.from(source, (v) => values[v]);
    }
  }
  return { mesh: out, count: pinched.length };
}

function turnOut(mesh: TriangleMesh): number {
  const edges = meshEdges(mesh.triangles);
  const orientation = findOrientation(mesh.triangles, edges);
  const pieces = insideOutPieces(mesh, edges, orientation);
  const wrong = new Uint8Array(orientation.pieces);
  for (const k of pieces) wrong[k] = 1;
  for (let t = 0; t < orientation.piece.length; t++) {
    if (wrong[orientation.piece[t]] === 1) flipTriangle(mesh.triangles, t);
  }
  return pieces.length;
}
