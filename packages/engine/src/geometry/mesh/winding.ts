import { FAR_NODE, UNSURE } from '../numbers.ts';
import type { Bvh } from '../query/bvh.ts';

/**
 * Winding numbers over a Bvh: how often the surface goes round a point. 1 inside a closed mesh and 0 outside, and still
 * close to them where the mesh has flaws, so it decides inside and outside without trusting any single triangle.
 */
export interface Winding {
  bvh: Bvh;
  /** Per node: area vector [m²], area-weighted middle [m], squared radius around it [m²]. Shape [nodes, 7]. */
  dipoles: Float64Array;
  /** Scratch: the result, then the product of the near triangles: real, imaginary, whole turns. */
  sum: Float64Array;
}

/** Prepares winding numbers. */
export function createWinding(bvh: Bvh): Winding {
  const winding = { bvh, dipoles: new Float64Array(7 * bvh.nodes), sum: new Float64Array(4) };
  refitWinding(winding);
  return winding;
}

/** Recomputes the dipoles after `refitBvh`. Allocates nothing. */
export function refitWinding({ bvh, dipoles }: Winding): void {
  const { positions: x, triangles, boxes, right, start, count, order } = bvh;
  for (let node = bvh.nodes - 1; node >= 0; node--) {
    const o = 7 * node;
    let weight = 0;
    for (let d = 0; d < 7; d++) dipoles[o + d] = 0;
    const inner = count[node] === 0;
    const parts = inner ? 2 : count[node];
    for (let e = 0; e < parts; e++) {
      let w = 0;
      if (inner) {
        const q = 7 * (e === 0 ? node + 1 : right[node]);
        for (let d = 0; d < 3; d++) dipoles[o + d] += dipoles[q + d];
        w = areaBelow(dipoles, q);
        for (let d = 3; d < 6; d++) dipoles[o + d] += w * dipoles[q + d];
      } else {
        const t = 3 * order[start[node] + e];
        const a = 3 * triangles[t];
        const b = 3 * triangles[t + 1];
        const c = 3 * triangles[t + 2];
        const ux = x[b] - x[a];
        const uy = x[b + 1] - x[a + 1];
        const uz = x[b + 2] - x[a + 2];
        const vx = x[c] - x[a];
        const vy = x[c + 1] - x[a + 1];
        const vz = x[c + 2] - x[a + 2];
        const nx = (uy * vz - uz * vy) / 2;
        const ny = (uz * vx - ux * vz) / 2;
        const nz = (ux * vy - uy * vx) / 2;
        w = Math.sqrt(nx * nx + ny * ny + nz * nz);
        dipoles[o] += nx;
        dipoles[o + 1] += ny;
        dipoles[o + 2] += nz;
        for (let d = 0; d < 3; d++)
          dipoles[o + 3 + d] += (w * (x[a + d] + x[b + d] + x[c + d])) / 3;
      }
      weight += w;
    }
    let r2 = 0;
    for (let d = 0; d < 3; d++) {
      const low = boxes[6 * node + d];
      const high = boxes[6 * node + 3 + d];
      const m = weight > 0 ? dipoles[o + 3 + d] / weight : (low + high) / 2;
      dipoles[o + 3 + d] = m;
      const reach = Math.max(high - m, m - low);
      r2 += reach * reach;
    }
    dipoles[o + 6] = r2;
  }
}

