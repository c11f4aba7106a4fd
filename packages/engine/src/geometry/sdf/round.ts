import type { Node } from './node.ts';
import type { Vec3 } from './shape.ts';

/** Exact. */
export function sphere(radius: number): Node {
  return {
    extent: () => radius,
    evaluate(xyz, n, out) {
      for (let i = 0; i < n; i++) {
        const x = xyz[3 * i];
        const y = xyz[3 * i + 1];
        const z = xyz[3 * i + 2];
        out[i] = Math.sqrt(x * x + y * y + z * z) - radius;
      }
    },
  };
}

/** A ring about y. Exact. */
export function torus(radius: number, tube: number): Node {
  return {
    extent: (nx, _ny, nz) => radius * Math.sqrt(nx * nx + nz * nz) + tube,
    evaluate(xyz, n, out) {
      for (let i = 0; i < n; i++) {
        const x = xyz[3 * i];
        const y = xyz[3 * i + 1];
        const z = xyz[3 * i + 2];
        const q = Math.sqrt(x * x + z * z) - radius;
        out[i] = Math.sqrt(q * q + y * y) - tube;
      }
    },
  };
}

/**
 * The hull of two spheres; a capsule when the radii agree. Exact: of all the spheres along the axis the nearest one is
 * where the line from the point meets the side of the cone squarely.
 */
export function roundCone(from: Vec3, to: Vec3, radiusFrom: number, radiusTo: number): Node {
  const [ax, ay, az] = from;
  const ux = to[0] - ax;
  const uy = to[1] - ay;
  const uz = to[2] - az;
  const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
  const slope = length > 0 ? (radiusFrom - radiusTo) / length : 2;
  // Radii that change faster than the axis runs: one sphere holds the other, and no side is left.
  if (slope * slope >= 1) {
    return radiusFrom >= radiusTo ? ballAt(from, radiusFrom) : ballAt(to, radiusTo);
  }
  const lean = slope / Math.sqrt(1 - slope * slope);
  const [vx, vy, vz] = [ux / length, uy / length, uz / length];
  return {
    extent: (nx, ny, nz) =>
      Math.max(
        nx * ax + ny * ay + nz * az + radiusFrom,
        nx * to[0] + ny * to[1] + nz * to[2] + radiusTo,
      ),
    evaluate(xyz, n, out) {
      for (let i = 0; i < n; i++) {
        const x = xyz[3 * i] - ax;
        const y = xyz[3 * i + 1] - ay;
        const z = xyz[3 * i + 2] - az;
        const along = x * vx + y * vy + z * vz;
        const px = x - along * vx;
        const py = y - along * vy;
        const pz = z - along * vz;
        const across2 = px * px + py * py + pz * pz;
        const foot = Math.max(0, Math.min(length, along - lean * Math.sqrt(across2)));
        const rest = along - foot;
        out[i] = Math.sqrt(across2 + rest * rest) - radiusFrom + slope * foot;
      }
    },
  };
}

function ballAt(centre: Vec3, radius: number): Node {
  const [cx, cy, cz] = centre;
  return {
    extent: (nx, ny, nz) => nx * cx + ny * cy + nz * cz + radius,
    evaluate(xyz, n, out) {
      for (let i = 0; i < n; i++) {
        const x = xyz[3 * i] - cx;
        const y = xyz[3 * i + 1] - cy;
        const z = xyz[3 * i + 2] - cz;
        out[i] = Math.sqrt(x * x + y * y + z * z) - radius;
      }
    },
  };
}
