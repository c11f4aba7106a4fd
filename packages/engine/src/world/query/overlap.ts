import type { Bvh } from '../../geometry/query/bvh.ts';
import { castRays } from '../../geometry/query/bvh-query.ts';
import { distanceAt } from '../../geometry/sdf/query.ts';
import type { Sdf } from '../../geometry/types.ts';
import { FINEST, STEEPEST } from '../numbers.ts';

type Triangle = readonly [readonly number[], readonly number[], readonly number[]];

/** True if a solid given by its distance field overlaps the solid inside a closed surface. */
export function reachesInto(sdf: Sdf, bvh: Bvh): boolean {
  const { boxes, bounds } = { boxes: bvh.boxes, bounds: sdf.bounds };
  for (let c = 0; c < 3; c++)
    if (boxes[c] > bounds[3 + c] || bounds[c] > boxes[3 + c]) return false;
  const size = Math.max(boxes[3] - boxes[0], boxes[4] - boxes[1], boxes[5] - boxes[2]);
  const { triangles, positions: x } = bvh;
  const corner = (i: number): readonly number[] => [x[3 * i], x[3 * i + 1], x[3 * i + 2]];
  for (let t = 0; t < triangles.length; t += 3) {
    const one: Triangle = [
      corner(triangles[t]),
      corner(triangles[t + 1]),
      corner(triangles[t + 2]),
    ];
    if (touches(sdf, one, FINEST * size)) return true;
  }
  // No part of the surface is in the shape: the shape is entirely inside or outside.
  const inner = somePoint(sdf);
  return inner !== null && isInside(bvh, inner);
}

function touches(sdf: Sdf, [a, b, c]: Triangle, finest: number): boolean {
  const middle = [0, 1, 2].map((k) => (a[k] + b[k] + c[k]) / 3);
  const radius = Math.max(...[a, b, c].map((p) => apart(p, middle)));
  const d = distanceAt(sdf, middle[0], middle[1], middle[2]);
  if (d <= 0) return true;
  if (d > STEEPEST * radius || radius < finest) return false;
  const half = (p: readonly number[], q: readonly number[]) =>
    [0, 1, 2].map((k) => (p[k] + q[k]) / 2);
  const [ab, bc, ca] = [half(a, b), half(b, c), half(c, a)];
  return [
    [a, ab, ca] as const,
    [ab, b, bc] as const,
    [ca, bc, c] as const,
    [ab, bc, ca] as const,
  ].some((part) => touches(sdf, part, finest));
}

function apart(p: readonly number[], q: readonly number[]): number {
  return Math.sqrt((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 + (p[2] - q[2]) ** 2);
}

/** A point inside a solid: the deepest on a grid over its box. */
function somePoint(sdf: Sdf): readonly number[] | null {
  const low = [0, 1, 2].map((c) => Math.max(sdf.bounds[c], -1e3));
  const high = [0, 1, 2].map((c) => Math.min(sdf.bounds[3 + c], 1e3));
  let best: readonly number[] | null = null;
  let least = 0;
  const N = 9;
  for (let k = 0; k < N ** 3; k++) {
    const i = [k % N, Math.floor(k / N) % N, Math.floor(k / N ** 2)];
    const p = i.map((n, c) => low[c] + ((n + 0.5) / N) * (high[c] - low[c]));
    const d = distanceAt(sdf, p[0], p[1], p[2]);
    if (d >= least) continue;
    least = d;
    best = p;
  }
  return best;
}

/** True if a point is inside a closed surface: a ray hits the first triangle from within. */
function isInside(bvh: Bvh, p: readonly number[]): boolean {
  const direction = Float64Array.of(0.5377, 0.3188, 0.7805);
  const t = new Float64Array(1);
  const hit = new Int32Array(1);
  castRays(bvh, Float64Array.from(p), direction, 1, t, hit);
  if (hit[0] < 0) return false;
  const { positions: x, triangles } = bvh;
  const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[3 * hit[0] + k]);
  const u = [0, 1, 2].map((k) => x[b + k] - x[a + k]);
  const v = [0, 1, 2].map((k) => x[c + k] - x[a + k]);
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  return n[0] * direction[0] + n[1] * direction[1] + n[2] * direction[2] > 0;
}

/**
 * True if two solids given by distance fields overlap, the second posed by a 3×4 map: descends on the larger of both
 * distances from the middle of the first. Exact for convex solids; for others it starts at several points.
 */
export function fieldsMeet(first: Sdf, second: Sdf, pose: Float64Array): boolean {
  const worse = (x: number, y: number, z: number): number => {
    const d = [x - pose[3], y - pose[7], z - pose[11]];
    const own = [0, 1, 2].map((c) => pose[c] * d[0] + pose[4 + c] * d[1] + pose[8 + c] * d[2]);
    return Math.max(distanceAt(first, x, y, z), distanceAt(second, own[0], own[1], own[2]));
  };
  const low = [0, 1, 2].map((c) => Math.max(first.bounds[c], -1e3));
  const high = [0, 1, 2].map((c) => Math.min(first.bounds[3 + c], 1e3));
  const N = 3;
  for (let k = 0; k < N ** 3; k++) {
    const i = [k % N, Math.floor(k / N) % N, Math.floor(k / N ** 2)];
    const at = i.map((n, c) => low[c] + ((n + 0.5) / N) * (high[c] - low[c]));
    if (descends(worse, at, Math.max(...[0, 1, 2].map((c) => high[c] - low[c])))) return true;
  }
  return false;
}

/** Descends by ever shorter steps along the axes; true if it gets below zero. */
function descends(
  f: (x: number, y: number, z: number) => number,
  from: number[],
  size: number,
): boolean {
  const p = [...from];
  let value = f(p[0], p[1], p[2]);
  for (let step = size / 4; step > 1e-4 * size; ) {
    if (value <= 0) return true;
    let moved = false;
    for (let c = 0; c < 3; c++) {
      for (const move of [-step, step]) {
        p[c] += move;
        const next = f(p[0], p[1], p[2]);
        if (next < value) {
          value = next;
          moved = true;
        } else p[c] -= move;
      }
    }
    if (!moved) step /= 2;
  }
  return value <= 0;
}
