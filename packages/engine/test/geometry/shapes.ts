import type { Bounds, Sdf } from '../../src/geometry/types.ts';

/** A signed distance from a plain formula, for tests. */
export function sdfOf(bounds: Bounds, f: (x: number, y: number, z: number) => number): Sdf {
  return {
    bounds,
    evaluate(xyz, n, out) {
      for (let i = 0; i < n; i++) out[i] = f(xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]);
    },
  };
}

export const ball = (r = 1): Sdf =>
  sdfOf([-r, -r, -r, r, r, r], (x, y, z) => Math.sqrt(x * x + y * y + z * z) - r);

export const ring = (major = 1, minor = 0.35): Sdf => {
  const r = major + minor;
  return sdfOf([-r, -r, -minor, r, r, minor], (x, y, z) => {
    const q = Math.sqrt(x * x + y * y) - major;
    return Math.sqrt(q * q + z * z) - minor;
  });
};

/** A lumpy ball; scaled so that it changes by at most a metre per metre. */
export const blob = (): Sdf =>
  sdfOf(
    [-1.3, -1.3, -1.3, 1.3, 1.3, 1.3],
    (x, y, z) =>
      0.6 *
      (Math.sqrt(x * x + y * y + z * z) -
        1 +
        0.15 * Math.sin(4 * x) * Math.sin(4 * y + 1) * Math.sin(4 * z + 2)),
  );

export const block = (hx: number, hy: number, hz: number, cx = 0, cy = 0, cz = 0): Sdf =>
  sdfOf([cx - hx, cy - hy, cz - hz, cx + hx, cy + hy, cz + hz], (x, y, z) => {
    const a = Math.abs(x - cx) - hx;
    const b = Math.abs(y - cy) - hy;
    const c = Math.abs(z - cz) - hz;
    const out = Math.hypot(Math.max(a, 0), Math.max(b, 0), Math.max(c, 0));
    return out + Math.min(0, Math.max(a, b, c));
  });

export const union = (...parts: Sdf[]): Sdf => {
  const bounds = parts
    .map((p) => p.bounds)
    .reduce((a, b) => [
      Math.min(a[0], b[0]),
      Math.min(a[1], b[1]),
      Math.min(a[2], b[2]),
      Math.max(a[3], b[3]),
      Math.max(a[4], b[4]),
      Math.max(a[5], b[5]),
    ]);
  return {
    bounds,
    evaluate(xyz, n, out) {
      const other = new Float64Array(n);
      parts[0].evaluate(xyz, n, out);
      for (const part of parts.slice(1)) {
        part.evaluate(xyz, n, other);
        for (let i = 0; i < n; i++) out[i] = Math.min(out[i], other[i]);
      }
    },
  };
};
