import { findSet, joinSets } from '../../../geometry/disjoint-sets.ts';
import { FACE_MOVE, type Voxels } from '../build/voxels.ts';

/**
 * The component octree. A node is the material of one octree cell that hangs together inside it: a cell with a gap or a
 * cut through it has several. Leaves 0 … leaves−1 come in the order of their first voxel, inner nodes after them from
 * fine to coarse. A node that would have a single child is left out. Everything follows from the links and from the
 * level asked for at each voxel, so the same links and levels give the same numbers, whatever happened before.
 */
export interface Tree {
  leaves: number;
  nodes: number;
  /** The leaf of each voxel, and the voxels of each leaf. */
  readonly leafOf: Int32Array;
  readonly voxelPtr: Int32Array;
  readonly voxels: Int32Array;
  /** Level of the cell (0 finest), smallest voxel, parent (−1 at the top) and number of leaves of each node. */
  readonly level: Uint8Array;
  readonly first: Int32Array;
  readonly parent: Int32Array;
  readonly under: Int32Array;
  /** Children of inner node i: child[childPtr[i − leaves] …]. */
  readonly childPtr: Int32Array;
  readonly child: Int32Array;
  /** Pairs of leaves with an open link between them, each once, shape [joints, 2]. Grows. */
  joints: Int32Array;
  jointCount: number;
  /** Neighbours of each leaf: reached by one open move of a voxel. Grows. */
  readonly graphPtr: Int32Array;
  graph: Int32Array;
  /** The piece of the body that each leaf belongs to, and how many there are. */
  readonly piece: Int32Array;
  pieces: number;
}

/** Scratch of building, shared by the trees of a body. */
export interface TreeScratch {
  readonly sets: Int32Array;
  readonly top: Int32Array;
  readonly stamp: Int32Array;
  readonly fresh: Int32Array;
}

/** `capacity` leaves at most. */
export function createTree(voxels: Voxels, capacity: number): Tree {
  return {
    leaves: 0,
    nodes: 0,
    leafOf: new Int32Array(voxels.count),
    voxelPtr: new Int32Array(capacity + 1),
    voxels: new Int32Array(voxels.count),
    level: new Uint8Array(2 * capacity),
    first: new Int32Array(2 * capacity),
    parent: new Int32Array(2 * capacity),
    under: new Int32Array(2 * capacity),
    childPtr: new Int32Array(capacity + 1),
    child: new Int32Array(2 * capacity),
    joints: new Int32Array(8 * capacity),
    jointCount: 0,
    graphPtr: new Int32Array(capacity + 1),
    graph: new Int32Array(24 * capacity),
    piece: new Int32Array(capacity),
    pieces: 0,
  };
}

/** A copy of a tree as large as it is. */
export function copyOfTree(tree: Tree): Tree {
  const { leaves, nodes, jointCount, childPtr, graphPtr } = tree;
  const inner = nodes - leaves;
  return {
    ...tree,
    leafOf: tree.leafOf.slice(),
    voxelPtr: tree.voxelPtr.slice(0, leaves + 1),
    voxels: tree.voxels.slice(),
    level: tree.level.slice(0, nodes),
    first: tree.first.slice(0, nodes),
    parent: tree.parent.slice(0, nodes),
    under: tree.under.slice(0, nodes),
    childPtr: childPtr.slice(0, inner + 1),
    child: tree.child.slice(0, childPtr[inner]),
    joints: tree.joints.slice(0, 2 * jointCount),
    graphPtr: graphPtr.slice(0, leaves + 1),
    graph: tree.graph.slice(0, graphPtr[leaves]),
    piece: tree.piece.slice(0, leaves),
  };
}

const FIXED_ROOM = [
  ...(['leafOf', 'voxelPtr', 'voxels', 'level', 'first', 'parent'] as const),
  ...(['under', 'childPtr', 'child', 'graphPtr', 'piece'] as const),
] as const;

/** Makes `tree` the same as a copy of another of these voxels. Returns false if it has too little room. */
export function takeTree(tree: Tree, copy: Tree): boolean {
  if (copy.nodes > tree.level.length || copy.leaves > tree.piece.length) return false;
  for (const name of FIXED_ROOM) tree[name].set(copy[name]);
  for (const name of ['joints', 'graph'] as const) {
    if (tree[name].length < copy[name].length) tree[name] = new Int32Array(copy[name].length);
    tree[name].set(copy[name]);
  }
  const { leaves, nodes, jointCount, pieces } = copy;
  Object.assign(tree, { leaves, nodes, jointCount, pieces });
  return true;
}

export function createTreeScratch(voxels: Voxels, capacity: number): TreeScratch {
  return {
    sets: new Int32Array(Math.max(voxels.count, 2 * capacity)),
    top: new Int32Array(capacity),
    stamp: new Int32Array(Math.max(voxels.count, 2 * capacity)),
    fresh: new Int32Array(2 * capacity),
  };
}