/** Weight of a child's middle: the length of its area vector. Cheap, and any weights will do as long as they agree. */
function areaBelow(dipoles: Float64Array, q: number): number {
  const x = dipoles[q];
  const y = dipoles[q + 1];
  const z = dipoles[q + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

/**
 * out[i] = winding number of point i of xyz, for i < n; good to 1e−5 near the mesh, to some percent away from it.
 * Around an open mesh (`closed` false) numbers that are not whole are no sign of an error. Allocates nothing.
 */
export function windingNumbers(
  winding: Winding,
  xyz: Float64Array,
  n: number,
  out: Float64Array,
  closed = true,
): void {
  for (let i = 0; i < n; i++) {
    windingAt(winding, xyz, 3 * i, FAR_NODE);
    const w = winding.sum[0];
    if (closed && Math.abs(w - Math.round(w)) > UNSURE) windingAt(winding, xyz, 3 * i, Infinity);
    out[i] = winding.sum[0];
  }
}

/** winding.sum[0] = winding number of xyz[p..p+3), with dipoles beyond `far` radii. */
function windingAt(winding: Winding, xyz: Float64Array, p: number, far: number): void {
  const { bvh, dipoles, sum } = winding;
  const { positions, triangles, right, start, count, order, stack } = bvh;
  let total = 0;
  sum[1] = 1;
  sum[2] = 0;
  sum[3] = 0;
  stack[0] = 0;
  let top = 1;
  while (top > 0) {
    const node = stack[--top];
    const o = 7 * node;
    const dx = dipoles[o + 3] - xyz[p];
    const dy = dipoles[o + 4] - xyz[p + 1];
    const dz = dipoles[o + 5] - xyz[p + 2];
    const d2 = dx * dx + dy * dy + dz * dz;
    if (d2 > far * far * dipoles[o + 6]) {
      total += (dx * dipoles[o] + dy * dipoles[o + 1] + dz * dipoles[o + 2]) / (d2 * Math.sqrt(d2));
    } else if (count[node] === 0) {
      stack[top++] = right[node];
      stack[top++] = node + 1;
    } else {
      const end = start[node] + count[node];
      for (let e = start[node]; e < end; e++) {
        turnByTriangle(sum, positions, triangles, order[e], xyz, p);
      }
    }
  }
  sum[0] = total / (4 * Math.PI) + turnsOf(sum);
}

/**
 * Half the solid angle of a triangle is the angle of the complex number den + i·det (van Oosterom and Strackee 1983).
 * Instead of adding many angles the numbers are multiplied, and whole turns are counted: one arc tangent per point, and
 * no garbage.
 */
function turnByTriangle(
  sum: Float64Array,
  x: Float64Array,
  triangles: Int32Array,
  t: number,
  xyz: Float64Array,
  p: number,
): void {
  const a = 3 * triangles[3 * t];
  const b = 3 * triangles[3 * t + 1];
  const c = 3 * triangles[3 * t + 2];
  const ax = x[a] - xyz[p];
  const ay = x[a + 1] - xyz[p + 1];
  const az = x[a + 2] - xyz[p + 2];
  const bx = x[b] - xyz[p];
  const by = x[b + 1] - xyz[p + 1];
  const bz = x[b + 2] - xyz[p + 2];
  const cx = x[c] - xyz[p];
  const cy = x[c + 1] - xyz[p + 1];
  const cz = x[c + 2] - xyz[p + 2];
  const la = Math.sqrt(ax * ax + ay * ay + az * az);
  const lb = Math.sqrt(bx * bx + by * by + bz * bz);
  const lc = Math.sqrt(cx * cx + cy * cy + cz * cz);
  const det = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  const den =
    la * lb * lc +
    (ax * bx + ay * by + az * bz) * lc +
    (bx * cx + by * cy + bz * cz) * la +
    (cx * ax + cy * ay + cz * az) * lb;
  const re = sum[1];
  const im = sum[2];
  const newRe = re * den - im * det;
  const newIm = re * det + im * den;
  const size = Math.abs(newRe) + Math.abs(newIm);
  // Seen from a corner a triangle has no angle.
  if (!(size > 0)) return;
  if (im >= 0 && det > 0 && newIm < 0) sum[3]++;
  else if (im < 0 && det < 0 && newIm >= 0) sum[3]--;
  sum[1] = newRe / size;
  sum[2] = newIm / size;
}

/** The angle of the product in turns of the sphere (4π sr): half solid angles, so a full circle is one. */
function turnsOf(sum: Float64Array): number {
  const re = Math.abs(sum[1]);
  const im = Math.abs(sum[2]);
  const q = Math.min(re, im) / Math.max(re, im);
  const q2 = q * q;
  // Abramowitz and Stegun 4.4.49, good to 1e−5: plenty to tell whole numbers apart.
  let angle =
    q * (0.999866 + q2 * (-0.3302995 + q2 * (0.180141 + q2 * (-0.085133 + q2 * 0.0208351))));
  if (im > re) angle = Math.PI / 2 - angle;
  if (sum[1] < 0) angle = Math.PI - angle;
  if (sum[2] < 0) angle = -angle;
  return sum[3] + angle / (2 * Math.PI);
}

/** Winding number of some triangles around vertex p / 3 of the same positions. For single questions: it allocates. */
export function windingOf(
  positions: Float64Array,
  triangles: Int32Array,
  list: readonly number[],
  p: number,
): number {
  const sum = Float64Array.of(0, 1, 0, 0);
  for (const t of list) turnByTriangle(sum, positions, triangles, t, positions, p);
  return turnsOf(sum);
}
