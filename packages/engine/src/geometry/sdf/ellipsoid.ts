import { ELLIPSOID_STEPS } from '../numbers.ts';
import type { Node } from './node.ts';
import type { Vec3 } from './shape.ts';

/** Coordinates are kept this far from the symmetry planes, relative to the radius, where the equation degenerates. */
const OFF_PLANE = 1e-12;

/**
 * Exact distance to an ellipsoid of radii r. The nearest surface point of y is qᵢ = rᵢ² yᵢ / (t + rᵢ²), where t solves
 * h(t) = |rᵢ yᵢ / (t + rᵢ²)| = 1; t is negative inside. We look for the zero of 1/h − 1, which is increasing and
 * concave, so Newton from the left climbs to the root without ever passing it. The unknown is s = t + (smallest r)²:
 * near the middle t runs against that pole, and s keeps its digits.
 */
export function ellipsoid(radii: Vec3): Node {
  const [rx, ry, rz] = radii;
  const least = Math.min(rx, ry, rz);
  const pole = least * least;
  const [ex, ey, ez] = [excess(rx, least), excess(ry, least), excess(rz, least)];
  return {
    extent: (nx, ny, nz) => Math.sqrt(rx * rx * nx * nx + ry * ry * ny * ny + rz * rz * nz * nz),
    evaluate(xyz, n, out) {
      for (let i = 0; i < n; i++) {
        const x = Math.max(Math.abs(xyz[3 * i]), OFF_PLANE * rx);
        const y = Math.max(Math.abs(xyz[3 * i + 1]), OFF_PLANE * ry);
        const z = Math.max(Math.abs(xyz[3 * i + 2]), OFF_PLANE * rz);
        // One term alone reaches 1 here, so h ≥ 1: left of the root and right of the pole.
        let s = Math.max(rx * x - ex, ry * y - ey, rz * z - ez);
        for (let step = 0; step < ELLIPSOID_STEPS; step++) {
          const wx = 1 / (s + ex);
          const wy = 1 / (s + ey);
          const wz = 1 / (s + ez);
          const qx = rx * x * wx;
          const qy = ry * y * wy;
          const qz = rz * z * wz;
          const h2 = qx * qx + qy * qy + qz * qz;
          const slope = qx * qx * wx + qy * qy * wy + qz * qz * wz;
          const move = ((Math.sqrt(h2) - 1) * h2) / slope;
          s += move;
          if (move <= 1e-15 * s) break;
        }
        const gx = x / (s + ex);
        const gy = y / (s + ey);
        const gz = z / (s + ez);
        out[i] = (s - pole) * Math.sqrt(gx * gx + gy * gy + gz * gz);
      }
    },
  };
}

/** r² − least², without losing digits when they are close. */
const excess = (r: number, least: number): number => (r - least) * (r + least);
