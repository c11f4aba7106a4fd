import { AS_FLAT } from '../numbers.ts';
import type { DualSurface } from './dual.ts';

/** Cuts every quad along the diagonal that keeps it flatter: along creases, not across them. */
export function splitQuads(surface: DualSurface): Int32Array {
  const { positions, quads, triangles } = surface;
  const out = new Int32Array((quads.length / 4) * 6 + triangles.length);
  let o = 0;
  for (let q = 0; q < quads.length; q += 4) {
    const a = quads[q];
    const b = quads[q + 1];
    const c = quads[q + 2];
    const d = quads[q + 3];
    const bend = agreement(positions, a, b, c, d) - agreement(positions, b, c, d, a);
    const shorter = distance2(positions, a, c) <= distance2(positions, b, d);
    const first = Math.abs(bend) > AS_FLAT ? bend > 0 : shorter;
    out[o] = out[o + 3] = first ? a : b;
    out[o + 1] = first ? b : c;
    out[o + 2] = first ? c : d;
    out[o + 4] = first ? c : d;
    out[o + 5] = first ? d : a;
    o += 6;
  }
  out.set(triangles, o);
  return out;
}

function distance2(x: Float64Array, p: number, q: number): number {
  let sum = 0;
  for (let a = 0; a < 3; a++) {
    const d = x[3 * p + a] - x[3 * q + a];
    sum += d * d;
  }
  return sum;
}

/** Cosine between the normals of (a, b, c) and (a, c, d); −1 if one of them has no area. */
function agreement(x: Float64Array, a: number, b: number, c: number, d: number): number {
  const ux = x[3 * b] - x[3 * a];
  const uy = x[3 * b + 1] - x[3 * a + 1];
  const uz = x[3 * b + 2] - x[3 * a + 2];
  const vx = x[3 * c] - x[3 * a];
  const vy = x[3 * c + 1] - x[3 * a + 1];
  const vz = x[3 * c + 2] - x[3 * a + 2];
  const wx = x[3 * d] - x[3 * a];
  const wy = x[3 * d + 1] - x[3 * a + 1];
  const wz = x[3 * d + 2] - x[3 * a + 2];
  const mx = uy * vz - uz * vy;
  const my = uz * vx - ux * vz;
  const mz = ux * vy - uy * vx;
  const nx = vy * wz - vz * wy;
  const ny = vz * wx - vx * wz;
  const nz = vx * wy - vy * wx;
  const length2 = (mx * mx + my * my + mz * mz) * (nx * nx + ny * ny + nz * nz);
  return length2 === 0 ? -1 : (mx * nx + my * ny + mz * nz) / Math.sqrt(length2);
}
