import { inverse3 } from '../../../math/mat3.ts';
import { FACE_CORNERS } from '../build/corners.ts';
import { FACE_MOVE } from '../build/voxels.ts';
import { CRUSHED } from '../numbers.ts';
import type { OctreeRun } from '../runtime.ts';
import { FACE, spanFace } from './face.ts';

const spanned = new Float64Array(FACE.size);

/**
 * out = F⁻¹ of leaf j, row-major: F is how its region is stretched and turned now, Σ w x rᵀ (Σ w r rᵀ)⁻¹ from the sums
 * of this step. The leaf's rotation alone where a region is flat, flows or is crushed. `work` holds nine numbers.
 */
export function mapToRest(
  { data, memory, facts }: OctreeRun,
  j: number,
  out: Float64Array,
  work: Float64Array,
): void {
  const { A, R } = memory;
  const o = 9 * j;
  const s = 6 * j;
  const Q = facts.spread;
  let solid = data.plastic === null && facts.full[j] === 1 && inverse3(work, 0, A, o);
  if (solid) {
    const xx = Q[s];
    const xy = Q[s + 1];
    const xz = Q[s + 2];
    const yy = Q[s + 3];
    const yz = Q[s + 4];
    const zz = Q[s + 5];
    for (let c = 0; c < 3; c++) {
      out[c] = xx * work[c] + xy * work[3 + c] + xz * work[6 + c];
      out[3 + c] = xy * work[c] + yy * work[3 + c] + yz * work[6 + c];
      out[6 + c] = xz * work[c] + yz * work[3 + c] + zz * work[6 + c];
    }
    const det =
      out[0] * (out[4] * out[8] - out[5] * out[7]) -
      out[1] * (out[3] * out[8] - out[5] * out[6]) +
      out[2] * (out[3] * out[7] - out[4] * out[6]);
    solid = det > CRUSHED && det < 1 / CRUSHED;
  }
  if (solid) return;
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) out[3 * r + c] = R[o + 3 * c + r];
  }
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

/** out = the direction in which depth falls fastest, across open links only. Returns false where there is none. */
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
 * How deep a place at rest in a voxel of the surface is behind the faces that show, which lie where corners were put
 * and not on the grid; `out` = the normal of the nearest, and how deep.
 */
export function behindWalls(
  { data, memory, corners: x }: OctreeRun,
  v: number,
  place: Float64Array,
  out: Float64Array,
): void {
  out[3] = Number.POSITIVE_INFINITY;
  for (let f = 0; f < 6; f++) {
    if ((memory.links[v] & (1 << f)) !== 0) continue;
    const face = FACE_CORNERS[f];
    const a = 3 * data.corners.of[8 * v + face[0]];
    const b = 3 * data.corners.of[8 * v + face[1]];
    const c = 3 * data.corners.of[8 * v + face[2]];
    const d = 3 * data.corners.of[8 * v + face[3]];
    spanFace(spanned, x, a, b, c, d);
    const length = spanned[FACE.length];
    if (!(length > 0)) continue;
    const nx = spanned[FACE.nx];
    const ny = spanned[FACE.ny];
    const nz = spanned[FACE.nz];
    const px = spanned[FACE.x] - place[0];
    const py = spanned[FACE.y] - place[1];
    const pz = spanned[FACE.z] - place[2];
    const deep = (nx * px + ny * py + nz * pz) / length;
    if (deep >= out[3]) continue;
    out[3] = deep;
    out[0] = nx / length;
    out[1] = ny / length;
    out[2] = nz / length;
  }
}
