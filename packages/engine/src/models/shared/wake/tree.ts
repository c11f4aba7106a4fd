/** Nodes in levels, coarse ones first: each follows its parents, Σ weight = 1, while it is asleep. CSR. */
export interface NodeTree {
  readonly nodes: number;
  readonly parentPtr: Int32Array;
  readonly parent: Int32Array;
  readonly parentWeight: Float64Array;
}

/** Children of each node: the nodes that have it as a parent, as CSR. */
export interface Children {
  readonly ptr: Int32Array;
  readonly child: Int32Array;
}

export function findChildren({ nodes, parentPtr, parent }: NodeTree): Children {
  const ptr = new Int32Array(nodes + 1);
  for (const m of parent) ptr[m + 1]++;
  for (let k = 0; k < nodes; k++) ptr[k + 1] += ptr[k];
  const next = ptr.slice();
  const child = new Int32Array(parent.length);
  for (let k = 0; k < nodes; k++) {
    for (let i = parentPtr[k]; i < parentPtr[k + 1]; i++) child[next[parent[i]]++] = k;
  }
  return { ptr, child };
}

/** True if node k is passive and all its parents are active: it could be activated. */
export function canActivate(
  { parentPtr, parent }: Pick<NodeTree, 'parentPtr' | 'parent'>,
  active: Uint8Array,
  k: number,
): boolean {
  if (active[k] === 1) return false;
  for (let i = parentPtr[k]; i < parentPtr[k + 1]; i++) {
    if (active[parent[i]] === 0) return false;
  }
  return true;
}

/** True if node k is active, has parents, and all its children are passive: it could be deactivated. */
export function canDeactivate(
  { parentPtr }: Pick<NodeTree, 'parentPtr'>,
  children: Children,
  active: Uint8Array,
  k: number,
): boolean {
  if (active[k] === 0 || parentPtr[k] === parentPtr[k + 1]) return false;
  for (let i = children.ptr[k]; i < children.ptr[k + 1]; i++) {
    if (active[children.child[i]] === 1) return false;
  }
  return true;
}
