import type { Compliance } from '../body.ts';
import {
  type ColumnSets,
  createColumnSets,
  createTurnedCompliance,
  type KeptColumns,
  useColumns,
} from '../shared/kept-columns.ts';
import { composed, type LayersLive, type OuterPoints } from './live.ts';
import { type DetailBlock, solveThree } from './step/detail.ts';
import { turnsAsOne } from './step/site-memory.ts';

/**
 * J_d A⁻¹ J_dᵀ of sites, for one sparse layer. A point moves with the nodes of its element, all turned by its own Φ:
 * sites are made of points, and points of nodes. Below a rigid layer alone all points turn as one, and sites are made
 * of nodes.
 */
export function detailCompliance(
  run: LayersLive,
  detail: DetailBlock,
  shared: ColumnSets,
): NonNullable<Compliance['single']> {
  const { data, memory, kernels, hierarchy, solver } = run;
  const { fixed } = solver;
  const { nodes: nodeRoom, points: room, turn: R } = memory.sites;
  const [{ layer }] = detail.couplings;
  const offset = hierarchy.offset[layer];
  const count = detail.pattern.rows;
  // What is held has another inverse.
  const sets = data.held.length > 0 ? createColumnSets(count) : shared;
  const nodes = createTurnedCompliance(nodeRoom, count, kernels, (X) =>
    solveThree(detail, X, kernels),
  );
  const asOne = turnsAsOne(data.hierarchy.layers, data.dense);
  const { ptr, which, weight, all, slot, G, half, turned, turn, work: turns } = room;
  const most = room.node.length;
  const setOf: OuterPoints[] = [];
  const { node: pointOf } = room;

  const columnsNow = (): KeptColumns => useColumns(sets, detail.print[0], detail.print[1]);

  /** The present site depends on the nodes around a point, by w. */
  const addNodes = (set: OuterPoints, i: number, w: number): boolean => {
    const { ptr: from, fn } = set.rows[layer];
    const value = set.value[layer];
    for (let e = from[i]; e < from[i + 1]; e++) {
      const u = offset + 3 * fn[e];
      nodes.now[0] = w * value[e];
      if (fixed[u] === 0 && nodes.now[0] !== 0 && !nodes.add(detail.row[u], 0)) return false;
    }
    return true;
  };

  const turnedAsOne: NonNullable<Compliance['single']> = (
    groups,
    { group, points, weights },
    n,
    W,
  ) => {
    nodes.begin();
    for (let s = 0; s < n; s++) {
      const set = composed(run, groups[group[s]].points);
      for (let k = 4 * s; k < 4 * s + 4; k++)
        if (weights[k] !== 0 && !addNodes(set, points[k], weights[k])) return false;
      nodes.next();
      for (let c = 0; c < 9; c++) R[c] = set.frame[layer][9 * points[4 * s] + c];
    }
    return nodes.fill(W, columnsNow(), R);
  };

  /** Numbers the points that sites are made of; how many, or −1 if there are too many. */
  const findPoints: (...args: Parameters<typeof turnedAsOne>) => number = (
    groups,
    { group, points, weights },
    n,
  ) => {
    let found = 0;
    let entries = 0;
    for (let s = 0; s < n; s++) {
      const set = composed(run, groups[group[s]].points);
      ptr[s] = entries;
      for (let k = 4 * s; k < 4 * s + 4; k++) {
        if (weights[k] === 0) continue;
        const i = points[k];
        let p = set.place[i];
        if (p >= found || setOf[p] !== set || pointOf[p] !== i) {
          // Up to three more fill the rows up to a multiple of four.
          if (found + 4 > most) return -1;
          p = found++;
          set.place[i] = p;
          setOf[p] = set;
          pointOf[p] = i;
        }
        which[entries] = p;
        weight[entries++] = weights[k];
      }
    }
    ptr[n] = entries;
    return found;
  };

  const turnedEach: NonNullable<Compliance['single']> = (groups, sites, n, W) => {
    const q = findPoints(groups, sites, n, W);
    if (q < 0) return false;
    const rows = 4 * Math.ceil(q / 4);
    nodes.begin();
    for (let p = 0; p < rows; p++) {
      if (p < q && !addNodes(setOf[p], pointOf[p], 1)) return false;
      nodes.next();
    }
    R.fill(0);
    for (let c = 0; c < 9; c += 4) R[c] = 1;
    if (!nodes.fill(all, columnsNow(), R)) return false;
    for (let p = 0; p < q; p++) {
      slot[p] = p;
      turn[p] = p;
      const frame = setOf[p].frame[layer];
      for (let c = 0; c < 9; c++) turns[9 * p + c] = frame[9 * pointOf[p] + c];
    }
    const { turnedCompliance } = kernels;
    turnedCompliance(W, all, rows, slot, G, half, turned, turns, turn, q, ptr, which, weight, n);
    return true;
  };

  return asOne ? turnedAsOne : turnedEach;
}
