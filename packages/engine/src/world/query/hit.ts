import { check } from '../../core/errors.ts';
import { show } from '../../core/show.ts';
import type { Point } from '../../scene/action-types.ts';
import type { LiveBody } from '../live.ts';
import type { Skin } from './skin.ts';

/** A point on the surface of a body or an obstacle. */
export interface Hit {
  /** Name of the body or obstacle; empty for things of another engine. */
  readonly name: string;
  readonly kind: 'body' | 'obstacle';
  readonly point: Point;
  /** Outward. */
  readonly normal: Point;
  /** Distance from the origin of the query [m]. */
  readonly distance: number;
  /**
   * For a body: the triangle of its surface, barycentric coordinates, and the material point in the body's own
   * coordinates [m].
   */
  readonly triangle: number;
  readonly barycentric: Point;
  readonly material: Point | null;
}

/** A hit on triangle t of a body. */
export function bodyHit(
  live: LiveBody,
  skin: Skin,
  t: number,
  point: Point,
  distance: number,
): Hit {
  const { triangles, positions: rest } = skin.surface;
  const corner = [triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]];
  const x = skin.bvh.positions;
  const at = (list: ArrayLike<number>, i: number): Point => [
    list[3 * i],
    list[3 * i + 1],
    list[3 * i + 2],
  ];
  const [a, b, c] = corner.map((i) => at(x, i));
  const n = cross(minus(b, a), minus(c, a));
  const square = dot(n, n) || 1;
  const u = dot(cross(minus(point, a), minus(c, a)), n) / square;
  const v = dot(cross(minus(b, a), minus(point, a)), n) / square;
  const weights: Point = [1 - u - v, u, v];
  const long = Math.sqrt(square);
  const [A, B, C] = corner.map((i) => at(rest, i));
  const material = [0, 1, 2].map((k) => weights[0] * A[k] + weights[1] * B[k] + weights[2] * C[k]);
  return {
    name: live.name,
    kind: 'body',
    point,
    normal: [n[0] / long, n[1] / long, n[2] / long],
    distance,
    triangle: t,
    barycentric: weights,
    material: [material[0], material[1], material[2]],
  };
}

export function obstacleHit(name: string, point: Point, normal: Point, distance: number): Hit {
  return {
    name,
    kind: 'obstacle',
    point,
    normal,
    distance,
    triangle: -1,
    barycentric: [0, 0, 0],
    material: null,
  };
}

/** Unit vector of a direction; refuses an invalid ray. */
export function aimed(from: Point, direction: Point): Point {
  const long = isPoint(direction) ? Math.sqrt(dot(direction, direction)) : 0;
  check(
    Number.isFinite(long) && long > 0,
    () =>
      `must be a direction, three finite numbers that are not all zero, got ${show(direction)}. Down is [0, -1, 0].`,
    'direction',
  );
  checkPoint(from, 'origin');
  return [direction[0] / long, direction[1] / long, direction[2] / long];
}

const isPoint = (point: Point | null | undefined): boolean =>
  point?.length === 3 &&
  Number.isFinite(point[0]) &&
  Number.isFinite(point[1]) &&
  Number.isFinite(point[2]);

export function checkPoint(point: Point, path: string): void {
  check(
    isPoint(point),
    () => `must be three finite numbers, got ${show(point)}. Write [x, y, z].`,
    path,
  );
}

/** The point at t [m] along a ray. */
export const ahead = (from: Point, unit: Point, t: number): Point => [
  from[0] + t * unit[0],
  from[1] + t * unit[1],
  from[2] + t * unit[2],
];
const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
