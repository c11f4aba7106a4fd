import { FEW_POINTS, MERGE_BELOW } from '../numbers.ts';
import type { FramesRuntime } from '../runtime.ts';
import { evaluatePoints } from '../step/dynamics.ts';
import { contractPoints, type SetPoints, updatePoints } from '../step/points.ts';
import { groupVolumes } from '../step/tension.ts';
import { findOffsets, groupCells } from '../step/volume.ts';
import { mergeNone } from './groups.ts';
import { mergePoints, mergeToFew, takeGroups } from './merge.ts';
import { findMoments } from './moments.ts';
import { fillGroupState, fillRows, findTargets, numberRows } from './rows.ts';

/** How points stand for each other: each for itself, for those with the same members, or a few for all. */
export const MERGED = { none: 0, alike: 1, few: 2 } as const;

/**
 * Decides which points stand for others, after the sets have changed; the first `changed` of `wide.fine.list` are those
 * whose gradients have. Groups of points with the same members depend on what was before, so with a state they are
 * `given`.
 */
export function regroup(run: FramesRuntime, changed: number, given: boolean): void {
  const { data, set, wide, groups, points, material, merger } = run;
  const before = run.merged;
  run.merged = howToMerge(run);
  if (run.merged === MERGED.none) {
    if (given || before !== MERGED.none) mergeNone(groups);
    wide.points = wide.fine;
    set.points = set.contracted;
    points.volumeMu.set(points.fineMu);
    points.volumeLambda.set(points.fineLambda);
    if (wide.count === 0) set.points = wide.fine;
    else updateOwn(run);
  } else {
    if (run.merged === MERGED.few) toFew(run);
    else alike(run, !given && before === MERGED.alike, changed, given);
    fillRows(wide.merged.rows, wide.fine, groups, merger);
    numberRows(wide.merged, groups);
    markGroups(run);
    fillGroupState(points, data, material, groups);
    wide.points = wide.merged.all;
    set.points = wide.points;
    if (wide.count > 0) contractGroups(run);
  }
  groupCells(points.volume.groups, points.volume.fine, groups, run.merged === MERGED.few);
  if (points.tension !== null) groupVolumes(points.tension.volume, data, groups);
}

function howToMerge(run: FramesRuntime): number {
  const { data, memory, set, options } = run;
  // While many nodes are awake, sets change often and hold few points that could merge: it would not pay.
  const few = memory.settings[0] === 1 && set.count <= MERGE_BELOW * data.nodes;
  if (!few || options.merge <= 0) return MERGED.none;
  return freeNodes(run) > 1 ? MERGED.alike : MERGED.few;
}

/** Awake nodes that stand for no region: what moves freely, as long as regions are held. */
function freeNodes({ data, set, memory }: FramesRuntime): number {
  let free = set.count;
  for (let r = 0; r < data.regionNodes.length; r++) free -= memory.active[data.regionNodes[r]];
  return free;
}

/** All points in a few groups, one behind the other in the tables. */
function toFew(run: FramesRuntime): void {
  const { memory, set, wide, groups, merger } = run;
  const { pointRoom } = memory.sizes;
  updateOwn(run);
  mergeToFew(groups, merger, set.contracted, FEW_POINTS * set.count);
  // They were merged as the members move them; the rows are as the wide set does.
  findMoments(merger, wide.fine, 0, merger.order.length);
  let room = 0;
  for (let g = 0; g < groups.count; g++) {
    const first = groups.members[groups.start[g]];
    for (const { rows } of [wide.merged, set.grouped]) {
      rows.ptr[2 * first] = room;
      rows.stale[first] = 1;
    }
    // A group has no more members than its points.
    for (let m = groups.start[g]; m < groups.start[g + 1]; m++) {
      room += pointRoom[groups.members[m] + 1] - pointRoom[groups.members[m]];
    }
  }
}

/**
 * Points with the same members in groups. Each has the place of its leader, so that those that have not changed stay
 * where they are.
 */
function alike(run: FramesRuntime, again: boolean, changed: number, given: boolean): void {
  const { data, memory, set, wide, groups, merger, calm, changedPoints } = run;
  const { active } = memory;
  if (again) {
    changedPoints.fill(0);
    for (let i = 0; i < changed; i++) changedPoints[wide.fine.list[i]] = 1;
    markSwitched(run);
  } else {
    for (const { rows } of [wide.merged, set.grouped]) {
      for (let e = 0; e < data.points.count; e++) rows.ptr[2 * e] = memory.sizes.pointRoom[e];
    }
  }
  findCalm(run, again);
  if (given) takeGroups(groups, merger, wide.fine, active);
  else mergePoints(groups, merger, wide.fine, calm, active, again ? changedPoints : null);
  for (let g = 0; g < groups.count; g++) {
    if (groups.was[g] >= 0) continue;
    const first = groups.members[groups.start[g]];
    wide.merged.rows.stale[first] = 1;
    set.grouped.rows.stale[first] = 1;
  }
  run.groupedFor.set(active);
}

