import type { Voxels } from '../build/voxels.ts';
import { LEAST_REGION } from '../numbers.ts';
import { createFinder, type Finder, loadTree, runFinder } from './finder.ts';
import { createPaths, findPaths, type Paths } from './moore.ts';
import { createRegions, growTo, type Regions, reachOf, sortRange } from './regions.ts';
import {
  buildTree,
  copyOfTree,
  createTree,
  createTreeScratch,
  findLeaves,
  type Tree,
  type TreeScratch,
  takeTree,
} from './tree.ts';

/** One way to sample the body: a tree, the width of each leaf's region, and the regions. */
export interface Sample {
  readonly tree: Tree;
  /** Region widths [half voxels], shape [leaves]. */
  readonly widths: Int32Array;
  readonly regions: Regions;
}

/** The sample in use, the one before, and the scratch to get from one to the next. */
export interface Sampler {
  readonly voxels: Voxels;
  /** Width wanted at each voxel [half voxels]; a leaf takes the mean, and at least one and a half of its cells. */
  readonly wanted: Float64Array;
  now: Sample;
  before: Sample;
  readonly trees: TreeScratch;
  readonly finder: Finder;
  readonly paths: Paths;
  readonly source: Int32Array;
  readonly sources: Int32Array;
  readonly far: Uint8Array;
  readonly renamed: Int32Array;
  /** Leaves whose regions the last `resample` had to find again. */
  renewed: number;
  /** False leaves the regions out: a lattice needs none. */
  readonly withRegions: boolean;
}

/** Room for `capacity` leaves, of levels up to `coarsest`; the finder for as many. */
export function createSampler(
  voxels: Voxels,
  wanted: Float64Array,
  capacity: number,
  coarsest: number,
  finder = createFinder(capacity, coarsest),
): Sampler {
  const sample = (): Sample => ({
    tree: createTree(voxels, capacity),
    widths: new Int32Array(capacity),
    regions: createRegions(capacity),
  });
  return {
    voxels,
    wanted,
    now: sample(),
    before: sample(),
    trees: createTreeScratch(voxels, capacity),
    finder,
    paths: createPaths(capacity, coarsest),
    source: new Int32Array(1),
    sources: new Int32Array(capacity),
    far: new Uint8Array(capacity),
    renamed: new Int32Array(2 * capacity),
    renewed: 0,
    withRegions: finder.room.capacity > 0,
  };
}

/**
 * Samples the body again for the links, moves and levels given; the sample so far becomes `before`. With `touched` (1
 * for voxels whose links or level changed) regions that cannot have changed are taken over, with the same outcome as
 * without. If `found`, the leaves have been found already, in the tree before; `known` are regions that somebody has
 * found for these links and levels. Returns false, and leaves the sample as it was, if there is no room for the leaves.
 */
export function resample(
  sampler: Sampler,
  links: Uint8Array,
  moves: Int32Array,
  levels: Uint8Array,
  touched: Uint8Array | null,
  found = false,
  known: KnownRegions | null = null,
): boolean {
  const { before: next, voxels, trees } = sampler;
  const last = sampler.now;
  if (!found && !findLeaves(next.tree, trees, voxels, links, levels)) return false;
  buildTree(next.tree, trees, voxels, moves, last.tree, touched);
  findWidths(sampler, next);
  if (!loadTree(sampler.finder, next.tree, next.widths)) return false;
  sampler.now = next;
  sampler.before = last;
  if (!sampler.withRegions) rename(sampler);
  else if (known !== null) takeRegions(sampler, known);
  else if (touched === null ? !renewAll(sampler) : !renewTouched(sampler, touched)) {
    sampler.now = last;
    sampler.before = next;
    return false;
  }
  return true;
}

/** A copy of a sample for other bodies of its voxels, links and levels to begin with. */
export function copyOfSample({ tree, widths, regions }: Sample): Sample {
  const { leaves } = tree;
  return {
    tree: copyOfTree(tree),
    widths: widths.slice(0, leaves),
    regions: {
      ptr: regions.ptr.slice(0, leaves + 1),
      nodes: regions.nodes.slice(0, regions.ptr[leaves]),
    },
  };
}

/** Begins with such a copy. Returns false, and leaves the sample as it was, if there is no room for it. */
export function takeSample(sampler: Sampler, { tree, widths, regions }: Sample): boolean {
  const { before: next, now } = sampler;
  if (!takeTree(next.tree, tree)) return false;
  next.widths.set(widths);
  if (!loadTree(sampler.finder, next.tree, next.widths)) return false;
  growTo(next.regions, regions.nodes.length);
  next.regions.nodes.set(regions.nodes);
  next.regions.ptr.set(regions.ptr);
  sampler.now = next;
  sampler.before = now;
  sampler.renewed = 0;
  return true;
}

function findWidths({ wanted }: Sampler, { tree, widths }: Sample): void {
  for (let i = 0; i < tree.leaves; i++) {
    let sum = 0;
    for (let k = tree.voxelPtr[i]; k < tree.voxelPtr[i + 1]; k++) sum += wanted[tree.voxels[k]];
    const mean = Math.round(sum / (tree.voxelPtr[i + 1] - tree.voxelPtr[i]));
    widths[i] = Math.max(LEAST_REGION << tree.level[i], mean);
  }
}

function renewAll(sampler: Sampler): boolean {
  const { finder, now } = sampler;
  const { tree, regions } = now;
  const { list, counts, nodes } = finder.room;
  for (let i = 0; i < tree.leaves; i++) list[i] = i;
  if (!runFinder(finder, tree.leaves, tree.leaves)) return false;
  regions.ptr[0] = 0;
  for (let i = 0; i < tree.leaves; i++) regions.ptr[i + 1] = regions.ptr[i] + counts[i];
  const total = regions.ptr[tree.leaves];
  growTo(regions, total);
  regions.nodes.set(nodes.subarray(0, total));
  sampler.renewed = tree.leaves;
  return true;
}

