import type { FramesData } from '../model.ts';

/** Children of each node: the nodes that have it as a parent, as CSR. */
export interface Children {
  readonly ptr: Int32Array;
  readonly child: Int32Array;
}

export function findChildren(data: Pick<FramesData, 'nodes' | 'parentPtr' | 'parent'>): Children {
  const ptr = new Int32Array(data.nodes + 1);
  for (const m of data.parent) ptr[m + 1]++;
  for (let k = 0; k < data.nodes; k++) ptr[k + 1] += ptr[k];
  const next = ptr.slice();
  const child = new Int32Array(data.parent.length);
  for (let k = 0; k < data.nodes; k++) {
    for (let i = data.parentPtr[k]; i < data.parentPtr[k + 1]; i++)
      child[next[data.parent[i]]++] = k;
  }
  return { ptr, child };
}

/** True if node k is passive and all its parents are active: it could be activated. */
export function canActivate(
  data: Pick<FramesData, 'parentPtr' | 'parent'>,
  active: Uint8Array,
  k: number,
): boolean {
  if (active[k] === 1) return false;
  for (let i = data.parentPtr[k]; i < data.parentPtr[k + 1]; i++) {
    if (active[data.parent[i]] === 0) return false;
  }
  return true;
}

/** True if node k is active, has parents, and all its children are passive: it could be deactivated. */
export function canDeactivate(
  data: Pick<FramesData, 'parentPtr'>,
  children: Children,
  active: Uint8Array,
  k: number,
): boolean {
  if (active[k] === 0 || data.parentPtr[k] === data.parentPtr[k + 1]) return false;
  for (let i = children.ptr[k]; i < children.ptr[k + 1]; i++) {
    if (active[children.child[i]] === 1) return false;
  }
  return true;
}
