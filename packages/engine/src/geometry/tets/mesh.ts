import { tickEvery } from '../../core/watch.ts';
import { cbrt } from '../../math/elementary.ts';
import { type Components, createSets, joinSets, labelSets } from '../disjoint-sets.ts';
import { createTripleMap, faceId } from '../triple-map.ts';
import type { TetMesh, TriangleMesh } from '../types.ts';

/** Corners of the four faces, seen from outside counter-clockwise; face f is opposite corner f. */
export const TET_FACES: readonly (readonly [number, number, number])[] = [
  [1, 2, 3],
  [0, 3, 2],
  [0, 1, 3],
  [0, 2, 1],
];

/** out[t] = signed volume [m³] of each tet, shape [tets]. */
export function tetVolumes(
  mesh: TetMesh,
  out: Float64Array = new Float64Array(mesh.tets.length / 4),
): Float64Array {
  const { positions: x, tets } = mesh;
  for (let t = 0; t < tets.length / 4; t++) {
    const o = 3 * tets[4 * t];
    const a = 3 * tets[4 * t + 1];
    const b = 3 * tets[4 * t + 2];
    const c = 3 * tets[4 * t + 3];
    const ax = x[a] - x[o];
    const ay = x[a + 1] - x[o + 1];
    const az = x[a + 2] - x[o + 2];
    const bx = x[b] - x[o];
    const by = x[b + 1] - x[o + 1];
    const bz = x[b + 2] - x[o + 2];
    const cx = x[c] - x[o];
    const cy = x[c + 1] - x[o + 1];
    const cz = x[c + 2] - x[o + 2];
    out[t] = (ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)) / 6;
  }
  return out;
}

/** Edge [m] of a regular tet of the mean volume. */
export function typicalEdge(mesh: TetMesh): number {
  const volume = tetVolumes(mesh).reduce((sum, v) => sum + v, 0);
  return cbrt((6 * Math.SQRT2 * volume) / (mesh.tets.length / 4));
}

/**
 * Gradients of the four linear shape functions [1/m], shape [tets, 4, 3]: g_a at 12t + 3a. The deformation gradient is
 * F = Σ x_a g_aᵀ; the four add up to zero.
 */
export function shapeGradients(
  mesh: TetMesh,
  out: Float64Array = new Float64Array(mesh.tets.length * 3),
): Float64Array {
  const { positions: x, tets } = mesh;
  const volumes = tetVolumes(mesh);
  for (let t = 0; t < volumes.length; t++) {
    for (let d = 0; d < 3; d++) out[12 * t + d] = 0;
    for (let f = 1; f < 4; f++) {
      // The gradient of corner f is the inward area vector of its opposite face over 3V.
      const face = TET_FACES[f];
      const p = 3 * tets[4 * t + face[0]];
      const q = 3 * tets[4 * t + face[1]];
      const r = 3 * tets[4 * t + face[2]];
      const ux = x[q] - x[p];
      const uy = x[q + 1] - x[p + 1];
      const uz = x[q + 2] - x[p + 2];
      const vx = x[r] - x[p];
      const vy = x[r + 1] - x[p + 1];
      const vz = x[r + 2] - x[p + 2];
      const s = -1 / (6 * volumes[t]);
      const o = 12 * t + 3 * f;
      out[o] = s * (uy * vz - uz * vy);
      out[o + 1] = s * (uz * vx - ux * vz);
      out[o + 2] = s * (ux * vy - uy * vx);
      for (let d = 0; d < 3; d++) out[12 * t + d] -= out[o + d];
    }
  }
  return out;
}

/** Which tets share which faces. */
export interface TetNeighbours {
  /** Tet behind face f of tet t at 4t + f, −1 at the boundary; shape [tets, 4]. */
  tets: Int32Array;
  /** Faces 4t + f that have no tet behind them, ascending. */
  border: Int32Array;
}

