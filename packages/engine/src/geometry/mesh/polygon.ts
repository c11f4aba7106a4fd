import { MOST_CORNERS } from '../numbers.ts';

/**
 * Cuts a polygon into triangles with its orientation, appended to `out` as vertex indices. Convex polygons become fans,
 * others are cut ear by ear in the plane of their area vector. Returns false, and appends nothing, if that plane shows
 * a polygon that crosses itself, has no area, or is not convex and has more than MOST_CORNERS corners.
 */
export function triangulateLoop(
  positions: Float64Array,
  loop: readonly number[],
  out: number[],
): boolean {
  const n = loop.length;
  if (n < 3) return false;
  if (n === 3) {
    out.push(loop[0], loop[1], loop[2]);
    return true;
  }
  const flat = project(positions, loop);
  if (flat === null) return false;
  if (isConvex(flat)) {
    for (let i = 1; i + 1 < n; i++) out.push(loop[0], loop[i], loop[i + 1]);
    return true;
  }
  if (n > MOST_CORNERS) return false;
  const ears: number[] = [];
  const left = loop.map((_, i) => i);
  while (left.length > 3) {
    const ear = bestEar(flat, left);
    if (ear < 0) return false;
    const m = left.length;
    ears.push(left[(ear + m - 1) % m], left[ear], left[(ear + 1) % m]);
    left.splice(ear, 1);
  }
  if (!(cross(flat, left[0], left[1], left[2]) > 0)) return false;
  ears.push(left[0], left[1], left[2]);
  for (const corner of ears) out.push(loop[corner]);
  return true;
}

/** Twice the area vector of a loop (Newell): right for polygons that are only nearly flat. */
export function loopNormal(
  positions: Float64Array,
  loop: readonly number[],
): [number, number, number] {
  let x = 0;
  let y = 0;
  let z = 0;
  const o = 3 * loop[0];
  for (let i = 1; i + 1 < loop.length; i++) {
    const a = 3 * loop[i];
    const b = 3 * loop[i + 1];
    const ux = positions[a] - positions[o];
    const uy = positions[a + 1] - positions[o + 1];
    const uz = positions[a + 2] - positions[o + 2];
    const vx = positions[b] - positions[o];
    const vy = positions[b + 1] - positions[o + 1];
    const vz = positions[b + 2] - positions[o + 2];
    x += uy * vz - uz * vy;
    y += uz * vx - ux * vz;
    z += ux * vy - uy * vx;
  }
  return [x, y, z];
}

/** Drops the largest component of the normal; the result turns to the left. */
function project(positions: Float64Array, loop: readonly number[]): Float64Array | null {
  const normal = loopNormal(positions, loop);
  const size = normal.map(Math.abs);
  const d = size[0] >= size[1] && size[0] >= size[2] ? 0 : size[1] >= size[2] ? 1 : 2;
  if (!(size[d] > 0) || !Number.isFinite(size[d])) return null;
  let u = (d + 1) % 3;
  let v = (d + 2) % 3;
  if (normal[d] < 0) [u, v] = [v, u];
  const flat = new Float64Array(2 * loop.length);
  for (let i = 0; i < loop.length; i++) {
    flat[2 * i] = positions[3 * loop[i] + u];
    flat[2 * i + 1] = positions[3 * loop[i] + v];
  }
  return flat;
}

function cross(flat: Float64Array, a: number, b: number, c: number): number {
  return (
    (flat[2 * b] - flat[2 * a]) * (flat[2 * c + 1] - flat[2 * a + 1]) -
    (flat[2 * b + 1] - flat[2 * a + 1]) * (flat[2 * c] - flat[2 * a])
  );
}

/** All turns to the left, and seen from corner 0 the corners go round once: then the fan from corner 0 is right. */
function isConvex(flat: Float64Array): boolean {
  const n = flat.length / 2;
  for (let i = 0; i < n; i++) {
    if (!(cross(flat, i, (i + 1) % n, (i + 2) % n) > 0)) return false;
    if (i > 0 && i + 1 < n && !(cross(flat, 0, i, i + 1) > 0)) return false;
  }
  return true;
}

/**
 * The ear with the best shape, or −1. Best rather than first, because slivers are trouble for everything that follows.
 */
function bestEar(flat: Float64Array, left: readonly number[]): number {
  const n = left.length;
  let best = -1;
  let most = 0;
  for (let i = 0; i < n; i++) {
    const a = left[(i + n - 1) % n];
    const b = left[i];
    const c = left[(i + 1) % n];
    const area = cross(flat, a, b, c);
    if (!(area > 0)) continue;
    const shape = area / (length2(flat, a, b) + length2(flat, b, c) + length2(flat, c, a));
    if (shape <= most || !isEmpty(flat, left, a, b, c)) continue;
    best = i;
    most = shape;
  }
  return best;
}

function length2(flat: Float64Array, a: number, b: number): number {
  const x = flat[2 * a] - flat[2 * b];
  const y = flat[2 * a + 1] - flat[2 * b + 1];
  return x * x + y * y;
}

function isEmpty(
  flat: Float64Array,
  left: readonly number[],
  a: number,
  b: number,
  c: number,
): boolean {
  for (const p of left) {
    if (p === a || p === b || p === c) continue;
    const inside =
      cross(flat, a, b, p) >= 0 && cross(flat, b, c, p) >= 0 && cross(flat, c, a, p) >= 0;
    if (inside) return false;
  }
  return true;
}
