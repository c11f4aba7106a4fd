import type { Kernels } from '../../../kernels/kernels.ts';
import { FACE_MOVE } from '../build/voxels.ts';
import type { OctreeMemory } from '../memory.ts';
import type { Sampler } from '../topology/sample.ts';

/**
 * The summation operator and its exact transpose. Leaves' numbers are in the first records of `moments`; `gather`
 * leaves the sums of the regions in `sums`. Regions' numbers are in `acts`; `spread` leaves at each leaf, in `fields`,
 * the sum over the regions it is in.
 *
 * A step fuses passes with the work at their end: `turn` gathers, finds the rotations of the regions and leaves their
 * effects in `acts` (intermediate results only with `keep`); `pull` spreads these and leaves the momentum of the leaves
 * in `rhs`.
 */
export interface Summation {
  gather(stride: number): void;
  spread(stride: number): void;
  /** The same for quadratic motion, from `bendMoments` to `bendSums` and from `bendActs` to `bendFields`. */
  gatherBends?(): void;
  spreadBends?(): void;
  /** The lattice alone: regions of an octree resist bending, which `gatherBends` and `spreadBends` sum. */
  turn?(stride: number, actStride: number, keep: boolean): void;
  pull(h: number, stride: number): void;
}

/** Sums up the tree, then over each region's nodes; back the other way. Steinemann et al. 2008, eq. 5. */
export function treeSums(memory: OctreeMemory, kernels: Kernels, sampler: Sampler): Summation {
  const { moments, sums, acts, fields, parent, regionPtr, regionNodes, userPtr, users } = memory;
  const climb = (stride: number): void => {
    const { leaves, nodes } = sampler.now.tree;
    kernels.sumChildren(moments, memory.childPtr, memory.child, leaves, nodes, stride);
  };
  return {
    gather(stride) {
      climb(stride);
      const { leaves } = sampler.now.tree;
      kernels.gatherSums(sums, regionPtr, regionNodes, moments, leaves, stride);
    },
    gatherBends() {
      const { leaves, nodes } = sampler.now.tree;
      const { bendMoments, bendSums } = memory;
      kernels.sumChildren(bendMoments, memory.childPtr, memory.child, leaves, nodes, 18);
      kernels.gatherSums(bendSums, regionPtr, regionNodes, bendMoments, leaves, 18);
    },
    spreadBends() {
      const { nodes } = sampler.now.tree;
      kernels.gatherSums(memory.bendFields, userPtr, users, memory.bendActs, nodes, 18);
      kernels.addParents(memory.bendFields, parent, nodes, 18);
    },
    pull(h, stride) {
      const { leaves, nodes } = sampler.now.tree;
      const { rhs, x, v, rest, mass, share, pulled, dragged, gravity } = memory;
      kernels.spreadPulls(
        rhs,
        fields,
        userPtr,
        users,
        acts,
        parent,
        x,
        v,
        rest,
        mass,
        share,
        pulled,
        dragged,
        gravity,
        h,
        leaves,
        nodes,
        stride,
      );
    },
    spread(stride) {
      const { nodes } = sampler.now.tree;
      kernels.gatherSums(fields, userPtr, users, acts, nodes, stride);
      kernels.addParents(fields, parent, nodes, stride);
    },
  };
}

