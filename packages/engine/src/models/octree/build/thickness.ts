import { FACE_MOVE, type Voxels } from './voxels.ts';

/**
 * How deep each voxel lies under the surface [voxels], 1 at the surface: flooding inwards over faces, edges and
 * corners. With `links`, cut faces count as surface too.
 */
export function findDepths(depth: Int32Array, voxels: Voxels, links: Uint8Array | null): number {
  const { count, near } = voxels;
  const queue = new Int32Array(count);
  let filled = 0;
  depth.fill(0);
  for (let v = 0; v < count; v++) {
    let open = links === null || links[v] === 63;
    for (let f = 0; f < 6 && open; f++) open = near[27 * v + FACE_MOVE[f]] >= 0;
    if (open) continue;
    depth[v] = 1;
    queue[filled++] = v;
  }
  for (let k = 0; k < filled; k++) {
    const v = queue[k];
    for (let m = 0; m < 27; m++) {
      const u = near[27 * v + m];
      if (u < 0 || depth[u] > 0) continue;
      depth[u] = depth[v] + 1;
      queue[filled++] = u;
    }
  }
  return filled > 0 ? depth[queue[filled - 1]] : 0;
}

/**
 * How thick the body is at each voxel: the depth of the deepest voxel whose inscribed cube holds it [voxels]. A palm's
 * skin is as thick as the palm, a finger as the finger.
 */
export function findThickness(voxels: Voxels): Int32Array {
  const { count, near } = voxels;
  const depth = new Int32Array(count);
  const deepest = findDepths(depth, voxels, null);
  const thickness = new Int32Array(count);
  const budget = new Int32Array(count);
  let front = new Int32Array(count);
  let next = new Int32Array(count);
  for (let d = deepest; d >= 1; d--) {
    let n = 0;
    for (let v = 0; v < count; v++) {
      if (depth[v] !== d || thickness[v] > 0) continue;
      thickness[v] = d;
      budget[v] = d;
      front[n++] = v;
    }
    // Voxels that a deeper place has claimed pass nothing on: theirs is the larger value.
    while (n > 0) {
      let m = 0;
      for (let k = 0; k < n; k++) {
        const v = front[k];
        if (budget[v] === 0) continue;
        for (let move = 0; move < 27; move++) {
          const u = near[27 * v + move];
          if (u < 0 || thickness[u] > 0) continue;
          thickness[u] = d;
          budget[u] = budget[v] - 1;
          next[m++] = u;
        }
      }
      [front, next] = [next, front];
      n = m;
    }
  }
  return thickness;
}