/** Marks the points that a node moves which is awake now and was not when points were grouped, or the other way. */
function markSwitched({ data, memory, wide, changedPoints, groupedFor }: FramesRuntime): void {
  const { ptr, node } = wide.fine;
  for (let e = 0; e < data.points.count; e++) {
    for (let i = ptr[2 * e]; i < ptr[2 * e + 1] && changedPoints[e] === 0; i++) {
      changedPoints[e] = memory.active[node[i]] ^ groupedFor[node[i]];
    }
  }
}

/**
 * Points of a solid that is all awake keep to themselves while the rest of the body sleeps: merged, they would hold too
 * little of it. With a single solid the whole body's share of active nodes decides, and all its points are calm here.
 */
function findCalm(run: FramesRuntime, again: boolean): void {
  const { data, memory, calm, pointSolid, awake, changedPoints } = run;
  awake.fill(0);
  if (data.root >= 0) {
    for (let k = 0; k < data.nodes; k++) {
      if (data.solid[k] >= 0) awake[data.solid[k]] += memory.active[k] - MERGE_BELOW;
    }
  }
  for (let e = 0; e < calm.length; e++) {
    const now = pointSolid[e] >= 0 && awake[pointSolid[e]] > 0 ? 0 : 1;
    if (again) changedPoints[e] |= now ^ calm[e];
    calm[e] = now;
  }
}

/** Brings all points as the members move them up to date. */
function updateOwn({ set, wide, memory, kernels }: FramesRuntime): void {
  updatePoints(set.contracted, wide.fine, set.contraction, memory.setScratch.place, kernels);
}

/** Marks the groups of which some node follows from the members in another way than before. */
function markGroups({ set, wide, groups }: FramesRuntime): void {
  const { ptr, node } = wide.merged.all;
  const { changed } = set.contraction;
  const { stale } = set.grouped.rows;
  for (let g = 0; g < groups.count; g++) {
    const first = groups.members[groups.start[g]];
    for (let i = ptr[2 * g]; i < ptr[2 * g + 1] && stale[first] === 0; i++)
      stale[first] = changed[node[i]];
  }
}

/** Brings the groups as the members move them up to date. */
function contractGroups({ set, wide, groups, memory, kernels }: FramesRuntime): void {
  const { rows } = set.grouped;
  const { stale, list } = rows;
  const { place } = memory.setScratch;
  let count = 0;
  for (let g = 0; g < groups.count; g++) {
    const first = groups.members[groups.start[g]];
    if (stale[first] === 1) list[count++] = first;
    stale[first] = 0;
  }
  contractPoints(rows, wide.merged.rows, list, count, set.contraction, place, kernels);
  numberRows(set.grouped, groups);
  set.points = set.grouped.all;
}

/**
 * Force offset: new groups get the forces of their points, in the state now. What differs, kept = forces of the points
 * − force of the group, is kept on the group's members and turns with it.
 */
export function freezeForces(run: FramesRuntime): void {
  const { memory, wide, groups, points } = run;
  const { q, kept, keptTurn, lookQ, R } = memory;
  if (run.merged === MERGED.none) {
    q.fill(0);
    points.volume.groups.offset.fill(0);
    return;
  }
  if (points.volume.fine.count > 0) keepPressures(run);
  keepRotations(run);
  const { start, members, was, count } = groups;
  const { listed, targets } = points;
  const { ptr } = wide.points;
  let n = 0;
  for (let g = 0; g < count; g++) {
    if (was[g] >= 0 || start[g + 1] - start[g] === 1) continue;
    for (let m = start[g]; m < start[g + 1]; m++) listed[n++] = members[m];
    findTargets(targets, wide.fine, wide.points, groups, g);
    kept.fill(0, 12 * ptr[2 * g], 12 * ptr[2 * g + 1]);
  }
  if (n === 0) return;
  lookQ.fill(0);
  const { fine, groups: cells } = points.volume;
  evaluateListed(run, wide.fine, n, points.fineMu, points.fineLambda, fine.pressure);
  pullListed(run, wide.fine, n);
  // The groups' rotations begin where those of their first points are.
  let [from, j] = [0, 0];
  for (let g = 0; g < count; g++) {
    if (was[g] >= 0 || start[g + 1] - start[g] === 1) continue;
    for (let k = 0; k < 4; k++) lookQ[4 * j + k] = lookQ[4 * from + k];
    listed[j++] = g;
    from += start[g + 1] - start[g];
    for (let i = ptr[2 * g]; i < ptr[2 * g + 1]; i++) targets[i] = i;
  }
  evaluateListed(run, wide.points, j, points.volumeMu, points.volumeLambda, cells.pressure);
  for (let i = 0; i < 36 * j; i++) points.P[i] = -points.P[i];
  pullListed(run, wide.points, j);
  for (let i = 0; i < j; i++) {
    const g = listed[i];
    for (let k = 0; k < 4; k++) q[4 * g + k] = lookQ[4 * i + k];
    for (let k = 0; k < 9; k++) keptTurn[9 * g + k] = R[9 * i + k];
  }
}