/** Copies tree and regions to where the kernels can reach them. Returns false if they do not fit. */
export function copyRegions(memory: OctreeMemory, sampler: Sampler): boolean {
  const { tree, regions } = sampler.now;
  const total = regions.ptr[tree.leaves];
  if (total > memory.regionNodes.length) return false;
  for (let i = 0; i < tree.nodes; i++) memory.parent[i] = tree.parent[i];
  const inner = tree.nodes - tree.leaves;
  for (let i = 0; i <= inner; i++) memory.childPtr[i] = tree.childPtr[i];
  for (let k = 0; k < tree.childPtr[inner]; k++) memory.child[k] = tree.child[k];
  for (let i = 0; i <= tree.leaves; i++) memory.regionPtr[i] = regions.ptr[i];
  for (let k = 0; k < total; k++) memory.regionNodes[k] = regions.nodes[k];
  const { userPtr, users } = memory;
  userPtr.fill(0, 0, tree.nodes + 1);
  for (let k = 0; k < total; k++) userPtr[regions.nodes[k] + 1]++;
  for (let i = 0; i < tree.nodes; i++) userPtr[i + 1] += userPtr[i];
  for (let r = 0; r < tree.leaves; r++) {
    for (let k = regions.ptr[r]; k < regions.ptr[r + 1]; k++)
      users[userPtr[regions.nodes[k]]++] = r;
  }
  for (let i = tree.nodes; i > 0; i--) userPtr[i] = userPtr[i - 1];
  userPtr[0] = 0;
  return true;
}

/**
 * The lattice's sums (fast lattice shape matching): bars along x, plates of bars along y, boxes of plates along z, each
 * by a sliding window over runs of linked cells. A run's windows are symmetric, so the transpose is the three passes
 * backwards. Steinemann et al. 2008, eq. 4.
 */
export function latticeSums(
  memory: OctreeMemory,
  kernels: Kernels,
  sampler: Sampler,
  half: number,
  blend: number,
): Summation {
  const { moments, sums, acts, fields, runPtr, runs } = memory;
  const counts = [0, 0, 0];
  const pass = (axis: number, out: Float64Array, values: Float64Array, stride: number): void =>
    kernels.windowSums(out, values, runPtr[axis], runs[axis], counts[axis], half, stride);
  let version: unknown = null;
  const refresh = (): void => {
    if (version === sampler.now) return;
    version = sampler.now;
    for (let axis = 0; axis < 3; axis++) counts[axis] = findRuns(memory, sampler, axis);
  };
  const gather = (stride: number): void => {
    refresh();
    pass(0, sums, moments, stride);
    pass(1, moments, sums, stride);
    pass(2, sums, moments, stride);
  };
  const spread = (stride: number): void => {
    refresh();
    pass(2, fields, acts, stride);
    pass(1, acts, fields, stride);
    pass(0, fields, acts, stride);
  };
  return {
    gather,
    spread,
    turn(stride, actStride, keep) {
      gather(stride);
      const { q, R, A, centre, regionMass, restCentre, pull, drag, inverse, volume } = memory;
      kernels.matchTurns(
        acts,
        q,
        R,
        A,
        centre,
        sums,
        regionMass,
        restCentre,
        pull,
        drag,
        inverse,
        blend,
        volume,
        sampler.now.tree.leaves,
        stride,
        actStride,
        keep ? 1 : 0,
      );
    },
    pull(h, stride) {
      spread(stride);
      const { rhs, x, v, rest, mass, share, pulled, dragged, gravity } = memory;
      kernels.matchPulls(
        rhs,
        fields,
        x,
        v,
        rest,
        mass,
        share,
        pulled,
        dragged,
        gravity,
        h,
        sampler.now.tree.leaves,
        stride,
      );
    },
  };
}

/** Runs of cells along an axis that open links join. Leaf i is voxel i. */
function findRuns(memory: OctreeMemory, sampler: Sampler, axis: number): number {
  const { links } = memory;
  const { near, count } = sampler.voxels;
  const ahead = 1 << (2 * axis);
  const behind = 1 << (2 * axis + 1);
  const ptr = memory.runPtr[axis];
  const list = memory.runs[axis];
  let n = 0;
  let at = 0;
  ptr[0] = 0;
  for (let start = 0; start < count; start++) {
    if ((links[start] & behind) !== 0) continue;
    let v = start;
    list[at++] = v;
    while ((links[v] & ahead) !== 0) {
      v = near[27 * v + FACE_MOVE[2 * axis]];
      list[at++] = v;
    }
    ptr[++n] = at;
  }
  return n;
}
