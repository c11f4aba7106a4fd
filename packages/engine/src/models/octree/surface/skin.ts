import { splitQuads } from '../../../geometry/surface/split.ts';
import { vertexNormals } from '../../../math/normals.kernel.ts';
import type { SurfaceModel } from '../../views.ts';
import { type Corners, FACE_CORNERS } from '../build/corners.ts';
import { FACE_MOVE, type Voxels } from '../build/voxels.ts';

/** The visible surface at rest, and what its vertices hang on. Rebuilt when links change. */
export interface Skin extends SurfaceModel {
  /** A voxel of the material that each vertex belongs to. */
  readonly home: Int32Array;
  /** The vertex at each of the eight corners of each voxel, −1 where none shows, shape [voxels, 8]. */
  readonly vertexOf: Int32Array;
  /** Vertices that lie on the sides of a slit, and whether there are any. */
  readonly cut: Uint8Array;
  readonly slits: boolean;
}

/**
 * All faces without an open link behind them. A corner has one vertex for each group of the voxels around it that open
 * links join there, so the surface is closed whatever was cut, and the two sides of a cut are the same points until
 * they move.
 */
export function buildSkin(
  voxels: Voxels,
  corners: Corners,
  positions: Float64Array,
  links: Uint8Array,
): Skin {
  const { count, near } = voxels;
  const faces = countFaces(links, count);
  const at: Placing = {
    vertexOf: new Int32Array(8 * count).fill(-1),
    first: new Int32Array(corners.count).fill(-1),
    next: new Int32Array(4 * faces),
    corner: new Int32Array(4 * faces),
    group: new Int32Array(4 * faces),
    home: new Int32Array(4 * faces),
    count: 0,
  };
  const quads = new Int32Array(4 * faces);
  const isCut = new Uint8Array(faces);
  let n = 0;
  for (let v = 0; v < count; v++) {
    if (links[v] === 63) continue;
    for (let f = 0; f < 6; f++) {
      if ((links[v] & (1 << f)) !== 0) continue;
      if (near[27 * v + FACE_MOVE[f]] >= 0) isCut[n] = 1;
      for (let k = 0; k < 4; k++) {
        const c = FACE_CORNERS[f][k];
        const known = at.vertexOf[8 * v + c];
        quads[4 * n + k] = known >= 0 ? known : placeVertex(at, corners.of, links, near, v, c);
      }
      n++;
    }
  }
  const rest = new Float64Array(3 * at.count);
  for (let i = 0; i < at.count; i++) {
    for (let c = 0; c < 3; c++) rest[3 * i + c] = positions[3 * at.corner[i] + c];
  }
  const cut = new Uint8Array(at.count);
  for (let q = 0; q < faces; q++) {
    if (isCut[q] === 1) for (let k = 4 * q; k < 4 * q + 4; k++) cut[quads[k]] = 1;
  }
  const triangles = splitQuads({ positions: rest, quads, triangles: new Int32Array(0) });
  const home = at.home.slice(0, at.count);
  return { positions: rest, triangles, home, vertexOf: at.vertexOf, cut, slits: cut.includes(1) };
}

/** Vertices so far: corner, group and home of each; those at a corner hang in a list from `first`. */
interface Placing {
  readonly vertexOf: Int32Array;
  readonly first: Int32Array;
  readonly next: Int32Array;
  readonly corner: Int32Array;
  readonly group: Int32Array;
  readonly home: Int32Array;
  count: number;
}

/** The vertex at corner c of voxel v, a new one if its group has none there. */
function placeVertex(
  at: Placing,
  of: Int32Array,
  links: Uint8Array,
  near: Int32Array,
  v: number,
  c: number,
): number {
  const corner = of[8 * v + c];
  const group = groupAt(links, near, v, c);
  let id = at.first[corner];
  while (id >= 0 && at.group[id] !== group) id = at.next[id];
  if (id < 0) {
    id = at.count++;
    at.corner[id] = corner;
    at.group[id] = group;
    at.home[id] = v;
    at.next[id] = at.first[corner];
    at.first[corner] = id;
  }
  at.vertexOf[8 * v + c] = id;
  return id;
}

function countFaces(links: Uint8Array, count: number): number {
  let faces = 0;
  for (let v = 0; v < count; v++) {
    if (links[v] === 63) continue;
    for (let f = 0; f < 6; f++) if ((links[v] & (1 << f)) === 0) faces++;
  }
  return faces;
}

/** Unit normals of the vertices at rest. */
export function restNormals(skin: SurfaceModel): Float32Array {
  const { positions, triangles } = skin;
  const out = new Float32Array(positions.length);
  const at = Float32Array.from(positions);
  vertexNormals(out, at, triangles, positions.length / 3, triangles.length / 3);
  return out;
}

/** The smallest voxel among those around corner c of voxel v that open links between them join to v. */
function groupAt(links: Uint8Array, near: Int32Array, v: number, c: number): number {
  // Place of a voxel in the block of eight around the corner: v itself is opposite to the corner's place in v.
  let reached = 1 << (c ^ 7);
  let least = v;
  for (let grew = true; grew; ) {
    grew = false;
    for (let b = 0; b < 8; b++) {
      if ((reached & (1 << b)) === 0) continue;
      const u = voxelAt(near, v, c ^ 7, b);
      if (u < least) least = u;
      for (let axis = 0; axis < 3; axis++) {
        const to = b ^ (1 << axis);
        const f = 2 * axis + ((b >> axis) & 1);
        if ((reached & (1 << to)) !== 0 || (links[u] & (1 << f)) === 0) continue;
        reached |= 1 << to;
        grew = true;
      }
    }
  }
  return least;
}

/** The voxel at place `to` of a block of eight in which v is at place `from`. */
function voxelAt(near: Int32Array, v: number, from: number, to: number): number {
  const x = (to & 1) - (from & 1);
  const y = ((to >> 1) & 1) - ((from >> 1) & 1);
  const z = (to >> 2) - (from >> 2);
  return near[27 * v + 13 + x + 3 * y + 9 * z];
}
