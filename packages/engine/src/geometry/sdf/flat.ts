import type { Node } from './node.ts';
import type { Vec3 } from './shape.ts';

/** Cosine above which two directions count as the same when a half-space is asked for its extent. */
const SAME_DIRECTION = 1 - 1e-13;

/** Edges rounded by `radius`, which may be zero. Exact. `size` are the full edges, rounding included. */
export function box(size: Vec3, radius: number): Node {
  const hx = size[0] / 2 - radius;
  const hy = size[1] / 2 - radius;
  const hz = size[2] / 2 - radius;
  return {
    extent: (nx, ny, nz) => Math.abs(nx) * hx + Math.abs(ny) * hy + Math.abs(nz) * hz + radius,
    evaluate(xyz, n, out) {
      for (let i = 0; i < n; i++) {
        const x = Math.abs(xyz[3 * i]) - hx;
        const y = Math.abs(xyz[3 * i + 1]) - hy;
        const z = Math.abs(xyz[3 * i + 2]) - hz;
        const ox = Math.max(x, 0);
        const oy = Math.max(y, 0);
        const oz = Math.max(z, 0);
        const inside = Math.min(Math.max(x, y, z), 0);
        out[i] = Math.sqrt(ox * ox + oy * oy + oz * oz) + inside - radius;
      }
    },
  };
}

/** Along y, centred. Exact. */
export function cylinder(radius: number, height: number): Node {
  const half = height / 2;
  return {
    extent: (nx, ny, nz) => radius * Math.sqrt(nx * nx + nz * nz) + half * Math.abs(ny),
    evaluate(xyz, n, out) {
      for (let i = 0; i < n; i++) {
        const x = xyz[3 * i];
        const z = xyz[3 * i + 2];
        const r = Math.sqrt(x * x + z * z) - radius;
        const y = Math.abs(xyz[3 * i + 1]) - half;
        const or = Math.max(r, 0);
        const oy = Math.max(y, 0);
        out[i] = Math.sqrt(or * or + oy * oy) + Math.min(Math.max(r, y), 0);
      }
    },
  };
}

/** Cut flat at both ends. Exact: in the half-plane (across, along) the outline is two caps and a straight side. */
export function cone(from: Vec3, to: Vec3, radiusFrom: number, radiusTo: number): Node {
  const [ax, ay, az] = from;
  const [bx, by, bz] = to;
  const [ux, uy, uz] = [bx - ax, by - ay, bz - az];
  const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
  const [vx, vy, vz] = [ux / length, uy / length, uz / length];
  const taper = radiusTo - radiusFrom;
  const side2 = taper * taper + length * length;
  return {
    extent(nx, ny, nz) {
      const along = nx * vx + ny * vy + nz * vz;
      const across = Math.sqrt(Math.max(0, 1 - along * along));
      return Math.max(
        nx * ax + ny * ay + nz * az + radiusFrom * across,
        nx * bx + ny * by + nz * bz + radiusTo * across,
      );
    },
    evaluate(xyz, n, out) {
      for (let i = 0; i < n; i++) {
        const x = xyz[3 * i] - ax;
        const y = xyz[3 * i + 1] - ay;
        const z = xyz[3 * i + 2] - az;
        const along = x * vx + y * vy + z * vz;
        const px = x - along * vx;
        const py = y - along * vy;
        const pz = z - along * vz;
        const r = Math.sqrt(px * px + py * py + pz * pz);
        // Nearest point of the side, from the rim at `from` to the rim at `to`.
        const t = ((r - radiusFrom) * taper + along * length) / side2;
        const s = Math.max(0, Math.min(1, t));
        const sr = r - radiusFrom - s * taper;
        const sy = along - s * length;
        const low = Math.max(0, r - radiusFrom);
        const high = Math.max(0, r - radiusTo);
        const top = along - length;
        const nearest2 = Math.min(
          sr * sr + sy * sy,
          low * low + along * along,
          high * high + top * top,
        );
        const inside = along > 0 && top < 0 && r * length < radiusFrom * length + along * taper;
        out[i] = inside ? -Math.sqrt(nearest2) : Math.sqrt(nearest2);
      }
    },
  };
}

/** The half-space normal·x ≤ offset, for a unit normal. Exact. */
export function plane(normal: Vec3, offset: number): Node {
  const [nx, ny, nz] = normal;
  return {
    extent: (ex, ey, ez) =>
      ex * nx + ey * ny + ez * nz > SAME_DIRECTION ? offset : Number.POSITIVE_INFINITY,
    evaluate(xyz, n, out) {
      for (let i = 0; i < n; i++) {
        out[i] = xyz[3 * i] * nx + xyz[3 * i + 1] * ny + xyz[3 * i + 2] * nz - offset;
      }
    },
  };
}