/**
 * Regions by what their nodes are, not by the numbers these have: smallest voxel and level of each node, shape [nodes,
 * 2].
 */
export interface KnownRegions {
  readonly ptr: Int32Array;
  readonly nodes: Int32Array;
}

/**
 * The regions of a sample, or of one piece of it (−1 for all) whose voxels have the numbers `now`, if they have others.
 */
export function knownRegions(
  { tree, regions }: Sample,
  piece: number,
  now: Int32Array | null,
): KnownRegions {
  const ptr = [0];
  const nodes: number[] = [];
  for (let i = 0; i < tree.leaves; i++) {
    if (piece >= 0 && tree.piece[i] !== piece) continue;
    for (let k = regions.ptr[i]; k < regions.ptr[i + 1]; k++) {
      const first = tree.first[regions.nodes[k]];
      nodes.push(now === null ? first : now[first], tree.level[regions.nodes[k]]);
    }
    ptr.push(nodes.length / 2);
  }
  return { ptr: Int32Array.from(ptr), nodes: Int32Array.from(nodes) };
}

function takeRegions(sampler: Sampler, known: KnownRegions): void {
  const { tree, regions } = sampler.now;
  const total = known.ptr[tree.leaves];
  growTo(regions, total);
  for (let k = 0; k < total; k++) {
    regions.nodes[k] = nodeAt(tree, known.nodes[2 * k], known.nodes[2 * k + 1]);
  }
  regions.ptr.set(known.ptr);
  for (let i = 0; i < tree.leaves; i++) {
    sortRange(regions.nodes, regions.ptr[i], regions.ptr[i + 1]);
  }
  sampler.renewed = 0;
}

/** The node that holds a voxel at a level, or the largest below it. */
function nodeAt({ leafOf, level, parent }: Tree, voxel: number, wanted: number): number {
  let at = leafOf[voxel];
  while (level[at] < wanted && parent[at] >= 0) at = parent[at];
  return at;
}

/**
 * A region depends on nothing farther than its reach. If no leaf within reach was touched, before or after, neither the
 * distances nor the nodes can differ: a node that fell apart has touched leaves in every part.
 */
function renewTouched(sampler: Sampler, touched: Uint8Array): boolean {
  const { now, before, far, finder } = sampler;
  markFar(sampler, before, touched);
  rename(sampler);
  const farBefore = sampler.trees.fresh;
  for (let i = 0; i < before.tree.leaves; i++) farBefore[i] = far[i];
  markFar(sampler, now, touched);
  const { list } = finder.room;
  const { tree } = now;
  let renewed = 0;
  for (let i = 0; i < tree.leaves; i++) {
    if (farBefore[before.tree.leafOf[tree.first[i]]] === 0) far[i] = 0;
    if (far[i] === 0) list[renewed++] = i;
  }
  sampler.renewed = renewed;
  if (!runFinder(finder, renewed, tree.leaves)) return false;
  collectRows(sampler);
  return true;
}

/** Rows of leaves that are far from all that was touched from the sample before, of others from the finder. */
function collectRows({ now, before, far, finder, renamed }: Sampler): void {
  const { tree, regions } = now;
  const { counts, nodes } = finder.room;
  let row = 0;
  let from = 0;
  regions.ptr[0] = 0;
  for (let i = 0; i < tree.leaves; i++) {
    const at = regions.ptr[i];
    if (far[i] === 1) {
      const old = before.tree.leafOf[tree.first[i]];
      regions.ptr[i + 1] = takeRow(regions, at, before.regions, old, renamed);
    } else {
      const count = counts[row++];
      growTo(regions, at + count);
      for (let k = 0; k < count; k++) regions.nodes[at + k] = nodes[from + k];
      from += count;
      regions.ptr[i + 1] = at + count;
    }
  }
}

function takeRow(
  regions: Regions,
  at: number,
  before: Regions,
  old: number,
  renamed: Int32Array,
): number {
  const from = before.ptr[old];
  const count = before.ptr[old + 1] - from;
  growTo(regions, at + count);
  for (let k = 0; k < count; k++) regions.nodes[at + k] = renamed[before.nodes[from + k]];
  sortRange(regions.nodes, at, at + count);
  return at + count;
}

/** far[i] = 1 for leaves that have no touched leaf within the reach of their region. */
function markFar(sampler: Sampler, { tree, widths }: Sample, touched: Uint8Array): void {
  const { far, sources, paths } = sampler;
  let count = 0;
  far.fill(1, 0, tree.leaves);
  for (let i = 0; i < tree.leaves; i++) far[i] = 1;
  for (let v = 0; v < touched.length; v++) {
    const i = tree.leafOf[v];
    if (touched[v] === 0 || far[i] === 0) continue;
    far[i] = 0;
    sources[count++] = i;
  }
  let widest = 0;
  for (let i = 0; i < tree.leaves; i++) widest = Math.max(widest, widths[i]);
  findPaths(paths, tree, sources, count, reachOf(widest));
  for (let k = 0; k < paths.count; k++) {
    if (paths.distance[k] < reachOf(widths[paths.found[k]])) far[paths.found[k]] = 0;
  }
}

/** renamed[n] = the number now of a node of the sample before; of no meaning for nodes that are no more. */
function rename({ now, before, renamed }: Sampler): void {
  for (let n = 0; n < before.tree.nodes; n++) {
    renamed[n] = nodeAt(now.tree, before.tree.first[n], before.tree.level[n]);
  }
}
