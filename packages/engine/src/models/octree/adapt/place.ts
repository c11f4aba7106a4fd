import type { OctreeRun } from '../runtime.ts';

/** Where the centres of the voxels are now: each moves rigidly with its leaf. */
export function placeVoxels(run: OctreeRun): Float64Array {
  const { voxels } = run.data;
  const { x, q, rest } = run.memory;
  const { leafOf } = run.sampler.now.tree;
  const out = new Float64Array(3 * voxels.count);
  for (let v = 0; v < voxels.count; v++) {
    const i = leafOf[v];
    const r = [0, 1, 2].map(
      (c) => voxels.origin[c] + voxels.cell * (voxels.at[3 * v + c] + 0.5) - rest[3 * i + c],
    );
    const [a, b, c, w] = [q[4 * i], q[4 * i + 1], q[4 * i + 2], q[4 * i + 3]];
    const tx = 2 * (b * r[2] - c * r[1]);
    const ty = 2 * (c * r[0] - a * r[2]);
    const tz = 2 * (a * r[1] - b * r[0]);
    out[3 * v] = x[3 * i] + r[0] + w * tx + (b * tz - c * ty);
    out[3 * v + 1] = x[3 * i + 1] + r[1] + w * ty + (c * tx - a * tz);
    out[3 * v + 2] = x[3 * i + 2] + r[2] + w * tz + (a * ty - b * tx);
  }
  return out;
}
