import type { Kernels } from '../../kernels/kernels.ts';
import { addCrossing, crossNormal, findCrossings, lengthOf } from './crossings.ts';
import type { EdgeScratch } from './edge-scratch.ts';
import { listEdge, searchEdges } from './edges.ts';
import type { LivePoints } from './live.ts';
import { AWAY, EDGE_PIECE } from './numbers.ts';
import { type Collider, travel } from './obstacle-points.ts';
import type { ContactRows } from './rows.ts';
import type { Edges } from './sharp-edges.ts';

/**
 * Sharp edges of a body that cross an obstacle between contact points (a bar across a ridge): as `detectEdges`, but the
 * field is the obstacle's own, and the edges move in its coordinates. Returns false if rows ran out.
 */
export function detectObstacleEdges(
  rows: ContactRows,
  scratch: EdgeScratch,
  kernels: Kernels,
  points: LivePoints,
  edges: Edges,
  spacing: number,
  collider: Collider,
  body: number,
  obstacle: number,
  h: number,
  slack: number,
): boolean {
  const { pose, nextPose, sdf, query } = collider;
  const { near, at, part, who, deep, edge, paths, gradient, place } = scratch;
  const n = gather(scratch, points, edges.ends, spacing, collider, h, slack);
  if (n === 0) return true;
  searchEdges(scratch, kernels, null, sdf, n);
  for (let k = 0; k < n; k++) {
    for (let c = 0; c < 3; c++) {
      const o = 12 * k + c;
      edge[3 * k + c] = paths[o + 3] - paths[o] + part[k] * (paths[o + 9] - paths[o + 6]);
    }
  }
  const m = findCrossings(scratch, query, n);
  const first = rows.count[0];
  for (let j = 0; j < m; j++) {
    const k = who[j];
    const g = 6 * j;
    if (!crossNormal(scratch, k, j)) continue;
    const t = at[k];
    let steep = 0;
    for (let c = g; c < g + 3; c++) steep += gradient[c] * gradient[c];
    steep = Math.sqrt(steep);
    let gap = deep[k] / steep;
    for (let c = 0; c < 3; c++) {
      gradient[g + c] /= steep;
      const o = 12 * k + c;
      place[c] = (1 - t) * paths[o] + t * paths[o + 3];
      gap -= part[k] * gradient[g + c] * ((1 - t) * paths[o + 6] + t * paths[o + 9]);
    }
    turn(gradient, g, pose);
    const other = -1 - obstacle;
    const row = addCrossing(rows, scratch, points, edges, body, other, k, g, gap, first, AWAY);
    if (row === -1) continue;
    if (row < 0) return false;
    const p = 3 * edges.ends[2 * near[k]];
    const q = 3 * edges.ends[2 * near[k] + 1];
    for (let c = 0; c < 3; c++) {
      const o = 4 * c;
      const after =
        nextPose[o] * place[0] +
        nextPose[o + 1] * place[1] +
        nextPose[o + 2] * place[2] +
        nextPose[o + 3];
      const now = (1 - t) * points.x[p + c] + t * points.x[q + c];
      rows.surface[3 * row + c] = (after - now) / h;
    }
  }
  return true;
}

/** v[o..] = R v, R the rotation of a pose. */
function turn(v: Float64Array, o: number, pose: Float64Array): void {
  const x = v[o];
  const y = v[o + 1];
  const z = v[o + 2];
  for (let c = 0; c < 3; c++)
    v[o + c] = pose[4 * c] * x + pose[4 * c + 1] * y + pose[4 * c + 2] * z;
}

/** Edges that come within reach of the obstacle's bounds, with their paths in its coordinates. */
function gather(
  scratch: EdgeScratch,
  points: LivePoints,
  ends: Int32Array,
  spacing: number,
  collider: Collider,
  h: number,
  slack: number,
): number {
  const { paths } = scratch;
  const { sdf } = collider;
  const within = slack + travel(collider);
  let n = 0;
  for (let e = 0; e < ends.length / 2; e++) {
    putPath(paths, 12 * n, points, ends[2 * e], collider, h);
    putPath(paths, 12 * n + 3, points, ends[2 * e + 1], collider, h);
    let apart = false;
    for (let c = 0; c < 3; c++) {
      const o = 12 * n + c;
      const toP = paths[o] + paths[o + 6];
      const toQ = paths[o + 3] + paths[o + 9];
      if (Math.min(paths[o], paths[o + 3], toP, toQ) > sdf.bounds[3 + c] + within) apart = true;
      if (Math.max(paths[o], paths[o + 3], toP, toQ) < sdf.bounds[c] - within) apart = true;
    }
    if (apart) continue;
    listEdge(scratch, n++, e, lengthOf(points, ends, e), EDGE_PIECE * spacing, within);
  }
  return n;
}

/** Where the obstacle sees a point [m], and how it moves in the step, at paths[o..] and paths[o + 6..]. */
function putPath(
  paths: Float64Array,
  o: number,
  { x, v }: LivePoints,
  point: number,
  { pose, nextPose }: Collider,
  h: number,
): void {
  const i = 3 * point;
  for (let c = 0; c < 3; c++) {
    let from = 0;
    let to = 0;
    for (let d = 0; d < 3; d++) {
      from += pose[4 * d + c] * (x[i + d] - pose[4 * d + 3]);
      to += nextPose[4 * d + c] * (x[i + d] + h * v[i + d] - nextPose[4 * d + 3]);
    }
    paths[o + c] = from;
    paths[o + 6 + c] = to - from;
  }
}