/**
 * Leaves of the levels asked for, and the links between them. `levels` holds the level of the leaf of each voxel.
 * Returns false if there are more leaves than room; the tree is then of no use.
 */
export function findLeaves(
  tree: Tree,
  scratch: TreeScratch,
  voxels: Voxels,
  links: Uint8Array,
  levels: Uint8Array,
): boolean {
  const { count, near, code } = voxels;
  const { sets, stamp } = scratch;
  const { leafOf, voxelPtr, first, level } = tree;
  const capacity = voxelPtr.length - 1;
  for (let v = 0; v < count; v++) sets[v] = v;
  for (let v = 0; v < count; v++) {
    const shift = 3 * levels[v];
    if (shift === 0) continue;
    for (let f = 0; f < 6; f += 2) {
      if ((links[v] & (1 << f)) === 0) continue;
      const u = near[27 * v + FACE_MOVE[f]];
      if (levels[u] === levels[v] && code[v] >> shift === code[u] >> shift) joinSets(sets, v, u);
    }
  }
  let leaves = 0;
  for (let v = 0; v < count; v++) {
    const root = findSet(sets, v);
    if (root === v) {
      if (leaves === capacity) return false;
      first[leaves] = v;
      level[leaves] = levels[v];
      leafOf[v] = leaves++;
    } else leafOf[v] = leafOf[root];
  }
  tree.leaves = leaves;
  voxelPtr.fill(0, 0, leaves + 1);
  for (let v = 0; v < count; v++) voxelPtr[leafOf[v] + 1]++;
  for (let i = 0; i < leaves; i++) voxelPtr[i + 1] += voxelPtr[i];
  for (let i = 0; i < leaves; i++) stamp[i] = voxelPtr[i];
  for (let v = 0; v < count; v++) tree.voxels[stamp[leafOf[v]]++] = v;
  findJoints(tree, scratch, voxels, links);
  return true;
}

function findJoints(tree: Tree, scratch: TreeScratch, voxels: Voxels, links: Uint8Array): void {
  const { leafOf, voxelPtr } = tree;
  const { stamp } = scratch;
  stamp.fill(-1, 0, tree.leaves);
  let n = 0;
  for (let i = 0; i < tree.leaves; i++) {
    for (let k = voxelPtr[i]; k < voxelPtr[i + 1]; k++) {
      const v = tree.voxels[k];
      for (let f = 0; f < 6; f++) {
        if ((links[v] & (1 << f)) === 0) continue;
        const j = leafOf[voxels.near[27 * v + FACE_MOVE[f]]];
        if (j <= i || stamp[j] === i) continue;
        stamp[j] = i;
        if (2 * n + 2 > tree.joints.length) tree.joints = grown(tree.joints);
        tree.joints[2 * n] = i;
        tree.joints[2 * n + 1] = j;
        n++;
      }
    }
  }
  tree.jointCount = n;
}

/**
 * Inner nodes above the leaves, contact graph and pieces. With the tree before and `touched` (1 for voxels whose links
 * or level changed), neighbours that cannot have changed are taken from it.
 */
export function buildTree(
  tree: Tree,
  scratch: TreeScratch,
  voxels: Voxels,
  moves: Int32Array,
  before: Tree | null,
  touched: Uint8Array | null,
): void {
  findInner(tree, scratch, voxels);
  const same = before !== null && touched !== null;
  if (same) findSame(tree, scratch, before, touched);
  findGraph(tree, scratch, voxels, moves, same ? before : null);
  findPieces(tree, scratch);
}

/** same[o] = the number now of leaf o of the tree before, −1 if it was touched or is another. */
function findSame(tree: Tree, { fresh }: TreeScratch, before: Tree, touched: Uint8Array): void {
  for (let o = 0; o < before.leaves; o++) {
    const i = tree.leafOf[before.first[o]];
    const size = tree.voxelPtr[i + 1] - tree.voxelPtr[i];
    const whole = size === before.voxelPtr[o + 1] - before.voxelPtr[o];
    fresh[o] = whole && tree.first[i] === before.first[o] ? i : -1;
  }
  for (let v = 0; v < touched.length; v++) if (touched[v] === 1) fresh[before.leafOf[v]] = -1;
}

