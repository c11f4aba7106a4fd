import type { Sdf } from '../types.ts';
import type { Node } from './node.ts';

/**
 * A distance field from elsewhere as a node. Its values may be weak far away (a narrow band of distances, say), so they
 * are raised to the distance from its box, which is what a node promises.
 */
export function foreign(sdf: Sdf): Node {
  const b = sdf.bounds;
  return {
    extent(nx, ny, nz) {
      // A zero component must not meet an infinite side.
      const x = nx === 0 ? 0 : nx * (nx > 0 ? b[3] : b[0]);
      const y = ny === 0 ? 0 : ny * (ny > 0 ? b[4] : b[1]);
      const z = nz === 0 ? 0 : nz * (nz > 0 ? b[5] : b[2]);
      return x + y + z;
    },
    evaluate(xyz, n, out) {
      sdf.evaluate(xyz, n, out);
      for (let i = 0; i < n; i++) {
        const dx = Math.max(b[0] - xyz[3 * i], 0, xyz[3 * i] - b[3]);
        const dy = Math.max(b[1] - xyz[3 * i + 1], 0, xyz[3 * i + 1] - b[4]);
        const dz = Math.max(b[2] - xyz[3 * i + 2], 0, xyz[3 * i + 2] - b[5]);
        const gap = Math.sqrt(dx * dx + dy * dy + dz * dz);
        out[i] = gap > 0 ? Math.max(out[i], gap) : out[i];
      }
    },
  };
}
