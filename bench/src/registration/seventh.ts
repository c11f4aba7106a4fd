import type { TriangleMesh } from 'pliant';
import {
  areaOf,
  compact,
  type Damage,
  type Field,
  gauss,
  joined,
  type Shape,
  vertexNormals,
} from './cases.ts';

export type Point = [number, number, number];

export const ball = (radius: number, position: Point): Shape => ({
  type: 'sphere',
  radius,
  position,
});
export const limb = (radius: number, from: Point, to: Point): Shape => ({
  type: 'capsule',
  radius,
  from,
  to,
});
export const fused = (smooth: number, ...shapes: Shape[]): Shape => ({
  type: 'union',
  shapes,
  smooth,
});
/** A part and its mirror image across x. */
export const pairOf = (part: (side: number) => Shape): Shape[] => [part(-1), part(1)];

/** Shapes that no parameter, rule or earlier case has met. */
export const SHAPES: Readonly<Record<string, Shape>> = {
  gecko: fused(
    0.05,
    limb(0.08, [0, 0.1, -0.2], [0, 0.1, 0.2]),
    limb(0.07, [0, 0.12, 0.32], [0, 0.12, 0.42]),
    limb(0.04, [0, 0.08, -0.3], [0.1, 0.05, -0.5]),
    limb(0.025, [0.1, 0.05, -0.5], [0.02, 0.04, -0.72]),
    ...pairOf((s) => limb(0.03, [0.08 * s, 0.1, 0.18], [0.24 * s, 0.03, 0.26])),
    ...pairOf((s) => limb(0.035, [0.08 * s, 0.1, -0.18], [0.26 * s, 0.03, -0.24])),
  ),
  boot: fused(
    0.06,
    limb(0.11, [0, 0.15, 0], [0, 0.5, -0.02]),
    limb(0.09, [0, 0.1, 0.05], [0, 0.08, 0.28]),
    limb(0.07, [0, 0.06, -0.06], [0, 0.05, -0.1]),
  ),
  bird: fused(
    0.05,
    limb(0.13, [0, 0.3, -0.1], [0, 0.34, 0.1]),
    ball(0.09, [0, 0.5, 0.22]),
    limb(0.02, [0, 0.5, 0.3], [0, 0.47, 0.4]),
    limb(0.04, [0, 0.26, -0.25], [0, 0.24, -0.42]),
    ...pairOf((s) => limb(0.045, [0.1 * s, 0.36, 0.05], [0.34 * s, 0.42, -0.12])),
    ...pairOf((s) => limb(0.025, [0.05 * s, 0.2, 0], [0.06 * s, 0.02, 0.03])),
  ),
  crab: fused(
    0.04,
    limb(0.11, [-0.1, 0.12, 0], [0.1, 0.12, 0]),
    ...pairOf((s) => limb(0.03, [0.18 * s, 0.1, 0.06], [0.36 * s, 0.03, 0.1])),
    ...pairOf((s) => limb(0.03, [0.18 * s, 0.1, -0.06], [0.34 * s, 0.03, -0.16])),
    ...pairOf((s) => limb(0.035, [0.12 * s, 0.13, 0.1], [0.2 * s, 0.14, 0.28])),
    ...pairOf((s) => ball(0.06, [0.17 * s, 0.14, 0.36])),
  ),
  molar: fused(
    0.05,
    ball(0.15, [0, 0.35, 0]),
    ball(0.07, [0.09, 0.46, 0.08]),
    ball(0.06, [-0.09, 0.47, 0.07]),
    ball(0.065, [0.08, 0.47, -0.08]),
    ball(0.055, [-0.09, 0.45, -0.09]),
    limb(0.05, [0.06, 0.25, 0.05], [0.1, 0.02, 0.07]),
    limb(0.05, [-0.07, 0.25, 0.02], [-0.11, 0.05, 0.02]),
    limb(0.045, [0.02, 0.25, -0.06], [0.03, 0.03, -0.12]),
  ),
  jug: fused(
    0.03,
    limb(0.17, [0, 0.17, 0], [0, 0.24, 0]),
    limb(0.09, [0, 0.4, 0], [0, 0.5, 0]),
    limb(0.03, [0.06, 0.52, 0], [0.15, 0.55, 0]),
    limb(0.025, [-0.14, 0.3, 0], [-0.27, 0.36, 0]),
    limb(0.025, [-0.27, 0.36, 0], [-0.23, 0.48, 0]),
    limb(0.025, [-0.23, 0.48, 0], [-0.08, 0.49, 0]),
  ),
};

/** One period of a sine along the longest axis, across it. */
export const serpent =
  (height: number): Field =>
  ({ L, length, axes: [a, b] }) =>
  (p) => {
    p[b] += height * L * Math.sin((2 * Math.PI * p[a]) / length);
  };

/** Grows by a part around a place a quarter of the length from the middle, as far as a fifth of L. */
export const swelling =
  (part: number): Field =>
  ({ L, length, axes: [a] }) =>
  (p) => {
    const from = p.map((x, d) => x - (d === a ? 0.25 * length : 0));
    const square = from.reduce((sum, x) => sum + x * x, 0);
    const grow = part * Math.exp(-0.5 * (square / (0.2 * L) ** 2));
    for (let d = 0; d < 3; d++) p[d] += grow * from[d];
  };

