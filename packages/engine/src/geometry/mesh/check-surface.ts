import { boundsOf, diagonalOf } from '../bounds.ts';
import type { TriangleMesh } from '../types.ts';
import { type MeshEdges, meshEdges, sidesAt } from './edges.ts';
import type { FaultList } from './faults.ts';
import { findHoles } from './holes.ts';
import { findFans, findOrientation, insideOutPieces, type Orientation } from './orientation.ts';
import { weldMap } from './weld.ts';

/** Faults of how triangles hang together. Every triangle has three different, valid corners. */
export function checkSurface(mesh: TriangleMesh, tolerance: number, list: FaultList): void {
  const edges = meshEdges(mesh.triangles);
  const orientation = findOrientation(mesh.triangles, edges);
  checkEdges(edges, list);
  checkBorder(mesh, edges, orientation, tolerance, list);
  const fans = findFans(mesh.triangles, mesh.positions.length / 3, edges);
  for (const v of fans.pinched) {
    list.add(
      'vertex',
      v,
      `vertex ${v}@: the surface touches itself there in one point only.`,
      true,
    );
  }
  checkTurning(mesh, edges, orientation, list);
  if (orientation.pieces > 1) {
    list.add('components', -1, `the mesh has ${orientation.pieces} separate pieces.`, true);
  }
}

function checkEdges(edges: MeshEdges, list: FaultList): void {
  for (let e = 0; e < edges.count; e++) {
    const n = sidesAt(edges, e);
    if (n <= 2) continue;
    const [a, b] = [edges.ends[3 * e], edges.ends[3 * e + 1]];
    const what = `edge ${a}–${b}@ has ${n} triangles, a solid's surface has two at every edge`;
    if (edges.balance[e] === 0)
      list.add('touch', a, `${what}; the surface touches itself there.`, false);
    else list.add('edge', a, `${what}; a wall without thickness ends there.`, false);
  }
}

function checkBorder(
  mesh: TriangleMesh,
  edges: MeshEdges,
  orientation: Orientation,
  tolerance: number,
  list: FaultList,
): void {
  const onBorder = borderVertices(mesh, edges);
  if (onBorder === null) return;
  const distance = tolerance * diagonalOf(boundsOf(mesh.positions));
  const same = weldMap(mesh.positions, distance, onBorder);
  let cracks = 0;
  for (let v = 0; v < same.length; v++) {
    if (same[v] === v) continue;
    cracks++;
    list.add(
      'duplicate',
      v,
      `vertices ${same[v]} and ${v}@ are at the same place: the surface has a crack there.`,
      true,
    );
  }
  // Cracks are not holes: look for holes in the mesh as it will be when they are closed.
  const triangles = mesh.triangles.slice();
  for (let t = 0; t < orientation.flipped.length; t++) {
    if (orientation.flipped[t] === 0) continue;
    [triangles[3 * t + 1], triangles[3 * t + 2]] = [triangles[3 * t + 2], triangles[3 * t + 1]];
  }
  const closed = cracks === 0 ? triangles : withoutSlivers(triangles.map((v) => same[v]));
  const welded = { positions: mesh.positions, triangles: closed };
  for (const { vertices, filling } of findHoles(welded, meshEdges(closed))) {
    const v = vertices[0];
    const n = vertices.length;
    const why =
      filling === null ? ' It is too long or too far from flat to be closed by itself.' : '';
    list.add(
      'hole',
      v,
      `hole of ${n} edges around vertex ${v}@: the surface is not closed.${why}`,
      filling !== null,
    );
  }
}

function withoutSlivers(triangles: Int32Array): Int32Array {
  const out: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]];
    if (a !== b && b !== c && c !== a) out.push(a, b, c);
  }
  return Int32Array.from(out);
}

/** 1 for each vertex at an edge with one triangle; null if there is none. */
export function borderVertices(mesh: TriangleMesh, edges: MeshEdges): Uint8Array | null {
  const out = new Uint8Array(mesh.positions.length / 3);
  let any = false;
  for (let e = 0; e < edges.count; e++) {
    if (sidesAt(edges, e) !== 1) continue;
    out[edges.ends[3 * e]] = 1;
    out[edges.ends[3 * e + 1]] = 1;
    any = true;
  }
  return any ? out : null;
}

function checkTurning(
  mesh: TriangleMesh,
  edges: MeshEdges,
  orientation: Orientation,
  list: FaultList,
): void {
  const { triangles } = mesh;
  for (const t of orientation.oneSided) {
    const v = triangles[3 * t];
    list.add(
      'one-sided',
      v,
      `the piece with vertex ${v}@ has one side only (a Möbius strip): it has no inside.`,
      false,
    );
  }
  if (orientation.oneSided.length > 0) return;
  let turned = false;
  for (let t = 0; t < orientation.flipped.length; t++) {
    if (orientation.flipped[t] === 0) continue;
    turned = true;
    const v = triangles[3 * t];
    list.add(
      'flipped',
      v,
      `triangle with vertices ${v}, ${triangles[3 * t + 1]}, ${triangles[3 * t + 2]}@ faces against its neighbours.`,
      true,
    );
  }
  if (turned) return;
  for (const piece of insideOutPieces(mesh, edges, orientation)) {
    const v = triangles[3 * orientation.piece.indexOf(piece)];
    list.add(
      'inside-out',
      v,
      `the piece with vertex ${v}@ is inside out: its faces look inwards and its volume is negative.`,
      true,
    );
  }
}