function findInner(tree: Tree, scratch: TreeScratch, voxels: Voxels): void {
  const { level, first, parent, under, childPtr, child, leaves } = tree;
  const { sets, top, stamp, fresh } = scratch;
  const { code, levels } = voxels;
  let nodes = leaves;
  let children = 0;
  childPtr[0] = 0;
  for (let i = 0; i < leaves; i++) {
    top[i] = i;
    parent[i] = -1;
    under[i] = 1;
  }
  for (let l = 0; l < levels; l++) {
    const shift = 3 * (l + 1);
    for (let i = 0; i < nodes; i++) sets[i] = i;
    for (let k = 0; k < tree.jointCount; k++) {
      const a = top[tree.joints[2 * k]];
      const b = top[tree.joints[2 * k + 1]];
      if (a === b || level[a] > l || level[b] > l) continue;
      if (code[first[a]] >> shift === code[first[b]] >> shift) joinSets(sets, a, b);
    }
    // Members are joined to their smallest; a set of one stays as it is.
    const before = nodes;
    for (let i = 0; i < before; i++) {
      stamp[i] = 0;
      fresh[i] = -1;
    }
    for (let i = 0; i < before; i++) if (parent[i] < 0) stamp[findSet(sets, i)]++;
    for (let i = 0; i < leaves; i++) {
      const root = findSet(sets, top[i]);
      if (stamp[root] < 2 || fresh[root] >= 0) continue;
      fresh[root] = nodes;
      level[nodes] = l + 1;
      first[nodes] = first[top[i]];
      parent[nodes] = -1;
      under[nodes] = 0;
      childPtr[nodes - leaves + 1] = 0;
      nodes++;
    }
    // Children in the order of their numbers.
    for (let i = 0; i < before; i++) {
      if (parent[i] >= 0) continue;
      const node = fresh[findSet(sets, i)];
      if (node < 0) continue;
      parent[i] = node;
      under[node] += under[i];
      if (first[i] < first[node]) first[node] = first[i];
      childPtr[node - leaves + 1]++;
    }
    for (let node = before; node < nodes; node++) {
      const n = childPtr[node - leaves + 1];
      stamp[node] = children;
      children += n;
      childPtr[node - leaves + 1] = children;
    }
    for (let i = 0; i < before; i++) {
      if (parent[i] >= before) child[stamp[parent[i]]++] = i;
    }
    for (let i = 0; i < leaves; i++) while (parent[top[i]] >= 0) top[i] = parent[top[i]];
  }
  tree.nodes = nodes;
}

function findGraph(
  tree: Tree,
  scratch: TreeScratch,
  voxels: Voxels,
  moves: Int32Array,
  before: Tree | null,
): void {
  const { leafOf, first, graphPtr } = tree;
  const { stamp, fresh } = scratch;
  stamp.fill(-1, 0, tree.leaves);
  let n = 0;
  graphPtr[0] = 0;
  for (let i = 0; i < tree.leaves; i++) {
    if (n + 512 > tree.graph.length) tree.graph = grown(tree.graph);
    const old = before === null ? -1 : before.leafOf[first[i]];
    if (before !== null && fresh[old] === i && canTake(before, old, fresh))
      n = takeNeighbours(tree, n, before, old, fresh);
    else n = findNeighbours(tree, n, i, voxels.near, moves, leafOf, stamp);
    graphPtr[i + 1] = n;
  }
}

/** Whether all neighbours of a leaf of the tree before are the same now. */
function canTake({ graphPtr, graph }: Tree, old: number, same: Int32Array): boolean {
  for (let k = graphPtr[old]; k < graphPtr[old + 1]; k++) if (same[graph[k]] < 0) return false;
  return true;
}

function takeNeighbours(
  tree: Tree,
  at: number,
  { graphPtr, graph }: Tree,
  old: number,
  same: Int32Array,
): number {
  let n = at;
  for (let k = graphPtr[old]; k < graphPtr[old + 1]; k++) {
    if (n === tree.graph.length) tree.graph = grown(tree.graph);
    tree.graph[n++] = same[graph[k]];
  }
  return n;
}

/** The leaves that open moves lead to from the voxels of leaf i. */
function findNeighbours(
  tree: Tree,
  at: number,
  i: number,
  near: Int32Array,
  moves: Int32Array,
  leafOf: Int32Array,
  stamp: Int32Array,
): number {
  const { voxelPtr, voxels } = tree;
  let n = at;
  for (let k = voxelPtr[i]; k < voxelPtr[i + 1]; k++) {
    const v = voxels[k];
    const mask = moves[v];
    for (let m = 0; m < 27; m++) {
      if ((mask & (1 << m)) === 0) continue;
      const j = leafOf[near[27 * v + m]];
      if (j === i || stamp[j] === i) continue;
      stamp[j] = i;
      if (n === tree.graph.length) tree.graph = grown(tree.graph);
      tree.graph[n++] = j;
    }
  }
  return n;
}

function findPieces(tree: Tree, scratch: TreeScratch): void {
  const { sets } = scratch;
  for (let i = 0; i < tree.leaves; i++) sets[i] = i;
  for (let k = 0; k < tree.jointCount; k++) {
    joinSets(sets, tree.joints[2 * k], tree.joints[2 * k + 1]);
  }
  let count = 0;
  for (let i = 0; i < tree.leaves; i++) {
    const root = findSet(sets, i);
    tree.piece[i] = root === i ? count++ : tree.piece[root];
  }
  tree.pieces = count;
}

function grown(array: Int32Array): Int32Array {
  const out = new Int32Array(2 * array.length + 1024);
  out.set(array);
  return out;
}
