import type { F64s, i32 } from './prelude.ts';
/**
 * Closest point of the triangle (a, b, c) of `positions` to the point xyz[p..p+3).
 * out[o..o+3) = the point [m], out[o+3] = squared distance [m²]. Works for triangles without area too.
 */
export function closestOnTriangle(
  out: F64s,
  o: i32,
  xyz: F64s,
  p: i32,
  positions: F64s,
  a: i32,
  b: i32,
  c: i32,
): void {
  const ax = positions[3 * a];
  const ay = positions[3 * a + 1];
  const az = positions[3 * a + 2];
  const ux = positions[3 * b] - ax;
  const uy = positions[3 * b + 1] - ay;
  const uz = positions[3 * b + 2] - az;
  const vx = positions[3 * c] - ax;
  const vy = positions[3 * c + 1] - ay;
  const vz = positions[3 * c + 2] - az;
  const wx = xyz[p] - ax;
  const wy = xyz[p + 1] - ay;
  const wz = xyz[p + 2] - az;
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uw = ux * wx + uy * wy + uz * wz;
  const vw = vx * wx + vy * wy + vz * wz;
  // Barycentric coordinates of the foot on the plane, times det.
  const det = uu * vv - uv * uv;
  let s = vv * uw - uv * vw;
  let t = uu * vw - uv * uw;
  if (det > 1e-14 * uu * vv && s >= 0 && t >= 0 && s + t <= det) {
    s /= det;
    t /= det;
  } else {
    // The foot is outside (or the triangle is a line): the closest point is on one of three edges.
    const s1 = uu > 0 ? Math.min(1, Math.max(0, uw / uu)) : 0;
    const t2 = vv > 0 ? Math.min(1, Math.max(0, vw / vv)) : 0;
    const ee = uu - 2 * uv + vv;
    const t3 = ee > 0 ? Math.min(1, Math.max(0, (uu - uv - uw + vw) / ee)) : 0;
    // Squared distances less |w|².
    const d1 = s1 * (s1 * uu - 2 * uw);
    const d2 = t2 * (t2 * vv - 2 * vw);
    const s3 = 1 - t3;
    const d3 = s3 * s3 * uu + 2 * s3 * t3 * uv + t3 * t3 * vv - 2 * (s3 * uw + t3 * vw);
    if (d1 <= d2 && d1 <= d3) {
      s = s1;
      t = 0;
    } else if (d2 <= d3) {
      s = 0;
      t = t2;
    } else {
      s = s3;
      t = t3;
    }
  }
  const dx = s * ux + t * vx - wx;
  const dy = s * uy + t * vy - wy;
  const dz = s * uz + t * vz - wz;
  out[o] = ax + (s * ux + t * vx);
  out[o + 1] = ay + (s * uy + t * vy);
  out[o + 2] = az + (s * uz + t * vz);
  out[o + 3] = dx * dx + dy * dy + dz * dz;
}
