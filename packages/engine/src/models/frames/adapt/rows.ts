import type { FramesData } from '../model.ts';
import type { PointState } from '../step/point-state.ts';
import type { GroupPoints, KeptPoints, SetPoints } from '../step/points.ts';
import type { FramesMaterial } from '../step/samples.ts';
import type { Groups } from './groups.ts';
import type { Merger } from './merge.ts';
import { linearRow, sumGroup } from './moments.ts';

/**
 * Fills the members and gradients of those groups of points that are not up to date, from those of the points, whose
 * moments must be known. Rows are by leader.
 */
export function fillRows(rows: KeptPoints, fine: SetPoints, groups: Groups, merger: Merger): void {
  const { place, extent, order, sums } = merger;
  const { stale, ptr, node, H } = rows;
  const { members: list, start } = groups;
  for (let g = 0; g < groups.count; g++) {
    const size = start[g + 1] - start[g];
    const first = list[start[g]];
    if (stale[first] === 0) continue;
    stale[first] = 0;
    const at = ptr[2 * first];
    let members = fine.ptr[2 * first + 1] - fine.ptr[2 * first];
    if (size === 1) {
      const f = fine.ptr[2 * first];
      for (let i = 0; i < members; i++) node[at + i] = fine.node[f + i];
      for (let k = 0; k < 48 * members; k++) H[48 * at + k] = fine.H[48 * f + k];
    } else {
      for (let i = 0; i < size; i++) order[i] = list[start[g] + i];
      members = sumGroup(merger, fine, order, 0, size, node, at);
      for (let i = 0; i < members; i++) {
        linearRow(H, 48 * (at + i), sums, i, extent);
        place[node[at + i]] = -1;
      }
    }
    ptr[2 * first + 1] = at + members;
  }
}

/** Lists groups by number whose rows stand by leader. */
export function numberRows({ rows, all }: GroupPoints, groups: Groups): void {
  for (let g = 0; g < groups.count; g++) {
    const e = groups.members[groups.start[g]];
    all.ptr[2 * g] = rows.ptr[2 * e];
    all.ptr[2 * g + 1] = rows.ptr[2 * e + 1];
  }
}

/** Stiffness of groups of points. */
export function fillGroupState(
  { volumeMu, volumeLambda }: PointState,
  data: FramesData,
  material: FramesMaterial,
  { count, start, members, gain }: Groups,
): void {
  const { volume, factor } = data.points;
  for (let g = 0; g < count; g++) {
    let weight = 0;
    for (let m = start[g]; m < start[g + 1]; m++) weight += volume[members[m]] * factor[members[m]];
    weight *= gain[members[start[g]]];
    volumeMu[g] = weight * material.mu;
    volumeLambda[g] = weight * material.lambda;
  }
}

/**
 * Where in the rows of group g the members of its points are, for the entries of the points, and those of the group
 * itself.
 */
export function findTargets(
  targets: Int32Array,
  fine: SetPoints,
  table: SetPoints,
  groups: Groups,
  g: number,
): void {
  for (let m = groups.start[g]; m < groups.start[g + 1]; m++) {
    const e = groups.members[m];
    // Both lists ascend, and the group's holds the point's.
    let i = table.ptr[2 * g];
    for (let f = fine.ptr[2 * e]; f < fine.ptr[2 * e + 1]; f++) {
      while (table.node[i] !== fine.node[f]) i++;
      targets[f] = i;
    }
  }
}
