import { FACE_CORNERS } from '../build/corners.ts';
import { FACE_MOVE } from '../build/voxels.ts';
import type { OctreeRun } from '../runtime.ts';

/** Turns a direction back with a leaf's rotation. */
export function turnBack(v: Float64Array, q: Float64Array, k: number): void {
  const x = q[k];
  const y = q[k + 1];
  const z = q[k + 2];
  const w = -q[k + 3];
  const tx = 2 * (y * v[2] - z * v[1]);
  const ty = 2 * (z * v[0] - x * v[2]);
  const tz = 2 * (x * v[1] - y * v[0]);
  const a = v[0];
  const b = v[1];
  const c = v[2];
  v[0] = a + w * tx + (y * tz - z * ty);
  v[1] = b + w * ty + (z * tx - x * tz);
  v[2] = c + w * tz + (x * ty - y * tx);
}

/** The voxel at an arm from leaf j at rest, −1 outside. */
export function voxelAt({ data, memory }: OctreeRun, arm: Float64Array, j: number): number {
  const { origin, cell, dims, index } = data.voxels;
  let at = 0;
  for (let c = 2; c >= 0; c--) {
    const k = Math.floor((memory.rest[3 * j + c] + arm[c] - origin[c]) / cell);
    if (k < 0 || k >= dims[c]) return -1;
    at = at * dims[c] + k;
  }
  return index[at];
}

/** out = the direction in which depth falls fastest, across open links only. Gives false where there is none. */
export function outward(
  { data, memory }: OctreeRun,
  depth: Int32Array,
  v: number,
  out: Float64Array,
): boolean {
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    let slope = 0;
    for (let side = 0; side < 2; side++) {
      const f = 2 * axis + side;
      const open = (memory.links[v] & (1 << f)) !== 0;
      const there = open ? depth[data.voxels.near[27 * v + FACE_MOVE[f]]] : 0;
      slope += side === 0 ? there : -there;
    }
    out[axis] = -slope;
    square += slope * slope;
  }
  if (square === 0) return false;
  const length = Math.sqrt(square);
  for (let c = 0; c < 3; c++) out[c] /= length;
  return true;
}

/**
 * How deep a place at rest in a voxel of the surface is behind the faces that show, which lie where corners were put and not on the
 * grid; `out` = the normal of the nearest.
 */
export function behindWalls(
  { data, memory, corners: x }: OctreeRun,
  v: number,
  place: Float64Array,
  out: Float64Array,
): number {
  let least = Number.POSITIVE_INFINITY;
  for (let f = 0; f < 6; f++) {
    if ((memory.links[v] & (1 << f)) !== 0) continue;
    const face = FACE_CORNERS[f];
    const a = 3 * data.corners.of[8 * v + face[0]];
    const b = 3 * data.corners.of[8 * v + face[1]];
    const c = 3 * data.corners.of[8 * v + face[2]];
    const d = 3 * data.corners.of[8 * v + face[3]];
    // The diagonals span the face.
    const ux = x[c] - x[a];
    const uy = x[c + 1] - x[a + 1];
    const uz = x[c + 2] - x[a + 2];
    const wx = x[d] - x[b];
    const wy = x[d + 1] - x[b + 1];
    const wz = x[d + 2] - x[b + 2];
    const nx = uy * wz - uz * wy;
    const ny = uz * wx - ux * wz;
    const nz = ux * wy - uy * wx;
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (!(length > 0)) continue;
    const px = (x[a] + x[b] + x[c] + x[d]) / 4 - place[0];
    const py = (x[a + 1] + x[b + 1] + x[c + 1] + x[d + 1]) / 4 - place[1];
    const pz = (x[a + 2] + x[b + 2] + x[c + 2] + x[d + 2]) / 4 - place[2];
    const deep = (nx * px + ny * py + nz * pz) / length;
    if (deep >= least) continue;
    least = deep;
    out[0] = nx / length;
    out[1] = ny / length;
    out[2] = nz / length;
  }
  return least;
}
