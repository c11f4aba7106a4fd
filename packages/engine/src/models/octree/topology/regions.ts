import { findWays, type Ways } from './moore.ts';
import type { Tree } from './tree.ts';

/**
 * The shape-matching region of each leaf, as the tree nodes whose sums make it up, in rising order: all leaves closer than the
 * leaf's width belong to it, none farther than the width times 1 + slack, and between the two whatever makes fewest nodes.
 */
export interface Regions {
  readonly ptr: Int32Array;
  /** Tree nodes. Grows. */
  nodes: Int32Array;
}

export interface RegionScratch {
  readonly ways: Ways;
  readonly low: Int32Array;
  readonly high: Int32Array;
  readonly seen: Int32Array;
  readonly stamp: Int32Array;
  readonly stack: Int32Array;
  readonly tops: Int32Array;
  readonly source: Int32Array;
}

/** How much farther than its width a region may reach, as a part of it. */
export const SLACK = 0.5;

export function createRegions(capacity: number): Regions {
  return { ptr: new Int32Array(capacity + 1), nodes: new Int32Array(16 * capacity) };
}

export function createRegionScratch(ways: Ways, capacity: number): RegionScratch {
  return {
    ways,
    low: new Int32Array(2 * capacity),
    high: new Int32Array(2 * capacity),
    seen: new Int32Array(2 * capacity),
    stamp: new Int32Array(2 * capacity).fill(-1),
    stack: new Int32Array(2 * capacity),
    tops: new Int32Array(2 * capacity),
    source: new Int32Array(1),
  };
}

/** Beyond this distance [half voxels] nothing matters to a region of that width. */
export function reachOf(width: number): number {
  return (1 + SLACK) * width;
}

/** Region of leaf i with `width` [half voxels] written to nodes[at…]; gives the number of nodes. */
export function findRegion(
  regions: Regions,
  at: number,
  scratch: RegionScratch,
  tree: Tree,
  i: number,
  width: number,
): number {
  const { ways, low, high, seen, stamp, stack, tops, source } = scratch;
  const { parent, leaves, under, childPtr, child } = tree;
  const reach = reachOf(width);
  source[0] = i;
  findWays(ways, tree, source, 1, reach);
  // A number that no other search has used: stamps of searches only rise.
  const mark = ways.stamp;
  let roots = 0;
  for (let k = 0; k < ways.count; k++) {
    const d = ways.distance[k];
    for (let n = ways.found[k]; n >= 0; n = parent[n]) {
      if (stamp[n] !== mark) {
        stamp[n] = mark;
        low[n] = d;
        seen[n] = 0;
        if (parent[n] < 0) tops[roots++] = n;
      }
      high[n] = d;
      seen[n]++;
    }
  }
  let count = 0;
  let waiting = 0;
  for (let r = 0; r < roots; r++) stack[waiting++] = tops[r];
  while (waiting > 0) {
    const n = stack[--waiting];
    if (stamp[n] !== mark || low[n] > width) continue;
    if (n < leaves || (seen[n] === under[n] && high[n] < reach)) {
      if (at + count === regions.nodes.length) grow(regions);
      regions.nodes[at + count++] = n;
      continue;
    }
    for (let c = childPtr[n - leaves]; c < childPtr[n - leaves + 1]; c++)
      stack[waiting++] = child[c];
  }
  sortRange(regions.nodes, at, at + count);
  return count;
}

export function grow(regions: Regions): void {
  const out = new Int32Array(2 * regions.nodes.length + 1024);
  out.set(regions.nodes);
  regions.nodes = out;
}

/** Sorts a few whole numbers. */
export function sortRange(array: Int32Array, from: number, to: number): void {
  for (let i = from + 1; i < to; i++) {
    const value = array[i];
    let j = i - 1;
    while (j >= from && array[j] > value) {
      array[j + 1] = array[j];
      j--;
    }
    array[j + 1] = value;
  }
}
