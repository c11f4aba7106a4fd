import type { DualSurface } from './dual.ts';

/** Normals whose cosines differ by less than this are equally good; then the shorter diagonal wins. */
const AS_FLAT = 0.02;

/** Cuts every quad along the diagonal that keeps it flatter: along creases, not across them. */
export function splitQuads(surface: DualSurface): Int32Array {
  const { positions, quads, triangles } = surface;
  const out = new Int32Array((quads.length / 4) * 6 + triangles.length);
  let o = 0;
  for (let q = 0; q < quads.length; q += 4) {
    const [a, b, c, d] = [quads[q], quads[q + 1], quads[q + 2], quads[q + 3]];
    const bend = agreement(positions, a, b, c, d) - agreement(positions, b, c, d, a);
    const shorter = distance2(positions, a, c) <= distance2(positions, b, d);
    const first = Math.abs(bend) > AS_FLAT ? bend > 0 : shorter;
    out.set(first ? [a, b, c, a, c, d] : [b, c, d, b, d, a], o);
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
  const m = cross(x, a, b, c);
  const n = cross(x, a, c, d);
  const length2 =
    (m[0] * m[0] + m[1] * m[1] + m[2] * m[2]) * (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  if (length2 === 0) return -1;
  return (m[0] * n[0] + m[1] * n[1] + m[2] * n[2]) / Math.sqrt(length2);
}

function cross(
  x: Float64Array,
  a: number,
  b: number,
  c: number,
): readonly [number, number, number] {
  const ux = x[3 * b] - x[3 * a];
  const uy = x[3 * b + 1] - x[3 * a + 1];
  const uz = x[3 * b + 2] - x[3 * a + 2];
  const vx = x[3 * c] - x[3 * a];
  const vy = x[3 * c + 1] - x[3 * a + 1];
  const vz = x[3 * c + 2] - x[3 * a + 2];
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}
