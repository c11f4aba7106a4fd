import type { OctreeRun } from '../runtime.ts';

/**
 * Where the centres of the voxels are now, each moving rigidly with its leaf; with `some`, of leaves whose flag is 1.
 */
export function placeVoxels(run: OctreeRun, some: Uint8Array | null = null): Float64Array {
  const { voxels } = run.data;
  const { x, q, rest } = run.memory;
  const { leafOf } = run.sampler.now.tree;
  const out = new Float64Array(3 * voxels.count);
  const [ox, oy, oz] = voxels.origin;
  const { at, cell } = voxels;
  for (let v = 0; v < voxels.count; v++) {
    const i = leafOf[v];
    if (some !== null && some[i] === 0) continue;
    const rx = ox + cell * (at[3 * v] + 0.5) - rest[3 * i];
    const ry = oy + cell * (at[3 * v + 1] + 0.5) - rest[3 * i + 1];
    const rz = oz + cell * (at[3 * v + 2] + 0.5) - rest[3 * i + 2];
    const a = q[4 * i];
    const b = q[4 * i + 1];
    const c = q[4 * i + 2];
    const w = q[4 * i + 3];
    const tx = 2 * (b * rz - c * ry);
    const ty = 2 * (c * rx - a * rz);
    const tz = 2 * (a * ry - b * rx);
    out[3 * v] = x[3 * i] + rx + w * tx + (b * tz - c * ty);
    out[3 * v + 1] = x[3 * i + 1] + ry + w * ty + (c * tx - a * tz);
    out[3 * v + 2] = x[3 * i + 2] + rz + w * tz + (a * ty - b * tx);
  }
  return out;
}
