import { splitQuads } from '../../../geometry/surface/split.ts';
import { createTripleMap, tripleId } from '../../../geometry/triple-map.ts';
import { vertexNormals } from '../../../kernels/reference/normals.ts';
import type { SurfaceModel } from '../../contract.ts';
import { type Corners, FACE_CORNERS } from '../build/corners.ts';
import { FACE_MOVE, type Voxels } from '../build/voxels.ts';

/** The visible surface at rest, and what its vertices hang on. Made anew when links change. */
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
 * All faces without an open link behind them. A corner has one vertex for each group of the voxels around it that open links
 * join there, so the surface is closed whatever was cut, and the two sides of a cut are the same points until they move.
 */
export function buildSkin(
  voxels: Voxels,
  corners: Corners,
  positions: Float64Array,
  links: Uint8Array,
): Skin {
  const { count, near } = voxels;
  const vertexOf = new Int32Array(8 * count).fill(-1);
  const ids = createTripleMap(4096);
  const home: number[] = [];
  const quads: number[] = [];
  const cutFaces: number[] = [];
  for (let v = 0; v < count; v++) {
    if (links[v] === 63) continue;
    for (let f = 0; f < 6; f++) {
      if ((links[v] & (1 << f)) !== 0) continue;
      if (near[27 * v + FACE_MOVE[f]] >= 0) cutFaces.push(quads.length);
      for (const c of FACE_CORNERS[f]) {
        let id = vertexOf[8 * v + c];
        if (id < 0) {
          id = tripleId(ids, corners.of[8 * v + c], groupAt(links, near, v, c), 0);
          vertexOf[8 * v + c] = id;
          if (id === home.length) home.push(v);
        }
        quads.push(id);
      }
    }
  }
  const rest = new Float64Array(3 * home.length);
  for (let i = 0; i < home.length; i++) {
    for (let c = 0; c < 3; c++) rest[3 * i + c] = positions[3 * ids.keys[3 * i] + c];
  }
  const cut = new Uint8Array(home.length);
  for (const q of cutFaces) for (let k = 0; k < 4; k++) cut[quads[q + k]] = 1;
  const triangles = splitQuads({
    positions: rest,
    quads: Int32Array.from(quads),
    triangles: new Int32Array(0),
  });
  const slits = cutFaces.length > 0;
  return { positions: rest, triangles, home: Int32Array.from(home), vertexOf, cut, slits };
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

function voxelAt(near: Int32Array, v: number, from: number, to: number): number {
  const step = (axis: number): number => ((to >> axis) & 1) - ((from >> axis) & 1);
  return near[27 * v + 13 + step(0) + 3 * step(1) + 9 * step(2)];
}
