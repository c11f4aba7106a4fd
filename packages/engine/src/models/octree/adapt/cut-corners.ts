import { rotateByQuat } from '../../../math/quat.ts';
import { FACE_CORNERS } from '../build/corners.ts';
import { LEASH, SLOW_TO_BLADE } from '../numbers.ts';
import type { OctreeRun } from '../runtime.ts';
import type { Crossed } from './crossed.ts';

/**
 * Moves a corner by the mean offset to the blade; one of the outer surface along that surface, as far as it leads
 * there.
 */
function slide(run: OctreeRun, corner: number, sums: Float64Array, s: number, leash: number): void {
  const { free } = run.data.corners;
  const x = sums[s];
  const y = sums[s + 1];
  const z = sums[s + 2];
  const square = x * x + y * y + z * z;
  if (square === 0) return;
  let along = 0;
  for (let i = 0; i < 3; i++) {
    const o = 9 * corner + 3 * i;
    along += (free[o] * x + free[o + 1] * y + free[o + 2] * z) * sums[s + i];
  }
  if (along < SLOW_TO_BLADE * square) return;
  for (let i = 0; i < 3; i++) {
    const o = 9 * corner + 3 * i;
    const distance = free[o] * x + free[o + 1] * y + free[o + 2] * z;
    const step = ((distance / sums[s + 3]) * square) / along;
    run.corners[3 * corner + i] += Math.max(-leash, Math.min(leash, step));
  }
}

/**
 * Puts the corners of severed faces onto the blade, at rest: where a link was crossed, the blade turned back with the
 * link's leaf is a plane, and a corner takes the mean of the planes around it. Corners on an earlier cut stay.
 */
export function moveCorners(run: OctreeRun, crossed: Crossed): void {
  const { cell } = run.data.voxels;
  const { of } = run.data.corners;
  const { links, count } = crossed;
  const sums = new Float64Array(16 * count);
  const place = new Int32Array(run.data.corners.count);
  const moved = new Int32Array(4 * count);
  let found = 0;
  for (let k = 0; k < count; k++) {
    const corners = FACE_CORNERS[links[2 * k + 1]];
    for (let j = 0; j < 4; j++) {
      const corner = of[8 * links[2 * k] + corners[j]];
      if (place[corner] > 0) continue;
      moved[found++] = corner;
      place[corner] = found;
    }
  }
  addOffsets(run, crossed, sums, place);
  for (let i = 0; i < found; i++) {
    if (run.cornerCut[moved[i]] === 1) continue;
    run.cornerCut[moved[i]] = 1;
    slide(run, moved[i], sums, 4 * i, LEASH * cell);
  }
}

/**
 * Adds up the offsets of the corners to the planes around them, and the number of planes; corner c has the sum at
 * place[c] − 1.
 */
function addOffsets(run: OctreeRun, crossed: Crossed, sums: Float64Array, place: Int32Array): void {
  const { voxels, corners } = run.data;
  const { cell, origin, at } = voxels;
  const { leafOf } = run.sampler.now.tree;
  const { links, parts, normals, count } = crossed;
  const back = new Float64Array(4);
  const n = new Float64Array(3);
  for (let k = 0; k < count; k++) {
    const v = links[2 * k];
    const f = links[2 * k + 1];
    const q = 4 * leafOf[v];
    for (let c = 0; c < 4; c++) back[c] = run.memory.q[q + c];
    back[3] = -back[3];
    for (let c = 0; c < 3; c++) n[c] = normals[3 * k + c];
    rotateByQuat(n, 0, back, 0, n, 0);
    for (let j = 0; j < 4; j++) {
      const corner = corners.of[8 * v + FACE_CORNERS[f][j]];
      let away = 0;
      for (let d = 0; d < 3; d++) {
        const to = origin[d] + cell * (at[3 * v + d] + 0.5 + (d === f >> 1 ? parts[k] : 0));
        away += n[d] * (to - run.corners[3 * corner + d]);
      }
      const o = 4 * (place[corner] - 1);
      for (let d = 0; d < 3; d++) sums[o + d] += away * n[d];
      sums[o + 3]++;
    }
  }
}
