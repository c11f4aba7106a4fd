import { append } from '../../../core/append.ts';
import { FACE_CORNERS } from '../build/corners.ts';
import { FACE_MOVE } from '../build/voxels.ts';
import { DEEP } from '../numbers.ts';
import type { OctreeRun } from '../runtime.ts';

/** Faces of the surface near slits. */
export interface WallFaces {
  /** Their vertices at rest [m], and the voxels those hang on. */
  readonly rest: Float64Array;
  readonly home: Int32Array;
  /** Vertices of each face, counter-clockwise from outside, shape [faces, 4]. */
  readonly corners: Int32Array;
  /** The voxel that each face belongs to, and how deep behind it a place may be that it pushes out [voxels]. */
  readonly voxel: Int32Array;
  readonly room: Float64Array;
}

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
  const floors: number[] = [];
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
      room.push(DEEP);
      const u = near[27 * v + FACE_MOVE[f]];
      if (u < 0 || (f & 1) === 1) continue;
      for (let g = 0; g < 6; g++) if (isEnd(run, v, u, f, g)) floors.push(v, f, g);
    }
  }
  for (let k = 0; k < floors.length; k += 3) {
    const [v, f, g] = [floors[k], floors[k + 1], floors[k + 2]];
    const floor = floorAt(run, v, f, g);
    const u = near[27 * v + FACE_MOVE[f]];
    floor.forEach((place, c) => {
      corners.push(home.push(c === 0 || c === 3 ? v : u) - 1);
      append(rest, place);
    });
    voxel.push(v);
    room.push(DEEP);
  }
  return {
    rest: Float64Array.from(rest),
    home: Int32Array.from(home),
    corners: Int32Array.from(corners),
    voxel: Int32Array.from(voxel),
    room: Float64Array.from(room),
  };
}

/** Whether the slit behind face f of voxel v, to u, ends on the side of face g: beyond it all hangs together. */
function isEnd({ data, memory }: OctreeRun, v: number, u: number, f: number, g: number): boolean {
  if (g >> 1 === f >> 1) return false;
  const { links } = memory;
  const bit = 1 << g;
  if ((links[v] & bit) === 0 || (links[u] & bit) === 0) return false;
  return (links[data.voxels.near[27 * v + FACE_MOVE[g]]] & (1 << f)) !== 0;
}

/**
 * Where a slit ends, two faces meet and leave a gap that a thin thing would slip through: a floor of a voxel to both
 * sides closes it, across the edge at face g of the severed face f of voxel v. Its corners at rest; it looks into the
 * slit.
 */
function floorAt({ data, corners }: OctreeRun, v: number, f: number, g: number): number[][] {
  const { of } = data.corners;
  const ends = FACE_CORNERS[f].filter((c) => FACE_CORNERS[g].some((other) => other === c));
  const side = data.voxels.cell * ((f & 1) === 0 ? 1 : -1);
  const place = (c: number, away: number): number[] =>
    [0, 1, 2].map((d) => corners[3 * of[8 * v + c] + d] + (d === f >> 1 ? away : 0));
  const axis = g >> 1;
  const [e, t] = [(axis + 1) % 3, (axis + 2) % 3];
  const around = ([a, b]: readonly number[]): number[][] => [
    place(a, -side),
    place(a, side),
    place(b, side),
    place(b, -side),
  ];
  const floor = around(ends);
  // Its normal along the axis of g, from the diagonals: against g.
  const [p, q, r, s] = floor;
  const normal = (r[e] - p[e]) * (s[t] - q[t]) - (r[t] - p[t]) * (s[e] - q[e]);
  return normal > 0 === ((g & 1) === 1) ? floor : around([ends[1], ends[0]]);
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