/** kept −= the stresses of the first n listed, where `targets` says for the entries of the table. */
function pullListed(run: FramesRuntime, { H }: SetPoints, n: number): void {
  const { points, memory, material, kernels } = run;
  const { P, listedPtr, targets } = points;
  kernels.elastonForces(memory.kept, listedPtr, targets, H, P, n, material.order);
}

/** Sets the pressures of the cells of groups from their points in the current state. */
function keepPressures({
  memory,
  wide,
  groups,
  points,
  data,
  material,
  merged,
  kernels,
}: FramesRuntime): void {
  const { D, lookQ } = memory;
  const { fineMu, fineLambda, volumeMu, volumeLambda } = points;
  const { fine, groups: cells } = points.volume;
  const { order } = material;
  lookQ.fill(0);
  const all = data.points.count;
  evaluatePoints(
    points,
    memory,
    wide.fine,
    all,
    fineMu,
    fineLambda,
    order,
    D,
    lookQ,
    kernels,
    fine,
  );
  lookQ.fill(0);
  const n = groups.count;
  evaluatePoints(
    points,
    memory,
    wide.points,
    n,
    volumeMu,
    volumeLambda,
    order,
    D,
    lookQ,
    kernels,
    cells,
  );
  findOffsets(cells, fine, groups, merged === MERGED.few);
}

/** Copies the rotations of groups that stay to their new numbers; new groups start from the identity. */
function keepRotations({ memory, groups, points }: FramesRuntime): void {
  const { q, keptTurn, lookQ } = memory;
  const turns = points.P;
  lookQ.set(q);
  turns.set(keptTurn);
  for (let g = 0; g < groups.count; g++) {
    const from = groups.was[g];
    for (let k = 0; k < 4; k++) q[4 * g + k] = from < 0 ? 0 : lookQ[4 * from + k];
    for (let k = 0; k < 9; k++) keptTurn[9 * g + k] = from < 0 ? 0 : turns[9 * from + k];
  }
}

/** Stresses of the first n listed points (or groups) at the current positions, one after the other in `points.P`. */
function evaluateListed(
  { points, memory, material, kernels }: FramesRuntime,
  table: SetPoints,
  n: number,
  mu: Float64Array,
  lambda: Float64Array,
  pressure: Float64Array,
): void {
  const { listed, listedMu, listedLambda, listedPtr } = points;
  for (let i = 0; i < n; i++) {
    const e = listed[i];
    listedPtr[2 * i] = table.ptr[2 * e];
    listedPtr[2 * i + 1] = table.ptr[2 * e + 1];
    listedMu[i] = mu[e];
    listedLambda[i] = lambda[e];
  }
  const view = { ptr: listedPtr, node: table.node, H: table.H };
  const { D, lookQ } = memory;
  const { order } = material;
  evaluatePoints(points, memory, view, n, listedMu, listedLambda, order, D, lookQ, kernels);
  if (points.volume.fine.count === 0) return;
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < 9; k++) points.P[36 * i + k] += pressure[listed[i]] * memory.R[9 * i + k];
  }
}

/** f += scale × the kept forces, each turned as its group has turned since. f has 12 numbers a node. */
export function addKeptForces(
  f: Float64Array,
  scale: number,
  { memory, wide, groups, kernels }: FramesRuntime,
): void {
  const { kept, keptTurn, R } = memory;
  const { ptr, node } = wide.points;
  const { joined, joinedCount } = groups;
  kernels.turnForces(f, ptr, node, kept, keptTurn, R, joined, joinedCount, scale);
}
