import { FACE_CORNERS } from '../build/corners.ts';
import { FACE_MOVE } from '../build/voxels.ts';
import type { OctreeRun } from '../runtime.ts';

/** Faces of the surface near slits. */
export interface WallFaces {
  /** Their vertices at rest [m], and the voxels those hang on. */
  readonly rest: Float64Array;
  readonly home: Int32Array;
  /** Vertices of each face, counter-clockwise from outside, shape [faces, 4]. */
  readonly corners: Int32Array;
  /** The voxel that each face belongs to, and how many there are behind it that hang on to each other, itself included. */
  readonly voxel: Int32Array;
  readonly room: Float64Array;
}

/** More voxels behind a face than this are not counted. */
const DEEP = 4;

/** The faces that show within about `reach` [m] of a slit. */
export function findFaces(run: OctreeRun, reach: number): WallFaces {
  const { skin, memory, data } = run;
  const { links } = memory;
  const { near, cell } = data.voxels;
  const rest: number[] = [];
  const home: number[] = [];
  const corners: number[] = [];
  const voxel: number[] = [];
  const room: number[] = [];
  const vertex = new Int32Array(skin.home.length).fill(-1);
  for (const v of aroundSlits(run, Math.ceil(reach / cell))) {
    for (let f = 0; f < 6; f++) {
      if ((links[v] & (1 << f)) !== 0) continue;
      for (const c of FACE_CORNERS[f]) {
        const i = skin.vertexOf[8 * v + c];
        if (vertex[i] < 0) {
          vertex[i] = home.push(skin.home[i]) - 1;
          for (let d = 0; d < 3; d++) rest.push(skin.positions[3 * i + d]);
        }
        corners.push(vertex[i]);
      }
      voxel.push(v);
      let behind = 1;
      for (let u = v; behind < DEEP && (links[u] & (1 << (f ^ 1))) !== 0; behind++)
        u = near[27 * u + FACE_MOVE[f ^ 1]];
      room.push(behind);
    }
  }
  return {
    rest: Float64Array.from(rest),
    home: Int32Array.from(home),
    corners: Int32Array.from(corners),
    voxel: Int32Array.from(voxel),
    room: Float64Array.from(room),
  };
}

/** Voxels within so many steps of a severed link, over faces, edges and corners. */
function aroundSlits({ data, memory }: OctreeRun, steps: number): number[] {
  const { near, count } = data.voxels;
  const far = new Int32Array(count).fill(-1);
  const found: number[] = [];
  for (let v = 0; v < count; v++) {
    for (let f = 0; f < 6; f++) {
      if ((memory.links[v] & (1 << f)) !== 0 || near[27 * v + FACE_MOVE[f]] < 0) continue;
      if (far[v] < 0) found.push(v);
      far[v] = 0;
    }
  }
  for (let k = 0; k < found.length; k++) {
    const v = found[k];
    if (far[v] === steps) continue;
    for (let m = 0; m < 27; m++) {
      const u = near[27 * v + m];
      if (u < 0 || far[u] >= 0) continue;
      far[u] = far[v] + 1;
      found.push(u);
    }
  }
  return found;
}
