import { groupExtent, groupMembers, projectGradients } from '../adapt/group.ts';
import type { Groups, MergeScratch } from '../adapt/merge.ts';
import type { FramesData } from '../model.ts';
import type { PointState } from './dynamics.ts';
import type { SetPoints } from './points.ts';
import type { FramesMaterial } from './samples.ts';

/** Fills the members and gradients of groups of points, and their stiffness, from those of the points. */
export function fillTable(
  table: SetPoints,
  state: PointState,
  data: FramesData,
  material: FramesMaterial,
  fine: SetPoints,
  groups: Groups,
  scratch: MergeScratch,
): void {
  const { place, extent } = scratch;
  const { volume, factor } = data.points;
  let filled = 0;
  for (let g = 0; g < groups.count; g++) {
    const from = groups.start[g];
    const to = groups.start[g + 1];
    const first = groups.members[from];
    table.ptr[2 * g] = filled;
    const members = groupMembers(table.node, filled, place, fine, groups.members, from, to);
    let weight = volume[first] * factor[first];
    if (to - from === 1) {
      const h = 48 * fine.ptr[2 * first];
      for (let k = 0; k < 48 * members; k++) table.H[48 * filled + k] = fine.H[h + k];
    } else {
      groupExtent(extent, data, groups.members, from, to);
      weight = extent.weight * groups.gain[g];
      table.H.fill(0, 48 * filled, 48 * (filled + members));
      const list = groups.members;
      projectGradients(table.H, 48 * filled, place, data, fine, list, from, to, extent);
    }
    for (let i = filled; i < filled + members; i++) place[table.node[i]] = -1;
    state.volumeMu[g] = weight * material.mu;
    state.volumeLambda[g] = weight * material.lambda;
    filled += members;
    table.ptr[2 * g + 1] = filled;
  }
}

/**
 * Remembers what the points of each group do that the group itself does not, now: kept[12·entry..) = forces of its points minus
 * its own force, and the rotation R of the group at which that was so. P are the stresses of the points, own those of the groups.
 */
export function keepForces(
  kept: Float64Array,
  turn: Float64Array,
  table: SetPoints,
  fine: SetPoints,
  groups: Groups,
  P: Float64Array,
  own: Float64Array,
  R: Float64Array,
): void {
  kept.fill(0, 0, 12 * table.ptr[2 * groups.count - 1]);
  for (let g = 0; g < groups.count; g++) {
    for (let k = 0; k < 9; k++) turn[9 * g + k] = R[9 * g + k];
    if (groups.start[g + 1] - groups.start[g] === 1) continue;
    for (let m = groups.start[g]; m < groups.start[g + 1]; m++) {
      const e = groups.members[m];
      // Both lists ascend, and the group's holds the point's.
      let i = table.ptr[2 * g];
      for (let f = fine.ptr[2 * e]; f < fine.ptr[2 * e + 1]; f++) {
        while (table.node[i] !== fine.node[f]) i++;
        addForce(kept, 12 * i, P, 36 * e, fine.H, 48 * f, -1);
      }
    }
    for (let i = table.ptr[2 * g]; i < table.ptr[2 * g + 1]; i++) {
      addForce(kept, 12 * i, own, 36 * g, table.H, 48 * i, 1);
    }
  }
}

/** out[o..o+12) += sign·Σ_a P_a H_aᵀ, H transposed as in `SetPoints`. */
function addForce(
  out: Float64Array,
  o: number,
  P: Float64Array,
  p: number,
  H: Float64Array,
  h: number,
  sign: number,
): void {
  for (let a = 0; a < 4; a++) {
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) {
        const stress = sign * P[p + 9 * a + 3 * r + c];
        const row = h + 12 * a + 4 * c;
        for (let k = 0; k < 4; k++) out[o + 4 * r + k] += stress * H[row + k];
      }
    }
  }
}

/** f += scale × the kept forces, each turned as its group has turned since: R(t) R(t₀)ᵀ. f has 12 numbers a node. */
export function addKeptForces(
  f: Float64Array,
  scale: number,
  kept: Float64Array,
  turn: Float64Array,
  table: SetPoints,
  groups: Groups,
  R: Float64Array,
): void {
  for (let g = 0; g < groups.count; g++) {
    if (groups.start[g + 1] - groups.start[g] === 1) continue;
    for (let r = 0; r < 3; r++) {
      for (let s = 0; s < 3; s++) {
        let q = 0;
        for (let k = 0; k < 3; k++) q += R[9 * g + 3 * r + k] * turn[9 * g + 3 * s + k];
        q *= scale;
        for (let e = table.ptr[2 * g]; e < table.ptr[2 * g + 1]; e++) {
          const target = 12 * table.node[e] + 4 * r;
          const source = 12 * e + 4 * s;
          for (let k = 0; k < 4; k++) f[target + k] += q * kept[source + k];
        }
      }
    }
  }
}