/** A slant: the longest axis leans by a part of its length, and is a tenth longer. */
export const slant =
  (part: number): Field =>
  ({ axes: [a, b, c] }) =>
  (p) => {
    p[b] += part * p[a];
    p[c] -= 0.5 * part * p[a];
    p[a] *= 1.1;
  };

/** One field after another. */
export const inTurn =
  (...fields: Field[]): Field =>
  (box) => {
    const moves = fields.map((field) => field(box));
    return (p) => {
      for (const move of moves) move(p);
    };
  };

/** Coordinates rounded to steps, in parts of L: what scans on a grid look like. */
export const steps =
  (part: number): Damage =>
  (whole) => {
    const step = part * whole.size;
    const positions = whole.target.positions.map((x) => step * Math.round(x / step));
    return { ...whole, target: { ...whole.target, positions } };
  };

/** Without the faces that look away from a scanner, by more than 120°. */
export const seenFrom =
  (towards: readonly number[]): Damage =>
  (whole) => {
    const { positions, triangles } = whole.target;
    const normals = vertexNormals(whole.target);
    const size = Math.hypot(...towards);
    const kept: number[] = [];
    for (let t = 0; t < triangles.length; t += 3) {
      let cos = 0;
      for (let k = 0; k < 3; k++)
        for (let d = 0; d < 3; d++) cos += normals[3 * triangles[t + k] + d] * towards[d];
      if (cos / (3 * size) <= -0.5) continue;
      for (let k = 0; k < 3; k++) kept.push(triangles[t + k]);
    }
    return { ...whole, target: compact({ positions, triangles: Int32Array.from(kept) }) };
  };

/** Two walls in a corner behind it, and three posts. */
export const corner: Damage = (whole, random) => {
  const L = whole.size;
  const low = [0, 1, 2].map((d) => {
    let least = Infinity;
    for (let i = d; i < whole.target.positions.length; i += 3)
      least = Math.min(least, whole.target.positions[i]);
    return least;
  });
  const wall = (axis: number): TriangleMesh =>
    plate(
      [0, 1, 2].map((d) => low[d] - 0.03 * L * (d === axis ? 1 : 3)),
      axis,
      1.2 * L,
    );
  const posts = [0, 1, 2].map((k) =>
    plate([low[0] + (0.4 * k + 0.1 * random.next()) * L, low[1], low[2] - 0.02 * L], 0, 0.25 * L),
  );
  return { ...whole, target: joined([whole.target, wall(0), wall(2), ...posts]) };
};

/** A square sheet across an axis from a corner on, in 20 × 20 cells. */
function plate(from: readonly number[], axis: number, side: number): TriangleMesh {
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let j = 0; j <= 20; j++) {
    for (let i = 0; i <= 20; i++) {
      const p = [...from];
      p[u] += (side * i) / 20;
      p[v] += (side * j) / 20;
      positions.push(p[0], p[1], p[2]);
      if (i === 20 || j === 20) continue;
      const at = i + 21 * j;
      triangles.push(at, at + 1, at + 21, at + 1, at + 22, at + 21);
    }
  }
  return { positions: Float64Array.from(positions), triangles: Int32Array.from(triangles) };
}

/** Points, three times as dense above the middle as below, with noise in parts of L; a share of them anywhere around. */
export const unevenCloud =
  (points: number, part: number, stray: number): Damage =>
  (whole, random) => {
    const { positions: x, triangles } = whole.target;
    const n = triangles.length / 3;
    const normals = vertexNormals(whole.target);
    const mean = x.reduce((sum, c, i) => sum + (i % 3 === 1 ? c : 0), 0) / (x.length / 3);
    const sums = new Float64Array(n);
    for (let t = 0, total = 0; t < n; t++) {
      total += areaOf(whole.target, t) * (x[3 * triangles[3 * t] + 1] > mean ? 3 : 1);
      sums[t] = total;
    }
    const out = new Float64Array(3 * points);
    for (let i = 0, t = 0; i < points; i++) {
      while (sums[t] < ((i + 0.5) / points) * sums[n - 1]) t++;
      const [r, s] = [Math.sqrt(random.next()), random.next()];
      const w = [1 - r, r * (1 - s), r * s];
      const off = part * whole.size * gauss(random);
      const isStray = random.next() < stray;
      for (let d = 0; d < 3; d++) {
        for (let k = 0; k < 3; k++) {
          const v = 3 * triangles[3 * t + k] + d;
          out[3 * i + d] += w[k] * (x[v] + off * normals[v]);
        }
        if (isStray) out[3 * i + d] += whole.size * random.range(-0.3, 0.3);
      }
    }
    return { ...whole, target: { positions: out, triangles: new Int32Array(0) } };
  };

/** A mesh without the faces that reach below a height. */
export function compactBelow({ positions, triangles }: TriangleMesh, height: number): TriangleMesh {
  const kept: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const face = triangles.subarray(t, t + 3);
    if (face.every((v) => positions[3 * v + 1] >= height)) for (const v of face) kept.push(v);
  }
  return compact({ positions, triangles: Int32Array.from(kept) });
}
