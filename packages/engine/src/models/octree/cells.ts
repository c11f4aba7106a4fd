import { quatToMat3, rotateByQuat } from '../../math/quat.ts';
import type { CellRegion, Cells } from '../views.ts';
import type { OctreeData } from './model.ts';
import { BRIGHT } from './numbers.ts';
import type { OctreeRun } from './runtime.ts';
import { regionStrain } from './step/dynamics.ts';

export function createOctreeCells(data: OctreeData, regionOf: Cells['regionOf']): Cells {
  return {
    regionOf,
    shape: 'box',
    capacity: data.capacity,
    count: 0,
    poses: new Float32Array(12 * data.capacity),
    keys: new Int32Array(data.capacity),
    values: new Float32Array(data.capacity),
    label: 'level',
    valueLabel: 'strain',
  };
}

/** The cells of the leaves, turned with their regions. */
export function drawOctreeCells(cells: Cells, run: OctreeRun): void {
  const { tree } = run.sampler.now;
  const { x, q, rest } = run.memory;
  const { origin, cell, at } = run.data.voxels;
  const R = new Float64Array(9);
  const arm = new Float64Array(3);
  const strained = run.data.damping.stiffness > 0 || run.data.detail.motion > 0;
  cells.count = tree.leaves;
  for (let i = 0; i < tree.leaves; i++) {
    const level = tree.level[i];
    const size = cell * (1 << level);
    quatToMat3(R, 0, q, 4 * i);
    for (let c = 0; c < 3; c++) {
      const corner = (at[3 * tree.first[i] + c] >> level) << level;
      arm[c] = origin[c] + cell * corner + size / 2 - rest[3 * i + c];
    }
    rotateByQuat(arm, 0, q, 4 * i, arm, 0);
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) cells.poses[12 * i + 4 * r + c] = size * R[3 * r + c];
      cells.poses[12 * i + 4 * r + 3] = x[3 * i + r] + arm[r];
    }
    cells.keys[i] = level;
    cells.values[i] = strained ? Math.min(1, regionStrain(run, i) / BRIGHT) : 0;
  }
}

/** The leaves of a leaf's region, by summation node; a lattice, which sums otherwise, has the leaf alone. */
export function octreeRegion(run: OctreeRun, leaf: number): CellRegion {
  const { tree, regions } = run.sampler.now;
  const cells: number[] = [];
  const ends: number[] = [];
  const gather = (node: number): void => {
    if (node < tree.leaves) {
      cells.push(node);
      return;
    }
    const i = node - tree.leaves;
    for (let k = tree.childPtr[i]; k < tree.childPtr[i + 1]; k++) gather(tree.child[k]);
  };
  for (let k = regions.ptr[leaf]; k < regions.ptr[leaf + 1]; k++) {
    gather(regions.nodes[k]);
    ends.push(cells.length);
  }
  if (cells.length === 0) return { cells: Int32Array.of(leaf), ends: Int32Array.of(1) };
  return { cells: Int32Array.from(cells), ends: Int32Array.from(ends) };
}
