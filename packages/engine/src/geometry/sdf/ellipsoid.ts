import type { Node } from './node.ts';
import type { Vec3 } from './shape.ts';

/** Newton steps at most. Five are usual: the equation below is nearly straight. */
const STEPS = 24;

/** Coordinates are kept this far from the symmetry planes, relative to the radius, where the equation degenerates. */
const OFF_PLANE = 1e-12;

/**
 * Exact distance to an ellipsoid of radii r. The nearest surface point of y is qᵢ = rᵢ² yᵢ / (t + rᵢ²), where t solves
 * h(t) = |rᵢ yᵢ / (t + rᵢ²)| = 1; t is negative inside. We look for the zero of 1/h − 1, which is increasing and concave, so
 * Newton from the left climbs to the root without ever passing it.
 */
export function ellipsoid(radii: Vec3): Node {
  const [rx, ry, rz] = radii;
  const [rx2, ry2, rz2] = [rx * rx, ry * ry, rz * rz];
  const scale2 = Math.max(rx2, ry2, rz2);
  return {
    extent: (nx, ny, nz) => Math.sqrt(rx2 * nx * nx + ry2 * ny * ny + rz2 * nz * nz),
    evaluate(xyz, n, out) {
      for (let i = 0; i < n; i++) {
        const x = Math.max(Math.abs(xyz[3 * i]), OFF_PLANE * rx);
        const y = Math.max(Math.abs(xyz[3 * i + 1]), OFF_PLANE * ry);
        const z = Math.max(Math.abs(xyz[3 * i + 2]), OFF_PLANE * rz);
        // Each term alone reaches 1 here, so h ≥ 1: left of the root and right of the poles.
        let t = Math.max(rx * x - rx2, ry * y - ry2, rz * z - rz2);
        for (let step = 0; step < STEPS; step++) {
          const wx = 1 / (t + rx2);
          const wy = 1 / (t + ry2);
          const wz = 1 / (t + rz2);
          const qx = rx * x * wx;
          const qy = ry * y * wy;
          const qz = rz * z * wz;
          const h2 = qx * qx + qy * qy + qz * qz;
          const h = Math.sqrt(h2);
          const move = ((h - 1) * h2) / (qx * qx * wx + qy * qy * wy + qz * qz * wz);
          t += move;
          if (move <= 1e-15 * (Math.abs(t) + scale2)) break;
        }
        const gx = x / (t + rx2);
        const gy = y / (t + ry2);
        const gz = z / (t + rz2);
        out[i] = t * Math.sqrt(gx * gx + gy * gy + gz * gz);
      }
    },
  };
}