/** Matches faces. */
export function tetNeighbours(mesh: TetMesh): TetNeighbours {
  const { tets } = mesh;
  const out = new Int32Array(tets.length).fill(-1);
  const map = createTripleMap(tets.length / 2);
  const owner = new Int32Array(tets.length).fill(-1);
  for (let t = 0; t < tets.length / 4; t++) {
    tickEvery(t, 'faces of elements');
    for (let f = 0; f < 4; f++) {
      const [a, b, c] = TET_FACES[f];
      const id = faceId(map, tets[4 * t + a], tets[4 * t + b], tets[4 * t + c]);
      const other = owner[id];
      owner[id] = 4 * t + f;
      if (other < 0) continue;
      out[4 * t + f] = other >> 2;
      out[other] = t;
    }
  }
  const border: number[] = [];
  for (let s = 0; s < out.length; s++) if (out[s] < 0) border.push(s);
  return { tets: out, border: Int32Array.from(border) };
}

/** The boundary of a tet mesh. */
export interface TetSurface {
  /** Outward triangles with vertices of their own numbering. */
  mesh: TriangleMesh;
  /** Tet-mesh vertex of each surface vertex, ascending. */
  vertices: Int32Array;
  /** Tet behind each triangle. */
  tets: Int32Array;
}

/** The faces that belong to one tet only, turned outwards. */
export function tetSurface(mesh: TetMesh, neighbours = tetNeighbours(mesh)): TetSurface {
  const { border } = neighbours;
  const to = new Int32Array(mesh.positions.length / 3).fill(-1);
  const corners = new Int32Array(3 * border.length);
  for (let i = 0; i < border.length; i++) {
    tickEvery(i, 'faces of elements');
    const t = border[i] >> 2;
    const face = TET_FACES[border[i] & 3];
    for (let k = 0; k < 3; k++) {
      corners[3 * i + k] = mesh.tets[4 * t + face[k]];
      to[corners[3 * i + k]] = 0;
    }
  }
  const vertices: number[] = [];
  for (let v = 0; v < to.length; v++) if (to[v] === 0) to[v] = vertices.push(v) - 1;
  const positions = new Float64Array(3 * vertices.length);
  for (let i = 0; i < positions.length; i++) {
    positions[i] = mesh.positions[3 * vertices[Math.floor(i / 3)] + (i % 3)];
  }
  return {
    mesh: { positions, triangles: corners.map((v) => to[v]) },
    vertices: Int32Array.from(vertices),
    tets: border.map((s) => s >> 2),
  };
}

/** Pieces connected through faces, one label per tet. */
export function tetComponents(mesh: TetMesh, neighbours = tetNeighbours(mesh)): Components {
  const sets = createSets(mesh.tets.length / 4);
  for (let s = 0; s < neighbours.tets.length; s++) {
    if (neighbours.tets[s] >= 0) joinSets(sets, s >> 2, neighbours.tets[s]);
  }
  return labelSets(sets);
}

/** A mesh without unused vertices, and where each of its vertices came from. */
export interface CompactedTets {
  mesh: TetMesh;
  /** Old index of each vertex, ascending. */
  vertices: Int32Array;
}

/** Drops tets with keep[t] = 0 (all stay if `keep` is not given), then the vertices that nothing uses. */
export function compactTets(mesh: TetMesh, keep: Uint8Array | null = null): CompactedTets {
  const n = mesh.tets.length / 4;
  const tets: number[] = [];
  for (let t = 0; t < n; t++) {
    if (keep !== null && keep[t] === 0) continue;
    for (let k = 0; k < 4; k++) tets.push(mesh.tets[4 * t + k]);
  }
  const to = new Int32Array(mesh.positions.length / 3).fill(-1);
  for (const v of tets) to[v] = 0;
  const vertices: number[] = [];
  for (let v = 0; v < to.length; v++) if (to[v] === 0) to[v] = vertices.push(v) - 1;
  const positions = new Float64Array(3 * vertices.length);
  for (let i = 0; i < positions.length; i++) {
    positions[i] = mesh.positions[3 * vertices[Math.floor(i / 3)] + (i % 3)];
  }
  return {
    mesh: { positions, tets: Int32Array.from(tets, (v) => to[v]) },
    vertices: Int32Array.from(vertices),
  };
}
